package playstore

import (
	"bytes"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

const extractor = "playstore/1"

// ratingSource names the scale of content ratings, see [fleet.Listing.AgeRatingSource].
const ratingSource = "play"

// errWall means that a page asks for consent, or suspects a robot, in place of the answer.
var errWall = errors.New("a page that asks for consent or suspects a robot")

// Parse reads a datasafety page. The listing has what the page shows, and a label unless the
// developer's declaration was not understood. The error is a [*fleet.ScrapeError].
func Parse(page []byte) (fleet.Listing, error) {
	l, _, err := parse(page)
	return l, err
}

// parse is [Parse] and returns the words of the page that are not in the vocabulary.
func parse(page []byte) (l fleet.Listing, unknown []string, err error) {
	app := find(page, 1, 138)
	if app == nil { // or the developer has not filled in the section
		app = find(page, 1, 69)
	}
	name := text(app, 1, 1)
	if name == "" {
		if isWall(page) {
			return l, nil, &fleet.ScrapeError{Cause: fleet.ErrThrottled, Err: errWall}
		}
		return l, nil, notUnderstood(errors.New("no data about an app"))
	}
	l = fleet.Listing{Name: &name, Extractor: extractor}
	l.Developer = known(text(app, 69, 1))
	l.LegalEntity = known(text(app, 70, 5, 1))
	l.IconURL = known(webAddress(text(app, 96, 1, 4, 3)))
	policy := webAddress(text(app, 100, 1, 6, 3))
	l.PrivacyPolicyURL = &policy

	safety := field(app, 138)
	if safety == nil {
		l.Label = &storage.Label{Types: []storage.PrivacyType{{
			Identifier: storage.DataNotProvided, Title: titleMissing, Categories: []storage.LabelCategory{},
		}}}
		return l, nil, nil
	}
	r := reader{english: isEnglish(page)}
	if l.Label, err = r.label(safety); err != nil {
		return fleet.Listing{}, r.unknown, notUnderstood(err)
	}
	return l, r.unknown, nil
}

// parseDetails completes a listing with what only the details page shows.
func parseDetails(l *fleet.Listing, page []byte) error {
	app := find(page, 1, 69)
	if app == nil {
		return notUnderstood(errors.New("no data about an app"))
	}
	l.Version = known(text(app, 141, 1, 1, 1))
	if seconds, ok := number(app, 146, 1, 2, 1); ok && seconds > 0 && seconds < 1<<38 {
		l.VersionUpdatedAt = new(storage.Time(seconds * 1000))
	}
	if rating := text(app, 10, 1); rating != "" {
		l.AgeRating, l.AgeRatingSource, l.AgeRatingLanguage = &rating, ratingSource, "en"
	}
	if micros, ok := number(app, 58, 1, 1, 1, 1, 2, 1, 1); ok && micros >= 0 {
		l.PriceAmount = new(float64(micros) / 1e6)
		l.PriceCurrency = known(text(app, 58, 1, 1, 1, 1, 2, 1, 2))
		l.PriceFormatted = known(text(app, 58, 1, 1, 1, 1, 2, 1, 3))
		if micros == 0 && l.PriceFormatted == nil {
			l.PriceFormatted = new("Free")
		}
		l.HasIAP = new(field(app, 20, 1) != nil)
	}
	l.GenreName = known(text(app, 80, 1, 1, 1))
	l.Installs = known(text(app, 14, 1))
	return nil
}

// find returns the message of the app in the data of a page: the one that has all these fields.
func find(page []byte, fields ...int) any {
	for block := range blocks(page) {
		app := field(block, 2, 3)
		has := true
		for _, n := range fields {
			_, isMessage := field(app, n).([]any)
			has = has && isMessage
		}
		if has && text(app, 1, 1) != "" {
			return app
		}
	}
	return nil
}

func notUnderstood(why error) error { return &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: why} }

// known returns a text that a page shows, nil if it shows none.
func known(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// webAddress returns the URL of a page, empty if a text is none.
func webAddress(s string) string {
	if _, err := netguard.ParseURL(s); err != nil {
		return ""
	}
	return s
}

var language = regexp.MustCompile(`(?i)<html[^>]{0,200}\blang\s*=\s*["']?([a-z]{2,3})`)

// isEnglish reports whether a page says that it is in English. Pages that do not say are, since
// requests ask for English.
func isEnglish(page []byte) bool {
	found := language.FindSubmatch(page[:min(len(page), 4096)])
	return found == nil || strings.EqualFold(string(found[1]), "en")
}

// isWall reports whether a page without data asks for consent or suspects a robot.
func isWall(page []byte) bool {
	head := page[:min(len(page), 256<<10)]
	return bytes.Contains(head, []byte("consent.google.")) || bytes.Contains(head, []byte("/sorry/index")) ||
		bytes.Contains(head, []byte("unusual traffic"))
}

// isWallAddress reports whether a redirect leads to such a page.
func isWallAddress(location string) bool {
	u, err := netguard.ParseURL(location)
	return err == nil && (strings.HasPrefix(u.Hostname(), "consent.") || strings.HasPrefix(u.Path, "/sorry/"))
}

// searched returns the apps that the page of a search shows. Any message that has the name of a
// package where results have it is one, because nothing else tells where they are.
func searched(page []byte, limit int) ([]fleet.Listing, error) {
	var found []fleet.Listing
	seen := make(map[string]bool)
	understood := false
	var walk func(v any)
	walk = func(v any) {
		if name := text(v, 1, 1); storage.IsPackage(name) && text(v, 4) != "" && !seen[name] && len(found) < limit {
			if _, ok := number(v, 1, 2); ok {
				seen[name] = true
				found = append(found, fleet.Listing{
					Identifier: name, URL: new(address(name)), BundleID: &name, Name: new(text(v, 4)),
					Developer: known(text(v, 15)), IconURL: known(webAddress(text(v, 2, 4, 3))), Extractor: extractor,
				})
			}
		}
		switch v := v.(type) {
		case []any:
			for _, inner := range v {
				walk(inner)
			}
		case map[string]any:
			for _, n := range slices.Sorted(maps.Keys(v)) {
				walk(v[n])
			}
		}
	}
	for block := range blocks(page) {
		understood = true
		walk(block)
	}
	switch {
	case !understood && isWall(page):
		return nil, &fleet.ScrapeError{Cause: fleet.ErrThrottled, Err: errWall}
	case !understood:
		return nil, notUnderstood(errors.New("the results of a search"))
	}
	return found, nil
}
