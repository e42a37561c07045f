package riverrunner_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/postgres"
	"github.com/privacylabels/auditor/storage/postgres/riverrunner"
)

// replica is the engine of a process, with a store of its own.
type replica struct {
	runner.Engine
	store *postgres.Store
}

// lease is short, so that tests of crashes are.
const lease = time.Second

// join starts a replica, which stops with the test.
func join(t testing.TB, address string, jobs ...runner.Job) replica {
	t.Helper()
	store, err := postgres.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	runs, err := riverrunner.Open(t.Context(), store, log)
	if err != nil {
		t.Fatal(err)
	}
	e, err := runs.Engine(runner.Config{Store: store, Now: time.Now, Random: rand.Reader, Jobs: jobs, Lease: lease, AtOnce: 4, Logger: log})
	if err != nil {
		t.Fatal(err)
	}
	var resuming sync.WaitGroup
	resuming.Go(func() { e.Resume(context.Background()) })
	t.Cleanup(func() {
		e.Stop(0)
		resuming.Wait()
		runs.Close()
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return replica{e, store}
}

// job adds a stroke to the setting of each subject that it writes, and a word to
// the setting "ended" each time that a run is left.
type job struct {
	subjects []string
	ordered  bool
	do       func(ctx context.Context, item runner.Item) (runner.Result, error) // nil: stroke

	mu  sync.Mutex
	did []string
}

func over(n int) *job {
	j := &job{}
	for i := range n {
		j.subjects = append(j.subjects, fmt.Sprintf("s%03d", i))
	}
	return j
}

func (*job) Name() string { return "test" }

func (j *job) Independent(storage.Run) bool { return !j.ordered }

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

func (j *job) worked() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return append([]string{}, j.did...)
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

func start(t testing.TB, e runner.Engine) storage.Run {
	t.Helper()
	run, err := e.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Manual})
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func wait(t testing.TB, e runner.Engine, id string) storage.Run {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	run, err := e.Wait(ctx, id)
	if err != nil {
		t.Fatalf("%v, at %+v", err, run)
	}
	return run
}

// settings returns what the job wrote.
func settings(t testing.TB, s storage.Store) map[string]string {
	t.Helper()
	values := map[string]string{}
	err := s.View(t.Context(), func(tx *storage.Tx) error {
		for setting, err := range tx.Settings.List(storage.SettingQuery{}) {
			if err != nil {
				return err
			}
			values[setting.Name] = setting.Value
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// once returns the settings that a job leaves which did each item once.
func (j *job) once(ended string) map[string]string {
	values := map[string]string{"ended": ended}
	for _, s := range j.subjects {
		values[s] = "I"
	}
	return values
}
