package storeaddress

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// Address is the address of the page of an app.
type Address struct {
	ID      storage.AppID
	Slug    string // as escaped in the URL; empty if there is none
	Country string // two lower-case letters, or empty
	Query   url.Values

	// URL is an https or http URL of the page, as it was written if it was one.
	URL string
}

// Hosts returns the hosts of product pages. The second one was in use before 2019.
func Hosts() []string { return []string{"apps.apple.com", "itunes.apple.com"} }

// linkHosts are further hosts of links that lead to product pages.
var linkHosts = []string{"geo.itunes.apple.com", "ax.itunes.apple.com", "buy.itunes.apple.com", "phobos.apple.com"}

// otherHosts are hosts of Apple for something else than apps.
var otherHosts = map[string]string{
	"music.apple.com": "in Apple Music", "geo.music.apple.com": "in Apple Music", "classical.music.apple.com": "in Apple Music",
	"books.apple.com": "in Apple Books", "podcasts.apple.com": "in Apple Podcasts", "tv.apple.com": "in Apple TV",
	"testflight.apple.com": "an invitation of TestFlight", "beta.itunes.apple.com": "an invitation of TestFlight",
	"appclip.apple.com": "an App Clip",
}

var (
	hostPattern = `(?:(?:(?:geo|ax|buy)\.)?itunes|apps|phobos)\.apple\.com`
	bare        = regexp.MustCompile(`^(?i:(?:` + hostPattern + otherPattern() + `)/)`)
	link        = regexp.MustCompile(`^(?i:(itms(?:-apps|-beta)?s?|macappstores?):(?://)?)`)
	within      = regexp.MustCompile(`(?i:\b(?:(?:(?:https?|itms(?:-apps)?s?|macappstores?)://)?` + hostPattern + `/|` +
		`(?:https?://)?play\.google\.com/store/apps/|market://details\?)[^\s<>"'()\[\]|]+)`)
)

// lowerID matches the ID in a path as the App Store has it.
var lowerID = regexp.MustCompile(`/id[0-9]`)

// otherPattern matches each of the other hosts.
func otherPattern() string {
	pattern := ""
	for host := range otherHosts {
		pattern += "|" + regexp.QuoteMeta(host)
	}
	return pattern
}

// Find returns the position of the first address of the App Store or of Google Play in a text, which
// may be that of something else than an app, or nil if there is none.
func Find(text string) []int {
	if !strings.Contains(text, "/") { // most names, without the expression
		return nil
	}
	for from := 0; ; {
		at := within.FindStringIndex(text[from:])
		if at == nil {
			return nil
		}
		begin, end := from+at[0], from+at[1]
		if begin > 0 && strings.IndexByte(".-@", text[begin-1]) >= 0 { // a part of another host
			from = end
			continue
		}
		if mark := strings.IndexAny(text[begin:end], "?&"); mark >= 0 && text[begin+mark] == '&' { // in the query of another address
			end = begin + mark
		}
		return []int{begin, end}
	}
}

// Is reports whether a text begins as an address of the App Store does.
func Is(text string) bool {
	if !strings.ContainsAny(text, ":/") { // most names, without the expressions
		return false
	}
	text = Trim(text)
	if bare.MatchString(text) || link.MatchString(text) {
		return true
	}
	if u, err := netguard.ParseURL(text); err == nil && (isHost(u) || otherHosts[strings.ToLower(u.Hostname())] != "") {
		return true
	}
	inner := unwrapped(text)
	_, onPlay := OnPlay(inner)
	return inner != "" && !onPlay
}

// Trim removes what copying puts around an address or ID: white space, characters that cannot
// be seen, and the angle brackets of plain text.
func Trim(text string) string {
	text = strings.TrimFunc(text, storage.Invisible)
	if inner, ok := strings.CutPrefix(text, "<"); ok && strings.HasSuffix(inner, ">") {
		text = strings.TrimFunc(inner[:len(inner)-1], storage.Invisible)
	}
	return text
}

// trimEnd removes the punctuation that a sentence has behind an address.
func trimEnd(text string) string {
	return strings.TrimRightFunc(text, func(r rune) bool { return storage.Invisible(r) || strings.ContainsRune(`.,;:!?)]}>"'`, r) })
}

