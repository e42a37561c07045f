package reading

import (
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// riskReason returns what the grade of an app rests on, in few words.
func riskReason(say *language.Language, app storage.App) language.Words {
	reason := vocabulary.PageOf(app.Store()).Risks[app.Risk()].Reason
	switch app.Risk() {
	case storage.RiskHigh:
		return say.Text(reason, app.TrackCount)
	case storage.RiskModerate:
		return say.Text(reason, app.LinkedCount)
	case storage.RiskLow:
		return say.Text(reason, app.CategoryCount)
	case storage.RiskUnknown:
		if app.HasPrivacyDetails == nil {
			return "no label known"
		}
		return "not filled in"
	}
	return language.Words(reason)
}

// riskSentence explains the grade of an app by the kinds of data in its label, empty if
// there is no grade.
func riskSentence(say *language.Language, app storage.App, types []storage.PrivacyType) language.Words {
	risk := vocabulary.PageOf(app.Store()).Risks[app.Risk()]
	why := say.Text(risk.Unnamed)
	if kinds := kindsOf(say, types, risk.Of...); len(kinds) > 0 {
		why = say.Text(risk.Named, strings.Join(kinds, ", "))
	}
	if app.LinkedCount == 0 || risk.Many == "" {
		return why
	}
	linked := say.Plural(app.LinkedCount, risk.One, risk.Many)
	return language.Words(strings.TrimSpace(string(why + " " + linked)))
}

// kindsOf returns the kinds of data that a label has in some types, each once.
func kindsOf(say *language.Language, types []storage.PrivacyType, of ...string) (kinds []string) {
	for _, t := range types {
		if !slices.Contains(of, t.Identifier) {
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
