package main

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// told is a display that keeps what is said.
type told struct{ lines []string }

func (d *told) say(line string) { d.lines = append(d.lines, printable(line)) }
func (d *told) show(progress)   {}
func (d *told) end()            {}

// TestTell is about any job: what it keeps of an item, and what it counts.
func TestTell(t *testing.T) {
	t.Parallel()
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
		{"a detail of its own", runner.Event{Kind: runner.ItemDone, Detail: json.RawMessage(`{"error": "was mended"}`)}, "", nil},
		{"begun", runner.Event{Kind: runner.ItemStarted}, `{"imported": 3}`, nil},
		{"in the midst", runner.Event{Kind: runner.ItemProgress, Progress: "waiting"}, `{"imported": 3}`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var show told
			run := storage.Run{ID: "1", Runner: "wayback", Total: 2, Totals: json.RawMessage(`{"imported": 1}`)}
			e := newErrand(nil, nil, "wayback", &show, newWatch().now)
			e.run = run
			tt.event.Run, tt.event.Item = run, runner.Item{Subject: "12", Title: " Notes\r"}
			if tt.totals != "" {
				tt.event.Run.Totals = json.RawMessage(tt.totals)
			}
			e.tell(tt.event)
			if diff := cmp.Diff(tt.want, show.lines); diff != "" {
				t.Errorf("what was said (-want +got):\n%s", diff)
			}
		})
	}
}

// TestTellOfOthers: an app that is gone has no name, and an event of another run
// is none of this one.
func TestTellOfOthers(t *testing.T) {
	t.Parallel()
	var show told
	e := newErrand(nil, nil, "sync", &show, newWatch().now)
	e.run = storage.Run{ID: "1", Runner: "sync"}
	e.tell(runner.Event{Kind: runner.ItemDone, State: runner.Failed, Run: storage.Run{ID: "2"}, Item: runner.Item{Subject: "11", Title: "Other"}})
	e.tell(runner.Event{Kind: runner.ItemDone, State: runner.Failed, Run: e.run, Item: runner.Item{Subject: "12"}})
	if diff := cmp.Diff([]string{"sync: 12: failed"}, show.lines); diff != "" {
		t.Errorf("what was said (-want +got):\n%s", diff)
	}
}

// stuck is a display that takes its time, as a terminal does that is scrolled back.
type stuck struct{ told }

func (d *stuck) show(progress) { time.Sleep(20 * time.Millisecond) }

// TestErrandOutlivesItsDisplay: a run does not wait for what is shown of it, and
// the end is told all the same.
func TestErrandOutlivesItsDisplay(t *testing.T) {
	t.Parallel()
	s := newShop(t, "Maps", "Notes", "Photos", "Radio", "Sketch", "Zither")
	s.visit(func(a *auditor.Auditor, store storage.Store) error {
		var show stuck
		e := newErrand(a, store, fleet.SyncRunner, &show, newWatch().now)
		e.pending = 1
		code, err := e.do(t.Context())
		if code != exitDone {
			t.Errorf("exit code %d", code)
		}
		want := []string{"sync: begins, 6 apps", "sync: done, 6 of 6 apps in 0:00"}
		if diff := cmp.Diff(want, show.lines); diff != "" {
			t.Errorf("what was said (-want +got):\n%s", diff)
		}
		return err
	})
}

// TestJudge is about how any run may be left.
func TestJudge(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		run  storage.Run
		code int
		want string
	}{
		{"done", storage.Run{Status: storage.RunDone, Total: 2, Completed: 1, Skipped: 1}, exitDone, "done, 2 of 2 apps, 1 skipped in 0:00"},
		{"nothing", storage.Run{Status: storage.RunDone}, exitDone, "done, there was nothing to do"},
		{"some failed", storage.Run{Status: storage.RunDone, Total: 2, Completed: 1, Failed: 1}, exitPartial, "done, 2 of 2 apps, 1 failed in 0:00"},
		{"paused", storage.Run{Status: storage.RunPaused, Total: 2}, exitOpen, "paused, 0 of 2 apps in 0:00: this command goes on"},
		{"cancelled", storage.Run{Status: storage.RunCancelled, Total: 2}, exitCancelled, "cancelled, 0 of 2 apps in 0:00"},
		{"a fault", storage.Run{Status: storage.RunFailed, Total: 2, Error: "no disk\x1b[2J"}, exitFault, "ended with a fault, 0 of 2 apps in 0:00: no disk[2J"},
		{"cut off", storage.Run{Status: storage.RunPaused, Error: "archiveThrottled", Total: 2, Completed: 1}, exitCutOff,
			"cut off, 1 of 2 apps in 0:00: archive throttled; a tick of the service after that goes on with the other 1, or this command"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var show told
			e := newErrand(nil, nil, "sync", &show, newWatch().now)
			e.run, e.began = tt.run, e.now()
			code, err := e.judge(t.Context())
			if err != nil || code != tt.code {
				t.Errorf("exit code %d, error %v; want %d", code, err, tt.code)
			}
			if diff := cmp.Diff([]string{"sync: " + tt.want}, show.lines); diff != "" {
				t.Errorf("what was said (-want +got):\n%s", diff)
			}
		})
	}
}
