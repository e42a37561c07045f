package settings

import "github.com/privacylabels/auditor/storage"

// The settings that say whether and how often policies are fetched.
const (
	PolicyScrapeDisabled        = "policyScrapeDisabled"        // a flag: none is fetched
	PolicyScrapeThrottleEnabled = "policyScrapeThrottleEnabled" // a flag: none is fetched again at once
	PolicyScrapeThrottleMinutes = "policyScrapeThrottleMinutes" // a number: but after so many minutes
)

// The settings of the daily check of the records.
const (
	HealthCheckEnabled   = "healthCheckEnabled"          // a flag: there is one
	HealthCheckIntegrity = "healthCheckIntegrityEnabled" // a flag: it reads the whole database
)

// Flag returns a setting that is a switch: its default when it is not set, and
// false when there is no such switch.
func Flag(tx storage.Tx, name string) (bool, error) {
	shown, err := shownOf(tx, name)
	on, _ := shown.(bool)
	return on, err
}

// Number returns a setting that is a number: its default when it is not set, and
// zero when there is no such number.
func Number(tx storage.Tx, name string) (int64, error) {
	shown, err := shownOf(tx, name)
	n, _ := shown.(int64)
	return n, err
}

// shownOf returns the value that a setting stands for, nil when there is none of
// the name.
func shownOf(tx storage.Tx, name string) (any, error) {
	for _, s := range table() {
		if s.name == name {
			kept, err := Text(tx, name)
			return s.show(kept), err
		}
	}
	return nil, nil
}