// Parse reads the address of an app's page: an http or https URL, with or without its scheme,
// a link that opens the App Store, or one that another site has wrapped. The error says what else
// it is the address of.
func Parse(raw string) (Address, error) {
	text := trimEnd(Trim(raw))
	if bare.MatchString(text) {
		text = "https://" + text
	}
	scheme := ""
	if found := link.FindStringSubmatch(text); found != nil {
		scheme = strings.ToLower(found[1])
		text = "https://" + text[len(found[0]):]
	}
	u, err := netguard.ParseURL(text)
	if err != nil {
		return Address{}, err
	}
	if !isHost(u) {
		if inner := unwrapped(text); inner != "" {
			return Parse(inner)
		}
		return Address{}, otherHost(u)
	}
	a, err := ParsePath(u)
	if err != nil {
		return Address{}, err
	}
	if strings.HasPrefix(scheme, "mac") && !a.Query.Has("mt") && !a.Query.Has("platform") {
		a.Query.Set("mt", macMedia)
	}
	path := u.EscapedPath()
	usual := lowerID.MatchString(path) && (a.Slug == "" || strings.Contains(path, "/app/"))
	if a.URL = text; scheme != "" || !IsStore(u) || !usual {
		a.URL = a.page()
	}
	return a, nil
}

// macMedia is the value of mt in the query of an app for the Mac.
const macMedia = "12"

// page returns the URL of the page on the first of the hosts.
func (a Address) page() string {
	path := "/"
	if a.Country != "" {
		path += a.Country + "/"
	}
	path += "app/"
	if a.Slug != "" {
		path += a.Slug + "/"
	}
	query := url.Values{}
	for _, key := range []string{"mt", "platform"} {
		if a.Query.Has(key) {
			query.Set(key, a.Query.Get(key))
		}
	}
	page := "https://" + Hosts()[0] + path + "id" + a.ID.String()
	if len(query) > 0 {
		page += "?" + query.Encode()
	}
	return page
}

// IsStore reports whether a URL is on one of [Hosts].
func IsStore(u *url.URL) bool {
	return ownPort(u) && slices.Contains(Hosts(), strings.ToLower(u.Hostname()))
}

func isHost(u *url.URL) bool {
	return IsStore(u) || ownPort(u) && slices.Contains(linkHosts, strings.ToLower(u.Hostname()))
}

func ownPort(u *url.URL) bool {
	port := u.Port()
	return port == "" || port == "443" && u.Scheme == "https" || port == "80" && u.Scheme == "http"
}

func otherHost(u *url.URL) error {
	if where := otherHosts[strings.ToLower(u.Hostname())]; where != "" {
		if noun := kindOf(u); noun != "" && strings.HasPrefix(where, "in ") {
			where = noun + " " + where
		}
		return fmt.Errorf("it is the address of %s, not of an app", strings.TrimPrefix(where, "in "))
	}
	return fmt.Errorf("the host %.80q is not the App Store's", u.Host)
}

var (
	errNoID      = errors.New("its path has no app ID such as /id310633997")
	errInvalidID = errors.New("the app ID in its path is not valid")
)

// ParsePath reads the path and query of a product page, whatever the host. The URL of the
// address is not set.
func ParsePath(u *url.URL) (Address, error) {
	a := Address{Query: u.Query()}
	segments := segmentsOf(u)
	if IsCountry(segments[0]) {
		a.Country = strings.ToLower(segments[0])
	}
	if n := len(segments); n == 1 || segments[n-2] == "wa" {
		if what, ok := strings.CutPrefix(strings.ToLower(segments[n-1]), "view"); ok {
			return a.view(what)
		}
	}
	if noun := kindOf(u); noun != "" {
		return Address{}, fmt.Errorf("it is the page of %s, not of an app", noun)
	}

	at, digits := -1, ""
	for i, s := range segments {
		if found, ok := idSegment(s); ok {
			at, digits = i, found // the last one: a name may have the form of an ID
		}
	}
	if at < 0 {
		return Address{}, errNoID
	}
	if err := a.setID(digits); err != nil {
		return Address{}, err
	}
	if at >= 2 && strings.EqualFold(segments[at-2], "app") {
		a.Slug = segments[at-1]
	}
	return a, nil
}

