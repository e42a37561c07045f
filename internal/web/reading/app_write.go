package reading

import (
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
)

func (v appView) write(m *ui.Markup) {
	v.writeHead(m)
	if !v.LaterPage {
		v.writeState(m)
		v.writeMarks(m)
		v.writeLabel(m)
		v.writePractices(m)
		v.writePolicy(m)
		v.writeConcerns(m)
		v.writeOpinions(m)
	}
	v.writeTimeline(m)
	if v.LaterPage {
		return
	}
	v.writePast(m)
	if m.Offers("DELETE /api/apps") {
		m.Add(`
			<section><form method="post" action="{}/apps/{}/remove"><button>Stop watching</button> <span class="hint">It can be brought back for 30 days.</span></form></section>`, m.Base, v.App.ID)
	}
	m.Add(`
	`)
}

// writeHead writes the name of the app, and what leads from it.
func (v appView) writeHead(m *ui.Markup) {
	var from ui.HTML
	if v.StoreURL != "" {
		from = m.Part(` from {}`, v.StoreURL)
	}
	m.Add(`<p class="paper">Report on the privacy label of this app, as its developer declares it in {}: a declaration is not proof. Last read {}{}.</p>
		<header class="about">
	`, v.Store, m.Dated(v.App.LastSynced), from)
	writeIcon(m, v.App.ID, true)
	m.Add(`
		<div><h1>{}</h1><p class="soft">{}`, m.Named(v.App.Name, v.App.ID), v.App.Developer)
	if v.App.GenreName != "" {
		m.Add(` · {}`, v.App.GenreName)
	}
	m.Add(`</p>
	`)
	if v.LaterPage {
		m.Add(`<p><a href="{}/apps/{}">The app today</a></p>`, m.Base, v.App.ID)
	} else {
		v.writeLinks(m)
	}
	m.Add(`
		</div>
	`)
	if !v.LaterPage {
		m.Add(`<div class="does">`)
		if !v.Manual && m.Offers("POST /api/scrape") {
			m.Add(`<form method="post" action="{}/apps/{}/refresh">`, m.Base, v.App.ID)
			m.Back()
			m.Add(`<button>Check now</button></form>`)
		}
		m.Add(`</div>`)
	}
	m.Add(`
		</header>
	`)
}

func (v appView) writeLinks(m *ui.Markup) {
	m.Add(`
		<div class="row small">`)
	if v.StoreURL != "" {
		m.Add(`<a href="{}" rel="noreferrer">{}</a>`, v.StoreURL, v.StoreName)
	}
	m.Add(` `)
	if v.PolicyURL != "" {
		m.Add(`<a href="{}" rel="noreferrer">Privacy policy</a>`, v.PolicyURL)
	}
	m.Add(` <a href="{}/compare?a={}">Compare</a>`, m.Base, v.App.ID)
	if !v.Manual {
		paired := v.Says.Pairing
		if v.InBoth {
			paired = "In both stores"
		}
		m.Add(` <a href="{}/apps/{}/stores">{}</a>`, m.Base, v.App.ID, paired)
	}
	m.Add(` <a href="{}/?app={}">Changes</a></div>`, m.Base, v.App.ID)
}

// writeState writes what is wrong with the app, its grade, and facts about it.
func (v appView) writeState(m *ui.Markup) {
	if failed := v.App.LastError; failed != nil {
		m.Add(`<div class="failed"><strong>The last check failed</strong> {}: {}`, m.Ago(failed.At), failed.Message)
		if v.Advice != "" {
			m.Add(`<p class="small">{}</p>`, v.Advice)
		}
		m.Add(`</div>`)
	}
	if at := v.App.Availability.DelistedAt; at != 0 {
		m.Add(`<div class="failed">{} does not list this app any more, since {}.</div>`, v.StoreFirst, m.Date(at))
	}
	if v.Why != "" {
		m.Add(`<p class="why"><strong class="{}">{} risk:</strong> {}</p>`, v.Grade.Class, v.Grade.Word, v.Why)
	}
	m.Add(`
		<dl class="facts">
	`)
	v.writeFacts(m)
	m.Add(`</dl>
	`)
}

