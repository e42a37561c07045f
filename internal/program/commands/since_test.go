package commands

import (
	"testing"
	"time"
)

func TestSince(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 31, 12, 0, 0, 0, time.Local)
	for text, want := range map[string]time.Time{
		"30d": now.AddDate(0, 0, -30), "2w": now.AddDate(0, 0, -14), "12h": now.Add(-12 * time.Hour), "90m": now.Add(-90 * time.Minute),
		"2026-05-01": time.Date(2026, 5, 1, 0, 0, 0, 0, time.Local), "2026-05-01T10:00:00Z": time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC),
		" 1d ": now.AddDate(0, 0, -1),
	} {
		var s Since
		if err := s.UnmarshalText([]byte(text)); err != nil || s.from(now).Std().Unix() != want.Unix() {
			t.Errorf("%q is %v, %v; want %v", text, s.from(now).Std(), err, want)
		}
	}
	for _, text := range []string{"", "d", "0d", "-1d", "1.5d", "99999d", "soon", "2026-13-01", "-5h"} {
		var s Since
		if err := s.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is %v, want an error", text, s.from(now).Std())
		}
	}
}

// A moment is never after now, unless it is written as a date or a time.
func FuzzSince(f *testing.F) {
	for _, seed := range []string{"30d", "2w", "1h30m", "2026-05-01", "2026-05-01T10:00:00+02:00", "9223372036854775807ns", "65535w"} {
		f.Add(seed)
	}
	now := time.Date(2026, 5, 31, 12, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, text string) {
		var s Since
		if s.UnmarshalText([]byte(text)) != nil {
			return
		}
		if s.at.IsZero() && (s.ago <= 0 || s.from(now).Std().After(now)) {
			t.Errorf("%q is %v", text, s.from(now).Std())
		}
	})
}
