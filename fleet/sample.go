package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// MaxSamples is how many apps of the store one [Library.SeedSamples] takes.
const MaxSamples = 25

// The two kinds of samples.
const (
	SamplesLive   = "live"   // apps of the store
	SamplesCanned = "canned" // invented ones
)

// What became of a sample.
const (
	SampleInserted = "inserted"
	SampleSkipped  = "skipped" // it is tracked already
	SampleFailed   = "error"
)

// SampleOrder says which apps to try things with.
type SampleOrder struct {
	Kind    string // SamplesLive or SamplesCanned
	Country string // storefront; empty: as [Library.Country] says
	Limit   int    // of live ones; canned ones are always all
}

// Sample is what became of one app.
type Sample struct {
	ID        storage.AppID
	Name      string
	Status    string
	Snapshots int   // that were written
	Err       error // with SampleFailed
}

// Samples is what became of a [SampleOrder].
type Samples struct {
	Kind     string
	Country  string
	Chosen   bool // Country is that of the settings
	Results  []Sample
	Stopped  error // what the store said when it had enough; nil: it had not
	Inserted int
	Skipped  int
	Failed   int
}

// How long ago the two earlier states of a sample were.
var sampleAges = [...]time.Duration{60 * 24 * time.Hour, 30 * 24 * time.Hour}

// SeedSamples tracks apps to try things with, each with two months of history.
// Those that are tracked already stay as they are. Live ones are those that a
// [Charter] tells of, or, when that cannot, some that a [Searcher] finds; without
// both the error is [ErrNotSupported]. The error is the store's, too, when that
// throttled before anything was inserted, or is [runner.ErrStopping]. It is for
// developers.
func (l *Library) SeedSamples(caller context.Context, o SampleOrder) (s Samples, err error) {
	ctx, stop, done, ok := l.work.Join(caller)
	if !ok {
		return s, runner.ErrStopping
	}
	defer done()
	began := l.stamp()
	s = Samples{Kind: o.Kind, Country: o.Country, Results: []Sample{}}
	if s.Country == "" {
		chosen, err := l.chosenCountry(ctx)
		if err != nil {
			return s, err
		}
		s.Country, s.Chosen = cmp.Or(chosen, l.country), chosen != ""
	}
	if o.Kind == SamplesCanned {
		err = l.seedCanned(ctx, &s)
	} else {
		err = l.seedLive(ctx, stop, o.Limit, &s)
	}
	if ctx.Err() != nil && caller.Err() == nil {
		err = runner.ErrStopping
	}
	if err != nil {
		return s, err
	}
	return s, l.tellOfSamples(ctx, s, began)
}

// add counts what became of a sample.
func (s *Samples) add(one Sample) {
	s.Results = append(s.Results, one)
	switch one.Status {
	case SampleInserted:
		s.Inserted++
	case SampleSkipped:
		s.Skipped++
	default:
		s.Failed++
	}
}

// seedCanned tracks the invented apps, each in a transaction of its own.
func (l *Library) seedCanned(ctx context.Context, s *Samples) error {
	for _, states := range cannedApps(s.Country) {
		one, err := l.seedStates(ctx, states)
		if err != nil {
			return err
		}
		s.add(one)
	}
	return nil
}

// seedStates keeps the states of an invented app as if each had been seen in its
// time. Nobody is told.
func (l *Library) seedStates(ctx context.Context, states [len(sampleAges) + 1]Listing) (one Sample, err error) {
	now := l.stamp()
	id := states[0].ID
	err = l.store.Update(ctx, func(tx storage.Tx) error {
		one = Sample{ID: id, Name: said(states[len(states)-1].Name), Status: SampleSkipped}
		app, err := tx.Apps().Get(id)
		if err == nil || !errors.Is(err, storage.ErrNotFound) {
			return err
		}
		one.Status = SampleInserted
		for i, state := range states {
			at := now
			if i < len(sampleAges) {
				at = now.Add(-sampleAges[i])
			}
			seen := sighting{
				listing: state, target: Target{ID: id, URL: said(state.URL), Country: state.Country}, trigger: storage.TriggerSample, started: at,
				before: generationOf(app),
			}
			if seen.label, err = labelRead(state); err != nil {
				return err
			}
			if _, app, _, err = seen.keep(tx, at); err != nil {
				return err
			}
			one.Snapshots++
		}
		return nil
	})
	return one, err
}

