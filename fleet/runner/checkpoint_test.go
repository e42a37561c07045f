package runner_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// steps makes a job write an item in three steps, each with a checkpoint, and
// wait after the second one until it is let through.
func steps(j *job, pass <-chan struct{}) {
	j.Work = func(ctx context.Context, item runner.Item) (runner.Result, error) {
		at := 0
		if item.Checkpoint != nil {
			if err := json.Unmarshal(item.Checkpoint, &at); err != nil {
				return runner.Result{}, err
			}
		}
		for at < 3 {
			if at == 2 {
				select {
				case <-pass:
				case <-item.Stopping():
					return runner.Result{}, runner.ErrStopping
				case <-ctx.Done():
					return runner.Result{}, ctx.Err()
				}
			}
			at++
			kept, err := json.Marshal(at)
			if err != nil {
				return runner.Result{}, err
			}
			if err := item.SaveCheckpoint(ctx, kept, func(tx *storage.Tx) error { return add(tx, item.Subject, ".") }); err != nil {
				return runner.Result{}, err
			}
		}
		return runner.Result{Write: stroke(item)}, nil
	}
}

// What a checkpoint kept is there for the next process, which goes on after it;
// a stop waits no longer than to the next one.
func TestCheckpointsAreResumed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t)
		first, second := over("a b"), over("a b")
		steps(first, nil)
		pass := make(chan struct{})
		close(pass)
		steps(second, pass)
		one, two := engine(t, s, first), engine(t, s, second)
		run := start(t, one)
		synctest.Wait()
		began := time.Now()
		one.Stop(time.Hour)
		if took := time.Since(began); took != 0 {
			t.Errorf("the stop took %v, want none: the item ends at its checkpoint", took)
		}
		if got := settings(t, s); got["a"] != ".." || got["ended"] != "" {
			t.Errorf("written is %v, want two steps and no end", got)
		}
		if _, err := two.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Resume}); err != nil {
			t.Fatal(err)
		}
		got, err := two.Wait(t.Context(), run.ID)
		if err != nil || got.Completed != 2 || got.Initiator != "manual" || !got.Resumed {
			t.Errorf("the run is %+v, %v; want it done, and resumed", got, err)
		}
		if w := settings(t, s); w["a"] != "...I" || w["b"] != "...I" {
			t.Errorf("written is %v, want each step once", w)
		}
	})
}

// A stop takes back the crash that was counted in advance, but does not restore the crashes
// before a checkpoint.
func TestStopAfterACrash(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		saves bool
		want  int
	}{
		"without a checkpoint": {false, 1},
		"after a checkpoint":   {true, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			j := over("")
			reached := make(chan struct{})
			j.Work = func(ctx context.Context, item runner.Item) (runner.Result, error) {
				var err error
				if tt.saves {
					err = item.SaveCheckpoint(ctx, json.RawMessage(`1`), nil)
				}
				close(reached)
				<-ctx.Done()
				return runner.Result{}, errors.Join(err, ctx.Err())
			}
			e := engine(t, s, j)
			crashed(t, s, "a b", storage.RunItem{Crashes: 1})
			if _, err := e.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Resume}); err != nil {
				t.Fatal(err)
			}
			<-reached
			e.Stop(0)
			if got := rows(t, s)[0].Crashes; got != tt.want {
				t.Errorf("%d crashes are counted, want %d", got, tt.want)
			}
		})
	}
}

// One who slept while another took over keeps nothing.
func TestCheckpointOfALostLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t)
		process := &sleeper{Store: s}
		j := over("a")
		late := make(chan error, 1)
		j.Work = func(ctx context.Context, item runner.Item) (runner.Result, error) {
			process.sleep()
			time.Sleep(time.Minute)
			process.wake()
			err := item.SaveCheckpoint(context.WithoutCancel(ctx), json.RawMessage(`1`), func(tx *storage.Tx) error { return add(tx, "a", "late") })
			late <- err
			return runner.Result{}, err
		}
		one, two := engine(t, process, j), engine(t, s, over("a"))
		run := start(t, one)
		ctx, enough := context.WithCancel(t.Context())
		defer enough()
		go two.Resume(ctx)
		if got, err := two.Wait(t.Context(), run.ID); err != nil || got.Status != storage.RunDone {
			t.Errorf("the run is %+v, %v", got, err)
		}
		if err := <-late; err == nil {
			t.Error("the checkpoint of a lost lease was kept")
		}
		if got := settings(t, s); got["a"] != "I" {
			t.Errorf("written is %v", got)
		}
	})
}

// What write says is wrong comes back as it is, and nothing is kept.
func TestCheckpointThatIsRefused(t *testing.T) {
	t.Parallel()
	s := open(t)
	wrong := errors.New("wrong")
	var tries atomic.Int32
	j := over("a")
	j.Work = func(ctx context.Context, item runner.Item) (runner.Result, error) {
		err := item.SaveCheckpoint(ctx, json.RawMessage(`1`), func(tx *storage.Tx) error {
			tries.Add(1)
			return errors.Join(add(tx, "a", "."), wrong)
		})
		if !errors.Is(err, wrong) {
			t.Errorf("the checkpoint says %v, want the error of its write", err)
		}
		return runner.Result{Write: stroke(item)}, nil
	}
	if got := finished(t, engine(t, s, j)); got.Completed != 1 {
		t.Errorf("the run is %+v", got)
	}
	if got := settings(t, s); got["a"] != "I" {
		t.Errorf("written is %v, want nothing of the checkpoint", got)
	}
	if err := (runner.Item{}).SaveCheckpoint(t.Context(), nil, nil); err == nil {
		t.Error("an item of no engine keeps something")
	}
}

// ErrStopping without a stop is a fault as any other.
func TestStoppingWithoutAStop(t *testing.T) {
	t.Parallel()
	j := over("a")
	j.Work = func(context.Context, runner.Item) (runner.Result, error) { return runner.Result{}, runner.ErrStopping }
	e := engine(t, open(t), j)
	run := start(t, e)
	if got, err := e.Wait(t.Context(), run.ID); !errors.Is(err, runner.ErrFailed) || got.Status != storage.RunFailed {
		t.Errorf("the run is %+v, %v; want it failed", got, err)
	}
}

// What another process asks of a run is heard of although the item that is under
// way keeps writing.
func TestCancelBetweenCheckpoints(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t)
		j := over("a b")
		j.Work = func(ctx context.Context, item runner.Item) (runner.Result, error) {
			for range 60 {
				if err := item.SaveCheckpoint(ctx, json.RawMessage(`1`), nil); err != nil {
					return runner.Result{}, err
				}
				select {
				case <-time.After(time.Second):
				case <-ctx.Done():
					return runner.Result{}, ctx.Err()
				}
			}
			return runner.Result{Write: stroke(item)}, nil
		}
		one, two := engine(t, s, j), engine(t, s, over(""))
		run := start(t, one)
		time.Sleep(10 * time.Second)
		began := time.Now()
		if _, err := two.Cancel(t.Context(), "test"); err != nil {
			t.Fatal(err)
		}
		got, err := one.Wait(t.Context(), run.ID)
		if err != nil || got.Status != storage.RunCancelled || got.Completed != 0 {
			t.Errorf("the run is %+v, %v; want it cancelled in its first item", got, err)
		}
		if took := time.Since(began); took > runner.DefaultLease/2 {
			t.Errorf("it took %v", took)
		}
	})
}
