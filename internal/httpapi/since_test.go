package httpapi_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
)

// sinceAnswer is what the changelog answers to since.
type sinceAnswer struct {
	Rows   []struct{ ID string }
	Total  int
	Cursor string
	More   bool
}

func TestChangelogSince(t *testing.T) {
	t.Parallel()
	a := changed(t)
	cursor, ids := "0", []string{}
	for more := true; more; {
		page := into[sinceAnswer](a.do("GET", "/api/changelog?limit=3&since="+cursor))
		for _, row := range page.Rows {
			ids = append(ids, row.ID)
		}
		if page.Total != len(page.Rows) || page.Total > 3 {
			t.Errorf("a page of %d rows, total %d", len(page.Rows), page.Total)
		}
		cursor, more = page.Cursor, page.More
	}
	if newest := into[sinceAnswer](a.do("GET", "/api/changelog")); newest.Cursor != cursor || newest.Total != len(ids) {
		t.Errorf("the newest: %d rows, cursor %q, want %d and %q", newest.Total, newest.Cursor, len(ids), cursor)
	}
	if !slices.IsSorted(ids) || len(ids) != 6 {
		t.Errorf("rows %q, want 6 in the order of commits", ids)
	}

	// A page remembers where it was, and gets exactly what is new on its next visit.
	a.send("PUT", "/api/readers/home", "").status(http.StatusOK)
	a.track(2, "App 2", "HEALTH")
	home := into[struct{ Cursor string }](a.do("GET", "/api/readers/home"))
	page := into[sinceAnswer](a.do("GET", "/api/changelog?since="+home.Cursor))
	if len(page.Rows) != 2 || page.More {
		t.Errorf("since the last visit: %+v", page)
	}
	a.send("PUT", "/api/readers/home", fmt.Sprintf(`{"cursor":%q}`, page.Cursor)).status(http.StatusOK)
	if got := into[sinceAnswer](a.do("GET", "/api/changelog?since="+page.Cursor)); len(got.Rows) != 0 || got.Cursor != page.Cursor {
		t.Errorf("nothing is new: %+v", got)
	}
	if got := into[struct {
		Readers []struct{ Name, Cursor string }
	}](a.do("GET", "/api/readers")); len(got.Readers) != 1 || got.Readers[0].Cursor != page.Cursor {
		t.Errorf("readers: %+v", got)
	}
	a.send("DELETE", "/api/readers/home", "").status(http.StatusOK)
	a.do("GET", "/api/readers/home").status(http.StatusNotFound)

	for target, want := range map[string]int{
		"/api/changelog?since=none": http.StatusBadRequest, "/api/changelog?since=none.1": http.StatusGone, "/api/changelog?since=" + page.Cursor + "0": http.StatusGone,
		"/api/changelog?since=": http.StatusOK,
	} {
		a.do("GET", target).status(want)
	}
	for body, want := range map[string]int{`{"cursor":"none"}`: http.StatusBadRequest, `{"cursor":"none.1"}`: http.StatusGone} {
		a.send("PUT", "/api/readers/home", body).status(want)
	}
	a.send("PUT", "/api/readers/a%20b", "").status(http.StatusBadRequest)
}

func TestTimelineBefore(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	for i := range 2*changelog.TimelineLimit + 7 {
		a.track(1, "One", []string{"LOCATION", "CONTACTS"}[i%2])
	}
	type row struct {
		ID        string
		ScrapedAt int64
	}
	read := func(limit string) (all []row, pages int) {
		for before := ""; ; pages++ {
			page := into[[]row](a.do("GET", "/api/apps?id=1&changelog=true"+limit+before))
			if len(page) == 0 {
				return all, pages
			}
			all = append(all, page...)
			before = fmt.Sprintf("&before=%d", page[len(page)-1].ScrapedAt)
		}
	}
	all, pages := read("")
	if len(all) != 2*changelog.TimelineLimit+7 || pages != 3 {
		t.Errorf("%d rows in %d pages", len(all), pages)
	}
	some, pages := read("&limit=20")
	if diff := cmp.Diff(all, some); diff != "" || pages != 6 {
		t.Errorf("20 at a time, %d pages (-want +got):\n%s", pages, diff)
	}
	for _, query := range []string{"&limit=0", "&limit=x", "&before=x"} {
		a.do("GET", "/api/apps?id=1&changelog=true"+query).status(http.StatusBadRequest)
	}
	for _, path := range []string{"/api/apps?id=1&changelog=true&before=", "/api/apps/1?changelog=true&before="} {
		for _, before := range []string{"1", "0", "-1", "1970-01-01"} { // nothing is earlier
			if got := a.do("GET", path+before).Body.String(); strings.TrimSpace(got) != "[]" {
				t.Errorf("before %s: %.200s", before, got)
			}
		}
	}
}

func TestConcernsOnTheWire(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	a.track(1, "One", "LOCATION")
	a.send("PUT", "/api/privacy-profile", `{"profile":{"LOCATION":"not_collected"}}`).status(http.StatusOK)
	want := map[string]any{
		"category": "LOCATION", "allowed": "not_collected", "observed": "linked", "severityGap": 2.0, "state": "open",
		"data": []any{"DATA_LINKED_TO_YOU"}, "newData": []any{}, "acceptedAt": nil, "until": nil, "note": nil,
	}
	equal(t, map[string]any{"concerns": []any{want}}, members(a.do("GET", "/api/apps/1/concerns")), "concerns")
	for _, test := range []struct {
		method, target, body string
		status               int
		state                any
	}{
		{"PUT", "LOCATION", `{"deferDays":2}`, http.StatusBadRequest, "open"},
		{"PUT", "LOCATION", `{"deferDays":0}`, http.StatusBadRequest, "open"},
		{"PUT", "CONTACTS", `{}`, http.StatusNotFound, "open"},
		{"PUT", "LOCATION", `{"deferDays":1,"note":"later"}`, http.StatusOK, "deferred"},
		{"PUT", "LOCATION", `{"deferDays":null}`, http.StatusOK, "accepted"},
		{"PUT", "LOCATION", ``, http.StatusOK, "accepted"},
		{"DELETE", "LOCATION", ``, http.StatusOK, "open"},
		{"DELETE", "LOCATION", ``, http.StatusNotFound, "open"},
	} {
		a.send(test.method, "/api/apps/1/concerns/"+test.target, test.body).status(test.status)
		got := into[struct{ Concerns []map[string]any }](a.do("GET", "/api/apps/1/concerns"))
		if len(got.Concerns) != 1 || got.Concerns[0]["state"] != test.state {
			t.Errorf("after %s %s %s: %+v, want %s", test.method, test.target, test.body, got.Concerns, test.state)
		}
	}
	a.do("GET", "/api/apps/2/concerns").status(http.StatusNotFound)
}
