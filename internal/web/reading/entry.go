package reading

import (
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/policy/textdiff"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// entries is the days of a list of changes.
type entries struct {
	days []day
	seen bool // it is marked where what is not new begins
}

// Any reports whether there are any.
func (e entries) Any() bool { return len(e.days) > 0 }

// write writes the days, with forms for the changes that wait if the client may review them.
func (e entries) write(m *ui.Markup) {
	forms := m.Offers("POST /api/apps/{id}/acknowledge")
	lines := 0
	for _, d := range e.days {
		for _, app := range d.Apps {
			lines += len(app.Lines)
		}
	}
	m.Grow(lines * 1024)
	for _, d := range e.days {
		m.Add(`<section class="day"><header><b>{}</b> <small>{}</small></header><div>
		`, d.Name, d.Beside)
		for _, app := range d.Apps {
			if e.seen && app.Seen {
				m.Add(`<p class="seen soft small">You have seen what follows</p>`)
			}
			app.write(m, forms)
		}
		m.Add(`</div></section>
		`)
	}
}

func (a appEntry) write(m *ui.Markup, forms bool) {
	id := a.ID.String()
	m.Add(`<article class="entry" data-entry><header>
		<h3{? class="soft"}><a class="app" href="{}/apps/{}"><img class="icon" src="{}/icons/{}" alt="" loading="lazy"><span>{}</span></a></h3> <span class="soft small">{}`,
		a.Reviewed, m.Base, id, m.Base, id, m.Named(a.Name, id), a.Developer)
	if a.Beside != "" {
		m.Add(` · {}`, a.Beside)
	}
	m.Add(`</span>`)
	if a.New {
		m.Add(` <span class="new">new</span>`)
	}
	if a.Reviewed {
		m.Add(` <span class="soft small">reviewed</span>`)
	}
	if a.Archived {
		m.Add(` <span class="soft small">from the web archive</span>`)
	}
	m.Add(`<span class="aside soft small wide">{}</span></header>
	`, m.Clock(a.At))
	writeLines(m, a.Lines)
	m.Add(`
	`)
	if forms && a.Pending {
		reviewing{App: a.ID, Waiting: a.Waiting, Shown: len(a.Lines), Snoozed: a.Snoozed}.write(m)
	}
	m.Add(`
		</article>
	`)
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
	m.Add(`
		</ul>`)
}

func (l line) write(m *ui.Markup) {
	m.Add(`
		<li class="{}"><div><span class="unseen">{}: </span>{}`, l.Sign, signWord(l.Sign), l.Text)
	if l.Direction != "" {
		m.Add(` <small class="turn {}">{}</small>`, string(l.Direction), turnWords[l.Direction])
	}
	if l.LabelAt != "" {
		m.Add(` <a class="small" href="{}{}">before and after</a>`, m.Base, l.LabelAt)
	}
	if l.Change != "" {
		m.Add(` <a class="soft small" href="{}/api/changes/{}/evidence" download>evidence</a>`, m.Base, l.Change)
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
	m.Add(`<details class="small"{? hx-get="{}/policies/{}" hx-trigger="toggle once" hx-select=".diff" hx-target="find .diff" hx-swap="outerHTML"}><summary>What changed in the text</summary>
	`, l.Excerpt == nil, m.Base, l.Policy)
	whole := language.Words("The whole difference")
	switch {
	case l.Unread != "":
		m.Failed(l.Unread)
	case l.Excerpt != nil:
		writeDiff(m, l.Excerpt.Lines)
		if l.Excerpt.More {
			whole = language.Words("There is more: the whole difference")
		}
	default:
		m.Add(`<div class="diff"></div>`)
	}
	m.Add(`
		<p><a href="{}/policies/{}">{}</a></p></details>`, m.Base, l.Policy, whole)
}

// writeDiff writes lines of the difference between two texts.
func writeDiff(m *ui.Markup, lines []policyLine) {
	m.Add(`<div class="diff">`)
	for _, l := range lines {
		switch {
		case l.Gap > 0:
			m.Add(`<p class="soft small">… {} without a change</p>`, m.Plural(l.Gap, "%s paragraph", "%s paragraphs"))
		case l.Moved && l.Kind == textdiff.Added:
			m.Add(`<p class="add"><span class="soft small">moved here: </span>{}</p>`, l.Text)
		case l.Moved && l.Kind == textdiff.Removed:
			m.Add(`<p class="cut"><span class="soft small">moved from here: </span>{}</p>`, l.Text)
		case l.Kind == textdiff.Added:
			m.Add(`<p class="add"><span class="unseen">added: </span>`)
			l.writeChanged(m)
			m.Add(`</p>`)
		case l.Kind == textdiff.Removed:
			m.Add(`<p class="cut"><span class="unseen">removed: </span>`)
			l.writeChanged(m)
			m.Add(`</p>`)
		default:
			m.Add(`<p>{}</p>`, l.Text)
		}
		m.Add(`
		`)
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
}

// reviewing is the forms for changes of an app that wait.
type reviewing struct {
	App            storage.AppID
	Waiting, Shown int // changes of the app, and those that are shown with the forms
	Snoozed        storage.NullTime
}

func (f reviewing) write(m *ui.Markup) {
	m.Add(`<form method="post" action="{}/apps/{}/review" class="actions">`, m.Base, f.App)
	m.Back()
	m.Add(`
	`)
	if f.Snoozed != 0 {
		m.Add(`<span class="soft">Reminder {}</span> <button class="quiet" name="action" value="unsnoozed">Show now</button>`, m.Date(f.Snoozed))
	}
	m.Add(`
		<button class="quiet" name="action" value="reviewed">`)
	if f.Waiting > f.Shown {
		m.Add(`Mark all {} reviewed`, m.Count(f.Waiting))
	} else {
		m.Add(`Mark reviewed`)
	}
	m.Add(`</button>`)
	if f.Snoozed == 0 {
		m.Add(` <button class="quiet" name="action" value="snoozed">Remind me in a week</button>`)
	}
	m.Add(`</form>`)
}
