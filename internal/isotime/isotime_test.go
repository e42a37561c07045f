package isotime_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/isotime"
)

func TestParse(t *testing.T) {
	t.Parallel()
	type result struct {
		At      string
		Day, OK bool
	}
	at := func(text string) result { return result{At: text, OK: true} }
	for text, want := range map[string]result{
		"2026-09-20":                          {"2026-09-20T00:00:00Z", true, true},
		"2026-09-20T10:11:12.123Z":            at("2026-09-20T10:11:12.123Z"),
		"2026-09-20t10:11:12,123456789z":      at("2026-09-20T10:11:12.123456789Z"),
		"2026-09-20 10:11":                    at("2026-09-20T10:11:00Z"),
		"2026-09-20T10:11:12.654321+02:00":    at("2026-09-20T08:11:12.654321Z"),
		"2026-09-20T10:11-0230":               at("2026-09-20T12:41:00Z"),
		"2026-09-20T10:11:12+02":              at("2026-09-20T08:11:12Z"),
		"":                                    {},
		"yesterday":                           {},
		"20 Sep 2026":                         {},
		"1790000000000":                       {},
		"2026-9-20":                           {},
		"2026-02-30":                          {},
		"2026-09-20T25:00":                    {},
		"2026-09-20T10:11:12 00:00":           {},
		"2026-09-20T10:11:12Z\n":              {},
		"2026-09-20T10:11:12.1234567890Z":     {},
		"2026-09-20T10:11:12.123456789+00:00": at("2026-09-20T10:11:12.123456789Z"),
	} {
		parsed, day, ok := isotime.Parse(text)
		got := result{Day: day, OK: ok}
		if ok {
			got.At = parsed.UTC().Format(time.RFC3339Nano)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("2026-09-20T10:11:12.123Z")
	f.Add("2026-09-20 10:11-02")
	f.Fuzz(func(t *testing.T, text string) {
		if at, _, ok := isotime.Parse(text); ok && (at.Year() < -1 || at.Year() > 10000) {
			t.Errorf("%q is %v", text, at)
		}
	})
}
