package llm_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/internal/policy/llm"
	"github.com/privacylabels/auditor/storage"
)

// The sample is a policy that says something on every side.
func TestSample(t *testing.T) {
	t.Parallel()
	s := llm.NewSample()
	if s.WordCount < 400 || len(s.Signals) < 8 || len(s.Checklist) == 0 {
		t.Errorf("%d words, %d signals, %d checks", s.WordCount, len(s.Signals), len(s.Checklist))
	}
	got, err := summary.Extractive{}.Summarize(t.Context(), summary.Request{Text: s.Text})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range got.Lenses {
		if l.Rating == storage.RatingUnclear {
			t.Errorf("on %s it says: %s", l.Key, l.Summary)
		}
	}
}

func TestTry(t *testing.T) {
	t.Parallel()
	b, f := newBench(t, nil), newFake(t, says("Sure!"), says(summaryOf("Fine", nil)), sends(500, ""))
	trial, err := b.models.Try(t.Context(), target(t, "openai", f.URL))
	if err != nil || trial.Summary.Overview != "Fine" || len(trial.Steps) != 2 || trial.Steps[0].Error == "" || trial.Steps[1].Phase != "ai-repair" {
		t.Errorf("tried as %+v, %v", trial, err)
	}
	if _, err := b.models.Try(t.Context(), target(t, "openai", f.URL)); !errors.Is(err, summary.ErrModelUnreachable) {
		t.Errorf("tried in vain: %v", err)
	}
	if _, err := b.models.Try(t.Context(), target(t, "custom", "")); !errors.Is(err, summary.ErrNeedsConfig) {
		t.Errorf("tried without a base URL: %v", err)
	}
	err = b.store.View(t.Context(), func(tx *storage.Tx) error {
		lines, err := storage.Collect(tx.Activities.List(storage.ActivityQuery{Order: storage.ByID, Ascending: true}))
		if err != nil {
			return err
		}
		slices.SortFunc(lines, func(a, b storage.Activity) int { return strings.Compare(b.Status, a.Status) }) // of one moment, in no order
		if len(lines) != 2 || lines[0].Status != "ok" || lines[1].Status != "error" || lines[0].App != 0 || lines[0].AppName != "Puddle Pals" || string(lines[0].Detail) != `{"sample":true}` {
			t.Errorf("reported as %+v", lines)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
