package language_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/language"
)

func TestTimesInWords(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 22, 9, 30, 0, 0, time.UTC)
	for want, at := range map[string]time.Time{
		"just now":         now.Add(-20 * time.Second),
		"1 minute ago":     now.Add(-time.Minute),
		"3 hours ago":      now.Add(-3*time.Hour - 5*time.Minute),
		"1 day ago":        now.Add(-25 * time.Hour),
		"in 2 days":        now.Add(49 * time.Hour),
		"in a moment":      now.Add(30 * time.Second),
		"14 March":         time.Date(2026, 3, 14, 8, 0, 0, 0, time.UTC),
		"14 December 2019": time.Date(2019, 12, 14, 8, 0, 0, 0, time.UTC),
	} {
		if got := language.English.Ago(at, now); got != want {
			t.Errorf("Ago(%v) = %q, want %q", at, got, want)
		}
	}
	for want, at := range map[string]time.Time{
		"Today":      now.Add(-9 * time.Hour),
		"Yesterday":  now.Add(-10 * time.Hour),
		"Friday":     now.Add(-40 * time.Hour),
		"8 November": now.Add(-14 * 24 * time.Hour),
	} {
		if got, beside := language.English.Day(at, now); got != want || beside == want {
			t.Errorf("Day(%v) = %q, %q, want %q", at, got, beside, want)
		}
	}
}

func TestNumbersInWords(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0", 9999: "9999", 10000: "10\u202f000", 1234567: "1\u202f234\u202f567", -12345: "−12\u202f345"} {
		if got := language.English.Count(n); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestPercent(t *testing.T) {
	t.Parallel()
	for code, want := range map[string][]string{
		"en": {"0.0%", "33.3%", "100.0%"}, "de": {"0,0\u00a0%", "33,3\u00a0%", "100,0\u00a0%"}, "fr": {"0,0\u202f%", "33,3\u202f%", "100,0\u202f%"},
	} {
		l, _ := language.Of(code)
		got := []string{l.Percent(0), l.Percent(1.0 / 3), l.Percent(1)}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", code, diff)
		}
	}
}
