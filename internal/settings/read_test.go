package settings_test

import (
	"errors"
	"testing"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
)

func TestFlagAndNumber(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	check := func(when string, disabled, throttled bool, minutes int64) {
		t.Helper()
		err := s.View(t.Context(), func(tx *storage.Tx) error {
			off, err := settings.Flag(tx, settings.PolicyScrapeDisabled)
			on, onErr := settings.Flag(tx, settings.PolicyScrapeThrottleEnabled)
			n, numberErr := settings.Number(tx, settings.PolicyScrapeThrottleMinutes)
			if off != disabled || on != throttled || n != minutes {
				t.Errorf("%s: disabled %v, throttled %v, minutes %d", when, off, on, n)
			}
			return errors.Join(err, onErr, numberErr)
		})
		if err != nil {
			t.Error(err)
		}
	}
	check("unset", false, true, 60)
	mustChange(t, s, `{"policyScrapeDisabled":true,"policyScrapeThrottleEnabled":false,"policyScrapeThrottleMinutes":0}`)
	check("set", true, false, 0)
	teststore.Update(t, s, func(tx *storage.Tx) error {
		return errors.Join(
			settings.PutText(tx, settings.PolicyScrapeDisabled, "perhaps"),
			settings.PutText(tx, settings.PolicyScrapeThrottleMinutes, "-5"))
	})
	check("spoiled", false, false, 60)
}

func TestFlagAndNumberWrongKind(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	mustChange(t, s, `{"aiModel":"true"}`)
	err := s.View(t.Context(), func(tx *storage.Tx) error {
		for _, name := range []string{"aiModel", settings.PolicyScrapeThrottleMinutes, "unknown", ""} {
			if on, err := settings.Flag(tx, name); on || err != nil {
				t.Errorf("%q is the flag %v, %v", name, on, err)
			}
		}
		for _, name := range []string{"aiModel", settings.PolicyScrapeDisabled, "aiTimeoutDirectMs", "unknown"} {
			if n, err := settings.Number(tx, name); n != 0 || err != nil {
				t.Errorf("%q is the number %d, %v", name, n, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	broken := errors.New("broken")
	if _, err := settings.Flag(unreadable(broken), settings.PolicyScrapeDisabled); !errors.Is(err, broken) {
		t.Errorf("a store that fails: %v", err)
	}
}
