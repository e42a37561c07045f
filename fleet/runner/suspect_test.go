package runner_test

import (
	"testing"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// abandonedIn leaves a run in which a was abandoned.
func abandonedIn(t *testing.T, s storage.Store) {
	t.Helper()
	crashed(t, s, "a", storage.RunItem{Crashes: 2})
	if run := resume(t, engine(t, s, over(""))); run.Failed != 1 {
		t.Fatalf("the run is %+v", run)
	}
}

// crashesIn starts a run that is left at its first item, and returns what the items
// count. Then it ends the run.
func crashesIn(t *testing.T, s storage.Store, subjects string) (crashes []int) {
	t.Helper()
	j := over(subjects)
	g := gated(j)
	e := engine(t, s, j)
	run := start(t, e)
	<-g.Reached
	for _, item := range rows(t, s) {
		if item.Run == run.ID {
			crashes = append(crashes, item.Crashes)
		}
	}
	close(g.Pass)
	if _, err := e.Wait(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	return crashes
}

// What a run abandoned is abandoned by the next one after a single crash, whatever
// other runs come in between; until it is done.
func TestAbandonedIsRemembered(t *testing.T) {
	t.Parallel()
	s := open(t)
	abandonedIn(t, s)
	for _, step := range []struct {
		name, subjects string
		want           []int
	}{
		{"a run without it", "b c", []int{0, 0}},
		{"a run with it", "b a c", []int{0, 1, 0}},
		{"the run after it was done", "b a c", []int{0, 0, 0}},
	} {
		got := crashesIn(t, s, step.subjects)
		for i := range step.want {
			if got[i] != step.want[i] {
				t.Errorf("%s: the items %s count %v, want %v", step.name, step.subjects, got, step.want)
				break
			}
		}
	}
}

// A new run in place of one that was left goes past what ended both.
func TestCrashIsRememberedByARestart(t *testing.T) {
	t.Parallel()
	s := open(t)
	crashed(t, s, "a b", storage.RunItem{})
	j := over("b a")
	g := gated(j)
	e := engine(t, s, j)
	run, err := e.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Manual, Restart: true})
	if err != nil {
		t.Fatal(err)
	}
	<-g.Reached
	for _, item := range rows(t, s) {
		if item.Run == run.ID && item.Crashes != map[string]int{"a": 1}[item.Subject] {
			t.Errorf("%s counts %d crashes", item.Subject, item.Crashes)
		}
	}
	close(g.Pass)
	if _, err := e.Wait(t.Context(), run.ID); err != nil {
		t.Error(err)
	}
	if left := rows(t, s); len(left) > 0 {
		t.Errorf("remembered is %+v, want nothing", left)
	}
}

// Who replaces what runs are about forgets what they remember.
func TestCancelOpenForgetsSuspects(t *testing.T) {
	t.Parallel()
	s := open(t)
	abandonedIn(t, s)
	err := s.Update(t.Context(), func(tx *storage.Tx) error { return runner.CancelOpen(tx, 1<<50) })
	if err != nil {
		t.Fatal(err)
	}
	if left := rows(t, s); len(left) > 0 {
		t.Errorf("remembered is %+v, want nothing", left)
	}
}
