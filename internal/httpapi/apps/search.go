package apps

import (
	"context"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/tracked"
)

// maxSearched is the maximum number of apps in one search request. Clients must send a longer
// list in parts, so that other requests can be served in between.
const maxSearched = 100

// searchRequest has what to search for: bundleIds, or without any rows, or without any
// names.
type searchRequest struct {
	op.Waiting
	Names     []string    `json:"names" doc:"App names to search for, at most 100."`
	Rows      []searchRow `json:"rows" doc:"App names with developers, at most 100. Takes precedence over names."`
	BundleIDs []string    `json:"bundleIds" doc:"Bundle IDs to look up, at most 100. Takes precedence over rows and names."`
	Country   *string     `json:"country" doc:"The two-letter code of the storefront. Defaults to the one in the settings."`
}

type searchRow struct {
	Name      string `json:"name"`      // the name
	Developer string `json:"developer"` // the developer of the app; missing: not known
}

func (in *searchRequest) Check() error {
	if len(in.Names)+len(in.Rows)+len(in.BundleIDs) == 0 {
		return op.BadRequest("names, rows or bundleIds is missing or empty")
	}
	if max(len(in.Names), len(in.Rows), len(in.BundleIDs)) > maxSearched {
		return op.BadRequest("names, rows and bundleIds may have at most %d entries each", maxSearched)
	}
	return nil
}

// searchAnswer is what was found, and what was not searched for because the App
// Store throttles.
type searchAnswer struct {
	Results any `json:"results"` // the results, in the order of the request
	// What could not be done because the App Store is rate limiting; missing: everything was done.
	RateLimited *searchRest `json:"rateLimited,omitempty"`
}

type searchRest struct {
	// How long to wait before the next attempt, in milliseconds.
	RetryAfterMs    int64           `json:"retryAfterMs"`
	Queued          []tracked.Query `json:"queued,omitempty"`          // the queries that were not made
	QueuedBundleIDs []string        `json:"queuedBundleIds,omitempty"` // the bundle IDs that were not looked up
}

func (s appStore) search(ctx context.Context, r op.Request, in searchRequest) (any, error) {
	return in.Do(ctx, r, func(ctx context.Context, _ op.NoteFunc) (any, error) { return s.find(ctx, in) })
}

func (s appStore) find(ctx context.Context, in searchRequest) (searchAnswer, error) {
	country, err := s.country(ctx, in.Country)
	if err != nil {
		return searchAnswer{}, err
	}
	if len(in.BundleIDs) > 0 {
		found, err := s.fleet.SearchBundles(ctx, country, in.BundleIDs)
		return searchAnswerOf(found.Matches, found.RetryAfter, searchRest{QueuedBundleIDs: found.Queued}), err
	}
	var queries []tracked.Query
	for _, row := range in.Rows {
		queries = append(queries, tracked.Query(row))
	}
	if queries == nil {
		for _, name := range in.Names {
			queries = append(queries, tracked.Query{Name: name})
		}
	}
	found, err := s.fleet.Search(ctx, country, queries)
	return searchAnswerOf(found.Matches, found.RetryAfter, searchRest{Queued: found.Queued}), err
}

// country returns the storefront to search in.
func (s appStore) country(ctx context.Context, sent *string) (string, error) {
	if sent != nil {
		return settings.Country(*sent), nil
	}
	return s.fleet.Country(ctx)
}

func searchAnswerOf(results any, wait time.Duration, rest searchRest) searchAnswer {
	answer := searchAnswer{Results: results}
	if wait > 0 {
		rest.RetryAfterMs = wait.Milliseconds()
		answer.RateLimited = &rest
	}
	return answer
}
