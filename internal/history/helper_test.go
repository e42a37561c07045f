package history_test

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// annals is a web archive whose captures and faults the test sets.
type annals struct {
	mu    sync.Mutex
	pages map[storage.AppID]map[storage.Time]archive.Memento
	asked []string // every call, such as "replay 1 2021-02-03"

	// before is called with each call, outside the lock: an error is the answer.
	before func(ctx context.Context, call string) error
}

// capture adds a page of an app that was captured at noon of a day, and returns
// the moment.
func (a *annals) capture(app storage.AppID, day string, says ...func(*fleet.Listing)) storage.Time {
	at := date(day)
	listing := fleet.Listing{ID: app, Extractor: "archived/1"}
	for _, say := range says {
		say(&listing)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.pages == nil {
		a.pages = map[storage.AppID]map[storage.Time]archive.Memento{}
	}
	if a.pages[app] == nil {
		a.pages[app] = map[storage.Time]archive.Memento{}
	}
	a.pages[app][at] = archive.Memento{At: at, URL: "https://archive.example/" + day, Listing: listing}
	return at
}

// drift makes the capture of one day replay the page of another moment.
func (a *annals) drift(app storage.AppID, day string, to storage.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	m := a.pages[app][date(day)]
	m.At = to
	a.pages[app][date(day)] = m
}

// calls returns what was asked since the last time, for each call a line.
func (a *annals) calls() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	calls := a.asked
	a.asked = nil
	return calls
}

// fail answers the calls with an error whose name begins so; "" is all of them.
func (a *annals) fail(with error, calls ...string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.before = func(_ context.Context, call string) error {
		for _, c := range calls {
			if strings.HasPrefix(call, c) {
				return with
			}
		}
		return nil
	}
}

func (a *annals) ask(ctx context.Context, call string) error {
	a.mu.Lock()
	a.asked = append(a.asked, call)
	before := a.before
	a.mu.Unlock()
	if before != nil {
		if err := before(ctx, call); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (a *annals) Captures(ctx context.Context, t fleet.Target, from, to storage.Time) ([]archive.Capture, error) {
	if err := a.ask(ctx, fmt.Sprintf("captures %d", t.ID)); err != nil {
		return nil, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	var all []archive.Capture
	for at := range a.pages[t.ID] {
		if at >= from && at <= to {
			all = append(all, archive.Capture{At: at, URL: t.URL})
		}
	}
	slices.SortFunc(all, func(a, b archive.Capture) int { return cmp.Compare(a.At, b.At) })
	return all, nil
}

func (a *annals) Replay(ctx context.Context, t fleet.Target, c archive.Capture) (archive.Memento, error) {
	if err := a.ask(ctx, fmt.Sprintf("replay %d %s", t.ID, day(c.At))); err != nil {
		return archive.Memento{}, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	m, ok := a.pages[t.ID][c.At]
	if !ok {
		return m, &archive.Error{Cause: archive.ErrNoMemento, Status: 404}
	}
	return m, nil
}

func (a *annals) Save(ctx context.Context, t fleet.Target) (string, error) {
	if err := a.ask(ctx, fmt.Sprintf("save %d", t.ID)); err != nil {
		return "", err
	}
	return fmt.Sprintf("https://archive.example/now/%d", t.ID), nil
}

// date returns noon of a day.
func date(day string) storage.Time {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		panic(err)
	}
	return storage.TimeOf(at).Add(12 * time.Hour)
}

func day(at storage.Time) string { return at.Std().Format(time.DateOnly) }

// past is a bench with a web archive. It is 15 August 2021, noon, when it is
// made, and the targets of an import are 1 February, 15 February and 15 May.
type past struct {
	*fleettest.Bench
	imports *history.Service
	archive *annals
	now     func() time.Time
}

// newPast returns a bench with so many apps, which were seen an hour before each
// other at the beginning of August.
func newPast(t testing.TB, apps int) *past {
	t.Helper()
	p := &past{Bench: fleettest.New(t), archive: new(annals)}
	p.Clock.Set(date("2021-08-01"))
	for id := range storage.AppID(apps) {
		p.Pages.Show(id+1, fmt.Sprintf("App %d", id+1), fleettest.Labelled("LINKED: LOCATION"))
		p.MustRefresh(t, id+1)
	}
	p.Clock.Set(date("2021-08-15"))
	p.on(t, p.Clock.Now)
	return p
}

// on puts the bench on a clock.
func (p *past) on(t testing.TB, now func() time.Time) {
	p.now = now
	p.Service = tracked.New(tracked.Config{Env: storage.Env{Store: p.Store, Now: now, Random: rand.Reader}, Scraper: p.Pages})
	p.imports = history.New(history.Config{Env: storage.Env{Store: p.Store, Now: now, Random: rand.Reader}, Archive: p.archive})
	p.Runs = runner.New(runner.Config{Store: p.Store, Now: now, Random: rand.Reader, Jobs: []runner.Job{p.imports.Job()}})
	runs, apps, imports := p.Runs, p.Service, p.imports
	t.Cleanup(func() {
		runs.Stop(0)
		apps.Stop(0)
		imports.Stop(0)
	})
}

// ticking puts the bench on a clock that goes with the bubble's.
func (p *past) ticking(t testing.TB) {
	began, base := time.Now(), p.Clock.Now()
	p.on(t, func() time.Time { return base.Add(time.Since(began)) })
}

// history imports the past of an app, with a target in every quarter.
func (p *past) history(t testing.TB, app storage.AppID) history.Result {
	t.Helper()
	r, err := p.imports.Import(t.Context(), app, 3)
	if err != nil {
		t.Fatalf("import of app %d: %v", app, err)
	}
	return r
}

// brief returns what became of each target in a line.
func brief(r history.Result) []string {
	var lines []string
	for _, o := range r.Targets {
		lines = append(lines, line(o))
	}
	return lines
}

func line(o history.TargetOutcome) string {
	s := o.Outcome
	if o.TargetDate != 0 {
		s = day(o.TargetDate) + " " + s
	}
	if o.CaptureDate != 0 {
		s += " " + day(o.CaptureDate)
	}
	if o.ChangeCount != nil {
		s += fmt.Sprintf(" %d", *o.ChangeCount)
	}
	return s
}

// rows returns the snapshots of an app in a line each, oldest first: the day, a
// + when the feed shows it, and what changed.
func (p *past) rows(t testing.TB, app storage.AppID) []string {
	t.Helper()
	var lines []string
	for _, s := range slices.Backward(storagetest.All[storage.Snapshot](t, p.Store)) {
		if s.ID.App != app {
			continue
		}
		l := day(s.ID.At) + " " + string(s.Source)
		if s.Changed {
			l += " +"
		}
		n := 0
		for _, c := range storagetest.All[storage.Change](t, p.Store) {
			if c.ID.Snapshot != s.ID {
				continue
			}
			if c.Changed != s.Changed || c.ID.Index != n {
				t.Errorf("entry %d of %s is at %d, shown: %v", n, l, c.ID.Index, c.Changed)
			}
			l += " | " + c.Entry.Description
			n++
		}
		if n != s.Entries {
			t.Errorf("%s counts %d entries, there are %d", l, s.Entries, n)
		}
		lines = append(lines, l)
	}
	return lines
}

// logged returns what the activity log says of imports, oldest first.
func (p *past) logged(t testing.TB) []string {
	t.Helper()
	var lines []string
	for _, a := range slices.Backward(storagetest.All[storage.Activity](t, p.Store)) {
		if a.Type == "wayback_import" {
			lines = append(lines, a.Kind+" "+a.Status+" "+string(a.Summary))
		}
	}
	return lines
}
