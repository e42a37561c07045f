package fakestore

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// App is an app of the store. Zero members are left out of its page, but for
// the name, which is made up.
type App struct {
	ID        storage.AppID
	Name      string
	Slug      string // as in its address; when set, a page under another is redirected
	Developer string
	BundleID  string

	Version  string
	Released storage.Time
	Notes    string

	Price     float64
	HasIAP    *bool
	Genre     string
	GenreID   int64
	AgeRating string
	PolicyURL string

	Label    *storage.Label     // nil: no privacy section
	Features *[]storage.Feature // nil: no accessibility section
	Related  []storage.RelatedApp

	Countries []string // storefronts that list it; none: all
	Format    Format
	Language  string // of its page: en-US unless set, or de-DE
	Page      []byte // served as it is, in place of all above
	Fault     Fault
}

// Format is where a page has its facts.
type Format string

// The formats, newest first.
const (
	Island      Format = ""             // JSON island, since November 2025
	IslandArray Format = "island array" // the same without an object around it
	MediaAPI    Format = "media api"    // box of cached answers, from late 2021
	Ember       Format = "ember"        // box of records by app, 2021
	EmberList   Format = "ember list"   // box that holds other apps only, and cards, 2021
	Cards       Format = "cards"        // markup alone
)

// Fault is what is wrong with the answers about an app.
type Fault struct {
	Kind Kind

	// Times is how many requests it lasts; zero: for good.
	Times int

	// RetryAfter is the header of that name, where there is one.
	RetryAfter string

	// Delay is how long a slow answer takes.
	Delay time.Duration
}

// Kind is a kind of fault.
type Kind string

// The kinds of fault. The answers of the first five have a status of their own,
// those of the others are 200 or a redirect.
const (
	None      Kind = ""
	Gone      Kind = "gone"      // 404
	Throttled Kind = "throttled" // 429
	Blocked   Kind = "blocked"   // 403
	Broken    Kind = "broken"    // 503
	Truncated Kind = "truncated" // the page ends in the middle
	Garbage   Kind = "garbage"   // no page at all
	Nothing   Kind = "nothing"   // a page of the app whose label is not where it was
	Slow      Kind = "slow"      // after Delay
	Home      Kind = "home"      // redirected to the store's home
	Away      Kind = "away"      // redirected to another host
	Loop      Kind = "loop"      // redirected to itself
	OtherApp  Kind = "other app" // the page of another app
	Huge      Kind = "huge"      // more than any page
	Deep      Kind = "deep"      // elements in elements without end
)

func (a App) name() string { return cmp.Or(a.Name, fmt.Sprintf("App %d", a.ID)) }

func (a App) slug() string { return cmp.Or(a.Slug, "app") }

func (a App) url(country string) string {
	return fmt.Sprintf("https://apps.apple.com/%s/app/%s/id%d", country, a.slug(), a.ID)
}

func (a App) listed(country string) bool {
	return len(a.Countries) == 0 || slices.Contains(a.Countries, country)
}

func (a App) language() string { return cmp.Or(a.Language, "en-US") }

// say returns a word of the vocabulary in the language of the page.
func (a App) say(identifier, english string) string {
	if word := german()[identifier]; word != "" && strings.HasPrefix(a.language(), "de") {
		return word
	}
	return english
}
