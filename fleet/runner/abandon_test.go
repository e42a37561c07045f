package runner_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// recorder is a job that records what is abandoned.
type recorder struct {
	*job
	abandon func(tx *storage.Tx, item runner.Item) (runner.Abandoned, error)
}

func (r recorder) Abandon(tx *storage.Tx, item runner.Item) (runner.Abandoned, error) {
	return r.abandon(tx, item)
}

// crashed writes what a process leaves that ended while it worked on the first of some
// subjects. If it is not the first such process, the item has both crashes already.
func crashed(t *testing.T, s storage.Store, subjects string, item storage.RunItem) {
	t.Helper()
	err := s.Update(t.Context(), func(tx *storage.Tx) error {
		all := strings.Fields(subjects)
		run := storage.Run{ID: "left", Runner: "test", Status: storage.RunRunning, Initiator: runner.Manual, StartedAt: 1, Total: len(all)}
		if err := tx.Runs.Put(run); err != nil {
			return err
		}
		for seq, subject := range all {
			one := storage.RunItem{Run: "left", Seq: seq, Subject: subject}
			if seq == 0 {
				one.Crashes, one.Waiting, one.Detail = item.Crashes, item.Waiting, item.Detail
			}
			if err := tx.RunItems.Put(one); err != nil {
				return err
			}
		}
		return tx.Tasks.Put(storage.Task{Kind: "runner", Subject: "test", Owner: "gone", Attempts: 7, Due: 1})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// resume resumes the run that was left and returns it as it ended.
func resume(t *testing.T, e *runner.Engine) storage.Run {
	t.Helper()
	run, err := e.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Resume})
	if err == nil {
		run, err = e.Wait(t.Context(), run.ID)
	}
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// rows returns the items of all runs.
func rows(t *testing.T, s storage.Store) []storage.RunItem {
	t.Helper()
	return storagetest.All[storage.RunItem](t, s)
}

// An abandoned item is recorded by the job, sent to subscribers, logged, and posted.
func TestAbandon(t *testing.T) {
	t.Parallel()
	s := open(t)
	var got runner.Item
	j := recorder{over(""), func(tx *storage.Tx, item runner.Item) (runner.Abandoned, error) {
		got = item
		return runner.Abandoned{App: 12, Totals: json.RawMessage(`{"n":1}`), Detail: json.RawMessage(`"why"`)}, add(tx, "recorded", item.Title)
	}}
	crashed(t, s, "a b", storage.RunItem{Crashes: 2, Detail: json.RawMessage(`5`)})
	var log bytes.Buffer
	e := runner.New(runner.Config{
		Store: s, Now: time.Now, Random: rand.Reader, Jobs: []runner.Job{j}, Logger: slog.New(slog.NewTextHandler(&log, nil)),
	})
	defer e.Stop(0)
	events, cancel := e.Subscribe("test", 100)
	defer cancel()
	run := resume(t, e)
	if run.Status != storage.RunDone || run.Completed != 1 || run.Failed != 1 || string(run.Totals) != `{"n":1}` {
		t.Errorf("the run is %+v", run)
	}
	if string(got.Checkpoint) != "5" || got.Subject != "a" || got.Title != "A" || got.Run.ID != "left" || got.Run.Failed != 0 {
		t.Errorf("the job was given %+v", got)
	}
	if got := settings(t, s); got["recorded"] != "A" || got["a"] != "" || got["b"] != "I" {
		t.Errorf("written is %v", got)
	}
	if j.Worked() != "b" {
		t.Errorf("worked on %s", j.Worked())
	}
	for _, want := range []string{"level=ERROR", `msg="item abandoned"`, "runner=test", "run_id=left", "app_id=12", "subject=a", "name=A", "crashes=2", "ended twice"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log has no %s:\n%s", want, log.String())
		}
	}
	view(t, s, func(tx *storage.Tx) error {
		n, err := storage.First(tx.Notifications.List(storage.NotificationQuery{}))
		if n.App != 12 || n.AppName != "A" || n.Type != storage.NoticeJobResumed || !strings.Contains(string(n.Changes[0].More), `"runId":"left"`) {
			t.Errorf("the notification is %+v", n)
		}
		return err
	})
	want := []storage.RunItem{{
		Run: "left", Subject: "a", Done: true, Outcome: "failed", Crashes: 2, Detail: json.RawMessage(`{"error":"` + runner.ErrAbandoned.Error() + `"}`),
	}}
	if diff := cmp.Diff(want, rows(t, s)); diff != "" {
		t.Errorf("what is remembered (-want +got):\n%s", diff)
	}
	first, second := <-events, <-events
	if first.Kind != runner.ItemStarted || second.Kind != runner.ItemDone || second.State != runner.Failed || string(second.Detail) != `"why"` || second.Run.Failed != 1 {
		t.Errorf("the events are %+v, %+v", first, second)
	}
}

// The first crash is logged, and the item is tried again.
func TestFirstCrashIsLogged(t *testing.T) {
	t.Parallel()
	s := open(t)
	crashed(t, s, "a b", storage.RunItem{})
	var log bytes.Buffer
	e := runner.New(runner.Config{
		Store: s, Now: time.Now, Random: rand.Reader, Jobs: []runner.Job{over("")}, Logger: slog.New(slog.NewTextHandler(&log, nil)),
	})
	defer e.Stop(0)
	if run := resume(t, e); run.Completed != 2 {
		t.Errorf("the run is %+v", run)
	}
	for _, want := range []string{"level=WARN", `msg="process ended during an item"`, "run_id=left", "subject=a", "crashes=1"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log has no %s:\n%s", want, log.String())
		}
	}
	if got := rows(t, s); len(got) > 0 {
		t.Errorf("remembered is %+v, want nothing of an item that was done", got)
	}
}

