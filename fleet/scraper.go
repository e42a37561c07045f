package fleet

import (
	"context"

	"github.com/privacylabels/auditor/storage"
)

// Scraper is where apps come from: it knows which addresses name an app, and
// reads what is published about one. It is safe for concurrent use.
//
// A Scraper may also be a [Lookuper], a [Searcher] and a [Charter].
type Scraper interface {
	// Resolve tells which app an address names, without asking anybody. The
	// error wraps [ErrAddress] when it names none.
	Resolve(url string) (Target, error)

	// Scrape reads what is published about the target now. The error is a
	// [*ScrapeError], or the context's.
	Scrape(ctx context.Context, target Target) (Listing, error)
}

// Target is an app to be scraped.
type Target struct {
	ID      storage.AppID
	URL     string // the address as it should be kept
	Country string // storefront to ask first, two lower-case letters; empty: the scraper's default
}

// Listing is what was published about an app at one moment. A nil member is
// something the source did not say, which is never read as a change; an empty
// one was said to be empty.
type Listing struct {
	ID        storage.AppID
	Name      *string
	URL       *string
	IconURL   *string
	BundleID  *string
	Developer *string

	// Country is the storefront that answered, two lower-case letters.
	Country string

	Version          *string
	VersionUpdatedAt *storage.Time
	WhatsNew         *string

	PriceAmount    *float64
	PriceCurrency  *string
	PriceFormatted *string
	HasIAP         *bool
	GenreID        *int64
	GenreName      *string

	AgeRating *string
	// AgeRatingSource names which of the store's answers the rating is from.
	// Ratings of two sources are on scales of their own and never compared.
	AgeRatingSource string

	PrivacyPolicyURL *string

	// Label is nil when the page was not understood or has no such section. A
	// label that says that nothing is declared is not nil.
	Label *storage.Label

	// Features are the accessibility features declared: nil when the page has
	// no such section, empty when the developer has not indicated any. App is
	// not set in them.
	Features *[]storage.Feature

	// Related are the apps shown beside this one, shelf by shelf: nil when the
	// page shows no shelf. App and ObservedAt are not set in them.
	Related *[]storage.RelatedApp

	// Extractor names what read the page, and its version.
	Extractor string

	// Page is what the page alone said, where another source completed it. What
	// only the other source says replaces what is known of the app, unless it is
	// of an older version or empty. Nil: all of this is the page's.
	Page *Listing `json:",omitempty"`
}

// Lookuper is an optional power of a [Scraper]: many apps at once, with less
// about each. What it does not find is absent from its answers, whose order
// means nothing. Errors are as those of Scrape; on one, what was found before
// is returned beside it.
type Lookuper interface {
	Lookup(ctx context.Context, country string, ids []storage.AppID) ([]Listing, error)
	LookupBundles(ctx context.Context, country string, bundleIDs []string) ([]Listing, error)
}

// Searcher is an optional power of a [Scraper]: apps by words of their name, the
// store's best match first, at most limit. Errors are as those of Scrape.
type Searcher interface {
	Search(ctx context.Context, country, term string, limit int) ([]Listing, error)
}

// Charter is an optional power of a [Scraper]: the apps that are got most, the
// first of the chart first. What the store lists there and is no app is absent.
// Errors are as those of Scrape.
type Charter interface {
	Chart(ctx context.Context, chart Chart) ([]Listing, error)
}

// Chart names a chart of the store.
type Chart struct {
	Country string // storefront, two lower-case letters; empty: the scraper's default
	Genre   int64  // genre of the apps, as in Listing.GenreID; zero: all genres
	Paid    bool   // of the apps that have a price, else of those that have none
	Limit   int    // at most so many apps; a source may give fewer
}
