package forms

import (
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
)

func (v destinationView) write(m *ui.Markup) {
	writeSections(m, "destinations")
	m.Add(`<section aria-labelledby="destination-title"><h2 id="destination-title">`)
	if v.ID != "" {
		m.Add(`Edit {}`, v.Name)
	} else {
		m.Add(`Add {}`, v.Channel.Words)
	}

	m.Add(`</h2>
		<form method="post" action="{}/settings/destinations{?/{}}" class="stack">
		<input type="hidden" name="channel" value="{}">
		`, m.Base, v.ID != "", v.ID, v.Channel.Value)
	if v.Wrong != "" {
		m.Add(`<p class="wrong" role="alert">{}</p>
			`, v.Wrong)
	}

	if v.ID != "" {
		m.Add(`<p class="hint">{}. Of the address and the account only a part is shown: leave it as it is, or enter all of it.
			A new address or user needs the secret again.</p>
			`, v.Channel.Words)
	}

	writeInputs(m, v.Where)
	v.writeDetails(m)
	preview := m.Offers(previewDestination)
	if preview {
		v.writeTexts(m)
	}

	v.writeButtons(m, preview)
	m.Add(`</form></section>
		`)
	if v.ID != "" {
		m.Add(`<section><a class="button" href="{}/settings/destinations/{}/remove">Remove this destination…</a></section>
			`, m.Base, v.ID)
	}
}

// writeDetails writes when and which notifications are sent.
func (v destinationView) writeDetails(m *ui.Markup) {
	m.Add(`<details class="stack"{? open}><summary>When, and which notifications</summary><div class="stack">
		<h3>When</h3>`,
		v.Detailed())
	writeInputs(m, v.When)
	m.Add(`<h3>What</h3><fieldset><legend>Only these notifications</legend>
		<p class="hint">None checked: all that are switched on under Notifications.</p>`)
	for _, t := range v.Types {
		m.Add(`<label><input type="checkbox" name="types" value="{}"{? checked}> {}</label>`,
			t.Value, v.Chosen[t.Value], t.Words)
	}

	m.Add(`</fieldset>
		`)
	if len(v.Devices) > 0 {
		m.Add(`<fieldset><legend>Only the apps on these devices</legend>`)
		for _, d := range v.Devices {
			m.Add(`<label><input type="checkbox" name="deviceIds" value="{}"{? checked}> {}</label>`,
				d.ID, v.Chosen[d.ID], d.Name)
		}
		m.Add(`</fieldset>
			`)
	}

	if len(v.Tags) > 0 {
		m.Add(`<fieldset><legend>Only the apps with these tags</legend>`)
		for _, t := range v.Tags {
			m.Add(`<label><input type="checkbox" name="tags" value="{}"{? checked}> {}</label>`, t.Tag, v.Chosen[t.Tag], t.Tag)
		}
		m.Add(`</fieldset>
			`)
	}

	writeInputs(m, v.What)
	m.Add(`</div></details>
		`)
}

// writeTexts writes the fields of the templates.
func (v destinationView) writeTexts(m *ui.Markup) {
	m.Add(`<details{? open}><summary>Words of your own</summary>
		<p class="hint">Templates of Go’s text/template. Of a message:
		<code>.Title</code> <code>.Text</code> <code>.Link</code> <code>.More</code> <code>.Apps</code> <code>.Changes</code>;
		of an app: <code>.Name</code> <code>.Headline</code> <code>.Link</code> <code>.ID</code> <code>.Changes</code>; of a
		change: <code>.App</code> <code>.Sentence</code> <code>.Details</code> <code>.Direction</code> <code>.Weight</code>
		<code>.Category</code>.</p>`,
		v.templated())
	writeInputs(m, v.Texts)
	m.Add(`</details>
		`)
}

// writeButtons writes what the form does.
func (v destinationView) writeButtons(m *ui.Markup, preview bool) {
	do := language.Words("Add")
	if v.ID != "" {
		do = language.Words("Save")
	}
	m.Add(`<div class="row"><button class="main">{}</button> <button name="try" value="1">{}`, do, do)
	m.Add(` and send a test message`)
	m.Add(`</button> `)
	if preview {
		m.Add(`<button formaction="{}/settings/destinations/preview" formtarget="_blank"
			class="quiet">Preview with recent changes</button> `,
			m.Base)
	}
	m.Add(`<a href="{}/settings/destinations">Cancel</a></div>`, m.Base)
}

func (v previewView) write(m *ui.Markup) {
	writeSections(m, "destinations")
	what := language.Words("This is what would have been sent of the newest notifications.")
	if v.Sample {
		what = language.Words("No recent notification would have been sent, so these are invented.")
	}

	m.Add(`<section aria-labelledby="preview-title"><h2 id="preview-title">Preview</h2>
		<p class="soft">{}</p>
		`, what)
	for _, message := range v.Messages {
		m.Add(`<article class="note"><h3>{}</h3>`, message.Title)
		if message.Text != "" {
			m.Add(`<p class="pre">{}</p>`, message.Text)
		}
		if message.Link != "" {
			m.Add(`<p class="small soft">{}</p>`, string(message.Link))
		}
		m.Add(`</article>`)
	}

	m.Add(`
		<p class="hint">Close this window to continue with the form.</p></section>
		`)
}
