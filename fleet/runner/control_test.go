package runner_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

func TestPauseHoldsAfterTheItem(t *testing.T) {
	t.Parallel()
	s := open(t)
	j := over("a b c")
	g := gated(j)
	e := engine(t, s, j)
	run := start(t, e)
	<-g.Reached
	if asked, err := e.Pause(t.Context(), "test"); err != nil || asked.Status != storage.RunRunning {
		t.Errorf("asked: %+v, %v", asked, err)
	}
	g.Pass <- struct{}{}
	got, err := e.Wait(t.Context(), run.ID)
	if err != nil || got.Status != storage.RunPaused || got.Completed != 1 || got.EndedAt != 0 {
		t.Errorf("paused: %+v, %v", got, err)
	}
	if reason, cut := runner.Interrupted(got); cut {
		t.Errorf("a paused run counts as interrupted: %q", reason)
	}
	if l := lease(t, s); l.Owner != "" || settings(t, s)["ended"] != "paused " {
		t.Errorf("the lease is %+v, the end %v", l, settings(t, s))
	}
	if _, err := e.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Manual}); !errors.Is(err, runner.ErrBusy) {
		t.Errorf("a start: %v, want ErrBusy", err)
	}

	close(g.Pass)
	again, begun, err := e.Continue(t.Context(), "test")
	if err != nil || !begun || again.ID != run.ID {
		t.Fatalf("resumed: %+v, %v", again, err)
	}
	if got, err := e.Wait(t.Context(), run.ID); err != nil || got.Status != storage.RunDone || got.Completed != 3 {
		t.Errorf("ended: %+v, %v", got, err)
	}
	if got := j.Worked(); got != "a b c" {
		t.Errorf("worked on %s", got)
	}
}

// Each of those that resume a run and wait for it gets what became of it since, and only the
// last one its end, however late they begin to wait and whichever process works.
func TestWaitSinceEachResumption(t *testing.T) {
	t.Parallel()
	s := open(t)
	j := over("a b c")
	g := gated(j)
	e, other := engine(t, s, j), engine(t, s, over("a b c"))
	stints := []storage.Run{start(t, e)}
	for range 2 {
		<-g.Reached
		if _, err := e.Pause(t.Context(), "test"); err != nil {
			t.Fatal(err)
		}
		g.Pass <- struct{}{}
		if _, err := e.Wait(t.Context(), stints[0].ID); err != nil {
			t.Fatal(err)
		}
		run, _, err := e.Continue(t.Context(), "test")
		if err != nil {
			t.Fatal(err)
		}
		stints = append(stints, run)
	}
	check := func(when string, of ...storage.Run) {
		t.Helper()
		for i, run := range of {
			want := storage.RunPaused
			if i == 2 {
				want = storage.RunDone
			}
			for _, engine := range []*runner.Engine{e, other} {
				if got, err := engine.WaitSince(t.Context(), run); err != nil || got.ID != run.ID || got.Status != want || (got.EndedAt != 0) != (i == 2) {
					t.Errorf("%s, resumed %d times: %+v, %v, want %s", when, i, got, err, want)
				}
			}
		}
	}
	check("while it runs", stints[:2]...)
	close(g.Pass)
	check("at its end", stints...)
}

// What was paused stays so, whatever resumes.
func TestResumeLeavesAPauseAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t)
		j := over("a b")
		g := gated(j)
		e := engine(t, s, j)
		run := start(t, e)
		synctest.Wait()
		if _, err := e.Pause(t.Context(), "test"); err != nil {
			t.Fatal(err)
		}
		close(g.Pass)
		go e.Resume(t.Context())
		time.Sleep(time.Minute)
		if got, err := e.Wait(t.Context(), run.ID); err != nil || got.Status != storage.RunPaused || got.Completed != 1 {
			t.Errorf("the run is %+v, %v", got, err)
		}
	})
}

func TestPauseThatIsTakenBack(t *testing.T) {
	t.Parallel()
	j := over("a b")
	g := gated(j)
	e := engine(t, open(t), j)
	run := start(t, e)
	<-g.Reached
	if _, _, err := e.Continue(t.Context(), "test"); !errors.Is(err, runner.ErrBusy) {
		t.Errorf("what is not paused: %v, want ErrBusy", err)
	}
	if _, err := e.Pause(t.Context(), "test"); err != nil {
		t.Fatal(err)
	}
	if run, begun, err := e.Continue(t.Context(), "test"); err != nil || begun || run.Status != storage.RunRunning {
		t.Fatalf("a pause taken back: %+v, begun %v, %v", run, begun, err)
	}
	close(g.Pass)
	if got, err := e.Wait(t.Context(), run.ID); err != nil || got.Status != storage.RunDone {
		t.Errorf("the run is %+v, %v", got, err)
	}
}

