package tracked

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/searchterm"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// The limits of a search.
const (
	MaxQueries    = 500  // names in one search
	MaxBundleIDs  = 1000 // bundle IDs in one search
	MaxCandidates = 5    // for each name
)

// searchAgainAfter is the delay before a search without results is repeated, because the
// App Store occasionally returns an empty list by mistake.
const searchAgainAfter = 1200 * time.Millisecond

// searchDepth is how many search results are ranked for each name.
const searchDepth = 25

// Query is an app to find by name.
type Query struct {
	Name      string `json:"name"`                // the name
	Developer string `json:"developer,omitempty"` // the developer, which ranks the candidates; empty: not known
}

// Candidate is an App Store app that may match.
type Candidate struct {
	ID storage.AppID `json:"appleId"` // the ID of the app in the App Store
	// The source that the app is from; null: the App Store.
	AppSource storage.Text `json:"appSource"`
	// The bundle ID of the app, such as net.whatsapp.WhatsApp; empty: not known.
	BundleID string `json:"bundleId"`

	Country  storage.Text     `json:"country"`  // the storefront that answered; empty: not known
	Platform storage.Platform `json:"platform"` // the platform of the app; empty: not known

	ContentRating string `json:"contentAdvisoryRating"` // the age rating as the search of the App Store has it; empty: none
	Developer     string `json:"developer"`             // the developer of the app; empty: not known
	IconURL       string `json:"iconUrl"`               // the URL of the icon; empty: not known
	Price         string `json:"price"`                 // the price as the store shows it; empty: not known
	Name          string `json:"name"`                  // the name
	SearchQuery   string `json:"searchQuery"`           // what was searched for
	URL           string `json:"url"`                   // the URL
}

// Match is the result for one name, best candidate first.
type Match struct {
	Query      string      `json:"query"`      // what is searched for
	Candidates []Candidate `json:"candidates"` // the apps that were found, best match first
}

// BundleMatch is the result for one bundle ID; Match is nil when nothing was found.
type BundleMatch struct {
	BundleID string     `json:"bundleId"` // the bundle ID of the app, such as net.whatsapp.WhatsApp
	Match    *Candidate `json:"match"`    // the app that was found; null: none
}

// Searched is the result of a search. If a source is rate limiting, RetryAfter is how long
// to wait, and Queued holds the queries that were not sent to every source, beginning with
// the one that failed.
type Searched[M, Q any] struct {
	Matches    []M
	RetryAfter time.Duration
	Queued     []Q
}

// Search finds apps by name in a storefront. Invalid and repeated names are dropped. Search
// asks each source that is a [fleet.Searcher], and interleaves their candidates, best first. A
// source that fails is ignored as long as another one answers. A source that is rate
// limiting is not asked again; the names that it was not asked for are queued. The error
// wraps [fleet.ErrNotSupported] if no source is a [fleet.Searcher].
func (s *Service) Search(caller context.Context, country string, queries []Query) (Searched[Match, Query], error) {
	done := Searched[Match, Query]{Matches: []Match{}}
	asked := s.sources.that(implements[fleet.Searcher])
	if len(asked) == 0 {
		return done, fmt.Errorf("search: %w", fleet.ErrNotSupported)
	}
	ctx, stop, leave, ok := s.work.Join(caller)
	if !ok {
		return done, runner.ErrStopping
	}
	defer leave()
	clean := cleanQueries(queries)
	for i, q := range clean {
		ranked := make([][]Candidate, 0, len(asked))
		failed := askAll(&asked, &done.RetryAfter, func(source guarded) error {
			found, err := s.searchOne(ctx, source, country, q.Name)
			if err != nil {
				return err
			}
			ranked = append(ranked, rank(q, source.name, found))
			if mac, err := s.searchMac(ctx, source, country, q.Name, found); err == nil && len(mac) > 0 {
				ranked = append(ranked, rank(q, source.name, mac))
			}
			return nil
		})
		if background.Stopped(ctx, stop) {
			return done, cmp.Or(caller.Err(), runner.ErrStopping)
		}
		if done.RetryAfter > 0 && done.Queued == nil {
			done.Queued = clean[i:]
		}
		switch {
		case len(ranked) > 0:
			done.Matches = append(done.Matches, Match{Query: q.Name, Candidates: inTurn(ranked)})
		case failed != nil:
			return done, fmt.Errorf("search for %q: %w", q.Name, failed)
		default: // all are rate limiting
			return done, nil
		}
	}
	return done, nil
}

// askAll calls ask for each source of a list. It removes the sources that are rate limiting
// from the list and raises wait to the longest time that one of them asks for. It returns the
// first error of the other sources.
func askAll(list *[]guarded, wait *time.Duration, ask func(guarded) error) (failed error) {
	left := make([]guarded, 0, len(*list))
	for _, one := range *list {
		err := ask(one)
		if longer, throttled := RetryAfter(err); throttled {
			*wait = max(*wait, longer)
			continue
		}
		left = append(left, one)
		if failed == nil {
			failed = err
		}
	}
	*list = left
	return failed
}

