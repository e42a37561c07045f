package reading

import (
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
)

func (v appView) writeTimeline(m *ui.Markup) {
	m.Add(`<section id="timeline"><h2>Timeline</h2>
	`)
	if v.StepsFailed != "" {
		m.Failed(v.StepsFailed)
	} else {
		v.writeSteps(m)
	}
	m.Add(`
		</section>
	`)
}

func (v appView) writeSteps(m *ui.Markup) {
	m.Add(`<div class="steps">`)
	for _, s := range v.Steps {
		s.write(m)
	}
	if len(v.Steps) == 0 {
		m.Add(`<p class="soft">Nothing is recorded before this.</p>`)
	}
	m.Add(`</div>
	`)
	if v.Earlier != "" {
		m.Add(`<p class="soft">History starts on {}; {}.</p>
		`, m.Date(v.Begins), v.Earlier)
	}
	m.Add(`<div class="pager">`)
	if v.LaterPage {
		m.Add(`<a href="{}/apps/{}#timeline">Newest</a>`, m.Base, v.App.ID)
	} else {
		m.Add(`<span></span>`)
	}
	if v.Older != "" {
		m.Add(`<a href="{}{}{}" rel="next">Older</a>`, m.Base, appPath(v.App.ID), v.Older)
	}
	m.Add(`</div>`)
}

func (s step) write(m *ui.Markup) {
	m.Add(`<div class="step"><div class="when">`)
	if s.LabelAt != "" {
		m.Add(`<a href="{}{}" title="The label as it was">{}</a>`, m.Base, s.LabelAt, m.Date(s.At))
	} else {
		m.Add(`{}`, m.Date(s.At))
	}
	m.Add(`</div><div>
	`)
	switch {
	case s.Checks == 1:
		m.Add(`<p class="soft">Checked, no change</p>`)
	case s.Checks > 1:
		m.Add(`<p class="soft">Checked {} times since {}, no change</p>`, s.Checks, m.Date(s.Until))
	}
	if len(s.Lines) > 0 {
		m.Add(`
		`)
		writeLines(m, s.Lines)
	}
	if s.Version != "" {
		m.Add(`
			<p class="soft">Version {}</p>`, s.Version)
	}
	if s.Review != "" {
		m.Add(`
			<p class="soft">{}`, s.Review)
		if s.Note != "" {
			m.Add(`: {}`, s.Note)
		}
		m.Add(`</p>`)
	}
	if b := s.Between; b != nil {
		m.Add(`
			<p class="small soft">Changed between {} and {}.</p>`, m.Date(b.After), m.Date(b.At))
	}
	s.writeArchive(m)
	m.Add(`
		</div></div>
	`)
}

// writeArchive writes what the web archive has of the page.
func (s step) writeArchive(m *ui.Markup) {
	if s.Archived {
		m.Add(`
			<p class="small soft">`)
		if len(s.Lines) == 0 {
			m.Add(`Same label. `)
		}
		m.Add(`From the web archive`)
		if s.Archive != "" {
			m.Add(`: <a href="{}" rel="noreferrer">the page of that day</a>`, s.Archive)
		}
		m.Add(`</p>`)
	} else if s.Archive != "" {
		m.Add(`
			<p class="small soft">Captured by the web archive: <a href="{}" rel="noreferrer">the page of that day</a></p>`, s.Archive)
	}
}

// writePast writes how far the import of the past is, or the form to start it.
func (v appView) writePast(m *ui.Markup) {
	var said language.Words
	if v.Past != nil {
		said = v.Past.Said
	}
	m.Add(`<section><h2>Its past</h2>
		<div id="past" hx-get="{}/apps/{}" hx-select="#past" hx-swap="outerHTML"{? hx-select-oob="#timeline" hx-trigger="every 2s" data-say="{}"}{? hx-trigger="sent from:body"}>
	`, m.Base, v.App.ID, v.Past != nil, said, v.Past == nil)
	if v.Past != nil {
		m.Add(`<p><progress aria-label="Reading the past">{}</progress></p><p>Reading its past from the web archive, begun {}: {}.</p>
		`, said, m.Ago(v.Past.Began), said)
	} else {
		v.writeImport(m)
	}
	m.Add(`</div></section>`)
}

// writeImport writes the form to read the past.
func (v appView) writeImport(m *ui.Markup) {
	if v.Polled {
		m.Add(`<p role="status">Nothing is being read any more. What was found is in the timeline.</p>
		`)
	}
	if v.Manual {
		m.Add(`<p class="soft">This app has no address in the App Store, so the web archive has nothing of it.</p>`)
		return
	}
	if !m.Offers("POST /api/apps/{id}/import-history") {
		return
	}
	m.Add(`<form method="post" action="{}/apps/{}/history">`, m.Base, v.App.ID)
	m.Back()
	m.Add(`<p class="soft">The web archive has pages of {} of the last years. Those of this app are searched for changes of its label.</p>`, v.Store)
	if v.Says.Renamed {
		urls := ""
		for _, url := range v.App.KnownArchive().OtherURLs {
			urls += url + "\n"
		}
		m.Add(`<details{? open}><summary>Addresses under earlier names</summary>
			<label for="other-urls">Further addresses of its page in the App Store, three at most, each on a line</label><textarea id="other-urls" name="otherUrls" rows="3" spellcheck="false">{}</textarea></details>`, urls != "", urls)
	}
	m.Add(`<p><button>Read its past from the web archive</button> <button class="quiet" name="plan" value="1">See how much there is to read</button></p></form>`)
}
