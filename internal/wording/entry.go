package wording

import (
	"encoding/json"
	"strings"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// Of returns a sentence on a change, and notes on its details.
func Of(l *language.Language, e storage.Entry) (text string, details []string) {
	switch e.Category {
	case "", storage.CategoryPrivacyLabel:
		said := label(l, e)
		if said == "" {
			return Sentence(l, e), e.Details
		}
		details = notes(l, e)
		if e.Type != storage.EntryModified || e.DataCategory == "" {
			return string(said), details
		}
		if len(details) == 1 {
			return string(l.Text("%s: %s", string(said), details[0])), nil
		}
		return string(l.Text("%s, is declared differently", string(said))), details
	case storage.CategoryAgeRating:
		if e.From != "" && e.To != "" {
			return string(l.Text("Age rating from %s to %s", e.From, e.To)), Details(l, e)
		}
	}
	return Sentence(l, e), Details(l, e)
}

// Sentence returns the sentence of an entry as it is stored, in another language if its identifiers
// say as much.
func Sentence(l *language.Language, e storage.Entry) string {
	if l == language.English {
		return e.Description
	}
	if said := resting(l, e); said != "" {
		return l.Words(said)
	}
	said := language.Words("")
	switch e.Category {
	case "", storage.CategoryPrivacyLabel:
		if said = label(l, e); e.Type == "version_update" && e.From != "" && e.To != "" {
			said = l.Text("Updated from %s to %s", vocabulary.Version(e.From), vocabulary.Version(e.To))
		}
	case storage.CategoryAccessibility:
		said = accessibility(l, e)
	case storage.CategorySecurityPractice:
		name := l.Name(vocabulary.SecurityPractice, e.Feature, "")
		said = l.Text(either(e.Type == storage.EntryAdded, "Now declares security practice: “%s”", "No longer declares security practice: “%s”"), name)
	case storage.CategoryAgeRating:
		if said = "Descriptors of the age rating changed"; e.From != "" && e.To != "" {
			said = l.Text("Age rating from %s to %s", e.From, e.To)
		}
	case storage.CategoryBackgroundLocation:
		said = either[language.Words](e.Type == storage.EntryAdded, "May now use the location in the background",
			"No longer says that it may use the location in the background")
	case storage.CategoryListing:
		said = listing(l, e)
	case storage.CategoryPrivacyPolicy:
		said = policy(l, e)
	case storage.CategoryPair:
		said = pair(l, e)
	case storage.CategoryAvailability:
		said = availability(l, e)
	}
	if said == "" {
		return Stored(l, "", e.Description)
	}
	return l.Words(said)
}

// restingFacets are what notifications say of that it has come to rest.
var restingFacets = map[string]language.Words{
	"The privacy label":                         "The privacy label",
	"The list of accessibility features":        "The list of accessibility features",
	"The age rating":                            "The age rating",
	"The list of reasons for the age rating":    "The list of reasons for the age rating",
	"The use of the location in the background": "The use of the location in the background",
	"The place in the store":                    "The place in the store",
	"The developer":                             "The developer",
	"The bundle ID":                             "The bundle ID",
	"The link to the privacy policy":            "The link to the privacy policy",
	"The difference between the stores":         "The difference between the stores",
	"The version":                               "The version",
}

// resting is the sentence of an entry that something has come to rest, empty for another entry.
func resting(l *language.Language, e storage.Entry) language.Words {
	facet, rest, _ := strings.Cut(e.Description, " has come to rest: ")
	name, known := restingFacets[facet]
	switch {
	case !known:
		return ""
	case strings.HasSuffix(rest, " notified last"):
		return l.Text("%s has come to rest: it has not changed for seven days, and is as it was when you were notified last", l.Words(name))
	}
	return l.Text("%s has come to rest: it has not changed for seven days", l.Words(name))
}

func accessibility(l *language.Language, e storage.Entry) language.Words {
	switch {
	case e.To == string(storage.AccessibilityNone):
		return "Now declares that it supports no accessibility features"
	case e.To == string(storage.AccessibilityNotIndicated):
		return "No longer indicates which accessibility features it supports"
	case e.Feature == "":
		return ""
	}
	name := l.Name(vocabulary.Feature, e.Feature, "")
	return l.Text(either(e.Type == storage.EntryAdded, "Now supports accessibility feature: “%s”", "No longer claims accessibility feature: “%s”"), name)
}

func listing(l *language.Language, e storage.Entry) language.Words {
	sentence := map[string]string{
		storage.FactDeveloper: "Now offered by “%s” instead of “%s”", storage.FactName: "Now called “%s” instead of “%s”",
		storage.FactEntity:   "The company or person behind it is now “%s” instead of “%s”",
		storage.FactBundleID: "The bundle ID is now %s instead of %s", storage.FactPolicy: "The privacy policy is now at %s instead of %s",
		storage.FactPrice: "The price is now %s instead of %s",
	}[e.Fact]
	switch {
	case changelog.Respelled(e) && e.Fact == storage.FactEntity:
		return l.Text("The company or person behind it is now written “%s” instead of “%s”", e.To, e.From)
	case changelog.Respelled(e) && e.Fact == storage.FactPolicy:
		return l.Text("The address of the privacy policy is now written %s instead of %s", e.To, e.From)
	case changelog.Respelled(e):
		return l.Text("The developer is now written “%s” instead of “%s”", e.To, e.From)
	case e.Fact == storage.FactIAP:
		return either[language.Words](e.To == "true", "Now offers in-app purchases", "No longer offers in-app purchases")
	case e.Fact == storage.FactPolicy && e.From == "":
		return l.Text("Now links to a privacy policy: %s", e.To)
	case e.Fact == storage.FactPolicy && e.To == "":
		return l.Text("No longer links to a privacy policy, which was at %s", e.From)
	case sentence == "" || e.From == "" || e.To == "":
		return ""
	}
	return l.Text(sentence, e.To, e.From)
}

// policyEvents are the sentences on a policy by what was found of it.
var policyEvents = map[string]string{
	"error": "The privacy policy at %s could not be read", "changed": "The privacy policy at %s changed",
	"settled": "The privacy policy at %s has come to rest: it has not changed for seven days",
	"first":   "The privacy policy at %s was read for the first time",
}

func policy(l *language.Language, e storage.Entry) language.Words {
	var more policyEvent
	if len(e.More) == 0 || json.Unmarshal(e.More, &more) != nil {
		return ""
	}
	sentence := policyEvents[more.Event]
	switch {
	case strings.HasSuffix(e.Description, " can no longer be read"):
		sentence = "The privacy policy at %s can no longer be read"
	case strings.HasSuffix(e.Description, " was read for the first time"):
		sentence = policyEvents["first"]
	case more.Unstable:
		sentence = "The privacy policy at %s changed again, and keeps changing"
	}
	_, after, _ := strings.Cut(e.Description, "The privacy policy at ")
	host, _, _ := strings.Cut(after, " ")
	if sentence == "" {
		return ""
	}
	if host == "" { // its address is not known
		return l.Text(strings.Replace(sentence, " at %s", "", 1))
	}
	return l.Text(sentence, host)
}

// policyEvent is what an entry on a policy has beside its sentence.
type policyEvent struct {
	Event      string   `json:"policyEvent"`
	Unstable   bool     `json:"unstable"`
	Difference *counted `json:"difference"`
}

// counted is how many paragraphs of a text are different.
type counted struct{ Added, Removed, Changed, Moved int }

// Details returns the details of an entry as they are stored, in another language as far as they are
// the words of this program.
func Details(l *language.Language, e storage.Entry) []string {
	if label := e.Category == "" || e.Category == storage.CategoryPrivacyLabel; label && l != language.English {
		if said := notes(l, e); len(said) > 0 {
			return said
		}
	}
	if l == language.English || e.Category != storage.CategoryPrivacyPolicy || len(e.Details) == 0 {
		return e.Details
	}
	var more policyEvent
	if len(e.More) == 0 || json.Unmarshal(e.More, &more) != nil {
		return e.Details
	}
	said := make([]string, len(e.Details))
	for i, text := range e.Details {
		rest, disagrees := strings.CutPrefix(text, "The policy now disagrees with the label. ")
		switch {
		case disagrees:
			said[i] = l.Words("The policy now disagrees with the label.") + " " + rest
		case i == 0 && more.Difference != nil:
			said[i] = paragraphs(l, *more.Difference, text)
		default:
			said[i] = l.Words(language.Words(text))
		}
	}
	return said
}

// paragraphs says how many paragraphs are different, and quotes what a text in English quotes.
func paragraphs(l *language.Language, p counted, text string) string {
	var parts []string
	say := func(n int, one, many string) {
		if n > 0 {
			parts = append(parts, string(l.Plural(n, one, many)))
		}
	}
	say(p.Added, "%s paragraph added", "%s paragraphs added")
	say(p.Changed, "%s paragraph changed", "%s paragraphs changed")
	say(p.Removed, "%s paragraph removed", "%s paragraphs removed")
	say(p.Moved, "%s paragraph moved", "%s paragraphs moved")
	list := strings.Join(parts, ", ")
	if list == "" {
		list = l.Words("Some words changed")
	}
	before, quoted, ok := strings.Cut(text, "“")
	switch quoted = strings.TrimSuffix(quoted, "”"); {
	case !ok:
		return list
	case strings.HasSuffix(before, ": no longer "):
		return string(l.Text("%s: no longer “%s”", list, quoted))
	}
	return string(l.Text("%s: “%s”", list, quoted))
}

func pair(l *language.Language, e storage.Entry) language.Words {
	data := l.Data(e.Feature)
	apple := strings.Contains(e.Description, ": the App Store ")
	if e.Type == storage.EntryRemoved {
		return l.Text(either(apple, "The stores are no longer told different things: the App Store was told of %s, Google Play was not",
			"The stores are no longer told different things: Google Play was told of %s, the App Store was not"), data)
	}
	return l.Text(either(apple, "The stores are told different things: the App Store is told of %s, Google Play is not",
		"The stores are told different things: Google Play is told of %s, the App Store is not"), data)
}

func availability(l *language.Language, e storage.Entry) language.Words {
	play := strings.Contains(e.Description, "Google Play")
	said := either[language.Words](play, "Back in Google Play", "Back in the App Store")
	if strings.HasPrefix(e.Description, "No longer in ") {
		said = either[language.Words](play, "No longer in Google Play", "No longer in the App Store")
	}
	_, storefront, _ := strings.Cut(e.Description, " (storefront ")
	if storefront = strings.TrimSuffix(storefront, ")"); storefront == "" {
		return said
	}
	return l.Text("%s (storefront %s)", said, language.Words(settings.StorefrontName(storefront)))
}
