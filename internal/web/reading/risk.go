package reading

import (
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// riskWords are the grades in words.
var riskWords = map[storage.Risk]column{
	storage.RiskHigh: {"track", "High"}, storage.RiskModerate: {"linked", "Moderate"}, storage.RiskLow: {"unlinked", "Low"},
	storage.RiskMinimal: {"", "Minimal"}, storage.RiskUnknown: {"", "No details"},
}

// riskReason returns what the grade of an app rests on, in few words.
func riskReason(app storage.App) string {
	if app.Source == storage.SourcePlay {
		switch app.Risk() {
		case storage.RiskHigh:
			return ui.Count(app.TrackCount) + " shared for ads"
		case storage.RiskModerate:
			return ui.Count(app.LinkedCount) + " required"
		}
	}
	switch app.Risk() {
	case storage.RiskHigh:
		return ui.Count(app.TrackCount) + " tracking"
	case storage.RiskModerate:
		return ui.Count(app.LinkedCount) + " linked"
	case storage.RiskLow:
		return ui.Count(app.CategoryCount) + " collected"
	case storage.RiskMinimal:
		return "none collected"
	}
	return ""
}

// riskSentence explains the grade of an app by the kinds of data in its label, empty if
// there is no grade.
func riskSentence(app storage.App, types []storage.PrivacyType) string {
	if app.Source == storage.SourcePlay {
		return playRiskSentence(app, types)
	}
	tracking, linked := kindsOf(types, storage.DataUsedToTrackYou), kindsOf(types, storage.DataLinkedToYou)
	switch app.Risk() {
	case storage.RiskHigh:
		why := "the developer declares that data is used to track you"
		if len(tracking) > 0 {
			why += ": " + strings.Join(tracking, ", ")
		}
		if n := len(linked); n > 0 {
			why += ". " + ui.Plural(n, "kind of data is", "kinds of data are") + " linked to you"
		}
		return why + "."
	case storage.RiskModerate:
		return ui.Plural(app.LinkedCount, "kind of data is", "kinds of data are") + " linked to you, and none is used to track you."
	case storage.RiskLow:
		if len(linked) == 0 {
			return "data is collected, but none is linked to you or used to track you."
		}
		return "fewer than three kinds of data are linked to you (" + strings.Join(linked, ", ") + "), and none is used to track you."
	case storage.RiskMinimal:
		return "the developer declares that no data is collected."
	}
	return ""
}

// playRiskSentence is [riskSentence] in the words of Google Play.
func playRiskSentence(app storage.App, types []storage.PrivacyType) string {
	shared, collected := kindsOf(types, storage.DataShared), kindsOf(types, storage.DataCollected)
	switch app.Risk() {
	case storage.RiskHigh:
		return "the developer declares that data is shared with others for advertising or marketing. Shared: " + strings.Join(shared, ", ") + "."
	case storage.RiskModerate:
		return ui.Plural(app.LinkedCount, "kind of data is", "kinds of data are") + " collected from everyone who uses the app, and none is shared for advertising."
	case storage.RiskLow:
		return "data is collected or shared (" + strings.Join(slices.Compact(slices.Sorted(slices.Values(slices.Concat(shared, collected)))), ", ") +
			"), but fewer than three kinds are required, and none is shared for advertising."
	case storage.RiskMinimal:
		return "the developer declares that no data is collected or shared."
	}
	return ""
}

// kindsOf returns the kinds of data that a label has in a type.
func kindsOf(types []storage.PrivacyType, id string) (kinds []string) {
	for _, t := range types {
		if t.Identifier != id {
			continue
		}
		for _, c := range t.Categories {
			if name := vocabulary.CategoryName(t.Identifier, c.Identifier, c.Title); !slices.Contains(kinds, name) {
				kinds = append(kinds, name)
			}
		}
	}
	return kinds
}
