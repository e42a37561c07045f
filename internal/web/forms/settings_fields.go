package forms

import (
	"cmp"
	"strings"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// input is how a setting is entered.
type input struct {
	Name  string
	Label language.Words
	Hint  language.Words
	Kind  string // select, check, number, time, secret, lines, zone or text; empty: by the form of the setting

	Choices []choice // of a select
	// Inverted means that the setting is off when the check is on.
	Inverted bool

	// As the form shows it.
	Value string
	On    bool
	Set   bool // a secret is stored
	Wrong language.Words
}

// group is a screen of settings.
type group struct {
	Key, Path string
	Title     language.Words
	Inputs    []input
}

// groups returns the screens of settings, with what settings.All has for each.
func groups() []group {
	all := []group{
		{Key: settings.General, Title: "General", Path: "/settings"},
		{Key: settings.Messages, Title: "Notifications", Path: "/settings/notifications"},
		{Key: settings.Models, Title: "Policy summaries", Path: "/settings/models"},
	}
	kinds := map[settings.Form]string{
		settings.ChoiceForm: "select", settings.FlagForm: "check", settings.NumberForm: "number", settings.ClockForm: "time", settings.SecretForm: "secret",
	}
	for _, setting := range settings.All() {
		field := setting.Field
		in := input{Name: setting.Name, Label: language.Words(field.Label), Hint: language.Words(field.Hint), Inverted: field.Inverted, Kind: cmp.Or(kinds[setting.Form], "text")}
		in.Choices = choicesOf(setting)
		switch setting.Name {
		case settings.AppCountry:
			in.Kind = "select" // of countries, whose order is that of the reader's language
		case settings.QuietHoursTimeZone:
			in.Kind = "zone"
		}
		for i := range all {
			if all[i].Key == field.Screen {
				all[i].Inputs = append(all[i].Inputs, in)
			}
		}
	}
	return all
}

// webhook reports whether the input is about the one address that gets all messages.
func (in input) webhook() bool { return strings.HasPrefix(in.Name, "notificationWebhook") }

// used reports whether something is stored or wrong.
func (in input) used() bool { return in.Set || in.Wrong != "" }

// fieldsOf returns the fields of a form with the inputs. A secret can be forgotten.
func fieldsOf(inputs []input) (fields []string) {
	for _, in := range inputs {
		fields = append(fields, in.Name)
		if in.Kind == "secret" {
			fields = append(fields, in.Name+"-forget")
		}
	}
	return fields
}

// choicesOf returns the choices of a setting in words.
func choicesOf(s settings.Setting) (all []choice) {
	for i, word := range s.Field.Words {
		all = append(all, choice{s.Choices[i], language.Words(word)})
	}
	return all
}

// countryChoices returns the countries of storefronts, in the order of their names in a language.
func countryChoices(say *language.Language) (all []choice) {
	for _, s := range settings.Storefronts() {
		all = append(all, choice{s.Code, language.Words(say.Words(language.Words(s.Name)))})
	}
	order.Sort(all, func(a, b choice) int {
		return cmp.Compare(storage.NameKey(string(a.Words)), storage.NameKey(string(b.Words)))
	})
	return all
}
