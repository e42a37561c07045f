package ui

import (
	"cmp"
	"net/url"

	"github.com/privacylabels/auditor/internal/language"
)

// Question is a screen that asks before something is deleted for good.
type Question struct {
	Ask    language.Words // the heading, such as "Delete Old phone?"
	Lost   language.Words // what is lost, in sentences
	Kept   language.Words // what can be brought back, in sentences; empty: nothing
	Form   string         // the path that is posted to for yes
	Fields url.Values     // of that form
	Yes    language.Words // the words of its button
	Keep   string         // the path of the screen that no leads to
	No     language.Words // the words of that link; empty: Keep it
}

// Ask answers with a question. Its title is that of the window, and nav the word in the
// navigation that is marked.
func (k *Kit) Ask(r Request, title, nav language.Words, q Question) (Reply, error) {
	return k.Render(r, Head{Title: title, Nav: nav}, q.write)
}

func (q Question) write(m *Markup) {
	m.Add(`<div class="narrow"><h1>{}</h1>
		<p>{} `, q.Ask, q.Lost)
	if q.Kept != "" {
		m.Add(`{}`, q.Kept)
	} else {
		m.Add(`This cannot be undone.`)
	}
	m.Add(`</p>
		<form method="post" action="{}{}" class="row">`, m.Base, q.Form)
	m.Fields(q.Fields)
	m.Add(`<button class="danger">{}</button> <a href="{}{}">{}</a></form></div>`, q.Yes, m.Base, q.Keep, cmp.Or(q.No, "Keep it"))
}