// orUnknown returns a text, or that it is not known.
func orUnknown[T ~string](text T) any {
	if text == "" {
		return language.Words("unknown")
	}
	return text
}

func (v appView) writeFacts(m *ui.Markup) {
	m.Add(`<div><dt>Version</dt><dd>{}`, orUnknown(v.App.CurrentVersion))
	if v.App.VersionUpdatedAt != 0 {
		m.Add(` <span class="soft small">{}</span>`, m.Date(v.App.VersionUpdatedAt))
	}
	price := orUnknown(v.App.PriceFormatted)
	if v.Free() {
		price = language.Words("Free")
	}
	m.Add(`</dd></div>
		<div><dt>Price</dt><dd>{}</dd></div>
		<div><dt>Age rating</dt><dd>{}</dd></div>
	`, price, orUnknown(v.App.AgeRating))
	read := v.App.LastSynced
	if failed := v.App.LastError; failed != nil {
		m.Add(`<div><dt>Last checked</dt><dd>{}<span class="paper">{}</span></dd></div>
			<div><dt>Last read</dt><dd>{}<span class="paper">{}</span></dd></div>
		`, m.Ago(failed.At), m.Dated(failed.At), m.Ago(read), m.Dated(read))
	} else {
		m.Add(`<div><dt>Last checked</dt><dd>{}<span class="paper">{}</span></dd></div>
		`, m.Ago(read), m.Dated(read))
	}
	m.Add(`<div><dt>Watched since</dt><dd>{}</dd></div>
	`, m.Date(v.App.FirstSeen))
	if v.Why == "" {
		m.Add(`<div><dt>Risk</dt><dd><span class="kind {}">{}</span></dd></div>
		`, v.Grade.Class, v.Grade.Word)
	}
	waiting := language.Words("nothing")
	if v.Pending {
		waiting = m.Plural(v.Waiting, "%s change", "%s changes")
	}
	m.Add(`<div class="work"><dt>To review</dt><dd>{}</dd></div>
	`, waiting)
}

// writeMarks writes the tags and the devices of the app, and the forms for changes that wait.
func (v appView) writeMarks(m *ui.Markup) {
	mark, place := m.Offers("PUT /api/apps/{id}/marks"), m.Offers("PATCH /api/devices/{id}")
	m.Add(`<div class="row marks">`)
	for _, tag := range v.Marks.Tags {
		m.Add(`<span class="tag"><a href="{}/apps?tag={}">{}</a>`, m.Base, tag, tag)
		if mark {
			m.Add(` <form method="post" action="{}/apps/tag">`, m.Base)
			m.Back()
			m.Add(`<input type="hidden" name="id" value="{}"><input type="hidden" name="tag" value="{}"><button class="quiet" name="off" value="1" aria-label="Take the tag {} away">×</button></form>`,
				v.App.ID, tag, tag)
		}
		m.Add(`</span>`)
	}
	m.Add(`
	`)
	for _, d := range v.Devices {
		if !d.On {
			continue
		}
		m.Add(`<span class="tag"><a href="{}/devices/{}">{}</a>`, m.Base, d.ID, d.Name)
		if place {
			m.Add(` <form method="post" action="{}/apps/device">`, m.Base)
			m.Back()
			m.Add(`<input type="hidden" name="id" value="{}"><input type="hidden" name="device" value="{}"><button class="quiet" name="off" value="1" aria-label="Take it off {}">×</button></form>`,
				v.App.ID, d.ID, d.Name)
		}
		m.Add(`</span>`)
	}
	m.Add(`
	`)
	if mark {
		v.writeMarking(m, place)
	}
	m.Add(`</div>
	`)
	if paused := v.Marks.PausedAt; paused != 0 {
		m.Add(`<p class="note">Paused since {}: the regular checks leave this app out.</p>
		`, m.Date(paused))
	}
	if v.Pending && m.Offers("POST /api/apps/{id}/acknowledge") {
		v.Review.write(m)
	}
}

