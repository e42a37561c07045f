package reading

import (
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/storage"
)

// riskReason returns what the grade of an app rests on, in few words.
func riskReason(say *language.Language, app storage.App) language.Words {
	if app.Source == storage.SourcePlay {
		switch app.Risk() {
		case storage.RiskHigh:
			return say.Text("%s shared for ads", app.TrackCount)
		case storage.RiskModerate:
			return say.Text("%s required", app.LinkedCount)
		}
	}
	switch app.Risk() {
	case storage.RiskHigh:
		return say.Text("%s tracking", app.TrackCount)
	case storage.RiskModerate:
		return say.Text("%s linked", app.LinkedCount)
	case storage.RiskLow:
		return say.Text("%s collected", app.CategoryCount)
	case storage.RiskMinimal:
		return "none collected"
	case storage.RiskUnknown:
		if app.HasPrivacyDetails == nil {
			return "no label known"
		}
		return "not filled in"
	}
	return ""
}

// riskSentence explains the grade of an app by the kinds of data in its label, empty if
// there is no grade.
func riskSentence(say *language.Language, app storage.App, types []storage.PrivacyType) language.Words {
	if app.Source == storage.SourcePlay {
		return playRiskSentence(say, app, types)
	}
	tracking, linked := kindsOf(say, types, storage.DataUsedToTrackYou), kindsOf(say, types, storage.DataLinkedToYou)
	switch app.Risk() {
	case storage.RiskHigh:
		why := say.Text("the developer declares that data is used to track you.")
		if len(tracking) > 0 {
			why = say.Text("the developer declares that data is used to track you: %s.", strings.Join(tracking, ", "))
		}
		if n := len(linked); n > 0 {
			why += " " + say.Plural(n, "%s kind of data is linked to you.", "%s kinds of data are linked to you.")
		}
		return why
	case storage.RiskModerate:
		return say.Plural(app.LinkedCount, "%s kind of data is linked to you, and none is used to track you.",
			"%s kinds of data are linked to you, and none is used to track you.")
	case storage.RiskLow:
		if len(linked) == 0 {
			return "data is collected, but none is linked to you or used to track you."
		}
		return say.Text("fewer than three kinds of data are linked to you (%s), and none is used to track you.", strings.Join(linked, ", "))
	case storage.RiskMinimal:
		return "the developer declares that no data is collected."
	}
	return ""
}

// playRiskSentence is [riskSentence] in the words of Google Play.
func playRiskSentence(say *language.Language, app storage.App, types []storage.PrivacyType) language.Words {
	shared, collected := kindsOf(say, types, storage.DataShared), kindsOf(say, types, storage.DataCollected)
	switch app.Risk() {
	case storage.RiskHigh:
		return say.Text("the developer declares that data is shared with others for advertising or marketing. Shared: %s.", strings.Join(shared, ", "))
	case storage.RiskModerate:
		return say.Plural(app.LinkedCount, "%s kind of data is collected from everyone who uses the app, and none is shared for advertising.",
			"%s kinds of data are collected from everyone who uses the app, and none is shared for advertising.")
	case storage.RiskLow:
		both := slices.Compact(slices.Sorted(slices.Values(slices.Concat(shared, collected))))
		return say.Text("data is collected or shared (%s), but fewer than three kinds are required, and none is shared for advertising.", strings.Join(both, ", "))
	case storage.RiskMinimal:
		return "the developer declares that no data is collected or shared."
	}
	return ""
}

// kindsOf returns the kinds of data that a label has in a type.
func kindsOf(say *language.Language, types []storage.PrivacyType, id string) (kinds []string) {
	for _, t := range types {
		if t.Identifier != id {
			continue
		}
		for _, c := range t.Categories {
			if name := say.CategoryName(t.Identifier, c.Identifier, c.Title); !slices.Contains(kinds, name) {
				kinds = append(kinds, name)
			}
		}
	}
	return kinds
}
