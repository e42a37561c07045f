package reading

import (
	"cmp"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// line is a change in words.
type line struct {
	Sign   string // a class: added, removed or modified
	Class  string // of the kind
	Kind   string
	Text   string
	Notes  []string
	Policy string // the version of the policy that is new, for its difference
	Change string // the ID of the change, for its evidence; empty: it is not offered

	// What changed in the text, if it is shown in place, or why it could not be read.
	Excerpt *excerpt
	Unread  string
	before  string // the version before Policy

	Direction storage.Direction // worse or better; empty: neither
	LabelAt   string            // the path of the label before and after; empty: it is not about a label
	entry     storage.Entry
}

// lineOf describes a change. What it says comes from the identifiers of the entry, or,
// for an entry without, from its sentence.
func lineOf(e storage.Entry) line {
	l := line{Sign: string(e.Type), Text: e.Description, Notes: e.Details}
	about := cmp.Or(categoryWords[e.Category], typeWords[e.PrivacyType], column{"", "Label"})
	l.Class, l.Kind = about.Class, about.Word
	if warns := typeWords[e.PrivacyType].Class != ""; warns && e.Direction != storage.Worse {
		l.Class = "" // the color of a privacy type is a warning
	}
	switch e.Category {
	case "", storage.CategoryPrivacyLabel:
		if text := labelText(e); text != "" {
			l.Text, l.Notes = text, notesOf(e)
			if e.Type == storage.EntryModified && len(l.Notes) == 1 {
				l.Text, l.Notes = strings.TrimSuffix(text, ", "+differently)+": "+l.Notes[0], nil
			}
		}
	case storage.CategoryAgeRating:
		if e.From != "" && e.To != "" {
			l.Text = "Age rating from " + e.From + " to " + e.To
		}
	case storage.CategoryPrivacyPolicy:
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
		l.Notes = append(l.Notes[:len(l.Notes):len(l.Notes)], "It keeps changing, so you were not notified of this.")
	}
	if e.StoreWide {
		l.Notes = append(l.Notes, "The App Store changed this for many apps at once.")
	}
	return l
}

// categoryWords are what entries are about, other than labels, and typeWords the privacy types.
var (
	categoryWords = map[storage.EntryCategory]column{
		storage.CategoryAccessibility: {"access", "Accessibility"}, storage.CategoryAgeRating: {"", "Age rating"},
		storage.CategoryPrivacyPolicy: {"", "Policy"}, storage.CategoryAvailability: {"", "App Store"},
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

// differently ends the sentence on a category whose purposes or data types changed.
const differently = "is declared differently"

// sortWorst orders lines, the worst change first.
func sortWorst(lines []line) {
	slices.SortStableFunc(lines, func(a, b line) int { return changelog.CompareWorst(a.entry, b.entry) })
}

// labelText returns a sentence on a change of a label, empty if its identifiers say too
// little.
func labelText(e storage.Entry) string {
	what := ""
	if e.DataCategory != "" {
		what = vocabulary.CategoryName(e.PrivacyType, e.DataCategory, "")
	}
	added := e.Type == storage.EntryAdded
	if e.Type != storage.EntryAdded && e.Type != storage.EntryRemoved && what == "" {
		return ""
	}
	switch e.PrivacyType {
	case storage.DataNotCollected:
		return either(added, "Declares that no data is collected", "No longer declares that no data is collected")
	case storage.DataNotProvided:
		return either(added, "No longer gives privacy details", "Gives privacy details for the first time")
	case storage.DataUsedToTrackYou:
		if what == "" {
			return either(added, "Declares data used to track you", "No longer declares data used to track you")
		}
		if e.Type == storage.EntryModified {
			return what + ", used to track you, " + differently
		}
		return either(added, "Uses "+what+" to track you", "No longer uses "+what+" to track you")
	case storage.DataLinkedToYou, storage.DataNotLinkedToYou:
		how := either(e.PrivacyType == storage.DataLinkedToYou, "linked to you", "not linked to you")
		if what == "" {
			return either(added, "Declares data "+how, "No longer declares data "+how)
		}
		if e.Type == storage.EntryModified {
			return what + ", " + how + ", " + differently
		}
		return either(added, "Collects "+what+", "+how, "No longer collects "+what+" "+how)
	case storage.DataShared:
		return playText(e, what, "shared with others", "Shares "+what, "No longer shares "+what)
	case storage.DataCollected:
		return playText(e, what, "collected", "Collects "+what, "No longer collects "+what)
	}
	return ""
}

// playText returns a sentence on a change of what Google Play lists under a heading.
func playText(e storage.Entry, what, how, added, removed string) string {
	isAdded := e.Type == storage.EntryAdded
	switch {
	case what == "":
		return either(isAdded, "Declares data "+how, "No longer declares data "+how)
	case e.Type == storage.EntryModified:
		return what + ", " + how + ", is declared differently"
	}
	return either(isAdded, added, removed)
}

func either(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// notesOf returns the detail of a change of a label: which data, and for what.
func notesOf(e storage.Entry) []string {
	var data, uses [2][]string // added, removed
	var notes []string
	once := func(list []string, text string) []string { // a category has a part for each of its data types
		if slices.Contains(list, text) {
			return list
		}
		return append(list, text)
	}
	category, purposes, dataType := vocabulary.KindsOf(e.PrivacyType)
	for _, p := range e.Parts {
		side := 0
		if p.Type == storage.EntryRemoved {
			side = 1
		}
		other := changelog.Replaced(e.Parts, p)
		if other != "" && side == 1 {
			continue // the part that takes its place names it
		}
		named, purpose := dataType.Name(p.DataType, ""), purposes.Name(p.Purpose, "")
		if other != "" {
			named += " instead of " + dataType.Name(other, "")
		}
		switch {
		case p.Optional:
			notes = once(notes, named+either(side == 0, " is now optional", " is now required"))
		case p.DataCategory != "":
			data[side] = once(data[side], category.Name(p.DataCategory, ""))
		case p.DataType != "" && p.Purpose != "":
			data[side] = once(data[side], named+" for "+purpose)
		case p.DataType != "":
			data[side] = once(data[side], named)
		case p.Purpose != "":
			uses[side] = once(uses[side], purpose)
		}
	}
	for side, now := range []string{"", "no longer "} {
		list := strings.Join(data[side], ", ")
		if use := strings.Join(uses[side], ", "); use != "" {
			if list != "" {
				list += " "
			}
			list += "for " + use
		}
		if list == "" {
			continue
		}
		if e.Type == storage.EntryModified || side == 1 && e.Type == storage.EntryAdded {
			list = either(side == 0, "now ", now) + list
		}
		notes = append(notes, list)
	}
	return notes
}
