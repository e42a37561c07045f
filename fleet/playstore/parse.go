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
	"github.com/privacylabels/auditor/internal/storeaddress"
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
	l, _, err := parse(page, "")
	return l, err
}

// parse is [Parse] for the page of a package, or of any if its name is empty, and returns the words of the
// page that are not in the vocabulary.
func parse(page []byte, name string) (l fleet.Listing, unknown []string, err error) {
	answer := find(page, name)
	app, asked := field(answer, 3), fieldsOf(answer)
	title := text(app, 1, 1)
	if title == "" {
		if isWall(page) {
			return l, nil, &fleet.ScrapeError{Cause: fleet.ErrThrottled, Err: errWall}
		}
		return l, nil, notUnderstood(errors.New("no data about an app"))
	}
	l = fleet.Listing{Name: &title, Extractor: extractor}
	l.Developer = known(text(app, 69, 1))
	l.LegalEntity = known(text(app, 70, 5, 1))
	l.IconURL = known(webAddress(text(app, 96, 1, 4, 3)))
	policy := text(app, 100, 1, 6, 3)
	if policy != "" || field(app, 100) == nil && asked.have(100) {
		l.PrivacyPolicyURL = new(webAddress(policy))
	}

	safety := field(app, 138)
	if safety == nil {
		if !asked.have(138) || movedTo(app) {
			return fleet.Listing{}, nil, notUnderstood(errors.New("the data safety section is in another field"))
		}
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

// parseDetails completes a listing with what only the details page of a package shows.
func parseDetails(l *fleet.Listing, page []byte, name string) error {
	app := field(find(page, name), 3)
	if app == nil || field(app, 14) == nil && field(app, 58) == nil && field(app, 80) == nil && field(app, 146) == nil {
		return notUnderstood(errors.New("no details of an app"))
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

// find returns the answer about an app in the data of a page: the message whose field 3 is the message of the
// app, which has a name, and a developer or the data safety section. Of several it is the one about the package,
// and else the first that has the section, which not every developer has filled in.
func find(page []byte, name string) (best any) {
	rank := 0
	for block := range blocks(page) {
		answer := field(block, 2)
		app := field(answer, 3)
		_, hasSafety := field(app, 138).([]any)
		_, hasDeveloper := field(app, 69).([]any)
		if text(app, 1, 1) == "" || !hasSafety && !hasDeveloper {
			continue
		}
		of := 1
		if hasSafety {
			of++
		}
		if name != "" && text(answer, 12, 1, 1) == name {
			of += 2
		}
		if of > rank {
			best, rank = answer, of
		}
		if rank == 4 {
			break
		}
	}
	return best
}

// asked are the numbers of the fields of an app that an answer was to have; empty: it does not tell.
type asked []any

// fieldsOf returns the fields that an answer says it was to have. The name is one of them.
func fieldsOf(answer any) asked {
	listed := asked(elements(field(answer, 40, 1)))
	if len(listed) == 0 || !listed.have(1) {
		return nil
	}
	return listed
}

// have reports whether a field was asked for, so that an app without it has nothing there.
func (a asked) have(n int) bool { return len(a) == 0 || slices.Contains(a, any(float64(n))) }

// movedTo reports whether another field of an app has the form of the data safety section.
func movedTo(app any) bool {
	fields := slices.Clone(elements(app))
	if n := len(fields); n > 0 {
		if more, ok := fields[n-1].(map[string]any); ok {
			fields = slices.AppendSeq(fields[:n-1], maps.Values(more))
		}
	}
	return slices.ContainsFunc(fields, isSafety)
}

// isSafety reports whether a field has the form of the data safety section.
func isSafety(v any) bool {
	_, errCollected := flag(v, 4, 2, 1)
	_, errShared := flag(v, 4, 2, 2)
	return errCollected == nil && errShared == nil && len(elements(field(v, 5))) == 2
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
	s = storeaddress.Captured(s)
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
