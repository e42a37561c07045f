package forms

import (
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/web/ui"
)

// writeSections writes what is above all screens of the settings, of which one is shown.
func writeSections(m *ui.Markup, at string) {
	m.Add(`<div class="head"><h1>Settings</h1></div>
		<nav class="filters" aria-label="Settings">`)
	for _, s := range sections {
		switch {
		case s.Key == "backup" && !m.Offers("GET /api/backup/snapshots"):
		case s.Key == at:
			m.Add(`<strong>{}</strong> `, s.Title)
		default:
			m.Add(`<a href="{}{}">{}</a> `, m.Base, s.Path, s.Title)
		}
	}
	m.Add(`</nav>
		`)
}

func (v settingsView) write(m *ui.Markup) {
	writeSections(m, v.Section)
	if v.Section == settings.Messages {
		v.writeSwitches(m)
	}
	v.writeForm(m)
	if v.Purpose != "" {
		m.Add(`<section aria-label="Purpose">`)
		ui.WritePurpose(m, v.Purpose)
		m.Add(`</section>
			`)
	}
	switch v.Section {
	case settings.Messages:
		writeTestAddress(m)
	case settings.Models:
		writeTestModel(m)
	}
}

// writeSwitches writes where messages go, and the form of the types of notifications.
func (v settingsView) writeSwitches(m *ui.Markup) {
	m.Add(`<p class="note">`)
	if v.Destinations > 0 {
		m.Add(`Messages go to {}.`, m.Plural(v.Destinations, "%s destination", "%s destinations"))
	} else {
		m.Add(`No message is sent yet.`)
	}

	if m.Offers("GET /api/notifications/destinations") {
		choose := language.Words("Choose where they go")
		if v.Destinations > 0 {
			choose = language.Words("Change where they go")
		}
		m.Add(` <a href="{}/settings/destinations">{}</a>`, m.Base, choose)
	}

	m.Add(`</p>
		<section aria-labelledby="types-title"><h2 id="types-title">Types of notifications</h2>
		`)
	if v.Unread != "" {
		m.Failed(v.Unread)
		m.Add(`</section>
			`)
		return
	}

	may := m.Offers("PUT /api/notification-prefs")
	m.Add(`<form method="post" action="{}/settings/switches"><fieldset class="stack"{? disabled}>
		`, m.Base, !may)
	for _, s := range v.Switches {
		m.Add(`<label><input type="checkbox" name="{}" value="1"{? checked}> {}</label>`, s.Name, s.On, s.Label)
	}

	m.Add(`
		`)
	writeSave(m, may)
	m.Add(`</fieldset></form></section>
		`)
}

// writeForm writes the form of the inputs.
func (v settingsView) writeForm(m *ui.Markup) {
	title := v.Title
	if v.Section == settings.Messages {
		title = language.Words("When and how")
	}

	may := m.Offers(saveSettings)
	m.Add(`<section aria-labelledby="section-title"><h2 id="section-title">{}</h2>
		<form method="post" action="{}{}"><fieldset class="stack"{? disabled}>
		`, title, m.Base, v.Action, !may)
	switch {
	case v.Section == settings.Models:
		m.Add(`<p class="soft">A language model can summarise each privacy policy in a few sentences and rate it. Without one,
			policies are still read, and compared when they change.</p>
			`)
	case v.Section == settings.General && v.LastSync != 0:
		m.Add(`<p class="soft">All apps were last checked {}.</p>
			`, m.Ago(v.LastSync))
	case v.Section == settings.General:
		m.Add(`<p class="soft">There has been no check of all apps yet.</p>
			`)
	}

	writeInputs(m, v.Plain())
	if webhook := v.Webhook(); len(webhook) > 0 {
		m.Add(`<details{? open}><summary>A webhook for all messages</summary>`, v.WebhookUsed())
		writeInputs(m, webhook)
		m.Add(`</details>
			`)
	}

	writeSave(m, may)
	m.Add(`
		</fieldset></form></section>
		`)
}

// writeTestAddress writes the form that sends a message to an address before it is saved.
func writeTestAddress(m *ui.Markup) {
	if !m.Offers("POST /api/notifications/webhook-test") {
		return
	}
	m.Add(`<section aria-labelledby="test-title"><h2 id="test-title">Test an address</h2>
		<form method="post" action="{}/settings/webhook-test" class="stack">
		<div class="field"><label for="test-url">Address</label><input id="test-url" name="url" type="url" required
		maxlength="2000" placeholder="https://"></div>
		<div class="field"><label for="test-format">Format</label><select id="test-format" name="format">
		<option value="generic">JSON</option>
		<option value="slack">Slack</option>
		<option value="discord">Discord</option>
		<option value="teams">Teams</option>
		</select></div>
		<button>Send a test message</button>
		<p class="hint">This tries an address before it is saved. What is saved is tested under
		<a href="{}/settings/destinations">Destinations</a>. Messages that were sent are under
		<a href="{}/activity/messages">Activity</a>.</p>
		</form></section>
		`, m.Base, m.Base, m.Base)
}

// writeTestModel writes the form that asks the provider of models, and leads to the log of what it was asked.
func writeTestModel(m *ui.Markup) {
	try, log := m.Offers("POST /api/ai/test"), m.Offers("GET /api/ai/debug-log")
	if !try && !log {
		return
	}
	m.Add(`<section aria-labelledby="try-title"><h2 id="try-title">Test the provider</h2>
		`)
	if try {
		m.Add(`<form method="post" action="{}/settings/model-test" class="stack">
			<p class="hint">Asks the provider that is saved for the list of its models. No policy is sent.</p>
			<button>Test the connection</button></form>
			`, m.Base)
	}
	if log {
		m.Add(`<p><a href="{}/settings/models/log">Log of requests to the model, and its answers</a></p>`, m.Base)
	}
	m.Add(`</section>
		`)
}
