package reading

import (
	"strings"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/internal/web/ui"
)

func (v appView) writeConcerns(m *ui.Markup) {
	if v.ConcernsFailed != "" {
		m.Add(`<section><h2>Beyond your profile</h2>`)
		m.Failed(v.ConcernsFailed)
		m.Add(`</section>`)
		return
	}
	if len(v.Concerns) == 0 {
		return
	}
	m.Add(`<section><h2>Beyond your profile</h2>
		<div class="scroll" tabindex="0"><table class="cards"><thead><tr><th scope="col">Data</th><th scope="col">You allow</th><th scope="col">It declares</th><th scope="col">Decision</th></tr></thead><tbody>`)
	for _, c := range v.Concerns {
		m.Add(`<tr><th scope="row">{}</th><td data-th="You allow">{}</td><td data-th="It declares"><span class="kind mismatch">{}</span></td><td>
		`, c.Label, c.Allowed, c.Observed)
		c.writeState(m)
		m.Add(`
		`)
		if m.Offers("PUT /api/apps/{id}/concerns/{category}") {
			c.writeForm(m, v)
		}
		m.Add(`</td></tr>`)
	}
	m.Add(`</tbody></table></div></section>
	`)
}

// writeState writes what was decided.
func (c concern) writeState(m *ui.Markup) {
	switch {
	case c.State == review.ConcernAccepted:
		m.Add(`Accepted {}`, m.Date(c.AcceptedAt))
	case c.State == review.ConcernDeferred:
		m.Add(`Put off until {}`, m.Date(c.Until))
	case c.AcceptedAt == 0:
		m.Add(`Undecided`)
	default:
		m.Add(`Undecided`)
		m.Add(`<br><small class="soft">decided {}, but there is more now`, m.Date(c.AcceptedAt))
		if len(c.NewData) > 0 {
			m.Add(`: {}`, strings.Join(c.NewData, ", "))
		}
		m.Add(`</small>`)
	}
	if c.Note != "" {
		m.Add(`<br><small class="soft">{}</small>`, c.Note)
	}
}

// writeForm writes the form to decide.
func (c concern) writeForm(m *ui.Markup, v appView) {
	m.Add(`<form method="post" action="{}/apps/{}/concerns/{}" class="actions">`, m.Base, v.App.ID, c.Category)
	m.Back()
	if c.Decided() {
		m.Add(`
			<button class="quiet" name="decision" value="reopen">Decide again<span class="unseen">: {}</span></button></form>`, c.Label)
		return
	}
	m.Add(`
		<input name="note" maxlength="1000" placeholder="Why (optional)" aria-label="Why {} is accepted"> <button name="decision" value="accept">Accept<span class="unseen"> {}</span></button> <button class="quiet" name="decision" value="defer">Ask me in 30 days<span class="unseen"> about {}</span></button></form>`,
		c.Label, c.Label, c.Label)
}

// writeOpinions writes the verdict and the notes.
func (v appView) writeOpinions(m *ui.Markup) {
	m.Add(`<section class="pair"><div><h2>Verdict</h2>
	`)
	if v.VerdictsFailed != "" {
		m.Failed(v.VerdictsFailed)
	} else {
		v.writeVerdicts(m)
	}
	m.Add(`</div>
		<div><h2>Notes</h2>
	`)
	if v.NotesFailed != "" {
		m.Failed(v.NotesFailed)
	} else {
		v.writeNotes(m)
	}
	m.Add(`</div>
		</section>
	`)
}

func (v appView) writeVerdicts(m *ui.Markup) {
	may := m.Offers("POST /api/verdicts")
	if may {
		v.writeVerdictForm(m)
	}
	m.Add(`
		<div{? class="paper"}>`, may)
	if v.Verdict != nil {
		for _, o := range v.Verdicts {
			if o.Chosen {
				m.Add(`<p><strong>{}</strong></p>`, o.Label)
			}
		}
		m.Add(`<p class="pre">{}</p>`, v.Verdict.Rationale)
	} else {
		m.Add(`<p class="soft">None.</p>`)
	}
	m.Add(`</div>
	`)
	for _, other := range v.Others {
		var by any = language.Words("Another person")
		if other.OriginName != "" {
			by = other.OriginName
		}
		m.Add(`<p class="small soft">{}: {} {}</p>`, by, other.Decision, other.Rationale)
	}
}

func (v appView) writeVerdictForm(m *ui.Markup) {
	m.Add(`<form method="post" action="{}/apps/{}/verdict" class="stack">`, m.Base, v.App.ID)
	m.Back()
	m.Add(`
		<fieldset><legend class="unseen">Verdict</legend><div class="row">`)
	for _, o := range v.Verdicts {
		m.Add(`<label><input type="radio" name="verdict" value="{}" required{? checked}> {}</label>`, o.Value, o.Chosen, o.Label)
	}
	var why any = ""
	if v.Verdict != nil {
		why = v.Verdict.Rationale
	}
	m.Add(`</div></fieldset>
		<label for="why">Why</label><textarea id="why" name="rationale" maxlength="8000">{}</textarea>
		<div class="row"><button>Save verdict</button>`, why)
	if v.Verdict != nil {
		m.Add(` <button class="quiet" formnovalidate formaction="{}/apps/{}/verdict/clear">Clear it</button>`, m.Base, v.App.ID)
	}
	m.Add(`</div></form>`)
}

func (v appView) writeNotes(m *ui.Markup) {
	may := m.Offers("DELETE /api/annotations/{id}")
	for _, note := range v.Notes {
		m.Add(`<div class="note"><p class="pre">{}</p><p class="small soft row">{}`, note.Body, m.Date(note.UpdatedAt))
		if note.OriginName != "" {
			m.Add(` · {}`, note.OriginName)
		}
		m.Add(` `)
		if may {
			m.Add(`<form method="post" action="{}/notes/{}/delete">`, m.Base, note.ID)
			m.Back()
			m.Add(`<button class="quiet">Delete</button></form>`)
		}
		m.Add(`</p></div>`)
	}
	m.Add(`
	`)
	if m.Offers("POST /api/annotations") {
		m.Add(`<form method="post" action="{}/apps/{}/notes" class="stack">`, m.Base, v.App.ID)
		m.Back()
		m.Add(`<label for="note">New note</label><textarea id="note" name="body" required maxlength="8000"></textarea><button>Add note</button></form>`)
	}
}
