package httpapi

import (
	"context"
	"time"

	"github.com/privacylabels/auditor/fleet"
)

// maxSearched is how many apps one search asks for. A list that is longer is sent
// in parts, between which other requests get their turn.
const maxSearched = 100

// searchRequest is POST /api/search. What stands first counts: bundle ids,
// rows, names.
type searchRequest struct {
	Names     []string      `json:"names"`
	Rows      []fleet.Query `json:"rows"`
	BundleIDs []string      `json:"bundleIds"`
	Country   *string       `json:"country"`
}

func (in *searchRequest) decode(r *request) error {
	if err := r.object(in); err != nil {
		return err
	}
	if len(in.Names)+len(in.Rows)+len(in.BundleIDs) == 0 {
		return badRequest("names, rows or bundleIds must be a list of what to search for")
	}
	if max(len(in.Names), len(in.Rows), len(in.BundleIDs)) > maxSearched {
		return badRequest("names, rows and bundleIds take at most %d entries each", maxSearched)
	}
	return nil
}

// searchAnswer is what was found, and what is left when the store throttled.
type searchAnswer struct {
	Results     any         `json:"results"`
	RateLimited *searchRest `json:"rateLimited,omitempty"`
}

type searchRest struct {
	RetryAfterMs    int64         `json:"retryAfterMs"`
	Queued          []fleet.Query `json:"queued,omitempty"`
	QueuedBundleIDs []string      `json:"queuedBundleIds,omitempty"`
}

// search answers "POST /api/search".
func (a *API) search(ctx context.Context, in searchRequest) (searchAnswer, error) {
	country, err := a.searchedCountry(ctx, in.Country)
	if err != nil {
		return searchAnswer{}, err
	}
	if len(in.BundleIDs) > 0 {
		found, err := a.cfg.Fleet.SearchBundles(ctx, country, in.BundleIDs)
		return searchAnswerOf(found.Matches, found.RetryAfter, searchRest{QueuedBundleIDs: found.Queued}), err
	}
	queries := in.Rows
	if len(queries) == 0 {
		for _, name := range in.Names {
			queries = append(queries, fleet.Query{Name: name})
		}
	}
	found, err := a.cfg.Fleet.Search(ctx, country, queries)
	return searchAnswerOf(found.Matches, found.RetryAfter, searchRest{Queued: found.Queued}), err
}

// searchedCountry returns the storefront to search in.
func (a *API) searchedCountry(ctx context.Context, sent *string) (string, error) {
	if sent != nil {
		return fleet.Country(*sent), nil
	}
	return a.cfg.Fleet.Country(ctx)
}

func searchAnswerOf(results any, wait time.Duration, rest searchRest) searchAnswer {
	answer := searchAnswer{Results: results}
	if wait > 0 {
		rest.RetryAfterMs = wait.Milliseconds()
		answer.RateLimited = &rest
	}
	return answer
}