func (a *Address) setID(digits string) error {
	id, err := storage.ParseAppID(digits)
	if err != nil || id == 0 {
		return errInvalidID
	}
	a.ID = id
	return nil
}

// view reads an address as links of before 2009 and of other programs have it, with the ID in
// its query.
func (a Address) view(what string) (Address, error) {
	if what != "software" && what != "contentsuserreviews" {
		return Address{}, fmt.Errorf("it is the page of %s, not of an app", nounOf(what))
	}
	digits := strings.TrimFunc(a.Query.Get("id"), storage.Invisible)
	if digits == "" {
		return Address{}, errors.New("its query has no app ID such as id=310633997")
	}
	return a, a.setID(digits)
}

// segmentsOf returns the segments of the path, at least one.
func segmentsOf(u *url.URL) []string { return strings.Split(strings.Trim(u.EscapedPath(), "/"), "/") }

// idSegment returns the digits of a segment such as id310633997. Characters that cannot be seen
// may have been copied with it.
func idSegment(segment string) (digits string, ok bool) {
	if plain, err := url.PathUnescape(segment); err == nil {
		segment = strings.TrimFunc(plain, storage.Invisible)
	}
	digits, ok = strings.CutPrefix(strings.ToLower(segment), "id")
	return digits, ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// kindOf returns what a page is about with its article, empty if it is about an app or cannot
// be about anything.
func kindOf(u *url.URL) string {
	segments := segmentsOf(u)
	if IsCountry(segments[0]) {
		segments = segments[1:]
	}
	if len(segments) > 0 && slices.Contains(platforms, strings.ToLower(segments[0])) {
		segments = segments[1:]
	}
	if len(segments) < 2 || strings.EqualFold(segments[0], "app") {
		return ""
	}
	return nounOf(segments[0])
}

// platforms may stand before the kind of a page.
var platforms = []string{"iphone", "ipad", "mac", "tv", "watch", "vision", "arcade"}

// nounOf returns the word for a kind of page, with its article.
func nounOf(kind string) string {
	kind = strings.ToLower(kind)
	if noun := nouns[kind]; noun != "" {
		return noun
	}
	return fmt.Sprintf("the kind %.40q", kind)
}

var nouns = map[string]string{
	"app-bundle": "an app-bundle", "bundle": "an app-bundle", "developer": "a developer", "artist": "an artist or developer",
	"story": "a story", "genre": "a genre", "curator": "a curator", "collection": "a collection", "grouping": "a grouping",
	"room": "a room, which is a list of apps", "multiroom": "a room, which is a list of apps", "multi-room": "a room, which is a list of apps",
	"editorial": "a story", "feature": "a feature, which is a list of apps", "charts": "a chart", "chart": "a chart", "top": "a chart",
	"album": "an album of music", "song": "a song, which is music", "music-video": "a music video", "playlist": "a playlist of music",
	"station": "a station of music", "composer": "a composer of music", "record-label": "a record label of music",
	"book": "a book", "ibook": "a book", "audiobook": "an audiobook", "book-series": "a series of books", "author": "an author of books",
	"podcast": "a podcast", "channel": "a channel of podcasts", "episode": "an episode", "movie": "a movie", "movie-collection": "a collection of movies",
	"show": "a TV show", "tv-show": "a TV show", "tv-season": "a season of a TV show", "season": "a season of a TV show",
	"course": "a course of iTunes U", "itunes-u": "a course of iTunes U", "ringtone": "a ringtone", "preorder": "a pre-order of music",
	"tvseason": "a season of a TV show", "artistsection": "an artist or developer", "customerreview": "a review",
}

// IsCountry reports whether s has the form of the code of a storefront.
func IsCountry(s string) bool {
	return len(s) == 2 && strings.Trim(strings.ToLower(s), "abcdefghijklmnopqrstuvwxyz") == ""
}
