package runner_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

func TestEventsInTheirOrder(t *testing.T) {
	t.Parallel()
	j := over("a b")
	j.Work = func(_ context.Context, item runner.Item) (runner.Result, error) {
		item.Report("half")
		return runner.Result{Write: func(*storage.Tx, storage.Run) (runner.Outcome, error) {
			return runner.Outcome{State: runner.Skipped, Detail: []byte(`"why"`)}, nil
		}}, nil
	}
	e := engine(t, open(t), j)
	events, cancel := e.Subscribe("test", 20)
	other, cancelOther := e.Subscribe("other", 20)
	defer cancelOther()
	finished(t, e)
	var got []string
	for event := range events {
		switch event.Kind {
		case runner.ItemStarted:
			got = append(got, fmt.Sprint("start ", event.Item.Seq, event.Item.Title))
		case runner.ItemProgress:
			got = append(got, fmt.Sprint(event.Progress))
		case runner.ItemDone:
			got = append(got, fmt.Sprintf("%s %s %d", event.State, event.Detail, event.Run.Skipped))
		case runner.RunEnded:
			got = append(got, string(event.Run.Status))
			cancel()
		}
	}
	if got, want := strings.Join(got, ", "), `start 0A, half, skipped "why" 1, start 1B, half, skipped "why" 2, done`; got != want {
		t.Errorf("events are %s\nwant       %s", got, want)
	}
	cancel()
	if len(other) != 0 {
		t.Error("another runner's subscriber got an event")
	}
}

// A subscriber that does not read is disconnected; the run does not wait.
func TestSubscriberThatFallsBehind(t *testing.T) {
	t.Parallel()
	e := engine(t, open(t), over("a b c d"))
	events, cancel := e.Subscribe("test", 3)
	if run := finished(t, e); run.Completed != 4 {
		t.Errorf("the run is %+v", run)
	}
	n := 0
	for range events {
		n++
	}
	if n != 3 {
		t.Errorf("%d events came before the end, want 3", n)
	}
	cancel()
	finished(t, e) // no subscriber is left
}

// What a job tells of an item reaches who follows, also when the answer of the
// commit is lost, and nothing of it stays in the store.
func TestDetailIsSentAndNotStored(t *testing.T) {
	t.Parallel()
	s := open(t)
	j := over("a b")
	pass := make(chan struct{})
	j.Work = func(ctx context.Context, item runner.Item) (runner.Result, error) {
		if item.Subject == "b" {
			<-pass
		}
		if err := item.SaveCheckpoint(ctx, []byte(`"half"`), nil); err != nil {
			return runner.Result{}, err
		}
		return runner.Result{Write: func(*storage.Tx, storage.Run) (runner.Outcome, error) {
			return runner.Outcome{Detail: []byte(`"all"`)}, nil
		}}, nil
	}
	// The start, what is kept of a, and its end, whose answer is lost.
	e := engine(t, storagetest.Faulty(s, storagetest.Faults{After: storagetest.Nth(3)}), j)
	events, cancel := e.Subscribe("test", 20)
	defer cancel()
	run := start(t, e)
	for event := range events {
		if event.Kind != runner.ItemDone {
			continue
		}
		if string(event.Detail) != `"all"` || event.State != runner.Completed {
			t.Errorf("the event is %s, %s", event.State, event.Detail)
		}
		break
	}
	view(t, s, func(tx *storage.Tx) error {
		a, err := tx.RunItems.Get(storage.RunItemID{Run: run.ID})
		if !a.Done || a.Detail != nil {
			t.Errorf("kept is %+v, %s; want it done and without a detail", a, a.Detail)
		}
		return err
	})
	close(pass)
	if got, err := e.Wait(t.Context(), run.ID); err != nil || got.Completed != 2 {
		t.Errorf("the run is %+v, %v", got, err)
	}
}
