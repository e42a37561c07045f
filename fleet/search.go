package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// ErrNotSupported says that the scraper lacks an optional power, or that there is
// no archive.
var ErrNotSupported = errors.New("not supported by this source of apps")

// What a search takes and gives at most.
const (
	MaxQueries    = 500  // names in one search
	MaxBundleIDs  = 1000 // bundle ids in one search
	MaxCandidates = 5    // for each name
)

// searchAgainAfter is how long to wait before a name that gave nothing is tried
// once more: the store's search now and then answers with an empty list.
const searchAgainAfter = 1200 * time.Millisecond

// searchDepth is how many results of the store are ranked for each name.
const searchDepth = 25

// Query is an app to be found by name.
type Query struct {
	Name      string `json:"name"`
	Developer string `json:"developer,omitempty"` // ranks candidates; empty: not known
}

// Candidate is an app of the store that may be the one meant.
type Candidate struct {
	ID            storage.AppID `json:"appleId"`
	BundleID      string        `json:"bundleId"`
	ContentRating string        `json:"contentAdvisoryRating"` // empty: none
	Developer     string        `json:"developer"`
	IconURL       string        `json:"iconUrl"`
	Name          string        `json:"name"`
	SearchQuery   string        `json:"searchQuery"`
	URL           string        `json:"url"`
}

// Match is what was found for one name, best first.
type Match struct {
	Query      string      `json:"query"`
	Candidates []Candidate `json:"candidates"`
}

// BundleMatch is what was found for one bundle id; Match is nil when nothing was.
type BundleMatch struct {
	BundleID string     `json:"bundleId"`
	Match    *Candidate `json:"match"`
}

// Searched is the part of a search that was done. When the store throttled,
// RetryAfter is how long to wait, and Queued is what is left, beginning with
// what was refused.
type Searched[M, Q any] struct {
	Matches    []M
	RetryAfter time.Duration
	Queued     []Q
}

// Search finds apps by name in a storefront; see [Country] for which. Names that
// cannot be searched for are dropped, as are repeated ones. The error wraps
// [ErrNotSupported] when the scraper is no [Searcher].
func (l *Library) Search(caller context.Context, country string, queries []Query) (Searched[Match, Query], error) {
	done := Searched[Match, Query]{Matches: []Match{}}
	searcher, ok := l.scraper.(Searcher)
	if !ok {
		return done, fmt.Errorf("search: %w", ErrNotSupported)
	}
	ctx, stop, leave, ok := l.work.Join(caller)
	if !ok {
		return done, runner.ErrStopping
	}
	defer leave()
	clean := cleanQueries(queries)
	for i, q := range clean {
		found, err := l.searchOne(ctx, searcher, country, q.Name)
		if ended(ctx, stop) {
			return done, cmp.Or(caller.Err(), runner.ErrStopping)
		}
		if wait, throttled := RetryAfter(err); throttled {
			done.RetryAfter, done.Queued = wait, clean[i:]
			return done, nil
		}
		if err != nil {
			return done, fmt.Errorf("search for %q: %w", q.Name, err)
		}
		done.Matches = append(done.Matches, Match{Query: q.Name, Candidates: rank(q, found)})
	}
	return done, nil
}

// ended says whether work should go no further.
func ended(ctx context.Context, stop <-chan struct{}) bool {
	select {
	case <-stop:
		return true
	default:
		return ctx.Err() != nil
	}
}

func (l *Library) searchOne(ctx context.Context, s Searcher, country, name string) ([]Listing, error) {
	if err := l.cooled(ctx, CooldownSearch); err != nil {
		return nil, err
	}
	found, err := s.Search(ctx, country, name, searchDepth)
	if err == nil && len(found) == 0 {
		select {
		case <-time.After(searchAgainAfter):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		found, err = s.Search(ctx, country, name, searchDepth)
	}
	return found, l.cool(ctx, CooldownSearch, err)
}

// SearchBundles finds apps by bundle id, letter case ignored, in the order
// asked. Blank and repeated ids are dropped; of the rest the first
// [MaxBundleIDs] count. The error wraps [ErrNotSupported] when the scraper is
// no [Lookuper].
func (l *Library) SearchBundles(caller context.Context, country string, bundleIDs []string) (Searched[BundleMatch, string], error) {
	done := Searched[BundleMatch, string]{Matches: []BundleMatch{}}
	lookuper, ok := l.scraper.(Lookuper)
	if !ok {
		return done, fmt.Errorf("search by bundle id: %w", ErrNotSupported)
	}
	ctx, stop, leave, ok := l.work.Join(caller)
	if !ok {
		return done, runner.ErrStopping
	}
	defer leave()
	ids := cleanBundleIDs(bundleIDs)
	for len(ids) > 0 {
		chunk := ids[:min(len(ids), 100)]
		found, err := l.lookupBundles(ctx, lookuper, country, chunk)
		if ended(ctx, stop) {
			return done, cmp.Or(caller.Err(), runner.ErrStopping)
		}
		if wait, throttled := RetryAfter(err); throttled {
			answered, left := split(chunk, found)
			done.Matches = append(done.Matches, answered...)
			done.RetryAfter, done.Queued = wait, append(left, ids[len(chunk):]...)
			return done, nil
		}
		if err != nil {
			return done, fmt.Errorf("search by bundle id: %w", err)
		}
		for _, id := range chunk {
			done.Matches = append(done.Matches, BundleMatch{BundleID: id, Match: byBundle(found, id)})
		}
		ids = ids[len(chunk):]
	}
	return done, nil
}

func (l *Library) lookupBundles(ctx context.Context, s Lookuper, country string, ids []string) ([]Listing, error) {
	if err := l.cooled(ctx, CooldownSearch); err != nil {
		return nil, err
	}
	found, err := s.LookupBundles(ctx, country, ids)
	return found, l.cool(ctx, CooldownSearch, err)
}

// split parts ids into those that were found before the store throttled and
// those of which nothing is known yet.
func split(ids []string, found []Listing) (answered []BundleMatch, left []string) {
	for _, id := range ids {
		if c := byBundle(found, id); c != nil {
			answered = append(answered, BundleMatch{BundleID: id, Match: c})
		} else {
			left = append(left, id)
		}
	}
	return answered, left
}

func byBundle(found []Listing, id string) *Candidate {
	for _, f := range found {
		if strings.EqualFold(said(f.BundleID), id) {
			c := candidateOf(f, id)
			return &c
		}
	}
	return nil
}

func candidateOf(f Listing, query string) Candidate {
	return Candidate{
		ID: f.ID, BundleID: said(f.BundleID), ContentRating: said(f.AgeRating), Developer: said(f.Developer),
		IconURL: said(f.IconURL), Name: said(f.Name), SearchQuery: query, URL: withoutQuery(said(f.URL)),
	}
}

func withoutQuery(url string) string {
	before, _, _ := strings.Cut(url, "?")
	return before
}