// seedLive tracks apps of the store, one after the other, until it has enough.
func (l *Library) seedLive(ctx context.Context, stop <-chan struct{}, limit int, s *Samples) error {
	found, err := l.popular(ctx, s.Country, limit)
	if err != nil {
		return err
	}
	for _, listing := range found {
		select {
		case <-stop:
			return runner.ErrStopping
		default:
		}
		one, err := l.seedOne(ctx, listing, s.Country)
		var failed *ScrapeError
		switch {
		case errors.Is(err, ErrThrottled) && s.Inserted == 0:
			return err
		case errors.Is(err, ErrThrottled):
			s.Stopped = err
			return nil
		case errors.As(err, &failed), errors.Is(err, ErrAddress):
			one.Status, one.Err = SampleFailed, err
		case err != nil:
			return err
		}
		s.add(one)
	}
	return nil
}

// seedOne tracks an app of the store, and gives it a past in which it was as now.
func (l *Library) seedOne(ctx context.Context, found Listing, country string) (one Sample, err error) {
	one = Sample{ID: found.ID, Name: said(found.Name), Status: SampleSkipped}
	target, err := l.scraper.Resolve(said(found.URL))
	if err != nil {
		return one, err
	}
	err = l.store.View(ctx, func(tx storage.Tx) error {
		_, err := tx.Apps().Get(target.ID)
		return err
	})
	if err == nil || !errors.Is(err, storage.ErrNotFound) {
		return one, err
	}
	target.Country = cmp.Or(target.Country, country)
	refresh, err := l.Refresh(ctx, target, storage.TriggerSample)
	if err != nil {
		return one, err
	}
	one.ID, one.Name = refresh.ID, refresh.Name
	err = l.store.Update(ctx, func(tx storage.Tx) error {
		one.Status, one.Snapshots = SampleInserted, 1
		newest, err := newestOf(tx, target.ID)
		if err != nil || newest.ID.App == 0 { // it was removed at once
			return err
		}
		for _, age := range sampleAges {
			past := newest
			past.ID.At, past.Changed, past.Entries = newest.ID.At.Add(-age), false, 0
			if err := tx.Snapshots().Put(past); err != nil {
				return err
			}
			one.Snapshots++
		}
		app, err := tx.Apps().Get(target.ID)
		if err != nil {
			return err
		}
		app.SyncCount += len(sampleAges)
		app.FirstSeen = min(app.FirstSeen, newest.ID.At.Add(-sampleAges[0]))
		return tx.Apps().Put(app)
	})
	return one, err
}

// sampleWords are looked for where there is no chart.
var sampleWords = [...]string{"weather", "notes", "music", "travel", "chess"}

// popular returns apps that many people have.
func (l *Library) popular(ctx context.Context, country string, limit int) (found []Listing, err error) {
	limit = min(max(limit, 1), MaxSamples)
	if err := l.cooled(ctx, CooldownSearch); err != nil {
		return nil, err
	}
	charter, hasChart := l.scraper.(Charter)
	searcher, searches := l.scraper.(Searcher)
	if !hasChart && !searches {
		return nil, ErrNotSupported
	}
	if hasChart {
		found, err = charter.Chart(ctx, Chart{Country: country, Limit: limit})
		if !searches || err == nil && len(found) > 0 || errors.Is(err, ErrThrottled) || ctx.Err() != nil {
			return found[:min(limit, len(found))], l.cool(ctx, CooldownSearch, err)
		}
	}
	known := make(map[storage.AppID]bool)
	for _, word := range sampleWords {
		listings, err := searcher.Search(ctx, country, word, limit)
		if err != nil {
			return nil, l.cool(ctx, CooldownSearch, err)
		}
		for _, listing := range listings {
			if !known[listing.ID] && len(found) < limit {
				known[listing.ID] = true
				found = append(found, listing)
			}
		}
	}
	return found, nil
}

func (l *Library) tellOfSamples(ctx context.Context, s Samples, began storage.Time) error {
	status := activity.OK
	if s.Failed > 0 || s.Stopped != nil {
		status = activity.Partial
	}
	return l.store.Update(ctx, func(tx storage.Tx) error {
		return activity.Record(tx, l.random, storage.Activity{
			Type: "reset", Status: status, StartedAt: began, EndedAt: storage.NullTime(l.stamp()),
			Summary: storage.Text(fmt.Sprintf("Put %d sample apps in", s.Inserted)),
			Detail: detail(map[string]any{
				"mode": "dev-seed-" + s.Kind, "inserted": s.Inserted, "skipped": s.Skipped, "errored": s.Failed, "country": s.Country,
			}),
		})
	})
}
