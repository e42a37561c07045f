package reading

import (
	"cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/wording"
	"github.com/privacylabels/auditor/storage"
)

// line is a change in words.
type line struct {
	Sign   string // a class: added, removed or modified
	Class  string // of the kind
	Kind   language.Words
	Text   string
	Notes  []string
	Policy string // the version of the policy that is new, for its difference
	Change string // the ID of the change, for its evidence; empty: it is not offered

	// What changed in the text, if it is shown in place, or why it could not be read.
	Excerpt *excerpt
	Unread  language.Words
	before  string // the version before Policy

	Direction storage.Direction // worse or better; empty: neither
	LabelAt   string            // the path of the label before and after; empty: it is not about a label
	entry     storage.Entry
}

// lineOf describes a change. What it says comes from the identifiers of the entry, or,
// for an entry without, from its sentence.
func lineOf(say *language.Language, e storage.Entry) line {
	l := line{Sign: string(e.Type)}
	l.Text, l.Notes = wording.Of(say, e)
	about := cmp.Or(categoryWords[e.Category], typeWords[e.PrivacyType], column{"", "Label"})
	l.Class, l.Kind = about.Class, about.Word
	if warns := typeWords[e.PrivacyType].Class != ""; warns && e.Direction != storage.Worse {
		l.Class = "" // the color of a privacy type is a warning
	}
	if e.Category == storage.CategoryPrivacyPolicy {
		l.Sign = string(storage.EntryModified)
		if _, err := storage.ParsePolicyVersionID(e.To); err == nil && e.From != "" {
			l.Policy, l.before = e.To, e.From
		}
	}
	e = changelog.Weigh(e)
	l.entry = e
	switch e.Direction {
	case storage.Better:
		l.Direction, l.Class = storage.Better, "" // an improvement is no warning
		if e.Category == storage.CategoryAccessibility {
			l.Class = about.Class
		}
	case storage.Worse:
		l.Direction = storage.Worse
	}
	if changelog.Unstable(e) {
		l.Notes = append(l.Notes[:len(l.Notes):len(l.Notes)], say.Words("It keeps changing, so you were not notified of this."))
	}
	if e.StoreWide {
		l.Notes = append(l.Notes, say.Words("The App Store changed this for many apps at once."))
	}
	return l
}

// categoryWords are what entries are about, other than labels, and typeWords the privacy types.
var (
	categoryWords = map[storage.EntryCategory]column{
		storage.CategoryAccessibility: {"access", "Accessibility"}, storage.CategoryAgeRating: {"", "Age rating"},
		storage.CategoryPrivacyPolicy: {"", "Policy"}, storage.CategoryAvailability: {"", "Availability"},
		storage.CategoryBackgroundLocation: {"", "Location"}, storage.CategoryListing: {"", "Listing"},
		storage.CategorySecurityPractice: {"", "Security practice"}, storage.CategoryPair: {"", "Other store"},
	}
	typeWords = map[string]column{
		storage.DataUsedToTrackYou: {"track", "Tracking"}, storage.DataLinkedToYou: {"linked", "Linked to you"},
		storage.DataNotLinkedToYou: {"unlinked", "Not linked"}, storage.DataNotCollected: {"", "Not collected"},
		storage.DataNotProvided: {"", "No details"},
		storage.DataShared:      {"track", "Shared"}, storage.DataCollected: {"linked", "Collected"},
	}
)

// sortWorst orders lines, the worst change first.
func sortWorst(lines []line) {
	order.Sort(lines, func(a, b line) int { return changelog.CompareWorst(a.entry, b.entry) })
}

func either(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}
