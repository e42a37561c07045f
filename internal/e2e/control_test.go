package e2e_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/fakearchive"
	"github.com/privacylabels/auditor/storage"
)

// controlled is what is answered to who pauses, resumes or cancels a run.
type controlled struct {
	OK, Aborted bool
	Status      string
}

func (s *service) control(action string) controlled {
	s.t.Helper()
	return must[controlled](s, "PATCH", "/api/wayback/import-all", fmt.Sprintf(`{"action":%q}`, action))
}

// A pause holds after the app under way, and the run goes on behind that. To
// cancel it calls off what is asked at that moment, and keeps what there is.
func TestImportIsPausedResumedAndCancelled(t *testing.T) {
	t.Parallel()
	const apps = 5
	b := newImportBulk(t, apps)
	dir := t.TempDir()
	s := b.track(t, dir)
	b.renew(s)
	began := time.Now()

	b.gate.hold(nth(2, ofApp(b.ids[1])))
	reported := s.follow(b.order())
	under := b.gate.next(t)
	if got := s.control("pause"); got != (controlled{OK: true, Status: "pause_requested"}) {
		t.Errorf("pause: %+v", got)
	}
	if now := s.task("wayback"); !now.Running || now.Status != "pause_requested" {
		t.Errorf("until the app is done the run is %+v", now)
	}
	under.release()
	if last := reported.until("summary"); last.Status != "paused" {
		t.Errorf("the last line is %+v", last)
	}
	now := s.task("wayback")
	if now.Running || now.Status != "paused" || now.Summary.Completed != 2 {
		t.Errorf("the run is %+v, want paused after two apps", now)
	}
	if n := b.archive.Requests(fakearchive.Index, b.ids[2]); n != 0 {
		t.Errorf("the archive was asked %d times about the app after that", n)
	}

	b.gate.hold(nth(3, ofApp(b.ids[3])))
	if got := s.control("resume"); got != (controlled{OK: true, Status: "running"}) {
		t.Errorf("resume: %+v", got)
	}
	under = b.gate.next(t)
	if again := s.task("wayback"); !again.Running || again.RunID != now.RunID || again.Initiator != "resume" {
		t.Errorf("the run that goes on is %+v, want %s", again, now.RunID)
	}
	if got := s.control("cancel"); got != (controlled{OK: true, Aborted: true, Status: "cancel_requested"}) {
		t.Errorf("cancel: %+v", got)
	}
	under.abandoned(t, 2*time.Second)
	s.settled("wayback")
	if now := s.task("wayback"); now.Status != "idle" {
		t.Errorf("the run that was cancelled is %+v", now)
	}
	if got := s.control("cancel"); got != (controlled{OK: true, Status: "idle"}) {
		t.Errorf("cancel what has ended: %+v", got)
	}
	rows := must[activityPage](s, "GET", fmt.Sprintf("/api/activity?type=wayback_import&status=cancelled&since=%d", began.UnixMilli()), "").Rows
	var modes []string
	for _, row := range rows {
		var detail struct{ Mode string }
		if err := json.Unmarshal(row.Detail, &detail); err != nil || row.AppID != nil {
			t.Errorf("a line is %+v, %v", row, err)
		}
		modes = append(modes, detail.Mode)
	}
	slices.Sort(modes)
	if diff := cmp.Diff([]string{"bulk-paused", "bulk-resumed"}, modes); diff != "" {
		t.Errorf("the activity log (-want +got):\n%s", diff)
	}
	s.Stop()

	// What came before the cancel is saved for the last app: two of its captures.
	asked, states := map[storage.AppID]int{}, map[storage.AppID]int{}
	examine(t, dir, apps)
	onDatabase(t, dir, func(tx *storage.Tx) error {
		for _, id := range b.ids {
			n, err := tx.Snapshots.Count(storage.SnapshotQuery{App: id, Source: storage.SourceWayback})
			if err != nil {
				return err
			}
			asked[id], states[id] = b.archive.Requests(fakearchive.Replay, id), n
		}
		return nil
	})
	want := map[storage.AppID]int{b.ids[0]: capturesEach, b.ids[1]: capturesEach, b.ids[2]: capturesEach, b.ids[3]: 2, b.ids[4]: 0}
	if diff := cmp.Diff(want, states); diff != "" {
		t.Errorf("states from the archive (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, asked); diff != "" {
		t.Errorf("answers of the archive (-want +got):\n%s", diff)
	}
}
