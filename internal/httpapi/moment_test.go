package httpapi_test

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"
)

// What changed is at 15:00, 16:00 and 17:00 on May 4th, two entries each.
func TestMomentsOfTheQuery(t *testing.T) {
	t.Parallel()
	a := changed(t)
	at := time.Date(2026, 5, 4, 16, 0, 0, 0, time.UTC)
	for query, want := range map[string]int{
		"from=2026-05-04":                   6,
		"from=2026-05-05":                   0,
		"to=2026-05-04":                     6, // the whole day
		"to=2026-05-03":                     0,
		"from=2026-05-04&to=2026-05-04":     6,
		"from=2026-05-04T16:00":             4,
		"from=2026-05-04T16:00:00":          4,
		"from=2026-05-04t16:00:00z":         4,
		"from=2026-05-04 16:00:00Z":         4,
		"from=2026-05-04T16:00:00.000Z":     4,
		"from=2026-05-04T16:00:00,001Z":     2,
		"from=2026-05-04T18:00:00+02:00":    4,
		"from=2026-05-04T18:00:00+0200":     4,
		"from=2026-05-04T18:00+02":          4,
		"from=2026-05-04T11:00:00-05:00":    4,
		"to=2026-05-04T16:00Z":              4,
		"to=2026-05-04T15:59:59.999Z":       2,
		fmt.Sprint("from=", at.UnixMilli()): 4,
		fmt.Sprint("to=", at.UnixMilli()):   4,
		"from=0":                            6,
		"from=-62135596800000":              6,
		"to=99999999999999999999999999":     6,
		"from=99999999999999999999999999":   0,
		"from=0001-01-01":                   6,
		"to=9999-12-31":                     6,
		"to=0001-01-01":                     0,
		"from=2026-05-04&from=2027-01-01":   6, // the first counts
	} {
		pairs, err := url.ParseQuery(url.PathEscape(query))
		if err != nil {
			t.Fatal(err)
		}
		got := into[feed](a.do("GET", "/api/changelog?"+pairs.Encode()))
		if got.Total != want {
			t.Errorf("%s: %d entries, want %d", query, got.Total, want)
		}
	}
	// A plus that was not escaped, and so is a space.
	if got := into[feed](a.do("GET", "/api/changelog?from=2026-05-04T18:00:00+02:00")); got.Total != 4 {
		t.Errorf("%d entries", got.Total)
	}
}

func TestInvalidTimes(t *testing.T) {
	t.Parallel()
	a := changed(t)
	for _, moment := range []string{
		"", " ", "x", "yesterday", "1e12", "1.5", "+5", "0x10", "12abc", "2026-5-4", "2026-05", "2026-13-01", "2026-02-30", "2026-05-04T", "2026-05-04T25:00",
		"2026-05-04T16", "2026-05-04T16:61", "2026-05-04T16:00:00+25:00", "2026-05-04T16:00:00 UTC", "2026-05-04T16:00:00Zx", "04.05.2026", "05/04/2026",
		"2026-W19-1", "2026-124", "20260504T160000Z", "2026-05-04Z", "--1", "-", "2026-05-04\n", "２０２６-05-04", "2026-05-04T16:00:00.0000000001Z",
	} {
		for _, target := range []string{"/api/changelog?from=", "/api/changelog?to=", "/api/activity?since=", "/api/activity?until=", "/api/stats/timeline?from=", "/api/stats/timeline?to="} {
			a.do("GET", target+url.QueryEscape(moment)).error(http.StatusBadRequest, "")
		}
	}
}
