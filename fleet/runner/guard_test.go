package runner_test

import (
	"context"
	"errors"
	"iter"
	"testing"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// faulty is a job whose methods fail or panic as the test says.
type faulty struct {
	*job
	queue func() error
	title func(subject string) error
	end   func(status storage.RunStatus) error
}

func (f *faulty) Queue(tx *storage.Tx) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for subject, err := range f.job.Queue(tx) {
			if !yield(subject, err) {
				return
			}
		}
		if f.queue != nil {
			if err := f.queue(); err != nil {
				yield("", err)
			}
		}
	}
}

func (f *faulty) Title(tx *storage.Tx, subject string) (string, error) {
	if f.title != nil {
		if err := f.title(subject); err != nil {
			return "", err
		}
	}
	return f.job.Title(tx, subject)
}

func (f *faulty) End(tx *storage.Tx, run storage.Run) error {
	if err := f.job.End(tx, run); err != nil || f.end == nil {
		return err
	}
	return f.end(run.Status)
}

// A queue that panics begins no run.
func TestQueueThatPanics(t *testing.T) {
	t.Parallel()
	s := open(t)
	f := &faulty{job: over("a b"), queue: func() error { panic("ouch") }}
	e := engine(t, s, f)
	for range 2 {
		if run, err := e.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Manual}); err == nil || errors.Is(err, runner.ErrBusy) {
			t.Errorf("started: %+v, %v; want the fault", run, err)
		}
	}
	if kept, _ := items(t, s); kept != 0 {
		t.Errorf("%d items are left", kept)
	}
}

// A title that panics ends the run before its item, and undoes nothing.
func TestTitleThatPanics(t *testing.T) {
	t.Parallel()
	for subject, written := range map[string]string{"a": "", "c": "I"} {
		s := open(t)
		f := &faulty{job: over("a b c"), title: func(of string) error {
			if of == subject {
				panic("ouch")
			}
			return nil
		}}
		e := engine(t, s, f)
		run, err := e.Wait(t.Context(), start(t, e).ID)
		if !errors.Is(err, runner.ErrFailed) || run.Error != "the job panicked: reading the title of "+subject {
			t.Errorf("%s: the run is %+v, %v", subject, run, err)
		}
		if got := settings(t, s); got["b"] != written || got["c"] != "" || got["ended"] != "error " {
			t.Errorf("%s: written is %v", subject, got)
		}
	}
}

// What panics in the functions of a result is the run's fault as well.
func TestResultThatPanics(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct {
		result runner.Result
		want   storage.RunStatus
	}{
		"instead": {runner.Result{Write: refused, Instead: func(error) (runner.Result, bool) { panic("ouch") }}, storage.RunFailed},
		"write of instead": {runner.Result{Write: refused, Instead: func(error) (runner.Result, bool) {
			return runner.Result{Write: func(*storage.Tx, storage.Run) (runner.Outcome, error) { panic("ouch") }}, true
		}}, storage.RunFailed},
		"release": {runner.Result{Release: func() { panic("ouch") }}, storage.RunDone},
	} {
		j := over("a")
		j.Work = func(context.Context, runner.Item) (runner.Result, error) { return one.result, nil }
		e := engine(t, open(t), j)
		run, err := e.Wait(t.Context(), start(t, e).ID)
		if run.Status != one.want || errors.Is(err, runner.ErrFailed) != (one.want == storage.RunFailed) {
			t.Errorf("%s: the run is %+v, %v", name, run, err)
		}
	}
}

func refused(*storage.Tx, storage.Run) (runner.Outcome, error) {
	return runner.Outcome{}, errors.New("refused")
}

