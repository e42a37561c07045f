package reading

import (
	"html/template"

	"github.com/privacylabels/auditor/fleet/policy/textdiff"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// entries is the days of a list of changes.
type entries struct {
	days   []day
	markup *ui.Markup
	here   string // the path and the query of the screen, see [ui.Origin]
	seen   bool   // it is marked where what is not new begins
}

// Any reports whether there are any.
func (e entries) Any() bool { return len(e.days) > 0 }

// HTML returns the days, with the forms for changes that wait if they are shown.
func (e entries) HTML(forms bool) template.HTML {
	m, lines := e.markup, 0
	for _, d := range e.days {
		for _, app := range d.Apps {
			lines += len(app.Lines)
		}
	}
	m.Grow(lines * 1024)
	for _, d := range e.days {
		m.Add("<section class=\"day\"><header><b>{}</b> <small>{}</small></header><div>\n", d.Name, d.Beside)
		for _, app := range d.Apps {
			if e.seen && app.Seen {
				m.Add(`<p class="seen soft small">{}</p>`, language.Words("You have seen what follows"))
			}
			app.write(m, e.here, forms)
		}
		m.Add("</div></section>\n")
	}
	return m.HTML()
}

func (a appEntry) write(m *ui.Markup, here string, forms bool) {
	id := a.ID.String()
	m.Add("<article class=\"entry\" data-entry><header>\n<h3")
	if a.Reviewed {
		m.Add(` class="soft"`)
	}
	m.Add(`><a class="app" href="{}/apps/{}"><img class="icon" src="{}/icons/{}" alt="" loading="lazy"><span>{}</span></a></h3> <span class="soft small">{}`,
		m.Base, id, m.Base, id, ui.Named(m.Language(), a.Name, id), a.Developer)
	if a.Beside != "" {
		m.Add(` · {}`, a.Beside)
	}
	m.Add(`</span>`)
	if a.New {
		m.Add(` <span class="new">{}</span>`, language.Words("new"))
	}
	if a.Reviewed {
		m.Add(` <span class="soft small">{}</span>`, language.Words("reviewed"))
	}
	if a.Archived {
		m.Add(` <span class="soft small">{}</span>`, language.Words("from the web archive"))
	}
	m.Add("<span class=\"aside soft small wide\">{}</span></header>\n", m.Clock(a.At))
	writeLines(m, a.Lines)
	m.Add("\n")
	if forms && a.Pending {
		reviewing{App: a.ID, Waiting: a.Waiting, Shown: len(a.Lines), Snoozed: a.Snoozed}.write(m, here)
	}
	m.Add("\n</article>\n")
}

// signWord says what a change did, to those who do not see its color.
func signWord(sign string) language.Words {
	switch storage.EntryType(sign) {
	case storage.EntryAdded:
		return language.Words("added")
	case storage.EntryRemoved:
		return language.Words("removed")
	}
	return language.Words("modified")
}

// turnWords are the directions of changes.
var turnWords = map[storage.Direction]language.Words{storage.Better: language.Words("better"), storage.Worse: language.Words("worse")}

// writeLines writes the lines of an entry.
func writeLines(m *ui.Markup, lines []line) {
	m.Add(`<ul class="lines">`)
	for _, l := range lines {
		l.write(m)
	}
	m.Add("\n</ul>")
}

func (l line) write(m *ui.Markup) {
	m.Add("\n<li class=\"{}\"><div><span class=\"unseen\">{}: </span>{}", l.Sign, signWord(l.Sign), l.Text)
	if l.Direction != "" {
		m.Add(` <small class="turn {}">{}</small>`, string(l.Direction), turnWords[l.Direction])
	}
	if l.LabelAt != "" {
		m.Add(` <a class="small" href="{}{}">{}</a>`, m.Base, l.LabelAt, language.Words("before and after"))
	}
	if l.Change != "" {
		m.Add(` <a class="soft small" href="{}/api/changes/{}/evidence" download>{}</a>`, m.Base, l.Change, language.Words("evidence"))
	}
	if len(l.Notes) > 0 {
		m.Add(`<ul>`)
		for _, note := range l.Notes {
			m.Add(`<li class="plain">{}</li>`, note)
		}
		m.Add(`</ul>`)
	}
	if l.Policy != "" {
		l.writePolicy(m)
	}
	m.Add(`</div><span class="kind {}">{}</span></li>`, l.Class, l.Kind)
}

// writePolicy writes what changed in the text of a policy. What is not shown in place is fetched when it is opened.
func (l line) writePolicy(m *ui.Markup) {
	m.Add(`<details class="small"`)
	if l.Excerpt == nil {
		m.Add(` hx-get="{}/policies/{}" hx-trigger="toggle once" hx-select=".diff" hx-target="find .diff" hx-swap="outerHTML"`, m.Base, l.Policy)
	}
	m.Add("><summary>{}</summary>\n", language.Words("What changed in the text"))
	whole := language.Words("The whole difference")
	switch {
	case l.Unread != "":
		m.Add(`<div class="failed" role="alert"><strong>{}</strong> {}</div>`, language.Words("This could not be read."), l.Unread)
	case l.Excerpt != nil:
		writeDiff(m, l.Excerpt.Lines)
		if l.Excerpt.More {
			whole = language.Words("There is more: the whole difference")
		}
	default:
		m.Add(`<div class="diff"></div>`)
	}
	m.Add("\n<p><a href=\"{}/policies/{}\">{}</a></p></details>", m.Base, l.Policy, whole)
}

// writeDiff writes lines of the difference between two texts.
func writeDiff(m *ui.Markup, lines []policyLine) {
	m.Add(`<div class="diff">`)
	for _, l := range lines {
		switch {
		case l.Gap > 0:
			m.Add(`<p class="soft small">{}</p>`, m.Sentence("… {1} without a change", m.Language().Plural(l.Gap, "%s paragraph", "%s paragraphs")))
		case l.Kind == textdiff.Added:
			m.Add(`<p class="add">`)
			if l.Moved {
				m.Add(`<span class="soft small">{} </span>{}</p>`, language.Words("moved here:"), l.Text)
			} else {
				m.Add(`<span class="unseen">{} </span>`, language.Words("added:"))
				l.writeChanged(m)
			}
		case l.Kind == textdiff.Removed:
			m.Add(`<p class="cut">`)
			if l.Moved {
				m.Add(`<span class="soft small">{} </span>{}</p>`, language.Words("moved from here:"), l.Text)
			} else {
				m.Add(`<span class="unseen">{} </span>`, language.Words("removed:"))
				l.writeChanged(m)
			}
		default:
			m.Add(`<p>{}</p>`, l.Text)
		}
		m.Add("\n")
	}
	m.Add(`</div>`)
}

// writeChanged writes a line that only one of the texts has, with marks around what the other lacks.
func (l policyLine) writeChanged(m *ui.Markup) {
	runs := l.Words
	if len(runs) == 0 {
		runs = []textdiff.Run{{Kind: l.Kind, Text: l.Text}}
	}
	for _, run := range runs {
		switch {
		case run.Kind != l.Kind:
			m.Add(`{}`, run.Text)
		case run.Kind == textdiff.Added:
			m.Add(`<ins>{}</ins>`, run.Text)
		default:
			m.Add(`<del>{}</del>`, run.Text)
		}
	}
	m.Add(`</p>`)
}

// reviewing is the forms for changes of an app that wait.
type reviewing struct {
	App            storage.AppID
	Waiting, Shown int // changes of the app, and those that are shown with the forms
	Snoozed        storage.NullTime
}

func (f reviewing) write(m *ui.Markup, here string) {
	m.Add("<form method=\"post\" action=\"{}/apps/{}/review\" class=\"actions\"><input type=\"hidden\" name=\"back\" value=\"{}\">\n", m.Base, f.App.String(), here)
	if f.Snoozed != 0 {
		m.Add(`<span class="soft">{}</span> <button class="quiet" name="action" value="unsnoozed">{}</button>`,
			m.Sentence("Reminder {1}", m.Date(f.Snoozed)), language.Words("Show now"))
	}
	m.Add("\n<button class=\"quiet\" name=\"action\" value=\"reviewed\">")
	if f.Waiting > f.Shown {
		m.Add(`{}`, m.Sentence("Mark all {1} reviewed", m.Language().Count(f.Waiting)))
	} else {
		m.Add(`{}`, language.Words("Mark reviewed"))
	}
	m.Add(`</button>`)
	if f.Snoozed == 0 {
		m.Add(` <button class="quiet" name="action" value="snoozed">{}</button>`, language.Words("Remind me in a week"))
	}
	m.Add(`</form>`)
}
