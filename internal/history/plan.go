package history

import (
	"cmp"
	"context"
	"math/bits"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/storage"
)

const (
	// planAge is how long an import uses the captures that a plan listed.
	planAge = time.Hour
	// maxPlanned limits the captures that are in memory for plans.
	maxPlanned = 50_000
)

// Plan is what an import of the past of an app will do, as far as the archive's index tells.
type Plan struct {
	App      storage.AppID    `json:"appId"`    // the ID of the app
	Captures int              `json:"captures"` // number of captures that the archive lists
	FirstAt  storage.NullTime `json:"firstAt"`  // when the first of them was made; null: there is none
	LastAt   storage.NullTime `json:"lastAt"`   // when the last of them was made; null: there is none
	Pages    int              `json:"pages"`    // number of pages that the import reads, if all of them are usable
	// Number of further pages that the import reads at most to date a change that it finds.
	PagesPerChange int `json:"pagesPerChange"`
	// Number of pages a minute that are read at the present pace; null: not known.
	PagesPerMinute *int `json:"pagesPerMinute"`
	// About how long it takes to read Pages at the present pace, together with the pause that
	// the archive asked for, if any; null: not known.
	DurationMS *int64       `json:"durationMs"`
	ListedAt   storage.Time `json:"listedAt"`  // when the archive listed the captures
	OtherURLs  []string     `json:"otherUrls"` // the stored further addresses of the page of the app
}

// Plan asks the index of the archive what [Service.Import] with the same months would read, and
// reads no page to compare. The import asks the index again only after an hour, in
// another process, or if the addresses of the app have changed. The error is as in Import.
func (s *Service) Plan(ctx context.Context, id storage.AppID, months int) (Plan, error) {
	plan := Plan{App: id, OtherURLs: []string{}}
	err := s.alone(ctx, id, months, func(ctx context.Context, im *importer) error {
		found := listing{target: im.target(), at: im.Began}
		if known, ok := s.plans.get(found.target, im.Began); ok {
			found = known
		} else if captures, err := im.captures(ctx); err == nil {
			found.captures = captures
			s.plans.put(found)
		} else {
			return err
		}

		plan.ListedAt, plan.OtherURLs = found.at, append(plan.OtherURLs, found.target.OtherURLs...)
		if plan.Captures = len(found.captures); plan.Captures > 0 {
			plan.FirstAt = storage.NullTime(found.captures[0].At)
			plan.LastAt = storage.NullTime(found.captures[plan.Captures-1].At)
		}
		return im.plan(ctx, found.captures, &plan)
	})
	return plan, err
}

// plan sets how many pages an import reads and how long it takes.
func (i *importer) plan(ctx context.Context, captures []archive.Capture, p *Plan) error {
	if i.months > 0 {
		if err := i.readArchived(ctx); err != nil {
			return err
		}
		p.Pages = i.pagesOfTargets(captures)
	} else {
		known, err := storage.View(ctx, i.store, func(tx *storage.Tx) ([]storage.Snapshot, error) { return knownStates(tx, i.app.ID) })
		if err != nil {
			return err
		}
		s := newSurvey(captures, known)
		p.Pages, p.PagesPerChange = len(s.Samples), s.perChange(known)
	}

	paced, ok := i.archive.(archive.Paced)
	if !ok {
		return nil
	}
	pace := paced.Pace(ctx)
	perMinute := max(pace.Pages.PerMinute, 1)
	takes := time.Duration(p.Pages) * time.Minute / time.Duration(perMinute)
	takes += max(pace.Until.Sub(i.stamp()), 0)
	p.PagesPerMinute, p.DurationMS = &perMinute, new(takes.Milliseconds())
	return nil
}

// pagesOfTargets returns for how many targets a page is read.
func (i *importer) pagesOfTargets(captures []archive.Capture) (n int) {
	targets := i.targets()
	targets = slices.DeleteFunc(targets, func(t storage.Time) bool {
		return slices.ContainsFunc(i.archived, func(s storage.Snapshot) bool { return near(s.ID.At, t) })
	})
	var used []storage.Time
	choices := choose(captures, targets)
	for _, t := range targets {
		for _, c := range choices[t].Near {
			if !slices.Contains(used, c.At) {
				used = append(used, c.At)
				n++
				break
			}
		}
	}
	return n
}

// perChange returns the number of pages that a bisection between two states reads at most.
// Between two live states nothing is read.
func (s *survey) perChange(known []storage.Snapshot) (most int) {
	type point struct {
		at   storage.Time
		live bool
	}
	var points []point
	for _, k := range known {
		points = append(points, point{k.ID.At, k.Source != storage.SourceWayback})
	}
	for _, at := range s.Samples {
		points = append(points, point{at: at})
	}
	order.Sort(points, func(a, b point) int { return cmp.Compare(a.at, b.at) })

	all := s.list()
	for n := 1; n < len(points); n++ {
		from, to := points[n-1], points[n]
		if from.live && to.live || to.at.Sub(from.at) <= Precision {
			continue
		}
		most = max(most, bits.Len(uint(len(within(all, from.at+1, to.at-1)))))
	}
	return most
}

// listing is what the archive listed of an app.
type listing struct {
	target   fleet.Target
	at       storage.Time
	captures []archive.Capture
}

// plans holds the captures that plans listed, for the imports that follow. The zero value is
// ready to use.
type plans struct {
	mu  sync.Mutex
	all []listing // oldest first
}

func (p *plans) put(l listing) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.remove(l.target.ID)
	p.all = append(p.all, l)

	total := 0
	for n, one := range slices.Backward(p.all) {
		if total += len(one.captures) + 1; total > maxPlanned {
			p.all = slices.Clone(p.all[n+1:])
			break
		}
	}
}

func (p *plans) remove(app storage.AppID) {
	p.all = slices.DeleteFunc(p.all, func(l listing) bool { return l.target.ID == app })
}

// get returns the captures of an app if they were listed for the same addresses and not long
// ago.
func (p *plans) get(target fleet.Target, now storage.Time) (listing, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, l := range p.all {
		if age := now.Sub(l.at); l.target.ID == target.ID && age >= 0 && age <= planAge && reflect.DeepEqual(l.target, target) {
			return l, true
		}
	}
	return listing{}, false
}

// take is get for an import, after which the archive is asked again.
func (p *plans) take(target fleet.Target, now storage.Time) ([]archive.Capture, bool) {
	found, ok := p.get(target, now)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.remove(target.ID)
	return found.captures, ok
}
