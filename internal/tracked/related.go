package tracked

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/keylock"
	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/storage"
)

// RelatedMode is a source of related apps.
type RelatedMode string

// The modes.
const (
	TopInCategory RelatedMode = "top_in_category" // in the chart of the app's genre
	MayAlsoLike   RelatedMode = "may_also_like"   // on the app's page, when it was last read
)

// MaxRelated is how many apps [Service.Related] returns at most.
const MaxRelated = 10

// relatedTimeout limits a request for related apps, including its time in the queue.
// They are only suggestions.
const relatedTimeout = 12 * time.Second

// NotScrapedYet is the Reason of [RelatedApps] when the app's page showed none.
const NotScrapedYet = "not_scraped_yet"

// RelatedApps are App Store apps related to a tracked one.
type RelatedApps struct {
	Mode       RelatedMode    `json:"mode"`             // how the apps are related to the tracked one
	GenreID    *int64         `json:"genreId"`          // the genre whose chart is shown; null: not known
	GenreName  storage.Text   `json:"genreName"`        // the name of that genre; null: not known
	Free       *bool          `json:"free"`             // whether it is the chart of free apps; null: not known
	Candidates []RelatedEntry `json:"candidates"`       // the related apps
	Reason     string         `json:"reason,omitempty"` // why there are no apps; missing: there are some
	SourceURL  string         `json:"sourceAppUrl"`     // the URL of the tracked app's page
}

// RelatedEntry is a related app.
type RelatedEntry struct {
	ID        storage.AppID `json:"appleId"`   // the ID of the app in the App Store
	Name      string        `json:"name"`      // the name
	Developer storage.Text  `json:"developer"` // the developer of the app; null: not known
	IconURL   storage.Text  `json:"iconUrl"`   // the URL of the icon; null: not known
	URL       string        `json:"url"`       // the URL
}

// Related returns up to limit apps related to a tracked one, at most [MaxRelated]. If the
// App Store fails, the result is incomplete and there is no error. The error wraps
// storage.ErrNotFound if the app is not tracked, or is that of the database or the context.
func (s *Service) Related(ctx context.Context, id storage.AppID, mode RelatedMode, limit int) (RelatedApps, error) {
	related := RelatedApps{Mode: mode, Candidates: []RelatedEntry{}}
	limit = min(limit, MaxRelated)
	var app storage.App
	var shown []storage.RelatedApp
	err := s.store.View(ctx, func(tx *storage.Tx) (err error) {
		if app, err = tx.Apps.Get(id); err != nil || mode != MayAlsoLike {
			return err
		}
		shown, err = storage.Collect(tx.RelatedApps.List(storage.RelatedQuery{App: id, Shelf: storage.ShelfMayAlsoLike, Limit: limit}))
		return err
	})
	if err != nil {
		return related, err
	}
	related.SourceURL = app.URL
	if mode == MayAlsoLike {
		for _, r := range shown {
			related.Candidates = append(related.Candidates, RelatedEntry{r.Related, r.Name, r.Developer, r.IconURL, r.URL})
		}
		if len(shown) == 0 {
			related.Reason = NotScrapedYet
		}
		return related, nil
	}
	work, _, leave, ok := s.work.Join(ctx)
	if !ok { // the service is stopping
		return related, nil
	}
	defer leave()
	asking, cancel := context.WithTimeout(work, relatedTimeout)
	defer cancel()
	s.charted(asking, app, &related, limit)
	return related, ctx.Err()
}

// charted adds the apps in the chart of an app's genre. If the App Store fails, the result
// is incomplete.
func (s *Service) charted(ctx context.Context, app storage.App, related *RelatedApps, limit int) {
	country, err := s.Country(ctx)
	if err != nil {
		return
	}
	genre, name, price := app.GenreID, app.GenreName, app.PriceAmount
	if genre == nil || price == nil {
		found := s.lookUp(ctx, country, app)
		if genre == nil && found.GenreID != nil {
			genre, name = found.GenreID, storage.Text(deref(found.GenreName))
		}
		if price == nil {
			price = found.PriceAmount
		}
	}
	if genre == nil {
		return
	}
	free := price == nil || *price <= 0
	related.GenreID, related.GenreName, related.Free = genre, name, &free
	for _, listing := range s.charts.get(ctx, s, chartKey{string(app.Source), fleet.Chart{Country: country, Genre: *genre, Paid: !free, Limit: chartDepth}}) {
		if listing.ID == app.ID || deref(listing.Name) == "" || deref(listing.URL) == "" {
			continue
		}
		if len(related.Candidates) >= limit {
			break
		}
		related.Candidates = append(related.Candidates, RelatedEntry{
			listing.ID, deref(listing.Name), storage.Text(deref(listing.Developer)), storage.Text(deref(listing.IconURL)), deref(listing.URL),
		})
	}
}