// writeMarking writes the forms for tags, devices and a pause.
func (v appView) writeMarking(m *ui.Markup, place bool) {
	var devices ui.HTML
	if len(v.Devices) > 0 {
		devices = m.Part(`, devices`)
	}
	m.Add(`<details class="small"><summary>Tags{}, pause</summary><div class="row actions"><form method="post" action="{}/apps/tag" class="row">`, devices, m.Base)
	m.Back()
	m.Add(`<input type="hidden" name="id" value="{}"><label class="unseen" for="new-tag">Tag</label><input id="new-tag" name="tag" required maxlength="50" placeholder="Tag"><button>Add the tag</button></form>
	`, v.App.ID)
	if place && len(v.Devices) > 0 {
		m.Add(`<form method="post" action="{}/apps/device" class="row">`, m.Base)
		m.Back()
		m.Add(`<input type="hidden" name="id" value="{}"><label class="unseen" for="on-device">Device</label><select id="on-device" name="device">`, v.App.ID)
		for _, d := range v.Devices {
			if !d.On {
				m.Add(`<option value="{}">{}</option>`, d.ID, d.Name)
			}
		}
		m.Add(`</select><button>Put it on the device</button></form>`)
	}
	m.Add(`
		<form method="post" action="{}/apps/pause">`, m.Base)
	m.Back()
	m.Add(`<input type="hidden" name="id" value="{}">`, v.App.ID)
	if v.Marks.PausedAt != 0 {
		m.Add(`<button name="off" value="1">Check it again</button>`)
	} else {
		m.Add(`<button>Pause: do not check it</button>`)
	}
	m.Add(`</form></div></details>`)
}

func (v appView) writeLabel(m *ui.Markup) {
	m.Add(`
		<section><h2>Privacy label</h2>
	`)
	switch {
	case len(v.Label.Rows) > 0:
		v.Label.write(m)
		v.writeTerms(m)
	case v.Label.Plain != "":
		m.Add(`<p>{}</p>`, v.Label.Plain)
	default:
		m.Add(`<p class="soft">The label is not known yet: no page of {} was understood so far.</p>`, v.Store)
	}
	m.Add(`
		</section>
	`)
}

// writeTerms writes what the words of a label mean.
func (v appView) writeTerms(m *ui.Markup) {
	m.Add(`
		<details class="small terms"><summary>What these words mean</summary><dl>
	`)
	for _, t := range v.Says.Terms {
		m.Add(`<dt>{}</dt><dd>{}</dd>
		`, t.Term, t.Meaning)
	}
	m.Add(`<dt>Identifiers</dt><dd>An ID of you or your device, such as a user name in the app or the advertising identifier.</dd>
		<dt>Usage data</dt><dd>What you do in the app: taps, scrolling, what you watch, and the advertisements that you see.</dd>
		<dt>Diagnostics</dt><dd>Reports of crashes, and how fast the app is.</dd></dl>
		<p class="soft">In our words. Those of the store are under <a href="{}" rel="noreferrer">{}</a>.</p></details>`, v.Says.Defined.URL, v.Says.Definitions)
}

// writePractices writes what a label has beside the kinds of data.
func (v appView) writePractices(m *ui.Markup) {
	if v.Says.Practices && (v.Declared || len(v.Practices) > 0) {
		m.Add(`<section><h2>Security practices</h2>`)
		if len(v.Practices) > 0 {
			m.Add(`<ul class="tags">`)
			for _, practice := range v.Practices {
				m.Add(`<li><span class="kind">{}</span></li>`, practice)
			}
			m.Add(`</ul>`)
		} else {
			m.Add(`<p class="soft">The developer declares none.</p>`)
		}
		m.Add(`</section>
		`)
	}
	if v.App.UnstableUntil != 0 {
		m.Add(`<p><span class="kind mismatch">Unstable</span> What it declares goes back and forth. All changes are recorded; you are notified when it has rested for seven days.</p>
		`)
	}
	if len(v.Features) > 0 {
		m.Add(`<section><h2>Accessibility</h2><ul class="tags">`)
		for _, feature := range v.Features {
			m.Add(`<li><span class="kind access">{}</span></li>`, feature)
		}
		m.Add(`</ul></section>
		`)
	}
}
