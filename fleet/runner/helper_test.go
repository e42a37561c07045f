package runner_test

import (
	"context"
	"crypto/rand"
	"errors"
	"iter"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
)

// job adds a stroke to the setting of each subject that it writes, and a word to
// the setting "ended" each time that a run is left.
type job struct {
	subjects []string
	do       func(ctx context.Context, item runner.Item) (runner.Result, error) // nil: stroke

	mu  sync.Mutex
	did []string // subjects, in the order in which they were worked on
}

func over(subjects string) *job { return &job{subjects: strings.Fields(subjects)} }

func (*job) Name() string { return "test" }

func (j *job) Queue(*storage.Tx) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, s := range j.subjects {
			if !yield(s, nil) {
				return
			}
		}
	}
}

func (*job) Title(_ *storage.Tx, subject string) (string, error) {
	return strings.ToUpper(subject), nil
}

func (j *job) Do(ctx context.Context, item runner.Item) (runner.Result, error) {
	j.mu.Lock()
	j.did = append(j.did, item.Subject)
	j.mu.Unlock()
	if j.do != nil {
		return j.do(ctx, item)
	}
	return runner.Result{Write: stroke(item)}, nil
}

func (*job) End(tx *storage.Tx, run storage.Run) error {
	return add(tx, "ended", string(run.Status)+" ")
}

func (j *job) worked() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return strings.Join(j.did, " ")
}

// stroke writes that a subject was worked on.
func stroke(item runner.Item) func(*storage.Tx, storage.Run) (runner.Outcome, error) {
	return func(tx *storage.Tx, _ storage.Run) (runner.Outcome, error) {
		return runner.Outcome{}, add(tx, item.Subject, "I")
	}
}

func add(tx *storage.Tx, name, more string) error {
	s, err := tx.Settings.Get(name)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return err
	}
	return tx.Settings.Put(storage.Setting{Name: name, Value: s.Value + more})
}

// open returns an empty store that forgives nothing.
func open(t testing.TB) storage.Store {
	t.Helper()
	return teststore.Open(t)
}

// engine returns an engine that stops with the test.
func engine(t testing.TB, s storage.Store, jobs ...runner.Job) runner.Engine {
	t.Helper()
	e := runner.New(runner.Config{Store: s, Now: time.Now, Random: rand.Reader, Jobs: jobs})
	t.Cleanup(func() { e.Stop(0) })
	return e
}

func start(t testing.TB, e runner.Engine) storage.Run {
	t.Helper()
	run, err := e.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Manual})
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// finished starts a run and returns it as it was left.
func finished(t testing.TB, e runner.Engine) storage.Run {
	t.Helper()
	run, err := e.Wait(t.Context(), start(t, e).ID)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// settings returns what the job wrote.
func settings(t testing.TB, s storage.Store) map[string]string {
	t.Helper()
	values := map[string]string{}
	view(t, s, func(tx *storage.Tx) error {
		for setting, err := range tx.Settings.List(storage.SettingQuery{}) {
			if err != nil {
				return err
			}
			values[setting.Name] = setting.Value
		}
		return nil
	})
	return values
}

func view(t testing.TB, s storage.Store, fn func(*storage.Tx) error) {
	t.Helper()
	if err := s.View(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// lease returns the lease of the test's runner.
func lease(t testing.TB, s storage.Store) (l storage.Lease) {
	t.Helper()
	view(t, s, func(tx *storage.Tx) (err error) {
		l, err = storage.First(tx.Leases.List(storage.LeaseQuery{}))
		return err
	})
	return l
}

// items returns how many items are kept, and how many are pending.
func items(t testing.TB, s storage.Store) (kept, pending int) {
	t.Helper()
	view(t, s, func(tx *storage.Tx) (err error) {
		if kept, err = tx.RunItems.Count(storage.RunItemQuery{}); err != nil {
			return err
		}
		pending, err = tx.RunItems.Count(storage.RunItemQuery{Pending: true})
		return err
	})
	return kept, pending
}

// gate makes a job wait before it returns what an item led to.
type gate struct {
	reached chan string   // gets the subject
	pass    chan struct{} // lets one through; closed: all
}

func gated(j *job) *gate {
	g := &gate{reached: make(chan string, 100), pass: make(chan struct{})}
	j.do = func(ctx context.Context, item runner.Item) (runner.Result, error) {
		g.reached <- item.Subject
		select {
		case <-g.pass:
			return runner.Result{Write: stroke(item)}, nil
		case <-ctx.Done():
			return runner.Result{}, ctx.Err()
		}
	}
	return g
}
