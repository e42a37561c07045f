package tracked

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/storage"
)

// MaxSamples is the maximum number of live apps of one [Service.SeedSamples].
const MaxSamples = 25

// The two kinds of samples.
const (
	SamplesLive   = "live"   // real apps of the App Store
	SamplesCanned = "canned" // invented apps
)

// The outcomes of a sample.
const (
	SampleInserted = "inserted"
	SampleSkipped  = "skipped" // tracked already
	SampleFailed   = "error"
)

// SampleOptions selects the sample apps.
type SampleOptions struct {
	Kind    string // SamplesLive or SamplesCanned
	Country string // storefront; empty: as in [Service.Country]
	Limit   int    // number of live apps; all canned apps are inserted
}

// Sample is the outcome of one app.
type Sample struct {
	ID        storage.AppID
	Name      string
	Status    string
	Snapshots int   // number of snapshots written
	Err       error // with SampleFailed
}

// Samples is the outcome of [Service.SeedSamples].
type Samples struct {
	Kind     string
	Country  string
	Chosen   bool // Country is set in the settings
	Results  []Sample
	Stopped  error // the refusal after which no more apps were requested; nil: the App Store was not rate limiting
	Inserted int
	Skipped  int
	Failed   int
}

// sampleAges are the ages of the two earlier states of a sample.
var sampleAges = [...]time.Duration{60 * 24 * time.Hour, 30 * 24 * time.Hour}

// SeedSamples tracks sample apps with two months of history each. Apps that are tracked
// already are unchanged. Live apps come from a [fleet.Charter] or, if that fails, from a
// [fleet.Searcher]; without either the error is [fleet.ErrNotSupported]. The error is that of the scraper
// if the App Store is rate limiting before anything was inserted. It may also be
// [runner.ErrStopping] or that of the database. SeedSamples is a tool for developers.
func (s *Service) SeedSamples(caller context.Context, o SampleOptions) (seeded Samples, err error) {
	ctx, stop, leave, ok := s.work.Join(caller)
	if !ok {
		return seeded, runner.ErrStopping
	}
	defer leave()
	began := s.stamp()
	seeded = Samples{Kind: o.Kind, Country: o.Country, Results: []Sample{}}
	if seeded.Country == "" {
		chosen, err := s.chosenCountry(ctx)
		if err != nil {
			return seeded, err
		}
		seeded.Country, seeded.Chosen = cmp.Or(chosen, s.country), chosen != ""
	}
	if o.Kind == SamplesCanned {
		err = s.seedCanned(ctx, &seeded)
	} else {
		err = s.seedLive(ctx, stop, o.Limit, &seeded)
	}
	if ctx.Err() != nil && caller.Err() == nil {
		err = runner.ErrStopping
	}
	if err != nil {
		return seeded, err
	}
	return seeded, s.recordSamples(ctx, seeded, began)
}

// add counts the outcome of a sample.
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

// seedCanned tracks the invented apps, each in its own transaction.
func (s *Service) seedCanned(ctx context.Context, seeded *Samples) error {
	for _, states := range cannedApps(seeded.Country) {
		one, err := s.seedStates(ctx, states)
		if err != nil {
			return err
		}
		seeded.add(one)
	}
	return nil
}

// seedStates stores the states of an invented app as if each had been observed at its
// time, without notifications.
func (s *Service) seedStates(ctx context.Context, states [len(sampleAges) + 1]fleet.Listing) (one Sample, err error) {
	now := s.stamp()
	id := states[0].ID
	err = s.store.Update(ctx, func(tx *storage.Tx) error {
		one = Sample{ID: id, Name: deref(states[len(states)-1].Name), Status: SampleSkipped}
		app, tracked, err := storage.Find(tx.Apps, id)
		if err != nil || tracked {
			return err
		}
		one.Status = SampleInserted
		if _, back, err := appdata.Back(tx, id); err != nil || back { // it has its states
			return err
		}
		for i, state := range states {
			at := now
			if i < len(sampleAges) {
				at = now.Add(-sampleAges[i])
			}
			seen := observation{
				listing: state, target: fleet.Target{ID: id, URL: deref(state.URL), Country: state.Country}, trigger: storage.TriggerSample, started: at,
				before: generationOf(app),
			}
			if seen.label, err = labelRead(state); err != nil {
				return err
			}
			if _, app, _, err = seen.store(tx, at); err != nil {
				return err
			}
			one.Snapshots++
		}
		return nil
	})
	return one, err
}

