package serving

import (
	"log/slog"
	"net/http"
	"net/url"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/fleet/playstore"
	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/fleet/wayback"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/vocabulary"
)

// Sources are where apps, their history and their policies are read from.
type Sources struct {
	Apps     fleet.Scraper
	Others   []fleet.Source // beside Apps
	Archive  archive.Archive
	Policies fetch.Fetcher
}

// Options returns the options of an auditor that reads from the sources.
func (s Sources) Options() []auditor.Option {
	options := []auditor.Option{auditor.WithScraper(s.Apps), auditor.WithArchive(s.Archive), auditor.WithPolicyFetcher(s.Policies)}
	for _, other := range s.Others {
		options = append(options, auditor.WithSource(other.Name, other.Scraper, other.Hosts...))
	}
	return options
}

// SourceConfig is what a program's settings say about the sources.
type SourceConfig struct {
	Country     string // of the storefront to ask first
	AppStoreURL string // base URL of the App Store's pages; empty: the public one
	ITunesURL   string // base URL of the App Store's lookup and search; empty: the public one
	PlayURL     string // base URL of Google Play; empty: the public one
	WaybackURL  string // base URL of the web archive; empty: the public one
	PerMinute   int    // requests a minute to each of these four; 0: chosen by each client
	// Proxy returns the proxy of a request to the App Store or the web archive; nil: none.
	Proxy func(*http.Request) (*url.URL, error)
	Log   *slog.Logger // of the sources; nil: discarded
	// OutboundAllow has the entries of auditor.WithOutboundAllow. Those for policies apply.
	OutboundAllow []string
}

// NewSources returns the App Store, Google Play, the web archive and the web.
func NewSources(c SourceConfig) (s Sources, err error) {
	if s.Apps, err = appstore.New(appstore.Config{
		PagesURL: c.AppStoreURL, LookupURL: c.ITunesURL, Country: c.Country, Proxy: c.Proxy, PerMinute: c.PerMinute,
	}); err != nil {
		return Sources{}, err
	}
	play, err := playstore.Source(playstore.Config{BaseURL: c.PlayURL, Proxy: c.Proxy, PerMinute: c.PerMinute, Log: c.Log})
	if err != nil {
		return Sources{}, err
	}
	s.Others = []fleet.Source{play}
	archive, err := wayback.New(wayback.Config{
		Parse: appstore.Parse, Pages: map[string]wayback.Pages{vocabulary.Play: playstore.Archived{}}, BaseURL: c.WaybackURL, Proxy: c.Proxy, PerMinute: c.PerMinute,
	})
	if err != nil {
		return Sources{}, err
	}
	s.Archive = archive
	if s.Policies, err = fetch.New(fetch.Config{Allowed: netguard.AllowedFor(netguard.Policies, c.OutboundAllow), Archive: archive}); err != nil {
		return Sources{}, err
	}
	return s, nil
}