// A job that cannot record what is abandoned does not bring the item back.
func TestAbandonFails(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]func() error{
		"an error": func() error { return errors.New("ouch") },
		"a panic":  func() error { panic("ouch") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			j := recorder{over(""), func(tx *storage.Tx, _ runner.Item) (runner.Abandoned, error) {
				if err := add(tx, "recorded", "half"); err != nil {
					return runner.Abandoned{}, err
				}
				return runner.Abandoned{}, fail()
			}}
			crashed(t, s, "a b", storage.RunItem{Crashes: 2})
			run := resume(t, engine(t, s, j))
			if run.Status != storage.RunDone || run.Completed != 1 || run.Failed != 1 {
				t.Errorf("the run is %+v", run)
			}
			if got := settings(t, s); got["recorded"] != "" || got["b"] != "I" {
				t.Errorf("written is %v", got)
			}
		})
	}
}

// Who pauses a run that a process left counts what that process left.
func TestPauseAfterACrash(t *testing.T) {
	t.Parallel()
	s := open(t)
	e := engine(t, s, over(""))
	// The second crash was counted before the work on the item began.
	for _, crashes := range []struct{ left, want int }{{0, 1}, {1, 1}, {2, 2}} {
		crashed(t, s, "a b", storage.RunItem{Crashes: crashes.left})
		if _, err := e.Pause(t.Context(), "test"); err != nil {
			t.Fatal(err)
		}
		if got := rows(t, s)[0].Crashes; got != crashes.want {
			t.Errorf("%d crashes are counted, want %d", got, crashes.want)
		}
	}
	if _, _, err := e.Continue(t.Context(), "test"); err != nil {
		t.Fatal(err)
	}
	if run, err := e.Wait(t.Context(), "left"); err != nil || run.Failed != 1 || run.Completed != 1 {
		t.Errorf("the run is %+v, %v", run, err)
	}
}

// Nor is a lease that another process released, even for an engine that had one before.
func TestReleasedLeaseIsNoCrash(t *testing.T) {
	t.Parallel()
	s := open(t)
	j := over("a b")
	late := over("a b")
	other := engine(t, s, late)
	finished(t, other)
	for range 3 {
		g := gated(j)
		e := engine(t, s, j)
		if _, err := e.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Manual}); err != nil {
			t.Fatal(err)
		}
		<-g.Reached
		e.Stop(0)
	}
	g := gated(late)
	run, err := other.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Resume})
	if err != nil {
		t.Fatal(err)
	}
	<-g.Reached
	for _, item := range rows(t, s) {
		if item.Crashes != 0 {
			t.Errorf("item %+v counts a crash", item)
		}
	}
	close(g.Pass)
	if run, err = other.Wait(t.Context(), run.ID); err != nil || run.Completed != 2 {
		t.Errorf("the run is %+v, %v", run, err)
	}
}

// refuser is a store that may refuse to write.
type refuser struct {
	storage.Store
	refuses atomic.Bool
}

func (r *refuser) refuse(on bool) { r.refuses.Store(on) }

func (r *refuser) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	if r.refuses.Load() {
		return errors.New("the disk is full")
	}
	return r.Store.Update(ctx, fn)
}

// A lease that an engine could not release is no crash for that engine: its process
// is alive.
func TestOwnLeaseIsNoCrash(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t)
		broken := &refuser{Store: s}
		j := over("a b")
		j.Work = func(_ context.Context, item runner.Item) (runner.Result, error) {
			broken.refuse(true)
			return runner.Result{Write: stroke(item)}, nil
		}
		e := engine(t, broken, j)
		start(t, e)
		go e.Resume(t.Context())
		for range 3 {
			time.Sleep(time.Minute) // the item is not written, and the run is left with its lease
			broken.refuse(false)
			time.Sleep(time.Minute)
		}
		if len(j.Worked()) < len("a a a") {
			t.Fatalf("worked on %s, want one again and again", j.Worked())
		}
		for _, item := range rows(t, s) {
			if item.Crashes != 0 {
				t.Errorf("item %+v counts crashes of a process that is alive", item)
			}
		}
	})
}