// seedLive tracks apps of the App Store, one at a time, until limit is reached.
func (s *Service) seedLive(ctx context.Context, stop <-chan struct{}, limit int, seeded *Samples) error {
	found, err := s.popular(ctx, seeded.Country, limit)
	if err != nil {
		return err
	}
	for _, listing := range found {
		if background.Closed(stop) {
			return runner.ErrStopping
		}
		one, err := s.seedOne(ctx, listing, seeded.Country)
		switch {
		case errors.Is(err, fleet.ErrThrottled) && seeded.Inserted == 0:
			return err
		case errors.Is(err, fleet.ErrThrottled):
			seeded.Stopped = err
			return nil
		case isScrapeError(err), errors.Is(err, fleet.ErrAddress), errors.Is(err, ErrRemoved):
			one.Status, one.Err = SampleFailed, err
		case err != nil:
			return err
		}
		seeded.add(one)
	}
	return nil
}

// seedOne tracks an app of the App Store, with earlier states equal to the current one.
func (s *Service) seedOne(ctx context.Context, found fleet.Listing, country string) (one Sample, err error) {
	one = Sample{ID: found.ID, Name: deref(found.Name), Status: SampleSkipped}
	target, err := s.sources.main().Resolve(deref(found.URL))
	if err != nil {
		return one, err
	}
	known, err := s.Apps(ctx, target.ID)
	if err != nil || len(known) > 0 {
		return one, err
	}
	target.Country = cmp.Or(target.Country, country)
	refresh, err := s.refreshJoined(ctx, target, storage.TriggerSample)
	if err != nil {
		return one, err
	}
	one.ID, one.Name = refresh.ID, refresh.Name
	if !refresh.IsNew { // it came back with its own past
		one.Status, one.Snapshots = SampleInserted, 1
		return one, nil
	}
	err = s.store.Update(ctx, func(tx *storage.Tx) error {
		one.Status, one.Snapshots = SampleInserted, 1
		newest, err := timeline.Newest(tx, target.ID)
		if err != nil || newest.ID.App == 0 { // the app was removed meanwhile
			return err
		}
		for _, age := range sampleAges {
			past := newest
			past.ID.At, past.Changed, past.Entries, past.RecordedAt = newest.ID.At.Add(-age), false, 0, newest.Recorded()
			if err := tx.Snapshots.Put(past); err != nil {
				return err
			}
			one.Snapshots++
		}
		app, err := tx.Apps.Get(target.ID)
		if err != nil {
			return err
		}
		app.SyncCount += len(sampleAges)
		app.FirstSeen = min(app.FirstSeen, newest.ID.At.Add(-sampleAges[0]))
		return tx.Apps.Put(app)
	})
	return one, err
}

// sampleWords are searched for when there is no chart.
var sampleWords = [...]string{"weather", "notes", "music", "travel", "chess"}

// popular returns popular apps.
func (s *Service) popular(ctx context.Context, country string, limit int) (found []fleet.Listing, err error) {
	limit = min(max(limit, 1), MaxSamples)
	if err := s.cooled(ctx, CooldownSearch); err != nil {
		return nil, err
	}
	source := s.sources.main()
	hasChart, searches := implements[fleet.Charter](source), implements[fleet.Searcher](source)
	if !hasChart && !searches {
		return nil, fleet.ErrNotSupported
	}
	if hasChart {
		found, err = source.Chart(ctx, fleet.Chart{Country: country, Limit: limit})
		if !searches || err == nil && len(found) > 0 || errors.Is(err, fleet.ErrThrottled) || ctx.Err() != nil {
			return found[:min(limit, len(found))], s.cool(ctx, CooldownSearch, err)
		}
	}
	known := make(map[storage.AppID]bool)
	for _, word := range sampleWords {
		listings, err := source.Search(ctx, country, word, limit)
		if err != nil {
			return nil, s.cool(ctx, CooldownSearch, err)
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

func (s *Service) recordSamples(ctx context.Context, seeded Samples, began storage.Time) error {
	status := activity.OK
	if seeded.Failed > 0 || seeded.Stopped != nil {
		status = activity.Partial
	}
	return s.store.Update(ctx, func(tx *storage.Tx) error {
		return activity.Record(tx, s.random, storage.Activity{
			Type: "reset", Status: status, StartedAt: began, EndedAt: storage.NullTime(s.stamp()),
			Summary: storage.Text(fmt.Sprintf("Put %d sample apps in", seeded.Inserted)),
			Detail: activity.Detail(map[string]any{
				"mode": "dev-seed-" + seeded.Kind, "inserted": seeded.Inserted, "skipped": seeded.Skipped, "errored": seeded.Failed, "country": seeded.Country,
			}),
		})
	})
}
