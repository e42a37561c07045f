package runs

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// plainRuns are runs without anything of their own.
type plainRuns struct{}

func (plainRuns) Totals(storage.Run) any    { return nil }
func (plainRuns) Options(storage.Run) any   { return nil }
func (plainRuns) Progress(report any) any   { return report }
func (plainRuns) Result(runner.Event) any   { return nil }
func (plainRuns) Detail(storage.Run) string { return "" }

type lineBuffer struct{ bytes.Buffer }

func (*lineBuffer) Flush() error { return nil }

// A stream leaves out the events of other runs, and those from before its run was
// resumed.
func TestStreamHasOnlyEventsOfItsOwnWork(t *testing.T) {
	t.Parallel()
	at := func(run string, completed int) storage.Run {
		return storage.Run{ID: run, Total: 3, Completed: completed, Status: storage.RunDone}
	}
	app := func(seq int) runner.Item { return runner.Item{Seq: seq, Subject: "7", Title: "Seven"} }
	events := []runner.Event{
		{Kind: runner.ItemStarted, Run: at("r", 0), Item: app(0)},
		{Kind: runner.ItemProgress, Run: at("r", 0), Item: app(0), Progress: struct{}{}},
		{Kind: runner.ItemDone, Run: at("r", 1), Item: app(0)},
		{Kind: runner.RunEnded, Run: at("r", 1)},
		{Kind: runner.ItemStarted, Run: at("another", 1), Item: app(1)},
		{Kind: runner.ItemDone, Run: at("another", 2), Item: app(1)},
		{Kind: runner.ItemStarted, Run: at("r", 1), Item: app(1)},
		{Kind: runner.ItemProgress, Run: at("r", 1), Item: app(1), Progress: struct{}{}},
		{Kind: runner.ItemDone, Run: at("r", 2), Item: app(1)},
		{Kind: runner.RunEnded, Run: at("r", 2)},
	}
	happened, done := make(chan runner.Event, len(events)), make(chan struct{})
	for _, event := range events {
		happened <- event
	}
	close(done)
	s := &runStream{
		watched: &watched{started: at("r", 1), left: at("r", 2), done: done}, kind: plainRuns{},
		now: func() storage.Time { return 0 }, events: happened, cancel: func() {},
	}
	var out lineBuffer
	if err := s.Stream(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for text := range strings.Lines(out.String()) {
		var line struct {
			Kind  string `json:"kind"`
			Index *int   `json:"index"`
		}
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Fatalf("line %q: %v", text, err)
		}
		if line.Index != nil && *line.Index != 1 {
			t.Errorf("line %s is of another item", text)
		}
		kinds = append(kinds, line.Kind)
	}
	if got := strings.Join(kinds, " "); got != "batch-start app-start target app-done summary" {
		t.Errorf("lines are %s", got)
	}
}

// waitingJob has three items. Each waits until it may pass.
type waitingJob struct{ reached, pass chan struct{} }

func (*waitingJob) Name() string { return "test" }

func (*waitingJob) Queue(*storage.Tx) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		_ = yield("1", nil) && yield("2", nil) && yield("3", nil)
	}
}

func (*waitingJob) Title(_ *storage.Tx, subject string) (string, error) { return subject, nil }

func (j *waitingJob) Do(ctx context.Context, _ runner.Item) (runner.Result, error) {
	j.reached <- struct{}{}
	select {
	case <-j.pass:
	case <-ctx.Done():
	}
	return runner.Result{}, ctx.Err()
}

func (*waitingJob) End(*storage.Tx, storage.Run) error { return nil }

// backgroundRequest is a request that only runs work.
type backgroundRequest struct{ op.Request }

func (backgroundRequest) Background(work func(context.Context, op.NoteFunc)) bool {
	go work(context.Background(), func(string, string, bool) {})
	return true
}

// A run that is watched after its engine has stopped is left as it was then.
func TestRunOfAnEngineThatHasStopped(t *testing.T) {
	t.Parallel()
	job := &waitingJob{make(chan struct{}), make(chan struct{})}
	engine := runner.New(runner.Config{Store: memory.New(), Now: time.Now, Random: rand.Reader, Jobs: []runner.Job{job}})
	started, err := engine.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Manual})
	if err != nil {
		t.Fatal(err)
	}
	<-job.reached
	job.pass <- struct{}{}
	<-job.reached
	engine.Stop(0)
	wait := func(run storage.Run) (storage.Run, error) {
		return watch(backgroundRequest{}, engine, run, "test.run", plainRuns{}.Detail).wait(t.Context())
	}
	left, err := wait(started)
	if !errors.Is(err, runner.ErrStopping) || left.Completed != 1 || left.ID != started.ID {
		t.Errorf("it was left as %+v, %v", left, err)
	}
	if missing, _ := wait(storage.Run{ID: "missing", Total: 7}); missing.Total != 7 {
		t.Errorf("a run that does not exist was left as %+v", missing)
	}
}