// before is a store that calls a function ahead of its nth Update.
type before struct {
	storage.Store
	nth  int32
	call func()
	n    atomic.Int32
}

func (b *before) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	if b.n.Add(1) == b.nth {
		b.call()
	}
	return b.Store.Update(ctx, fn)
}

// A pause may be taken back in the very moment in which the run would hold.
func TestPauseThatIsTakenBackLate(t *testing.T) {
	t.Parallel()
	s := open(t)
	j := over("a b")
	g := gated(j)
	other := engine(t, s, j)
	e := engine(t, &before{Store: s, nth: 2, call: func() { // the start, a with the pause
		if _, _, err := other.Continue(t.Context(), "test"); err != nil {
			t.Error(err)
		}
	}}, j)
	run := start(t, e)
	<-g.Reached
	if _, err := other.Pause(t.Context(), "test"); err != nil {
		t.Fatal(err)
	}
	close(g.Pass)
	if got, err := e.Wait(t.Context(), run.ID); err != nil || got.Status != storage.RunDone || got.Completed != 2 {
		t.Errorf("the run is %+v, %v", got, err)
	}
}

// A cancelled item is called off, at once in the same process, and from another
// one as soon as the ticker looks.
func TestCancelCallsOffTheItem(t *testing.T) {
	for name, one := range map[string]struct {
		elsewhere bool
		within    time.Duration
	}{
		"here":      {false, 0},
		"elsewhere": {true, runner.DefaultLease / 2},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := open(t)
				j := over("a b c")
				g := gated(j)
				e := engine(t, s, j)
				from := e
				if one.elsewhere {
					from = engine(t, s, over(""))
				}
				run := start(t, e)
				g.Pass <- struct{}{}
				synctest.Wait()
				began := time.Now()
				if _, err := from.Cancel(t.Context(), "test"); err != nil {
					t.Fatal(err)
				}
				got, err := e.Wait(t.Context(), run.ID)
				if err != nil || got.Status != storage.RunCancelled || got.Completed != 1 || got.EndedAt == 0 {
					t.Errorf("the run is %+v, %v", got, err)
				}
				if took := time.Since(began); took > one.within {
					t.Errorf("it took %v, want %v", took, one.within)
				}
				if kept, _ := items(t, s); kept != 0 || settings(t, s)["ended"] != "cancelled " {
					t.Errorf("%d items are left; the job was called with %q", kept, settings(t, s)["ended"])
				}
				if again := start(t, e); again.ID == run.ID {
					t.Error("a start resumes a cancelled run")
				}
				close(g.Pass)
			})
		})
	}
}

// A cancel is not undone by a pause, and is obeyed when the item ends all the same.
func TestCancelIsForGood(t *testing.T) {
	t.Parallel()
	s := open(t)
	j := over("a b c")
	begun, g := make(chan struct{}), make(chan struct{})
	j.Work = func(ctx context.Context, item runner.Item) (runner.Result, error) {
		close(begun)
		<-g
		<-ctx.Done() // and it ends without an error
		return runner.Result{Write: stroke(item)}, nil
	}
	e := engine(t, s, j)
	run := start(t, e)
	<-begun
	if _, err := e.Cancel(t.Context(), "test"); err != nil {
		t.Fatal(err)
	}
	if asked, err := e.Pause(t.Context(), "test"); err != nil || asked.Control != "cancel" {
		t.Errorf("a pause after it: %+v, %v", asked, err)
	}
	close(g)
	got, err := e.Wait(t.Context(), run.ID)
	if err != nil || got.Status != storage.RunCancelled || got.Completed != 1 {
		t.Errorf("the run is %+v, %v", got, err)
	}
}

// A run that no process works on is paused or cancelled at once.
func TestControlOfAnIdleRun(t *testing.T) {
	t.Parallel()
	s := open(t)
	j := over("a b c")
	g := gated(j)
	one, two := engine(t, s, j), engine(t, s, over("a b c"))
	for name, control := range map[string]func(context.Context, string) (storage.Run, error){
		"pause": two.Pause, "cancel": two.Cancel,
		"continue": func(ctx context.Context, name string) (storage.Run, error) {
			run, _, err := two.Continue(ctx, name)
			return run, err
		},
	} {
		if _, err := control(t.Context(), "test"); !errors.Is(err, storage.ErrNotFound) {
			t.Errorf("%s without a run: %v, want ErrNotFound", name, err)
		}
	}
	run := start(t, one)
	g.Pass <- struct{}{}
	<-g.Reached
	<-g.Reached
	one.Stop(0)

	if got, err := two.Pause(t.Context(), "test"); err != nil || got.Status != storage.RunPaused || got.ID != run.ID {
		t.Errorf("paused: %+v, %v", got, err)
	}
	got, err := two.Cancel(t.Context(), "test")
	if err != nil || got.Status != storage.RunCancelled || got.EndedAt == 0 || got.Completed != 1 {
		t.Errorf("cancelled: %+v, %v", got, err)
	}
	if kept, _ := items(t, s); kept != 0 || settings(t, s)["ended"] != "paused cancelled " {
		t.Errorf("%d items are left; the job was called with %q", kept, settings(t, s)["ended"])
	}
}

