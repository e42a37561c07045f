package runner_test

import (
	"errors"
	"testing"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

func TestStartAsksWhereItBegins(t *testing.T) {
	t.Parallel()
	s := open(t)
	e := engine(t, s, over("a b"))
	no := errors.New("no")
	refuse := func(tx *storage.Tx) error {
		if err := tx.Settings.Put(storage.Setting{Name: "seen", Value: "yes"}); err != nil {
			return err
		}
		return no
	}
	if _, err := e.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Scheduled, If: refuse}); !errors.Is(err, no) {
		t.Errorf("refused: %v, want its own error", err)
	}
	if kept, _ := items(t, s); kept != 0 || len(settings(t, s)) != 0 {
		t.Errorf("refused, but %d items and %v are there", kept, settings(t, s))
	}

	run, err := e.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Scheduled, If: func(tx *storage.Tx) error {
		return tx.Settings.Put(storage.Setting{Name: "seen", Value: "yes"})
	}})
	if err != nil || run.Total != 2 || run.Initiator != "scheduled" {
		t.Fatalf("allowed: %+v, %v", run, err)
	}
	if got, err := e.Wait(t.Context(), run.ID); err != nil || got.Status != storage.RunDone {
		t.Errorf("ended: %+v, %v", got, err)
	}
	if settings(t, s)["seen"] != "yes" {
		t.Error("what was written with the question is lost")
	}
}

// Once the database shows that a run has ended, the next one can start.
func TestStartRightAfterTheEnd(t *testing.T) {
	t.Parallel()
	e := engine(t, memory.New(), over("a"))
	for range 300 {
		start(t, e) // fails the test when busy
		for {
			open, err := e.Open(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if len(open) == 0 {
				break
			}
		}
	}
}

// A start that fails before it has the lease starts nothing, also if there has never
// been a lease.
func TestStartThatFails(t *testing.T) {
	t.Parallel()
	s := open(t)
	e := engine(t, s, untitled{over("a")})
	for range 2 {
		run, err := e.Start(t.Context(), runner.StartOptions{Runner: "untitled", Initiator: runner.Manual})
		if err == nil || errors.Is(err, runner.ErrBusy) {
			t.Errorf("started: %+v, %v; want the error of the title", run, err)
		}
	}
	if open, err := e.Open(t.Context()); err != nil || len(open) != 0 {
		t.Errorf("open are %v, %v", open, err)
	}
}
