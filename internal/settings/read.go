package settings

import "github.com/privacylabels/auditor/storage"

// The settings of fetching policies.
const (
	PolicyScrapeDisabled        = "policyScrapeDisabled"        // a flag: policies are not fetched
	PolicyScrapeThrottleEnabled = "policyScrapeThrottleEnabled" // a flag: recently fetched policies are not fetched again
	PolicyScrapeThrottleMinutes = "policyScrapeThrottleMinutes" // a number: for how many minutes
)

// The settings of the daily check of the records.
const (
	HealthCheckEnabled   = "healthCheckEnabled"          // a flag: there is a daily check
	HealthCheckIntegrity = "healthCheckIntegrityEnabled" // a flag: it checks the whole database
)

// Flag returns a setting that is a flag, or its default if it is not set. It returns false for
// an unknown name.
func Flag(tx *storage.Tx, name string) (bool, error) {
	shown, err := shownOf(tx, name)
	on, _ := shown.(bool)
	return on, err
}

// Number returns a setting that is a number, or its default if it is not set. It returns zero
// for an unknown name.
func Number(tx *storage.Tx, name string) (int64, error) {
	shown, err := shownOf(tx, name)
	n, _ := shown.(int64)
	return n, err
}

// shownOf returns the value of a setting, or nil for an unknown name.
func shownOf(tx *storage.Tx, name string) (any, error) {
	s, known := find(name)
	if !known {
		return nil, nil
	}
	kept, err := Text(tx, name)
	return s.show(kept), err
}
