package history_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/storage"
)

// weekly captures an app every week from one day to another, with the labels that begin
// on their days, in order; an empty one is a page without a label.
func (a *annals) weekly(app storage.AppID, from, to string, labels ...string) {
	for at := date(from); at <= date(to); at = at.Add(7 * 24 * time.Hour) {
		says := ""
		for _, l := range labels {
			if since, label, _ := strings.Cut(l, " "); date(since) <= at {
				says = label
			}
		}
		if says == "" {
			a.capture(app, day(at))
		} else {
			a.capture(app, day(at), fleettest.Labelled(says))
		}
	}
}

// survey imports the past of app 1, and returns the changes that were found and the pages
// that were requested, the latter in a line each.
func (p *past) survey(t testing.TB) (found, asked []string) {
	t.Helper()
	r, err := p.imports.Import(t.Context(), 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range r.Changes {
		found = append(found, day(c.After)+" "+day(c.At))
	}
	calls := p.archive.calls()
	for _, call := range calls {
		if page, ok := strings.CutPrefix(call, "replay 1 "); ok {
			asked = append(asked, page)
		}
	}
	slices.Sort(asked)
	if n := len(asked); r.Pages != n || n != len(slices.Compact(asked)) {
		t.Errorf("%d pages, asked %v", r.Pages, calls)
	}
	if sum := r.Imported + r.Unchanged + r.Skipped + r.Failed + r.SnapshotsRequested; sum != r.Attempted || sum != len(r.Targets) {
		t.Errorf("the numbers do not add up: %+v", r)
	}
	return found, asked
}

// What a survey finds, and how many pages it takes. The app is known since 1 August 2021,
// with the label LINKED: LOCATION; today is 1 August 2026.
func TestSurvey(t *testing.T) {
	t.Parallel()
	const same = "2020-01-01 LINKED: LOCATION"
	for name, tt := range map[string]struct {
		archive func(a *annals)
		found   []string // the last moment without and the first with a change
		pages   int
	}{
		"no change": {func(a *annals) { a.weekly(1, "2021-01-04", "2026-07-27", same) }, nil, 7},
		"a change": {func(a *annals) {
			a.weekly(1, "2021-01-04", "2026-07-27", "2020-01-01 NONE", "2023-03-01 LINKED: LOCATION")
		}, []string{"2023-02-27 2023-03-06"}, 12},
		"two changes in one year": {func(a *annals) {
			a.weekly(1, "2021-01-04", "2026-07-27", "2020-01-01 NONE", "2023-01-11 LINKED: CONTACTS", "2023-04-11 LINKED: LOCATION")
		}, []string{"2023-01-09 2023-01-16", "2023-04-10 2023-04-17"}, 16},
		"a change that was undone soon": {func(a *annals) {
			a.weekly(1, "2021-01-04", "2026-07-27", same, "2023-02-20 NONE", "2023-03-01 LINKED: LOCATION")
		}, nil, 7},
		"few captures": {func(a *annals) {
			a.capture(1, "2021-03-01", fleettest.Labelled("NONE"))
			a.capture(1, "2021-04-01", fleettest.Labelled("NONE"))
			a.capture(1, "2024-05-01", fleettest.Labelled("LINKED: LOCATION"))
		}, []string{"2021-04-01 2024-05-01"}, 3},
		"every day": {func(a *annals) {
			for at := date("2024-01-01"); at <= date("2024-12-31"); at = at.Add(24 * time.Hour) {
				label := "NONE"
				if at >= date("2024-04-09") {
					label = "LINKED: LOCATION"
				}
				a.capture(1, day(at), fleettest.Labelled(label))
			}
		}, []string{"2024-04-06 2024-04-10"}, 9},
		"pages without a label": {func(a *annals) { // where samples and bisection meet them
			a.weekly(1, "2021-01-04", "2026-07-27", "2020-01-01 NONE", "2023-03-01 LINKED: LOCATION")
			for _, at := range []string{"2021-01-04", "2023-03-06"} {
				a.capture(1, at)
			}
		}, []string{"2023-02-27 2023-03-13"}, 14},
		"no page is of use": {func(a *annals) { a.weekly(1, "2021-01-04", "2026-07-27") }, nil, 21},
		"a part is of no use": {func(a *annals) {
			a.weekly(1, "2021-01-04", "2026-07-27", "2020-01-01 NONE", "2023-03-01 LINKED: LOCATION")
			for at := date("2022-10-03"); at <= date("2024-01-01"); at = at.Add(7 * 24 * time.Hour) {
				a.capture(1, day(at))
			}
		}, nil, 0},
		"before there were labels": {func(a *annals) { a.capture(1, "2019-01-01") }, nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPast(t, 0)
			p.Clock.Set(date("2026-08-01"))
			p.Pages.Show(1, "App 1", fleettest.Labelled("LINKED: LOCATION"))
			p.MustRefresh(t, 1)
			tt.archive(p.archive)
			found, asked := p.survey(t)
			if name == "a part is of no use" { // which pages are tried is not exact
				if len(asked) > 7+3*3 || len(found) != 1 || found[0] > "2022-10-03" {
					t.Errorf("found %v with %d pages", found, len(asked))
				}
				return
			}
			if diff := cmp.Diff(tt.found, found); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
			if len(asked) != tt.pages {
				t.Errorf("%d pages, want %d: %v", len(asked), tt.pages, asked)
			}
			p.consistent(t)
			if found, again := p.survey(t); len(again) > 0 && !strings.Contains(name, "page") || !cmp.Equal(tt.found, found) {
				t.Errorf("a second survey found %v with the pages %v", found, again)
			}
		})
	}
}

