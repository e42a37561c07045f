package fleet

import (
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// RelatedMode is where apps beside another are looked for.
type RelatedMode string

// The modes.
const (
	TopInCategory RelatedMode = "top_in_category" // in the chart of its genre
	MayAlsoLike   RelatedMode = "may_also_like"   // where the store showed them, when the app was read
)

// MaxRelated is how many apps [Library.Related] returns at most.
const MaxRelated = 10

// relatedPatience is how long the store may take to answer whoever waits for
// apps that are merely suggested, its turn among other requests included.
const relatedPatience = 12 * time.Second

// NotScrapedYet is why [RelatedApps] are none, when the page of the app showed none.
const NotScrapedYet = "not_scraped_yet"

// RelatedApps are apps of the store beside a tracked one.
type RelatedApps struct {
	Mode       RelatedMode    `json:"mode"`
	GenreID    *int64         `json:"genreId"`   // with TopInCategory, when it is known
	GenreName  storage.Text   `json:"genreName"` // likewise
	Free       *bool          `json:"free"`      // likewise: whether the chart is that of apps without a price
	Candidates []RelatedEntry `json:"candidates"`
	Reason     string         `json:"reason,omitempty"` // why there are none: NotScrapedYet, or empty
	SourceURL  string         `json:"sourceAppUrl"`
}

// RelatedEntry is one of them.
type RelatedEntry struct {
	ID        storage.AppID `json:"appleId"`
	Name      string        `json:"name"`
	Developer storage.Text  `json:"developer"`
	IconURL   storage.Text  `json:"iconUrl"`
	URL       string        `json:"url"`
}

// Related returns apps beside a tracked one, at most limit, and no more than
// [MaxRelated]. What the store does not tell, or cannot just now, is missing
// from the answer, and no error. The error wraps storage.ErrNotFound when the app
// is not tracked, or is the store's or the context's.
func (l *Library) Related(ctx context.Context, id storage.AppID, mode RelatedMode, limit int) (RelatedApps, error) {
	related := RelatedApps{Mode: mode, Candidates: []RelatedEntry{}}
	limit = min(limit, MaxRelated)
	var app storage.App
	var shown []storage.RelatedApp
	err := l.store.View(ctx, func(tx storage.Tx) (err error) {
		if app, err = tx.Apps().Get(id); err != nil || mode != MayAlsoLike {
			return err
		}
		shown, err = storage.Collect(tx.RelatedApps().List(storage.RelatedQuery{App: id, Shelf: storage.ShelfMayAlsoLike, Limit: limit}))
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
	work, _, leave, ok := l.work.Join(ctx)
	if !ok { // the service ends: it asks nobody any more
		return related, nil
	}
	defer leave()
	asking, cancel := context.WithTimeout(work, relatedPatience)
	defer cancel()
	l.charted(asking, app, &related, limit)
	return related, ctx.Err()
}

// charted fills in what the chart of an app's genre holds. A fault of the store
// leaves things out.
func (l *Library) charted(ctx context.Context, app storage.App, related *RelatedApps, limit int) {
	country, err := l.Country(ctx)
	if err != nil {
		return
	}
	genre, name, price := app.GenreID, app.GenreName, app.PriceAmount
	if genre == nil || price == nil {
		found := l.lookUp(ctx, country, app.ID)
		if genre == nil && found.GenreID != nil {
			genre, name = found.GenreID, storage.Text(said(found.GenreName))
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
	for _, listing := range l.charts.get(ctx, l, Chart{Country: country, Genre: *genre, Paid: !free, Limit: chartDepth}) {
		if listing.ID == app.ID || said(listing.Name) == "" || said(listing.URL) == "" {
			continue
		}
		if len(related.Candidates) >= limit {
			break
		}
		related.Candidates = append(related.Candidates, RelatedEntry{
			listing.ID, said(listing.Name), storage.Text(said(listing.Developer)), storage.Text(said(listing.IconURL)), said(listing.URL),
		})
	}
}

// lookUp returns what the store's lookup says of one app, an empty listing when
// it says nothing.
func (l *Library) lookUp(ctx context.Context, country string, id storage.AppID) Listing {
	lookuper, ok := l.scraper.(Lookuper)
	if !ok || l.cooled(ctx, CooldownSearch) != nil {
		return Listing{}
	}
	found, err := lookuper.Lookup(ctx, country, []storage.AppID{id})
	l.forgive(ctx, err)
	for _, listing := range found {
		if listing.ID == id {
			return listing
		}
	}
	return Listing{}
}

// forgive makes little of a fault of the store, but remembers when it asks to be
// left alone.
func (l *Library) forgive(ctx context.Context, err error) {
	if err = l.cool(ctx, CooldownSearch, err); err != nil && !errors.Is(err, context.Canceled) {
		l.log.InfoContext(ctx, "the store did not tell of related apps", "error", err)
	}
}
