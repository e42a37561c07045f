package e2e_test

import (
	"bufio"
	"encoding/json"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/proctest"
	"github.com/privacylabels/auditor/storage"
)

// bulk is a kind of bulk run over a scene, as one sees it from outside.
type bulk interface {
	// order says how the run is called and what is sent to begin one.
	order() order
	// base returns the fleet that it is about.
	base() *scene
	// guard returns the gate before what it asks.
	guard() *gate
	// renew gives the next run something new to find.
	renew(s *service)
	// asked returns how often what it asks for was asked for, and how often one
	// undisturbed run does that.
	asked() (times, once int)
	// examine fails the test unless the database is as the run has to leave it.
	examine(t *testing.T, tx *storage.Tx, r round)
}

// order is how a bulk run is begun.
type order struct{ runner, path, body string }

// round is a run that was disturbed.
type round struct {
	run   string
	since storage.Time
	kills int
}

// bulks are all kinds, each over a fleet of its own.
func bulks() map[string]func(t *testing.T, apps int) bulk {
	return map[string]func(t *testing.T, apps int) bulk{
		"sync":    func(t *testing.T, apps int) bulk { return newSyncBulk(t, apps) },
		"wayback": func(t *testing.T, apps int) bulk { return newImportBulk(t, apps) },
		"policy":  func(t *testing.T, apps int) bulk { return newPolicyBulk(t, apps) },
	}
}

// task is what is said of a bulk runner.
type task struct {
	Running          bool
	RunID, Initiator string
	Status           string
	CurrentAppName   string
	Summary          struct{ Total, Completed, Failed, Skipped int }
}

// task returns what is said of a runner.
func (s *service) task(runner string) task {
	s.t.Helper()
	return must[map[string]task](s, "GET", "/api/tasks/active", "")[runner]
}

// begin starts a run, returns its id, and hangs up.
func (s *service) begin(o order) string {
	s.t.Helper()
	res, err := s.ask(s.t.Context(), "POST", o.path, o.body)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	line, _ := bufio.NewReader(res.Body).ReadBytes('\n')
	var run struct{ RunID string }
	if err := json.Unmarshal(line, &run); err != nil || run.RunID == "" || res.StatusCode >= 300 {
		s.t.Fatalf("begin %s: status %d: %s", o.runner, res.StatusCode, line)
	}
	return run.RunID
}

// refuses fails the test unless a run cannot be begun beside another.
func (s *service) refuses(o order) {
	s.t.Helper()
	status, body, err := s.call(s.t.Context(), "POST", o.path, o.body)
	var answer struct{ Error string }
	if err != nil || status != 409 || json.Unmarshal(body, &answer) != nil || answer.Error == "" {
		s.t.Errorf("another %s: status %d, %v: %s, want 409", o.runner, status, err, body)
	}
}

// settled waits until no run of a runner is under way.
func (s *service) settled(runner string) {
	s.t.Helper()
	for end := time.Now().Add(proctest.Busy); s.task(runner).Running; {
		if time.Now().After(end) {
			s.t.Fatalf("the %s has not ended within a minute", runner)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// totals are what the runs count of their own, all kinds together.
type totals struct{ Changes, Imported, Unchanged, Skipped, Succeeded, Failed int }

// whole fails the test unless a run ended well, was counted whole and told once
// in the activity log, and nothing is left of it. It returns the totals that were
// reported.
func (r round) whole(t *testing.T, tx *storage.Tx, apps, failed int) (all totals) {
	t.Helper()
	run, err := tx.Runs.Get(r.run)
	if err != nil {
		t.Fatal(err)
	}
	if run.Status != storage.RunDone || run.Total != apps || run.Completed != apps-failed || run.Failed != failed || run.Skipped != 0 {
		t.Errorf("the run is %+v, want %d apps, %d failed", run, apps, failed)
	}
	open, err := tx.Runs.Count(storage.RunQuery{Open: true})
	if err != nil {
		t.Fatal(err)
	}
	items, err := tx.RunItems.Count(storage.RunItemQuery{})
	if err != nil || open+items > 0 {
		t.Errorf("%d runs are open, %d items are left, %v", open, items, err)
	}
	own, resumed := 0, 0
	for line, err := range tx.Activities.List(storage.ActivityQuery{From: r.since}) {
		if err != nil {
			t.Fatal(err)
		}
		var detail struct {
			RunID  string
			Mode   string
			Totals totals
		}
		if err := json.Unmarshal(line.Detail, &detail); err != nil {
			t.Fatal(err)
		}
		switch {
		case detail.RunID != r.run:
		case detail.Mode == runner.ModeResumed:
			resumed++
		default:
			own++
			all = detail.Totals
		}
	}
	if own != 1 {
		t.Errorf("the run has %d lines in the activity log on how it went, want one", own)
	}
	if most := max(r.kills, 1); resumed > most {
		t.Errorf("the run went on %d times by the activity log, want %d at most", resumed, most)
	}
	return all
}

// lines returns how many lines the activity log has of each app since the run
// began.
func (r round) lines(t *testing.T, tx *storage.Tx) map[storage.AppID]int {
	t.Helper()
	lines := map[storage.AppID]int{}
	for line, err := range tx.Activities.List(storage.ActivityQuery{From: r.since}) {
		if err != nil {
			t.Fatal(err)
		}
		lines[line.App]++
	}
	return lines
}
