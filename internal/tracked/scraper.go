package tracked

import (
	"cmp"
	"context"
	"errors"
	"log/slog"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/panics"
	"github.com/privacylabels/auditor/storage"
)

// guarded is a source as the [Service] calls it. Its methods do not panic, and neither do
// those of the errors that they return.
type guarded struct {
	name    string // empty: the main source
	scraper fleet.Scraper
	log     *slog.Logger
}

// implements reports whether the scraper of a source implements the optional interface S.
func implements[S any](g guarded) bool {
	_, ok := g.scraper.(S)
	return ok
}

// Resolve returns an error that wraps [fleet.ErrAddress] or, if the scraper returned another
// [*fleet.ScrapeError] or panicked, that error. That of a further source is a ScrapeError.
func (g guarded) Resolve(address string) (fleet.Target, error) {
	return call(context.Background(), g, "Resolve", func() (fleet.Target, error) {
		t, err := g.scraper.Resolve(address)
		switch {
		case err == nil, isScrapeError(err), g.name == "" && errors.Is(err, fleet.ErrAddress):
		case err == fleet.ErrAddress:
			err = &fleet.ScrapeError{Cause: fleet.ErrAddress}
		default:
			err = &fleet.ScrapeError{Cause: fleet.ErrAddress, Err: err}
		}
		return t, err
	}, "url", netguard.Redact(address))
}

func (g guarded) Scrape(ctx context.Context, t fleet.Target) (fleet.Listing, error) {
	return call(ctx, g, "Scrape", func() (fleet.Listing, error) {
		listing, err := g.scraper.Scrape(ctx, t)
		listing.ID = cmp.Or(listing.ID, t.ID)
		return listing, scrapeErrorIn(ctx, err)
	}, "app_id", t.ID, "url", netguard.Redact(t.URL))
}

// Address returns false if the scraper is not a [fleet.Namer].
func (g guarded) Address(text string) (string, bool) {
	namer, ok := g.scraper.(fleet.Namer)
	if !ok {
		return "", false
	}
	address, err := call(context.Background(), g, "Address", func() (string, error) {
		address, ok := namer.Address(text)
		if !ok {
			return "", fleet.ErrAddress
		}
		return address, nil
	})
	return address, err == nil
}

// Lookup must be called only if the scraper is a [fleet.Lookuper].
func (g guarded) Lookup(ctx context.Context, country string, ids []storage.AppID) ([]fleet.Listing, error) {
	return call(ctx, g, "Lookup", func() ([]fleet.Listing, error) {
		found, err := g.scraper.(fleet.Lookuper).Lookup(ctx, country, ids)
		return found, scrapeErrorIn(ctx, err)
	})
}

// LookupBundles must be called only if the scraper is a [fleet.Lookuper].
func (g guarded) LookupBundles(ctx context.Context, country string, ids []string) ([]fleet.Listing, error) {
	return call(ctx, g, "LookupBundles", func() ([]fleet.Listing, error) {
		found, err := g.scraper.(fleet.Lookuper).LookupBundles(ctx, country, ids)
		return found, scrapeErrorIn(ctx, err)
	})
}

// Search must be called only if the scraper is a [fleet.Searcher].
func (g guarded) Search(ctx context.Context, country, term string, limit int) ([]fleet.Listing, error) {
	return call(ctx, g, "Search", func() ([]fleet.Listing, error) {
		found, err := g.scraper.(fleet.Searcher).Search(ctx, country, term, limit)
		return found, scrapeErrorIn(ctx, err)
	})
}

// SearchMac must be called only if the scraper is a [fleet.MacSearcher].
func (g guarded) SearchMac(ctx context.Context, country, term string, limit int) ([]fleet.Listing, error) {
	return call(ctx, g, "SearchMac", func() ([]fleet.Listing, error) {
		found, err := g.scraper.(fleet.MacSearcher).SearchMac(ctx, country, term, limit)
		return found, scrapeErrorIn(ctx, err)
	})
}

// Chart must be called only if the scraper is a [fleet.Charter].
func (g guarded) Chart(ctx context.Context, chart fleet.Chart) ([]fleet.Listing, error) {
	return call(ctx, g, "Chart", func() ([]fleet.Listing, error) {
		found, err := g.scraper.(fleet.Charter).Chart(ctx, chart)
		return found, scrapeErrorIn(ctx, err)
	})
}

// call calls a method of a scraper and recovers from its panics, because neither the content
// of a page nor a mistake in one source must end the process or the work on other sources.
func call[T any](ctx context.Context, g guarded, name string, method func() (T, error), about ...any) (result T, err error) {
	broken := &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: errors.New("the scraper panicked"), Source: g.name}
	defer panics.Catch(ctx, g.log, &err, broken, "scraper panicked", append(about, "source", g.name, "method", name)...)
	got, failed := method()
	return got, ofSource(g.name, readable(failed))
}

// readable returns the error of a scraper. It panics if a method of the error does, for
// example that of a nil pointer: callers read the error where nothing recovers from that.
func readable(err error) error {
	if err == nil {
		return nil
	}
	if scrape, ok := errors.AsType[*fleet.ScrapeError](err); ok && scrape == nil {
		err = &fleet.ScrapeError{Cause: fleet.ErrUnavailable, Err: errors.New("the scraper returned a nil *fleet.ScrapeError as its error, instead of nil")}
	}
	_ = err.Error()
	_ = errors.Is(err, errAnyOther) // visits all errors that err wraps
	_ = codeOf(err)
	return err
}

// errAnyOther is wrapped by no error.
var errAnyOther = errors.New("no error")