// lookUp returns the listing of one app in the lookup API, empty when it has none.
func (s *Service) lookUp(ctx context.Context, country string, app storage.App) fleet.Listing {
	source := s.sources.main()
	if !implements[fleet.Lookuper](source) || app.Source != "" || s.cooled(ctx, CooldownSearch) != nil { // the IDs of other sources mean nothing to the lookup API
		return fleet.Listing{}
	}
	found, err := source.Lookup(ctx, country, []storage.AppID{app.ID})
	s.forgive(ctx, CooldownSearch, err)
	for _, listing := range found {
		if listing.ID == app.ID {
			return listing
		}
	}
	return fleet.Listing{}
}

// forgive logs an error of a source and drops it. If the source is rate limiting, it starts
// the cooldown of the category.
func (s *Service) forgive(ctx context.Context, category string, err error) {
	if err = s.cool(ctx, category, err); err != nil && !errors.Is(err, context.Canceled) {
		s.log.InfoContext(ctx, "related apps not fetched", "error", err)
	}
}

const (
	// chartDepth is the number of apps that are requested of a chart.
	chartDepth = 50
	// chartLasts is how long a chart is cached, in milliseconds. The App Store updates
	// its charts a few times a day.
	chartLasts = 60 * 60 * 1000
	// maxCharts is the maximum number of cached charts.
	maxCharts = 64
)

// charts caches charts of the App Store. The zero value is ready to use.
type charts struct {
	asking keylock.Locks // by pace.Class, allows one request for charts at a time in each class

	mu    sync.Mutex
	known map[chartKey]knownChart
}

// chartKey identifies a chart of a source.
type chartKey struct {
	source string
	fleet.Chart
}

type knownChart struct {
	apps  []fleet.Listing
	until storage.Time
}

// get returns a chart, or an empty list if its source fails. The caller must not change the
// result.
func (c *charts) get(ctx context.Context, l *Service, chart chartKey) []fleet.Listing {
	source, err := l.sources.named(chart.source)
	if err != nil || !implements[fleet.Charter](source) {
		return nil
	}
	if apps, ok := c.recall(chart, l.stamp()); ok {
		return apps
	}
	// An urgent request must not wait behind a background one.
	end, err := c.asking.Lock(ctx, pace.Of(ctx))
	if err != nil {
		return nil
	}
	defer end()
	if apps, ok := c.recall(chart, l.stamp()); ok { // another request stored it meanwhile
		return apps
	}
	category := categoryOf(CooldownSearch, chart.source)
	if l.cooled(ctx, category) != nil {
		return nil
	}
	apps, err := source.Chart(ctx, chart.Chart)
	if err == nil {
		apps, err = l.numberAll(ctx, chart.source, apps)
	}
	if err != nil {
		l.forgive(ctx, category, err)
		return nil
	}
	c.remember(chart, knownChart{apps, l.stamp() + chartLasts})
	return apps
}

func (c *charts) recall(chart chartKey, now storage.Time) ([]fleet.Listing, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known, ok := c.known[chart]
	if !ok || known.until <= now {
		return nil, false
	}
	return known.apps, true
}

// remember caches a chart. When the cache is full, the oldest entry is replaced.
func (c *charts) remember(chart chartKey, k knownChart) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil {
		c.known = make(map[chartKey]knownChart)
	}
	if _, there := c.known[chart]; !there && len(c.known) >= maxCharts {
		oldest := chart
		first := k.until
		for other, known := range c.known {
			if known.until <= first {
				oldest, first = other, known.until
			}
		}
		delete(c.known, oldest)
	}
	c.known[chart] = k
}