// An interrupted run stays at its item, is reported, and is resumed by the next start,
// which may be interrupted again.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	s := open(t)
	j := over("a b c")
	throttled := 2
	j.Work = func(_ context.Context, item runner.Item) (runner.Result, error) {
		if item.Subject == "b" && throttled > 0 {
			throttled--
			return runner.Result{Interrupt: "rateLimited", Write: stroke(item)}, nil
		}
		return runner.Result{Write: stroke(item)}, nil
	}
	e := engine(t, s, j)
	first := finished(t, e)
	if reason, cut := runner.Interrupted(first); !cut || reason != "rateLimited" || runner.Left(first) != 2 || first.EndedAt != 0 {
		t.Errorf("interrupted: %+v", first)
	}
	if l := lease(t, s); l.Owner != "" || settings(t, s)["ended"] != "interrupted " {
		t.Errorf("the lease is %+v, the job was called with %v", l, settings(t, s))
	}
	if again := finished(t, e); again.ID != first.ID || again.Status != storage.RunInterrupted || again.Completed != 1 {
		t.Errorf("interrupted again: %+v", again)
	}
	last := finished(t, e)
	if last.ID != first.ID || last.Status != storage.RunDone || last.Completed != 3 || last.Error != "" {
		t.Errorf("in the end: %+v", last)
	}
	if got := j.Worked(); got != "a b b b c" {
		t.Errorf("worked on %s", got)
	}
	if got := settings(t, s); got["a"]+got["b"]+got["c"] != "III" || got["ended"] != "interrupted interrupted done " {
		t.Errorf("written is %v", got)
	}
}

// What was asked of a run comes before what befell it.
func TestControlOfAnInterruptedRun(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct {
		ask  func(*runner.Engine, context.Context, string) (storage.Run, error)
		want storage.RunStatus
	}{
		"pause":  {(*runner.Engine).Pause, storage.RunPaused},
		"cancel": {(*runner.Engine).Cancel, storage.RunCancelled},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := over("a b")
			reached, pass := make(chan struct{}), make(chan struct{})
			j.Work = func(context.Context, runner.Item) (runner.Result, error) {
				close(reached)
				<-pass
				return runner.Result{Interrupt: "rateLimited"}, nil
			}
			e := engine(t, open(t), j)
			run := start(t, e)
			<-reached
			if _, err := one.ask(e, t.Context(), "test"); err != nil {
				t.Fatal(err)
			}
			close(pass)
			got, err := e.Wait(t.Context(), run.ID)
			if err != nil || got.Status != one.want || got.Error != "" {
				t.Errorf("the run is %+v, %v", got, err)
			}
		})
	}
}

// A start finds a run that was asked to end when its process was gone.
func TestStartAfterAnUnansweredCancel(t *testing.T) {
	t.Parallel()
	s := open(t)
	err := s.Update(t.Context(), func(tx *storage.Tx) error {
		old := storage.Run{ID: "old", Runner: "test", Status: storage.RunRunning, Control: "cancel", StartedAt: 1, Total: 2}
		if err := tx.Runs.Put(old); err != nil {
			return err
		}
		return tx.RunItems.Put(storage.RunItem{Run: "old", Subject: "a"})
	})
	if err != nil {
		t.Fatal(err)
	}
	if run := finished(t, engine(t, s, over("b"))); run.ID == "old" || run.Completed != 1 {
		t.Errorf("the run is %+v, want a new one", run)
	}
	if got := settings(t, s); got["a"] != "" || got["b"] != "I" || got["ended"] != "cancelled done " {
		t.Errorf("written is %v", got)
	}
}

// To pause what is paused moves nothing.
func TestPauseTwice(t *testing.T) {
	t.Parallel()
	s := open(t)
	e, run := paused(t, s)
	before := lease(t, s)
	again, err := e.Pause(t.Context(), "test")
	if diff := cmp.Diff(run, again); err != nil || diff != "" {
		t.Errorf("paused again: %v (-want +got):\n%s", err, diff)
	}
	if diff := cmp.Diff(before, lease(t, s)); diff != "" {
		t.Errorf("the lease moved (-want +got):\n%s", diff)
	}
}