// Wherever a process is killed, the next one continues the survey: it requests at most
// one page again, and finds what an uninterrupted survey finds.
func TestKilledSurvey(t *testing.T) {
	for writes := int64(1); writes < 18; writes++ {
		t.Run(fmt.Sprintf("after %d writes", writes), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p := newPast(t, 1)
				p.Clock.Set(date("2024-08-01"))
				p.ticking(t)
				p.archive.weekly(1, "2021-01-04", "2021-07-26", "2020-01-01 NONE", "2021-03-10 LINKED: LOCATION")
				p.archive.capture(1, "2021-04-12") // is of no use
				process := &mortal{Store: p.Store, kept: writes%2 == 0}
				process.left.Store(writes)
				imports := history.New(history.Config{Env: storage.Env{Store: process, Now: p.now, Random: rand.Reader}, Archive: p.archive})
				defer imports.Stop(0)
				one := runner.New(runner.Config{Store: process, Now: p.now, Random: rand.Reader, Jobs: []runner.Job{imports.Job()}})
				defer one.Stop(0)
				run, err := one.Start(t.Context(), runner.StartOptions{Runner: history.Runner, Initiator: runner.Manual})
				if err != nil {
					t.Fatal(err)
				}
				synctest.Wait()
				go p.Runs.Resume(t.Context())
				got, err := p.Runs.Wait(t.Context(), run.ID)
				if err != nil || got.Status != storage.RunDone {
					t.Fatalf("the run is %+v, %v", got, err)
				}
				calls := p.archive.calls()
				slices.Sort(calls)
				once := slices.Compact(slices.Clone(calls))
				if len(calls)-len(once) > 1 {
					t.Errorf("asked %v, want one of them twice at most", calls)
				}
				const want = "2021-03-08 2021-03-15"
				if found, asked := p.survey(t); !slices.Equal(found, []string{want}) || len(asked) > 0 {
					t.Errorf("found %v, want %s; a second survey asked %v", found, want, asked)
				}
				if totals := history.TotalsOf(got); totals.Pages != len(once)-1 || totals.Failed != 0 {
					t.Errorf("totals %+v after %v", totals, once)
				}
			})
		})
	}
}

// A page of which the archive replays another moment is what it is: a state of that
// moment, or of no use.
func TestSurveyOfAnArchiveThatDrifts(t *testing.T) {
	t.Parallel()
	p := newPast(t, 1)
	p.Clock.Set(date("2024-08-01"))
	p.archive.weekly(1, "2021-01-04", "2021-07-26", "2020-01-01 NONE", "2021-03-10 LINKED: LOCATION")
	p.archive.mu.Lock()
	for at, m := range p.archive.pages[1] { // one moment for all but the first
		if at != date("2021-01-04") {
			m.At = date("2021-07-26")
			p.archive.pages[1][at] = m
		}
	}
	p.archive.mu.Unlock()
	if found, asked := p.survey(t); !slices.Equal(found, []string{"2021-01-04 2021-07-26"}) || len(asked) != 2+3 {
		t.Errorf("found %v with %v", found, asked)
	}
}

// A survey of an app that the archive does not have asks for a capture, once.
func TestSurveyOfNothing(t *testing.T) {
	t.Parallel()
	p := newPast(t, 1)
	r, err := p.imports.Import(context.Background(), 1, 0)
	if got := brief(r); err != nil || !slices.Equal(got, []string{"2021-08-15 requested_snapshot"}) || r.SnapshotsRequested != 1 {
		t.Errorf("the result is %v, %v", got, err)
	}
	if diff := cmp.Diff([]string{"captures 1", "save 1"}, p.archive.calls()); diff != "" {
		t.Errorf("the archive was asked (-want +got):\n%s", diff)
	}
}
