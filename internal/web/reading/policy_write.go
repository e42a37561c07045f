package reading

import (
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/web/ui"
)

// writePolicy writes the state of the policy of an app.
func (v appView) writePolicy(m *ui.Markup) {
	if v.PolicyFailed != "" {
		m.Add(`<section><h2>Privacy policy</h2>`)
		m.Failed(v.PolicyFailed)
		m.Add(`</section>`)
		return
	}
	if v.Policy == nil {
		return
	}
	m.Add(`<section id="policy"><h2>Privacy policy</h2>
	`)
	v.Policy.writeText(m, v.PolicyURL)
	v.Policy.writeDoubts(m)
	blocks := policyBlocks{v, m.Offers(excludeBlock)}
	if v.Policy.Unstable {
		blocks.writeChanging(m)
	}
	if len(v.Policy.Excluded) > 0 {
		blocks.writeExcluded(m)
	}
	if v.Policy.Version != nil && blocks.may {
		blocks.writeForm(m)
	}
	m.Add(`</section>
	`)
}

// writeText writes whether and when the text was read.
func (p policyState) writeText(m *ui.Markup, url string) {
	if p.Unread() {
		m.Add(`<div class="failed">{}`, p.Said())
		if p.FailedDays > 1 {
			m.Add(` It could not be read on {} days.`, p.FailedDays)
		}
		if p.Version != nil {
			m.Add(` The text before stays.`)
		}
		if p.FetchAgainAt != 0 {
			m.Add(` It is fetched again {}.`, m.Date(p.FetchAgainAt))
		}
		m.Add(`</div>
		`)
	}
	if p.Version == nil {
		return
	}
	m.Add(`<p>{}, last read {}<span class="paper">{}</span>.`, m.Plural(p.WordCount, "%s word", "%s words"), m.Ago(p.FetchedAt), m.Dated(p.FetchedAt))
	if p.Short {
		m.Add(` Only longer texts are summarised.`)
	}
	if url != "" {
		m.Add(` <span class="paper">{}</span>`, url)
	}
	m.Add(`</p>
	`)
}

// writeDoubts writes why what was read last may not be the policy.
func (p policyState) writeDoubts(m *ui.Markup) {
	if p.DoubtfulAt != 0 {
		m.Add(`<p class="soft">The page showed a very different text {}. It counts if it is found again.</p>
		`, m.Date(p.DoubtfulAt))
	}
	if p.Unstable {
		m.Add(`<p><span class="kind mismatch">Unstable</span> It was different at each of the last fetches. All texts are recorded; you are notified when it has rested for seven days.</p>
		`)
	}
}

// policyBlocks is the parts of the page of a policy that are not the policy.
type policyBlocks struct {
	appView
	may bool // the client may leave out more
}

// writeChanging writes the parts that keep changing.
func (v policyBlocks) writeChanging(m *ui.Markup) {
	for _, block := range v.Policy.Changing {
		m.Add(`<div class="row small"><span>Keeps changing: {}</span>`, block.Name)
		if v.may {
			m.Add(`<form method="post" action="{}/apps/{}/policy/exclude">`, m.Base, v.App.ID)
			m.Back()
			m.Add(`<input type="hidden" name="block" value="{}"><button class="quiet">Not part of the policy<span class="unseen">: {}</span></button></form>`, block.ID, block.Name)
		}
		m.Add(`</div>`)
	}
}

// writeExcluded writes the parts that are left out.
func (v policyBlocks) writeExcluded(m *ui.Markup) {
	m.Add(`<h3>Not part of the policy</h3>`)
	back := m.Offers("DELETE /api/policy/blocks/{appId}/{block}")
	for _, block := range v.Policy.Excluded {
		m.Add(`<div class="row small"><span>{}`, block.Name)
		writeEffect(m, block)
		m.Add(`</span>`)
		if back {
			m.Add(`<form method="post" action="{}/apps/{}/policy/readmit">`, m.Base, v.App.ID)
			m.Back()
			m.Add(`<input type="hidden" name="block" value="{}"><button class="quiet">Take back<span class="unseen">: {}</span></button></form>`, block.ID, block.Name)
		}
		m.Add(`</div>`)
	}
}

// writeEffect writes why leaving out a part has had no effect.
func writeEffect(m *ui.Markup, block policy.ShownBlock) {
	switch {
	case block.Kept:
		m.Add(`<br><span class="soft">The last fetch left nothing out for it: without it, the page would be no policy.</span>`)
	case block.Ineffective():
		m.Add(`<br><span class="soft">The last fetch left nothing out for it: the page has no such part.</span>`)
	case block.LeftOut == nil:
		m.Add(`<br><span class="soft">The next fetch tells whether the page has such a part.</span>`)
	}
}

// writeForm writes the form to leave out a part by its name.
func (v policyBlocks) writeForm(m *ui.Markup) {
	m.Add(`<details class="small"><summary>Leave out a part of the page</summary><form method="post" action="{}/apps/{}/policy/exclude" class="stack">`, m.Base, v.App.ID)
	m.Back()
	m.Add(`<label for="selector">Part of the page that is not the policy</label><input id="selector" name="selector" maxlength="500" required placeholder="#id, .class, or the words of a heading or a paragraph"><button>Leave it out</button></form></details>`)
}
