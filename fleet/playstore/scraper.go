package playstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/internal/host"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/storeaddress"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

const (
	// Host is the host of Google Play's pages.
	Host = "play.google.com"

	defaultURL = "https://" + Host
	// perMinute is the pace at first, and fastest the one that it may reach.
	perMinute = 20
	fastest   = 60

	timeout      = 20 * time.Second
	maxRedirects = 3
	maxResults   = 50

	// detailsEvery is how often the details page of an app is asked for.
	detailsEvery = 24 * time.Hour
	// maxRemembered is how many apps are remembered for that.
	maxRemembered = 16384
	// maxLogged is how many unknown words are logged, each once.
	maxLogged = 256
)

// Config configures a [Scraper]. The zero value is ready.
type Config struct {
	// BaseURL is the base URL of all pages, for a mirror or a test. It may be on loopback. URLs of
	// apps still name Google Play. Default: https://play.google.com.
	BaseURL string

	// HTTPClient makes the requests, with its redirect policy replaced. Nil: one that connects only
	// to public addresses and to the host of the base URL.
	HTTPClient *http.Client

	// Proxy returns the proxy of a request, nil for none. It has no effect with HTTPClient.
	Proxy func(*http.Request) (*url.URL, error)

	Now func() time.Time // the clock. Nil: time.Now

	// PerMinute is the highest pace in requests a minute. Zero: from 20 to 60, as Google Play
	// answers.
	PerMinute int

	Log *slog.Logger // for words that are not known. Nil: discarded
}

// Scraper reads apps from Google Play. It is safe for concurrent use, and paces the requests of all
// its users together.
type Scraper struct {
	host *host.Host
	now  func() time.Time
	log  *slog.Logger

	mu      sync.Mutex
	details map[string]time.Time // when the details page of an app was last read
	logged  map[string]bool
}

var (
	_ fleet.Scraper = (*Scraper)(nil)
	_ fleet.Namer   = (*Scraper)(nil)
)

// Source returns the source of Google Play's apps: a [Searcher] if the configuration has a base URL.
func Source(c Config) (fleet.Source, error) {
	s, err := New(c)
	if err != nil {
		return fleet.Source{}, err
	}
	source := fleet.Source{Name: vocabulary.Play, Hosts: []string{Host}, Scraper: s}
	if c.BaseURL != "" {
		source.Scraper = Searcher{s}
	}
	return source, nil
}