func (s *Service) searchOne(ctx context.Context, source guarded, country, name string) ([]fleet.Listing, error) {
	category := categoryOf(CooldownSearch, source.name)
	if err := s.cooled(ctx, category); err != nil {
		return nil, err
	}
	found, err := source.Search(ctx, country, name, searchDepth)
	if err == nil && len(found) == 0 && source.name == "" {
		select {
		case <-time.After(searchAgainAfter):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		found, err = source.Search(ctx, country, name, searchDepth)
	}
	if errors.Is(err, fleet.ErrLayout) { // the results of the other sources hide it
		s.log.WarnContext(ctx, "search not understood", "source", vocabulary.SourceTitle(source.name), "error", err)
	}
	if err != nil {
		return nil, s.cool(ctx, category, err)
	}
	return s.numberAll(ctx, source.name, found)
}

// searchMac returns the apps of the Mac that a source has for a name, other than those that it
// found already. It asks for none if one of those has just this name, or if the source does not
// list them apart.
func (s *Service) searchMac(ctx context.Context, source guarded, country, name string, found []fleet.Listing) ([]fleet.Listing, error) {
	same := func(l fleet.Listing) bool {
		return storage.SearchKey(searchterm.Clean(deref(l.Name))) == storage.SearchKey(name)
	}
	if !implements[fleet.MacSearcher](source) || slices.ContainsFunc(found, same) {
		return nil, nil
	}
	category := categoryOf(CooldownSearch, source.name)
	if err := s.cooled(ctx, category); err != nil {
		return nil, err
	}
	mac, err := source.SearchMac(ctx, country, name, searchDepth)
	if err != nil {
		return nil, s.cool(ctx, category, err)
	}
	mac, err = s.numberAll(ctx, source.name, mac)
	return slices.DeleteFunc(mac, func(l fleet.Listing) bool {
		return slices.ContainsFunc(found, func(known fleet.Listing) bool { return known.ID == l.ID })
	}), err
}

// SearchBundles finds apps by bundle ID, ignoring case, in the order of the request.
// Blank and repeated IDs are dropped; of the rest the first [MaxBundleIDs] are used. Each
// source that is a [fleet.Lookuper] is asked for the IDs that no earlier source found. Failures
// are as in [Service.Search]. The error wraps [fleet.ErrNotSupported] if no source is a
// [fleet.Lookuper].
func (s *Service) SearchBundles(caller context.Context, country string, bundleIDs []string) (Searched[BundleMatch, string], error) {
	done := Searched[BundleMatch, string]{Matches: []BundleMatch{}}
	asked := s.sources.that(implements[fleet.Lookuper])
	if len(asked) == 0 {
		return done, fmt.Errorf("search by bundle id: %w", fleet.ErrNotSupported)
	}
	ctx, stop, leave, ok := s.work.Join(caller)
	if !ok {
		return done, runner.ErrStopping
	}
	defer leave()
	ids := cleanBundleIDs(bundleIDs)
	for len(ids) > 0 && len(asked) > 0 {
		chunk := ids[:min(len(ids), 100)]
		ids = ids[len(chunk):]
		answered := false
		missing := chunk
		var matches []BundleMatch
		failed := askAll(&asked, &done.RetryAfter, func(source guarded) error {
			if len(missing) == 0 {
				return nil
			}
			found, err := s.lookupBundles(ctx, source, country, missing)
			some, left := split(missing, source.name, found)
			matches, missing, answered = append(matches, some...), left, answered || err == nil
			return err
		})
		if background.Stopped(ctx, stop) {
			return done, cmp.Or(caller.Err(), runner.ErrStopping)
		}
		if failed != nil && !answered {
			return done, fmt.Errorf("search by bundle id: %w", failed)
		}
		for _, id := range chunk { // in the order of the request
			at := slices.IndexFunc(matches, func(m BundleMatch) bool { return m.BundleID == id })
			switch {
			case at >= 0:
				done.Matches = append(done.Matches, matches[at])
			case done.RetryAfter > 0:
				done.Queued = append(done.Queued, id)
			default:
				done.Matches = append(done.Matches, BundleMatch{BundleID: id})
			}
		}
	}
	done.Queued = append(done.Queued, ids...)
	return done, nil
}

// lookupBundles returns the listings of these bundle IDs that a source has. Those found
// before an error are returned with it.
func (s *Service) lookupBundles(ctx context.Context, source guarded, country string, ids []string) ([]fleet.Listing, error) {
	category := categoryOf(CooldownSearch, source.name)
	if err := s.cooled(ctx, category); err != nil {
		return nil, err
	}
	found, err := source.LookupBundles(ctx, country, ids)
	err = s.cool(ctx, category, err)
	found, failed := s.numberAll(ctx, source.name, found)
	return found, errors.Join(err, failed)
}

// split divides ids into those that a source found and the others.
func split(ids []string, source string, found []fleet.Listing) (answered []BundleMatch, left []string) {
	for _, id := range ids {
		at := slices.IndexFunc(found, func(f fleet.Listing) bool { return strings.EqualFold(deref(f.BundleID), id) })
		if at < 0 {
			left = append(left, id)
			continue
		}
		match := candidateOf(found[at], source, id)
		answered = append(answered, BundleMatch{id, &match})
	}
	return answered, left
}

func candidateOf(f fleet.Listing, source, query string) Candidate {
	url := deref(f.URL)
	if source == "" { // in URLs of the App Store, the query is only for statistics
		url, _, _ = strings.Cut(url, "?")
		if f.Platform != "" && f.Platform != storage.PlatformIOS && url != "" {
			url += "?platform=" + string(f.Platform)
		}
	}
	return Candidate{
		ID: f.ID, AppSource: storage.Text(source), Country: storage.Text(f.Country), Platform: f.Platform, BundleID: deref(f.BundleID), ContentRating: deref(f.AgeRating), Developer: deref(f.Developer),
		IconURL: deref(f.IconURL), Price: deref(f.PriceFormatted), Name: deref(f.Name), SearchQuery: query, URL: url,
	}
}
