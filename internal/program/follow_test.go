package program

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// recorded returns a display and the lines that it has shown.
func recorded() (show *display, lines func() []string) {
	var out strings.Builder
	show = &display{out: &out, now: newClock().now}
	show.shown = show.now() // so that no progress is shown
	return show, func() []string {
		if out.Len() == 0 {
			return nil
		}
		return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	}
}

// TestHandle checks what is shown of an item, whatever the job.
func TestHandle(t *testing.T) {
	t.Parallel()
	until := storage.TimeOf(newClock().now().Add(5 * time.Minute))
	tests := []struct {
		name   string
		event  runner.Event
		totals string
		want   []string
	}{
		{"completed", runner.Event{Kind: runner.ItemDone}, `{"imported": 1}`, nil},
		{"skipped", runner.Event{Kind: runner.ItemDone, State: runner.Skipped}, "", nil},
		{"failed", runner.Event{Kind: runner.ItemDone, State: runner.Failed}, "", []string{"wayback: Notes: failed"}},
		{"failed for a reason", runner.Event{Kind: runner.ItemDone, State: runner.Failed, Detail: json.RawMessage(`{"error": "no\u001b[2J\nanswer"}`)}, "",
			[]string{"wayback: Notes: failed: no[2J answer"}},
		{"failed at length", runner.Event{Kind: runner.ItemDone, State: runner.Failed, Detail: json.RawMessage(`{"error": "` + strings.Repeat("x", 999) + `"}`)}, "",
			[]string{"wayback: Notes: failed: " + strings.Repeat("x", longestCause-3) + "..."}},
		{"with news", runner.Event{Kind: runner.ItemDone}, `{"imported": 3, "unchanged": 9}`, []string{"wayback: Notes: imported 2"}},
		{"failed, with news", runner.Event{Kind: runner.ItemDone, State: runner.Failed}, `{"imported": 2}`,
			[]string{"wayback: Notes: failed", "wayback: Notes: imported 1"}},
		{"a detail of its own", runner.Event{Kind: runner.ItemDone, Detail: json.RawMessage(`{"error": "was repaired"}`)}, "", nil},
		{"begun", runner.Event{Kind: runner.ItemStarted}, `{"imported": 3}`, nil},
		{"waiting", runner.Event{Kind: runner.ItemProgress, Progress: history.TargetOutcome{Outcome: history.Waiting, Until: until}}, "",
			[]string{"wayback: Notes: the web archive is rate limiting; the run waits until " + until.Std().Local().Format(time.DateTime) + ", for 5:00"}},
		{"in the midst", runner.Event{Kind: runner.ItemProgress, Progress: "waiting"}, `{"imported": 3}`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			show, lines := recorded()
			run := storage.Run{ID: "1", Runner: "wayback", Total: 2, Totals: json.RawMessage(`{"imported": 1}`)}
			f := newFollower(nil, nil, "wayback", show, newClock().now)
			f.run = run
			tt.event.Run, tt.event.Item = run, runner.Item{Subject: "12", Title: " Notes\r"}
			if tt.totals != "" {
				tt.event.Run.Totals = json.RawMessage(tt.totals)
			}
			f.handle(tt.event)
			if diff := cmp.Diff(tt.want, lines()); diff != "" {
				t.Errorf("what was shown (-want +got):\n%s", diff)
			}
		})
	}
}

// TestHandleOthers checks that an app without a name is shown by its ID, and that
// events of another run are ignored.
func TestHandleOthers(t *testing.T) {
	t.Parallel()
	show, lines := recorded()
	f := newFollower(nil, nil, "sync", show, newClock().now)
	f.run = storage.Run{ID: "1", Runner: "sync"}
	f.handle(runner.Event{Kind: runner.ItemDone, State: runner.Failed, Run: storage.Run{ID: "2"}, Item: runner.Item{Subject: "11", Title: "Other"}})
	f.handle(runner.Event{Kind: runner.ItemDone, State: runner.Failed, Run: f.run, Item: runner.Item{Subject: "12"}})
	if diff := cmp.Diff([]string{"sync: 12: failed"}, lines()); diff != "" {
		t.Errorf("what was shown (-want +got):\n%s", diff)
	}
}

// TestSlowDisplay checks that a run does not wait for its display, and that its end
// is shown all the same.
func TestSlowDisplay(t *testing.T) {
	t.Parallel()
	s := newShop(t, "Maps", "Notes", "Photos", "Radio", "Sketch", "Zither")
	s.visit(func(a *auditor.Auditor, store storage.Store) error {
		show, lines := recorded()
		show.now = func() time.Time { // as on a terminal that is scrolled back
			time.Sleep(20 * time.Millisecond)
			return show.shown
		}
		f := newFollower(a, store, tracked.SyncRunner, show, newClock().now)
		f.pending = 1
		code, err := f.do(t.Context())
		if code != exitDone {
			t.Errorf("exit code %d", code)
		}
		want := []string{"sync: started, 6 apps", "sync: done, 6 of 6 apps in 0:00"}
		if diff := cmp.Diff(want, lines()); diff != "" {
			t.Errorf("what was shown (-want +got):\n%s", diff)
		}
		return err
	})
}

// TestOutcome checks all ways in which a run may be left.
func TestOutcome(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		run  storage.Run
		code int
		want string
	}{
		{"done", storage.Run{Status: storage.RunDone, Total: 2, Completed: 1, Skipped: 1}, exitDone, "done, 2 of 2 apps, 1 skipped in 0:00"},
		{"nothing", storage.Run{Status: storage.RunDone}, exitDone, "done, nothing to do"},
		{"some failed", storage.Run{Status: storage.RunDone, Total: 2, Completed: 1, Failed: 1}, exitPartial, "done, 2 of 2 apps, 1 failed in 0:00"},
		{"paused", storage.Run{Status: storage.RunPaused, Total: 2}, exitOpen, "paused, 0 of 2 apps in 0:00; this command resumes it"},
		{"cancelled", storage.Run{Status: storage.RunCancelled, Total: 2}, exitCancelled, "cancelled, 0 of 2 apps in 0:00"},
		{"failed", storage.Run{Status: storage.RunFailed, Total: 2, Error: "no disk\x1b[2J"}, exitFault, "failed, 0 of 2 apps in 0:00: no disk[2J"},
		{"interrupted", storage.Run{Status: storage.RunInterrupted, Reason: "archiveThrottled", Total: 2, Completed: 1}, exitInterrupted,
			"interrupted, 1 of 2 apps in 0:00: archive throttled; this command or the service resumes the other 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			show, lines := recorded()
			f := newFollower(nil, nil, "sync", show, newClock().now)
			f.run, f.started = tt.run, f.now()
			code, err := f.outcome(t.Context())
			if err != nil || code != tt.code {
				t.Errorf("exit code %d, error %v; want %d", code, err, tt.code)
			}
			if diff := cmp.Diff([]string{"sync: " + tt.want}, lines()); diff != "" {
				t.Errorf("what was shown (-want +got):\n%s", diff)
			}
		})
	}
}
