package forms

import (
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

func (v activityView) write(m *ui.Markup) {
	m.Add(`<div class="head"><h1>Activity</h1></div>
		`)
	v.runsPart.write(m)
	v.Log.write(m)
	m.Add(`<section id="messages" aria-labelledby="messages-title"><h2 id="messages-title">Messages sent</h2>
		`)
	v.Messages.write(m)
	if v.Messages.Total > len(v.Messages.Deliveries) {
		m.Add(`<p><a href="{}/activity/messages">All {} messages</a></p>`, m.Base, m.Count(v.Messages.Total))
	}
	m.Add(`</section>
		`)
}

func (p logPart) write(m *ui.Markup) {
	m.Add(`<section id="log" aria-labelledby="log-title"><h2 id="log-title">Log</h2>
		`)
	p.writeFilters(m)
	switch {
	case p.Failed != "":
		m.Failed(p.Failed)
	case len(p.Lines) > 0:
		m.Add(`<div class="scroll" tabindex="0"><table>
			<thead class="wide"><tr><th scope="col">When</th><th scope="col">What</th><th scope="col">Outcome</th></tr></thead>
			<tbody>`)
		for _, line := range p.Lines {
			line.write(m)
		}
		m.Add(`
			</tbody></table></div>
			`)
		writePager(m, "Pages of the log", "Newer", "Older", anchored(p.Newer, "#log"), anchored(p.Older, "#log"))
	case p.filtered():
		m.Add(`<div class="empty"><p>No line of the log matches.</p><a href="{}/activity">Show everything</a></div>
			`, m.Base)
	default:
		m.Add(`<div class="empty"><p>Nothing has been done yet. Once there are apps, each check of one is logged
			here.</p><a class="button" href="{}/add">Add apps</a></div>
			`, m.Base)
	}

	m.Add(`</section>
		`)
}

// writeFilters writes the form that chooses lines.
func (p logPart) writeFilters(m *ui.Markup) {
	m.Add(`<form class="filters" method="get" action="{}/activity" data-auto autocomplete="off">
		<label>Task <select name="type"><option value="">All</option>`, m.Base)
	writeOptions(m, p.Types, p.Type)
	m.Add(`</select></label>
		<label>Outcome <select name="status"><option value="">All</option>`)
	writeOptions(m, p.Statuses, p.Status)
	m.Add(`</select></label>
		<button class="apply">Show</button>
		`)
	if p.filtered() {
		m.Add(`<a href="{}/activity">Show everything</a>`, m.Base)
	}
	m.Add(`
		</form>
		`)
	if p.During {
		m.Add(`<p class="hint">Only the log of one run is shown.</p>
			`)
	}
}

func (l logLine) write(m *ui.Markup) {
	m.Add(`
		<tr><td>{}</td>
		<td>`, m.Ago(l.StartedAt))
	switch summary := string(l.Summary); {
	case l.App != 0:
		m.Add(`<a href="{}/apps/{}">{}</a>`, m.Base, l.App, summary)
	case summary != "":
		m.Add(`{}`, summary)
	default:
		m.Add(`{}`, l.Words)
	}

	if l.Summary != "" {
		m.Add(` <small class="soft">{}</small>`, l.Words)
	}

	if l.Cause != "" {
		m.Add(`<p class="wrong">{}</p>`, l.Cause)
	}

	m.Add(`</td>
		<td>`)
	writeOutcome(m, l.Sign, l.Bad())
	m.Add(`</td></tr>`)
}

// writeOutcome writes how something ended, so that what failed stands out.
func writeOutcome(m *ui.Markup, state language.Words, bad bool) {
	if bad {
		m.Add(`<strong class="track">{}</strong>`, state)
	} else {
		m.Add(`{}`, state)
	}
}

// write writes the deliveries as a table.
func (p messagesPart) write(m *ui.Markup) {
	switch {
	case p.Failed != "":
		m.Failed(p.Failed)
	case len(p.Deliveries) == 0:
		m.Add(`<p class="soft">No message has been sent. <a href="{}/settings/destinations">Add a destination</a> to get
			changes on your phone, by mail or in a chat.</p>
			`, m.Base)
	default:
		m.Add(`<div class="scroll" tabindex="0"><table class="cards">
			<thead><tr><th scope="col">Written</th><th scope="col">Message</th><th scope="col">Outcome</th>
			<th scope="col" class="num">Attempts</th><th scope="col"><span class="unseen">Action</span></th></tr></thead>
			<tbody>`)
		for _, d := range p.Deliveries {
			writeDelivery(m, d)
		}
		m.Add(`
			</tbody></table></div>
			`)
	}
}

func writeDelivery(m *ui.Markup, d notify.Delivery) {
	m.Add(`
		<tr><td>{}</td><td>{}<br><small class="soft">`, m.Ago(d.CreatedAt), d.Title)
	if d.Name != "" {
		m.Add(`{} · `, string(d.Name))
	}

	m.Add(`{} · {}</small></td>
		<td>`, string(d.Host), m.Plural(d.Notifications, "%s notification", "%s notifications"))
	delivered := d.State == storage.DeliveryDelivered
	switch {
	case delivered:
		m.Add(`Delivered`)
	case d.State == storage.DeliveryDead:
		m.Add(`<strong class="track">Given up</strong>`)
	default:
		m.Add(`Waiting`)
		if d.NextAttemptAt != 0 {
			m.Add(`, next attempt {}`, m.Ago(d.NextAttemptAt))
		}
	}

	switch {
	case delivered:
	case d.LastError != "":
		m.Add(`<p class="wrong">{}</p>`, string(d.LastError))
	case d.LastStatus != nil:
		m.Add(`<p class="wrong">Answered with status {}</p>`, *d.LastStatus)
	}

	m.Add(`</td>
		<td class="num" data-th="Attempts">{}</td>
		<td class="num">`, d.Attempts)
	if !delivered && m.Offers(retryDelivery) {
		m.Add(`<form method="post" action="{}/activity/messages/{}/retry">`, m.Base, d.ID)
		m.Back()
		m.Add(`<button>Send now<span class="unseen"> {}</span></button></form>`, d.Title)
	}

	m.Add(`</td></tr>`)
}

// writeAll writes the screen of the deliveries.
func (p messagesPart) writeAll(m *ui.Markup) {
	m.Add(`<div class="head"><h1>Messages sent</h1><p><a href="{}/activity">Activity</a></p></div>
		`, m.Base)
	p.write(m)
	writePager(m, "Pages", "Newer", "Older", p.Newer, p.Older)
}

// writePager writes links to the pages before and after the one that is shown, as far as they are there.
func writePager(m *ui.Markup, label, newer, older language.Words, before, after string) {
	m.Add(`<nav class="pager" aria-label="{}"><span>`, label)
	if before != "" {
		m.Add(`<a href="{}{}">{}</a>`, m.Base, before, newer)
	}
	m.Add(`</span><span>`)
	if after != "" {
		m.Add(`<a href="{}{}">{}</a>`, m.Base, after, older)
	}
	m.Add(`</span></nav>
		`)
}
