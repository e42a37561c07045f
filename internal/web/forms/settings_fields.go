package forms

import (
	"cmp"
	"strings"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/web/ui"
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

// write writes the field of an input, with what is wrong with it.
func (in input) write(m *ui.Markup) {
	m.Add(`<div class="field">
		`)
	if in.Kind == "check" {
		m.Add(`<label><input type="checkbox" name="{}" value="1"{? checked}> {}</label>
			`, in.Name, in.On, in.Label)
	} else {
		m.Add(`<label for="{}">{}</label>
			`, in.Name, in.Label)
		in.writeField(m)
	}
	if in.Wrong != "" {
		m.Add(`<p class="wrong" role="alert" id="{}-wrong">{}</p>`, in.Name, in.Wrong)
	}
	if in.Hint != "" {
		m.Add(`<p class="hint">{}</p>`, in.Hint)
	}
	m.Add(`</div>
		`)
}

// writeField writes the element that takes the value, other than a check.
func (in input) writeField(m *ui.Markup) {
	wrong := in.Wrong != ""
	switch in.Kind {
	case "select":
		m.Add(`<select id="{}" name="{}">`, in.Name, in.Name)
		writeOptions(m, in.Choices, in.Value)
		m.Add(`</select>`)
	case "secret":
		var stored language.Words
		if in.Set {
			stored = language.Words("stored; leave empty to keep it")
		}
		m.Add(`<input id="{}" name="{}" type="password" autocomplete="off"
			maxlength="512"{? aria-invalid="true" aria-describedby="{}-wrong"} placeholder="{}">`,
			in.Name, in.Name, wrong, in.Name, stored)
		if in.Set {
			m.Add(`<label class="small"><input type="checkbox" name="{}-forget" value="1"> Delete the stored one</label>`,
				in.Name)
		}
	case "lines":
		m.Add(`<textarea id="{}" name="{}" rows="5"
			maxlength="4000"{? aria-invalid="true" aria-describedby="{}-wrong"}>{}</textarea>`,
			in.Name, in.Name, wrong, in.Name, in.Value)
	default:
		kind := "text"
		if in.Kind == "time" || in.Kind == "number" {
			kind = in.Kind
		}
		m.Add(`<input id="{}" name="{}"{? data-time-zone} type="{}" value="{}"
			maxlength="2000"{? aria-invalid="true" aria-describedby="{}-wrong"}>`,
			in.Name, in.Name, in.Kind == "zone", kind, in.Value, wrong, in.Name)
	}
}

// writeInputs writes the fields of inputs.
func writeInputs(m *ui.Markup, inputs []input) {
	for _, in := range inputs {
		in.write(m)
	}
}

// writeOptions writes the choices of a select, of which one is chosen.
func writeOptions(m *ui.Markup, all []choice, chosen string) {
	for _, c := range all {
		m.Add(`<option value="{}"{? selected}>{}</option>`, c.Value, c.Value == chosen, c.Words)
	}
}

// writeSave writes the button of a form or, where its fields are disabled, why there is none.
func writeSave(m *ui.Markup, may bool) {
	if may {
		m.Add(`<button class="main">Save</button>`)
	} else {
		m.Add(`<p class="hint">You may see this, but not change it.</p>`)
	}
}
