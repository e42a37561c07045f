package fleet

import (
	"context"

	"github.com/privacylabels/auditor/storage"
)

// Scraper reads apps from a source: it resolves addresses to apps and reads what is
// published about them. It must be safe for concurrent use.
//
// A Scraper may also be a [Lookuper], a [Searcher], a [MacSearcher] and a [Charter].
//
// The service recovers from panics of all these methods, and of the methods of the errors
// that they return: it logs the panic and treats it as [ErrLayout] of that one source. A
// search ignores a source that fails as long as another one answers, and a request to track apps
// and a sync continue with the other apps.
type Scraper interface {
	// Resolve returns the app that a URL names, without a request. The error wraps
	// [ErrAddress] if it names none; any error but a [*ScrapeError] is treated so. If the
	// source does not identify apps by numbers, the target has an Identifier and no ID; the
	// Identifier must be the same for all URLs of an app. The URL of the target must itself
	// resolve to the app.
	Resolve(url string) (Target, error)

	// Scrape reads what is currently published about the target. The listing has the ID of
	// the target, or none, which means the same. The error is a [*ScrapeError] or that of the context. Any other error is
	// treated as a ScrapeError whose cause is the one that it wraps, or [ErrUnavailable].
	//
	// Scrape must return when the context ends, since a service that stops waits for it.
	Scrape(ctx context.Context, target Target) (Listing, error)
}

// Target is an app to be scraped.
type Target struct {
	ID         storage.AppID
	Identifier string // in the source, if that is not a number: UTF-8 of at most [storage.MaxIdentifier] bytes
	Source     string // name of the source, set by the service; empty: the main one

	URL string // the address to store
	// OtherURLs are further addresses of its page, such as those under earlier names. Only a
	// web archive is asked for them.
	OtherURLs []string
	Country   string // storefront to ask first, two lower-case letters; empty: the scraper's default

	// OnlyCountry restricts the request to the storefront of Country. The service sets it
	// for an app that it tracks in Country, because what another storefront shows is not a
	// state of that app.
	OnlyCountry bool
}

// Listing is what was published about an app at one time. A nil field was not returned by
// the source and never counts as a change. An empty field was returned as empty.
//
// Values that cannot be true are ignored: negative numbers and times, whole numbers above
// 2^53, and an icon or a policy whose URL runs a script or holds the content (data:).
type Listing struct {
	ID         storage.AppID // zero: that of the target of Scrape
	Identifier string        // as in Target, of a listing that was found by Lookup, Search or Chart

	Name      *string
	URL       *string
	IconURL   *string
	BundleID  *string
	Developer *string

	LegalEntity *string `json:",omitempty"` // the name of the company or person behind the developer
	Installs    *string `json:",omitempty"` // how often the app was installed, such as "1,000,000+"

	// Country is the storefront that answered, two lower-case letters.
	Country string
	// Platform is the platform that the facts are of; empty: not known. Facts of another
	// platform than that of a tracked app are not facts about it.
	Platform storage.Platform

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
	// AgeRatingValue is a number for the rating that depends on neither the language nor
	// the storefront's scale. It belongs to AgeRating.
	AgeRatingValue *int64
	// AgeRatingSource names the response that the rating is from. Ratings of different
	// sources use different scales and are never compared.
	AgeRatingSource string
	// AgeRatingLanguage is the language of the rating's text, as a BCP 47 tag.
	AgeRatingLanguage string

	// AgeRatingDescriptors are the reasons for the rating.
	AgeRatingDescriptors *storage.RatingDescriptors

	// BackgroundLocation is whether the app may use the location in the background.
	BackgroundLocation *bool

	// PrivacyPolicyURL is empty if the page has no link to a policy, and nil if it does not
	// tell.
	PrivacyPolicyURL *string

	// Label is nil when the page was not understood or has no such section. A label that
	// declares no data is not nil.
	Label *storage.Label

	// Features are the declared accessibility features: nil when the page has no such
	// section, empty when the developer has not indicated any, or that there are none.
	// Their App is not set.
	Features *[]storage.Feature

	// Accessibility distinguishes the two meanings of empty Features. It is nil if it is not
	// known which of them applies.
	Accessibility *storage.Accessibility

	// Related are the apps shown on the page, shelf by shelf: nil when it shows no
	// shelf. Their App and ObservedAt are not set.
	Related *[]storage.RelatedApp

	// Extractor names the parser of the page and its version.
	Extractor string

	// Read is what identifies the page, as evidence of what it showed; zero: nothing is known.
	Read storage.PageRead `json:",omitzero"`

	// Page is what the page alone showed, if another source completed the listing. Values
	// that only the other source has replace the known ones, unless they are empty or of an
	// older version. Nil: everything is from the page.
	Page *Listing `json:",omitempty"`
}

// Namer is an optional interface of a [Scraper] whose apps have names that are no URLs, such as the
// names of packages.
type Namer interface {
	// Address returns the URL of the app that a text names, and whether it has the form of such a
	// name. It makes no request.
	Address(name string) (url string, ok bool)
}

// Lookuper is an optional interface of a [Scraper] that reads many apps at once, with
// fewer fields. Unknown apps are missing from the result, whose order is undefined. The
// error is as in Scrape; apps that were found before it are returned with it.
type Lookuper interface {
	Lookup(ctx context.Context, country string, ids []storage.AppID) ([]Listing, error)
	LookupBundles(ctx context.Context, country string, bundleIDs []string) ([]Listing, error)
}

// Searcher is an optional interface of a [Scraper] that searches apps by name. It
// returns at most limit apps, best match first. The error is as in Scrape.
type Searcher interface {
	Search(ctx context.Context, country, term string, limit int) ([]Listing, error)
}

// MacSearcher is an optional interface of a [Searcher] that finds apps of the Mac apart from
// others. The service asks it for a name that no other app fits.
type MacSearcher interface {
	SearchMac(ctx context.Context, country, term string, limit int) ([]Listing, error)
}

// Charter is an optional interface of a [Scraper] that reads charts, the most popular
// app first. Entries that are not apps are left out. The error is as in Scrape.
type Charter interface {
	Chart(ctx context.Context, chart Chart) ([]Listing, error)
}

// Chart identifies a chart of the App Store.
type Chart struct {
	Country string // storefront, two lower-case letters; empty: the scraper's default
	Genre   int64  // genre of the apps, as in Listing.GenreID; zero: all genres
	Paid    bool   // of apps with a price; false: of free apps
	Limit   int    // maximum number of apps
}
