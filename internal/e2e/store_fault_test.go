package e2e_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// reported is what the activity log says of an app that could not be read.
type reported struct {
	ErrorMessage string
	HTTPStatus   int
}

// A store with every fault it can have, each at one app of a sync, with an app
// between that it answers as it should: each fault has its own outcome, none ends
// the run, and none erases what is known. When all is well again, what changed
// meanwhile is found.
func TestSyncOfAStoreAtFault(t *testing.T) {
	t.Parallel()
	const (
		notListed  = "the App Store does not list this app, or not in this country"
		layout     = "the page was not understood"
		noAnswer   = "the App Store is unavailable"
		outOfReach = 16 * time.Second // longer than a page may take
	)
	tests := []struct {
		fault fakestore.Fault
		want  reported // zero: the app is read
	}{
		{fakestore.Fault{Kind: fakestore.Gone}, reported{notListed, 404}},
		{fakestore.Fault{Kind: fakestore.Blocked, Times: 1}, reported{"the App Store refused the request", 403}},
		{fakestore.Fault{Kind: fakestore.Broken}, reported{noAnswer, 503}},
		{fakestore.Fault{Kind: fakestore.Slow, Delay: 400 * time.Millisecond}, reported{}},
		{fakestore.Fault{Kind: fakestore.Slow, Delay: outOfReach}, reported{"the App Store took too long to answer", 0}},
		{fakestore.Fault{Kind: fakestore.Truncated}, reported{}},
		{fakestore.Fault{Kind: fakestore.Garbage}, reported{layout, 0}},
		{fakestore.Fault{Kind: fakestore.Nothing}, reported{}},
		{fakestore.Fault{Kind: fakestore.Home}, reported{notListed, 0}},
		{fakestore.Fault{Kind: fakestore.Away}, reported{layout, 0}},
		{fakestore.Fault{Kind: fakestore.Loop}, reported{noAnswer, 0}},
		{fakestore.Fault{Kind: fakestore.OtherApp}, reported{layout, 0}},
		{fakestore.Fault{Kind: fakestore.Huge}, reported{"the answer is too large", 200}},
		{fakestore.Fault{Kind: fakestore.Deep}, reported{layout, 0}},
	}
	b := newSyncBulk(t, 2*len(tests)+1) // the odd ones are at fault
	dir := t.TempDir()
	s := b.track(t, dir)

	want := map[storage.AppID]reported{}
	for i, id := range b.ids {
		was := b.states[id]
		is := state{uses: randomState(b.random).uses, features: was.features, rating: was.rating}
		app := is.app(b.random, id, false)
		if i%2 == 1 {
			test := tests[i/2]
			if app.Fault = test.fault; test.want != (reported{}) {
				want[id] = test.want
			} else if test.fault.Kind != fakestore.Slow { // it was read and said nothing of its label
				b.want[id] = append(b.want[id], nil)
			}
		}
		if b.store.Put(app); app.Fault.Kind == fakestore.None || app.Fault.Kind == fakestore.Slow && want[id] == (reported{}) {
			b.want[id] = append(b.want[id], between(was, is))
			b.states[id] = is
		}
	}
	began := time.Now()
	ended := must[struct{ Synced int }](s, "POST", "/api/sync/trigger", "")
	if ended.Synced != len(b.ids)-len(want) {
		t.Errorf("%d apps were read, want %d of %d", ended.Synced, len(b.ids)-len(want), len(b.ids))
	}
	if diff := cmp.Diff(want, failures(s, began)); diff != "" {
		t.Errorf("the activity log (-want +got):\n%s", diff)
	}

	for _, id := range b.ids { // all is well, and everything is different once more
		was := b.states[id]
		is := state{uses: randomState(b.random).uses, features: was.features, rating: was.rating}
		b.store.Put(is.app(b.random, id, false))
		b.want[id] = append(b.want[id], between(was, is))
	}
	if again := must[struct{ Synced int }](s, "POST", "/api/sync/trigger", ""); again.Synced != len(b.ids) {
		t.Errorf("%d apps were read when all was well, want %d", again.Synced, len(b.ids))
	}
	s.Stop()
	examine(t, dir, len(b.ids))
	onDatabase(t, dir, func(tx *storage.Tx) error {
		b.recorded(t, tx)
		return nil
	})
}

// failures returns what the activity log says of apps that could not be read
// since then.
func failures(s *service, since time.Time) map[storage.AppID]reported {
	s.t.Helper()
	path := fmt.Sprintf("/api/activity?type=resync&status=error&limit=500&since=%d", since.UnixMilli())
	found := map[storage.AppID]reported{}
	for _, row := range must[activityPage](s, "GET", path, "").Rows {
		var detail reported
		if err := json.Unmarshal(row.Detail, &detail); err != nil {
			s.t.Fatal(err)
		}
		detail.ErrorMessage = cause(detail.ErrorMessage)
		found[*row.AppID] = detail
	}
	return found
}

// cause returns an error message without the HTTP status and the underlying error.
func cause(message string) string {
	message, _, _ = strings.Cut(message, ": ")
	message, _, _ = strings.Cut(message, " (HTTP ")
	return message
}

// activityPage is a page of the activity log.
type activityPage struct {
	Rows []struct {
		Kind, Type, Status, Summary string
		AppID                       *storage.AppID
		Detail                      json.RawMessage
	}
}