// New returns a scraper. It makes no request.
func New(c Config) (*Scraper, error) {
	base, err := netguard.ParseURL(cmp.Or(c.BaseURL, defaultURL))
	if err == nil && (base.RawQuery != "" || base.Fragment != "") {
		err = errors.New("it must have no query and no fragment")
	}
	if err != nil {
		return nil, fmt.Errorf("the URL of Google Play: %w", err)
	}
	if c.PerMinute < 0 {
		return nil, fmt.Errorf("a pace of %d requests a minute is less than 1", c.PerMinute)
	}
	if c.HTTPClient == nil {
		guard, err := netguard.New(netguard.WithBaseURL(base.String()), netguard.WithProxy(c.Proxy))
		if err != nil {
			return nil, err
		}
		c.HTTPClient = guard.Client(0) // each request has its own deadline
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	first, most := perMinute, cmp.Or(c.PerMinute, fastest)
	if c.PerMinute > 0 {
		first = c.PerMinute
	}
	pages := host.New(host.Config{
		Base: base, Client: c.HTTPClient, Now: c.Now,
		Interval: time.Minute / time.Duration(first), Burst: max(1, first/5), Fastest: time.Minute / time.Duration(most),
	})
	return &Scraper{
		host: pages, now: c.Now, log: cmp.Or(c.Log, slog.New(slog.DiscardHandler)),
		details: make(map[string]time.Time), logged: make(map[string]bool),
	}, nil
}

// address returns the URL of an app.
func address(name string) string { return defaultURL + "/store/apps/details?id=" + name }

// Resolve accepts the URLs of pages that details and datasafety name, with any further parameters.
func (s *Scraper) Resolve(raw string) (fleet.Target, error) {
	u, err := netguard.ParseURL(raw)
	if err != nil {
		return fleet.Target{}, err
	}
	if !strings.EqualFold(u.Hostname(), Host) {
		return fleet.Target{}, fmt.Errorf("the host %.80q is not Google Play's", u.Host)
	}
	name, ok := storeaddress.ParsePlay(u)
	if !ok {
		return fleet.Target{}, errors.New("it is not the page of an app, which is /store/apps/details?id= and the name of its package")
	}
	if !storage.IsPackage(name) {
		return fleet.Target{}, errors.New("its id is not the name of a package, such as org.example.app")
	}
	return fleet.Target{Identifier: name, URL: address(name)}, nil
}

// Address implements [fleet.Namer]: it accepts the name of a package, a link that opens Google Play, and a URL
// without its scheme.
func (s *Scraper) Address(name string) (string, bool) {
	if page, ok := storeaddress.OnPlay(name); ok {
		t, err := s.Resolve(page)
		return t.URL, err == nil
	}
	return address(name), storage.IsPackage(name)
}

// Scrape reads the pages of an app, see the package.
func (s *Scraper) Scrape(ctx context.Context, target fleet.Target) (fleet.Listing, error) {
	name := target.Identifier
	if t, err := s.Resolve(target.URL); err == nil {
		name = t.Identifier
	}
	if !storage.IsPackage(name) {
		return fleet.Listing{}, &fleet.ScrapeError{Cause: fleet.ErrAddress, Err: errors.New("no name of a package")}
	}
	page, err := s.get(ctx, "datasafety", url.Values{"id": {name}, "hl": {"en"}})
	if err != nil {
		return fleet.Listing{}, err
	}
	l, unknown, err := parse(page.Body, name)
	s.report(ctx, name, unknown)
	if errors.Is(err, fleet.ErrThrottled) {
		err = s.host.Throttled(errWall)
	}
	if err != nil {
		return fleet.Listing{}, err
	}
	l.Read = page.Read()
	l.ID, l.BundleID, l.URL = target.ID, &name, new(address(name))
	s.complete(ctx, name, &l)
	return l, nil
}

// complete adds the facts of the details page, unless it was read a short time ago or Google Play
// is rate limiting. A failure is ignored: the other page is enough.
func (s *Scraper) complete(ctx context.Context, name string, l *fleet.Listing) {
	if !s.due(name) || s.host.Resting() {
		return
	}
	page, err := s.get(ctx, "details", url.Values{"id": {name}, "hl": {"en"}})
	if err == nil {
		err = parseDetails(l, page.Body, name)
	}
	if err == nil {
		s.remember(name)
	}
}

// due reports whether the details page of an app is to be read.
func (s *Scraper) due(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	read, known := s.details[name]
	return !known || s.now().Sub(read) >= detailsEvery
}

// remember records that the details page of an app was read. Of too many apps it forgets some.
func (s *Scraper) remember(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for other := range s.details {
		if len(s.details) < maxRemembered {
			break
		}
		delete(s.details, other)
	}
	s.details[name] = s.now()
}

// report logs words that are not in the vocabulary, each once.
func (s *Scraper) report(ctx context.Context, name string, words []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, word := range words {
		if !s.logged[word] && len(s.logged) < maxLogged {
			s.logged[word] = true
			s.log.WarnContext(ctx, "unknown word on Google Play", "word", word, "package", name)
		}
	}
}

// get returns a page of an app.
func (s *Scraper) get(ctx context.Context, page string, query url.Values) (host.Answer, error) {
	return s.ask(ctx, "/store/apps/"+page, query)
}

// ask returns a page, following redirects to pages of the same path.
func (s *Scraper) ask(ctx context.Context, path string, query url.Values) (host.Answer, error) {
	next := s.host.URL(path, query)
	for range maxRedirects + 1 {
		got, err := s.host.Get(ctx, next, timeout, maxPage)
		if err != nil {
			return host.Answer{}, err
		}
		if got.Location == "" {
			return got, nil
		}
		from, err := url.Parse(next)
		if err != nil {
			return host.Answer{}, notUnderstood(err)
		}
		to, err := from.Parse(got.Location)
		switch {
		case err != nil:
			return host.Answer{}, notUnderstood(errors.New("redirected to another place"))
		case isWallAddress(to.String()):
			return host.Answer{}, s.host.Throttled(errWall)
		case to.Path != from.Path || to.Query().Get("id") != query.Get("id") || to.Host != from.Host || to.Scheme != from.Scheme:
			return host.Answer{}, notUnderstood(errors.New("redirected to another place"))
		}
		next = to.String()
	}
	return host.Answer{}, &fleet.ScrapeError{Cause: fleet.ErrUnavailable, Err: fmt.Errorf("more than %d redirects", maxRedirects)}
}
