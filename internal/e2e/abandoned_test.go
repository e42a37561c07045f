package e2e_test

import (
	"strings"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// A process that is killed twice at the same app of a run does not come to that app
// again: the run goes past it, and the activity log, the notifications and the log
// say why.
func TestAppThatEndsTheProcess(t *testing.T) {
	t.Parallel()
	for name, over := range bulks() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const apps = 5
			b := over(t, apps)
			dir := t.TempDir()
			s := b.base().track(t, dir)
			b.renew(s)
			order := b.order()
			_, once := b.asked()
			b.guard().hold(nth(once/2, isPage))
			id := s.begin(order)
			var at string
			for range 2 {
				under := b.guard().next(t)
				at = s.task(order.runner).CurrentAppName
				s.Kill()
				b.guard().hold(nth(1, isPage)) // the same page
				under.release()
				onDatabase(t, dir, endLeases)
				s = b.base().start(t, dir)
			}
			b.guard().next(t).release() // of the next app
			s.settled(order.runner)

			const why = "the process ended twice while working on this app; skipped"
			notices := must[struct {
				Notifications []struct {
					Type, AppName string
					Changes       []struct{ Description string }
				}
			}](s, "GET", "/api/notifications?limit=200", "")
			reported := 0
			for _, n := range notices.Notifications {
				if n.Type == "jobResumed" && n.AppName == at && strings.Contains(n.Changes[0].Description, id) && strings.Contains(n.Changes[0].Description, why) {
					reported++
				}
			}
			if reported != 1 {
				t.Errorf("%d notifications tell of %q: %+v", reported, at, notices)
			}
			log := must[struct {
				Rows []struct{ AppName, Status, Summary string }
			}](s, "GET", "/api/activity?limit=200", "")
			reported = 0
			for _, a := range log.Rows {
				if a.AppName == at && a.Status != "ok" && strings.Contains(strings.ToLower(a.Summary), why) {
					reported++
				}
			}
			if reported != 1 {
				t.Errorf("%d lines of activity tell of %q: %+v", reported, at, log)
			}
			s.Stop()
			if lines := s.Log.String(); !strings.Contains(lines, `msg="item abandoned"`) || !strings.Contains(lines, id) || !strings.Contains(lines, "app_id=") {
				t.Errorf("the log says\n%s", lines)
			}
			onDatabase(t, dir, func(tx *storage.Tx) error {
				run, err := tx.Runs.Get(id)
				if run.Status != storage.RunDone || run.Failed != 1 || run.Completed != apps-1 {
					t.Errorf("the run is %+v", run)
				}
				return err
			})
		})
	}
}
