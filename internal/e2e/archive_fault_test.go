package e2e_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/fakearchive"
	"github.com/privacylabels/auditor/storage"
)

// imported is what a run tells of the import of an app.
type imported struct {
	States    int // that were read
	Failed    int // captures that could not be
	Requested int // captures that were asked for
	Error     string
}

// An archive with every fault it can have, each at one app of an import, with an
// app between that it answers as it should: each fault has its own outcome, and
// none ends the run. That it throttles, which takes a minute to be over, is
// tested beside the import, with a clock that can be moved.
func TestImportFromAnArchiveAtFault(t *testing.T) {
	t.Parallel()
	const (
		noAnswer      = "the web archive is unavailable"
		notUnderstood = "the page was not understood"
	)
	all := imported{States: capturesEach}
	tests := []struct {
		service fakearchive.Service
		fault   fakearchive.Fault
		want    imported
	}{
		{fakearchive.Replay, fakearchive.Fault{Kind: fakearchive.Broken, Times: 1}, all},
		{fakearchive.Replay, fakearchive.Fault{Kind: fakearchive.Broken}, imported{Error: noAnswer}},
		{fakearchive.Replay, fakearchive.Fault{Kind: fakearchive.Blocked}, imported{}},
		{fakearchive.Replay, fakearchive.Fault{Kind: fakearchive.Slow, Delay: 200 * time.Millisecond}, all},
		{fakearchive.Replay, fakearchive.Fault{Kind: fakearchive.Garbage}, imported{}},
		{fakearchive.Replay, fakearchive.Fault{Kind: fakearchive.Truncated, Times: 1}, all},
		{fakearchive.Replay, fakearchive.Fault{Kind: fakearchive.Reset, Times: 1}, all},
		{fakearchive.Replay, fakearchive.Fault{Kind: fakearchive.Huge}, imported{Failed: capturesEach}},
		{fakearchive.Index, fakearchive.Fault{Kind: fakearchive.Broken}, imported{Error: noAnswer}},
		{fakearchive.Index, fakearchive.Fault{Kind: fakearchive.Blocked}, imported{Requested: 1}},
		{fakearchive.Index, fakearchive.Fault{Kind: fakearchive.Garbage}, imported{Error: notUnderstood}},
		{fakearchive.Index, fakearchive.Fault{Kind: fakearchive.Reset, Times: 1}, all},
	}
	b := newImportBulk(t, 2*len(tests)+1) // the odd ones are at fault
	dir := t.TempDir()
	s := b.track(t, dir)
	b.renew(s)
	want := map[storage.AppID]imported{}
	for i, id := range b.ids {
		want[id] = all
		if i%2 == 1 {
			b.archive.FailApp(tests[i/2].service, id, tests[i/2].fault)
			want[id] = tests[i/2].want
		}
	}

	reported, got := s.follow(b.order()), map[storage.AppID]imported{}
	for last := reported.next(); last.Kind != "summary"; last = reported.next() {
		if r := last.Result; last.Kind == "app-done" {
			got[last.AppID] = imported{r.Imported + r.Unchanged, r.Failed, r.SnapshotsRequested, cause(last.Error)}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("what was imported (-want +got):\n%s", diff)
	}
	s.Stop()
	examine(t, dir, len(b.ids))
	onDatabase(t, dir, func(tx *storage.Tx) error {
		for id, want := range want {
			n, err := tx.Snapshots.Count(storage.SnapshotQuery{App: id, Source: storage.SourceWayback})
			if err != nil || n != want.States {
				t.Errorf("app %d has %d states from the archive, want %d; %v", id, n, want.States, err)
			}
		}
		return nil
	})
}