// However a run is left, a job that cannot end it does not keep it open: it ends
// as failed, once, and nothing of what End wrote is kept.
func TestEndThatFails(t *testing.T) {
	t.Parallel()
	never := func(storage.RunStatus) error { return errors.New("no end") }
	panics := func(storage.RunStatus) error { panic("ouch") }
	for name, one := range map[string]struct {
		end   func(storage.RunStatus) error
		do    func(context.Context, runner.Item) (runner.Result, error)
		want  string
		total int // items done
	}{
		"done":   {end: never, want: "the job did not end the run: no end", total: 2},
		"panics": {end: panics, want: "the job did not end the run: the job panicked: ending the run", total: 2},
		"interrupted": {end: never, do: func(context.Context, runner.Item) (runner.Result, error) {
			return runner.Result{Interrupt: "tired"}, nil
		}, want: "the job did not end the run: no end"},
		"a fault":         {end: never, do: func(context.Context, runner.Item) (runner.Result, error) { panic("ouch") }, want: "the job did not end the run: no end"},
		"the second time": {end: once(), want: "", total: 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			f := &faulty{job: over("a b"), end: one.end}
			f.Work = one.do
			e := engine(t, s, f)
			run, err := e.Wait(t.Context(), start(t, e).ID)
			if run.Error != one.want || run.EndedAt == 0 || run.Completed != one.total || errors.Is(err, runner.ErrFailed) != (one.want != "") {
				t.Errorf("the run is %+v, %v", run, err)
			}
			ended := ""
			if one.want == "" {
				ended = "done "
			}
			if got := settings(t, s)["ended"]; got != ended {
				t.Errorf("of End is kept %q, want %q", got, ended)
			}
			if kept, _ := items(t, s); kept != 0 || lease(t, s).Owner != "" {
				t.Errorf("%d items are left, the lease is %+v", kept, lease(t, s))
			}
			start(t, e) // and the next one can begin
		})
	}
}

// once returns an End that fails the first time it is called.
func once() func(storage.RunStatus) error {
	failed := false
	return func(storage.RunStatus) error {
		if !failed {
			failed = true
			return errors.New("no end")
		}
		return nil
	}
}

// A run without a worker can be cancelled, and discarded for a new one, even if its job
// fails to end it.
func TestEndThatFailsWithoutAWorker(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(*runner.Engine) (storage.Run, error){
		"cancelled": func(e *runner.Engine) (storage.Run, error) { return e.Cancel(t.Context(), "test") },
		"given up": func(e *runner.Engine) (storage.Run, error) {
			return e.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Manual, Restart: true})
		},
	} {
		s := open(t)
		_, old := paused(t, s)
		f := &faulty{job: over("a"), end: func(storage.RunStatus) error { return errors.New("no end") }}
		e := engine(t, s, f)
		if _, err := leave(e); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		view(t, s, func(tx *storage.Tx) error {
			run, err := tx.Runs.Get(old.ID)
			if run.Status != storage.RunFailed || run.Error != "the job did not end the run: no end" || run.Completed != 1 {
				t.Errorf("%s: the run is %+v", name, run)
			}
			return err
		})
		e.Stop(0)
	}
}

// Also the end without End is kept once when its answer is lost, and not while the
// store takes nothing: then the run stays open.
func TestEndThatFailsWithTheStore(t *testing.T) {
	t.Parallel()
	const end = 2 // with the item, after the start
	no := func(storage.RunStatus) error { return errors.New("no end") }
	t.Run("answer lost", func(t *testing.T) {
		t.Parallel()
		s := open(t)
		e := engine(t, storagetest.Faulty(s, storagetest.Faults{After: storagetest.Nth(end)}), &faulty{job: over("a"), end: no})
		run, err := e.Wait(t.Context(), start(t, e).ID)
		if !errors.Is(err, runner.ErrFailed) || run.Error != "the job did not end the run: no end" {
			t.Errorf("the run is %+v, %v", run, err)
		}
	})
	t.Run("not kept", func(t *testing.T) {
		t.Parallel()
		s := open(t)
		refused := make(chan struct{}, 1)
		broken := storagetest.Faulty(s, storagetest.Faults{Before: func(n int) error {
			if n < end {
				return nil
			}
			select {
			case refused <- struct{}{}:
			default:
			}
			return storagetest.ErrFault
		}})
		e := engine(t, broken, &faulty{job: over("a"), end: no})
		start(t, e)
		<-refused
		e.Stop(0)
		if open, err := e.Open(t.Context()); err != nil || len(open) != 1 || open[0].Completed != 0 {
			t.Errorf("open are %+v, %v", open, err)
		}
	})
}
