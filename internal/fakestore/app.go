package fakestore

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// App is an app in the store. Zero fields are left out of its page, except the name,
// which has a default.
type App struct {
	ID        storage.AppID
	Name      string
	Slug      string // as in its address; if set, other addresses redirect to it
	Developer string
	BundleID  string

	Version  string
	Released storage.Time
	Notes    string

	// Platform is the platform of its page and its lookups; empty: it is not told. An app for the
	// Mac is found by searches for such apps only.
	Platform storage.Platform

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
	Page      []byte // if set, served unchanged instead of a page from the fields above
	Fault     Fault
}

// Format is a layout of a page.
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

// Fault is a failure of responses about an app.
type Fault struct {
	Kind Kind

	// Times is the number of requests that fail; zero: all.
	Times int

	// RetryAfter is the Retry-After header, if any.
	RetryAfter string

	// Delay is the delay of a slow response.
	Delay time.Duration
}

// Kind is a kind of fault.
type Kind string

// The kinds of fault. The first five have a status of their own; the others respond with
// 200 or a redirect.
const (
	None      Kind = ""
	Gone      Kind = "gone"      // 404
	Throttled Kind = "throttled" // 429
	Blocked   Kind = "blocked"   // 403
	Broken    Kind = "broken"    // 503
	Truncated Kind = "truncated" // the page is incomplete
	Garbage   Kind = "garbage"   // not a page
	Nothing   Kind = "nothing"   // a page of the app without a label in the usual place
	Slow      Kind = "slow"      // after Delay
	Home      Kind = "home"      // redirect to the home page
	Away      Kind = "away"      // redirect to another host
	Loop      Kind = "loop"      // redirect to itself
	OtherApp  Kind = "other app" // the page of another app
	Huge      Kind = "huge"      // larger than any page
	Deep      Kind = "deep"      // endlessly nested elements
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

// say returns a term in the language of the page.
func (a App) say(identifier, english string) string {
	if word := german()[identifier]; word != "" && strings.HasPrefix(a.language(), "de") {
		return word
	}
	return english
}
