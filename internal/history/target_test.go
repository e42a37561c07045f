package history_test

import (
	"github.com/privacylabels/auditor/internal/history"

	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

func TestHistoryTargets(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		now, firstSeen string // RFC 3339; empty: never
		months         int
		want           string
	}{
		"every quarter":                   {"2021-08-15T00:00:00Z", "", 3, "2021-02-01 2021-02-15 2021-05-15"},
		"every month":                     {"2021-05-10T00:00:00Z", "", 1, "2021-02-01 2021-02-10 2021-03-10 2021-04-10"},
		"every half year":                 {"2022-02-01T00:00:00Z", "", 6, "2021-02-01 2021-08-01"},
		"less than a month counts as one": {"2021-04-10T00:00:00Z", "", 0, "2021-02-01 2021-02-10 2021-03-10"},
		"months that lack the day":        {"2021-08-31T00:00:00Z", "", 3, "2021-02-01 2021-03-03 2021-05-31"},
		"the day stays what it became":    {"2021-12-31T00:00:00Z", "", 3, "2021-02-01 2021-04-01 2021-07-01 2021-10-01"},
		"a leap year":                     {"2024-05-31T00:00:00Z", "", 6, "2021-02-01 2021-06-01 2021-12-01 2022-06-01 2022-12-01 2023-06-01 2023-12-01"},
		"today is the first day":          {"2021-02-01T00:00:00Z", "2021-02-01T00:00:00Z", 3, "2021-02-01"},
		"today is before it":              {"2020-06-01T00:00:00Z", "2020-05-01T00:00:00Z", 3, "2021-02-01"},
		"a step on the first day":         {"2021-05-01T00:00:00Z", "", 3, "2021-02-01"},
		"a step a day after it":           {"2021-05-02T00:00:00Z", "", 3, "2021-02-01"},
		"a step a little more after it":   {"2021-05-02T00:00:00.001Z", "", 3, "2021-02-01 2021-02-02"},
		"first seen":                      {"2021-08-15T00:00:00Z", "2021-07-04T10:00:00Z", 3, "2021-02-01 2021-02-15 2021-05-15 2021-07-04"},
		"first seen between two":          {"2021-08-15T00:00:00Z", "2021-03-04T10:00:00Z", 3, "2021-02-01 2021-02-15 2021-03-04 2021-05-15"},
		"first seen now":                  {"2021-08-15T00:00:00Z", "2021-08-15T00:00:00Z", 3, "2021-02-01 2021-02-15 2021-05-15 2021-08-15"},
		"first seen after now":            {"2021-08-15T00:00:00Z", "2021-08-15T00:00:00.001Z", 3, "2021-02-01 2021-02-15 2021-05-15"},
		"first seen before it all":        {"2021-08-15T00:00:00Z", "2021-01-31T23:59:59Z", 3, "2021-02-01 2021-02-15 2021-05-15"},
		"first seen a day before a step":  {"2021-08-15T00:00:00Z", "2021-05-14T00:00:00Z", 3, "2021-02-01 2021-02-15 2021-05-14"},
		"first seen a day after a step":   {"2021-08-15T00:00:00Z", "2021-05-16T00:00:00Z", 3, "2021-02-01 2021-02-15 2021-05-15"},
		"first seen more than a day after": {
			"2021-08-15T00:00:00Z", "2021-05-16T00:00:00.001Z", 3, "2021-02-01 2021-02-15 2021-05-15 2021-05-16",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, target := range history.Targets("", moment(t, tt.now), moment(t, tt.firstSeen), tt.months) {
				got = append(got, day(target))
			}
			if diff := cmp.Diff(strings.Fields(tt.want), got); diff != "" {
				t.Errorf("targets (-want +got):\n%s", diff)
			}
		})
	}
}

// The first target of a store is some weeks after it introduced labels.
func TestHistoryTargetsOfEachStore(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"":      "2021-02-01 2021-03-01 2021-04-10 2021-10-10 2022-04-10",
		"play":  "2022-06-01",
		"other": "2021-02-01 2021-03-01 2021-04-10 2021-10-10 2022-04-10",
	} {
		var got []string
		for _, target := range history.Targets(source, moment(t, "2022-10-10T00:00:00Z"), moment(t, "2021-03-01T00:00:00Z"), 6) {
			got = append(got, day(target))
		}
		if diff := cmp.Diff(strings.Fields(want), got); diff != "" {
			t.Errorf("%q: targets (-want +got):\n%s", source, diff)
		}
	}
}

// The time of the day is that of now, and of a step in another zone it is that in UTC.
func TestHistoryTargetsKeepTheTimeOfTheDay(t *testing.T) {
	t.Parallel()
	got := history.Targets("", moment(t, "2021-08-15T23:30:00-04:00"), 0, 3)
	want := []storage.Time{moment(t, "2021-02-01T00:00:00Z"), moment(t, "2021-02-16T03:30:00Z"), moment(t, "2021-05-16T03:30:00Z")}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("targets (-want +got):\n%s", diff)
	}
}

func FuzzHistoryTargets(f *testing.F) {
	f.Add(int64(1_760_000_000_000), int64(1_640_000_000_000), 3)
	f.Add(int64(0), int64(-1), -7)
	f.Fuzz(func(t *testing.T, now, firstSeen int64, months int) {
		const last = 253_402_300_799_999 // the year 9999
		now = min(max(now, 0), last)
		got := history.Targets("", storage.Time(now), storage.Time(firstSeen), months)
		if day(got[0]) != "2021-02-01" || !slices.IsSorted(got) {
			t.Errorf("%d targets, not in order from the first day on", len(got))
		}
		for i := 1; i < len(got); i++ {
			if got[i].Sub(got[i-1]) <= 24*time.Hour || got[i] > storage.Time(now) {
				t.Errorf("%v comes too soon after %v, or after now", got[i], got[i-1])
			}
		}
	})
}

func moment(t testing.TB, text string) storage.Time {
	t.Helper()
	if text == "" {
		return 0
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return storage.TimeOf(at)
}
