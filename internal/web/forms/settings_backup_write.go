package forms

import (
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
)

func (v backupView) write(m *ui.Markup) {
	writeSections(m, "backup")
	if v.Wrong != "" {
		m.Add(`<p class="failed" role="alert">{}</p>`, v.Wrong)
	}

	v.workPart.write(m)
	v.writeNow(m)
	m.Add(`<section aria-labelledby="plan-title"><h2 id="plan-title">Scheduled backups</h2>
		`)
	switch {
	case v.NoFolder:
		m.Add(`<p class="soft">This installation has no folder for backups on the server. Start it with a data folder to have
			some.</p>`)
	case v.Failed != "":
		m.Failed(v.Failed)
	default:
		v.writePlan(m)
		v.writeFiles(m)
	}

	m.Add(`</section>
		`)
	if m.Offers("POST /api/backup/preview") {
		m.Add(`<section aria-labelledby="restore-title"><h2 id="restore-title">Restore</h2>
			<form method="post" action="{}/settings/backup/look" enctype="multipart/form-data" class="stack">
			<label for="file">A backup file</label><input id="file" type="file" name="file" accept=".json,application/json"
			required>
			<p class="hint">Nothing is replaced yet: what is in it is shown first.</p><button>Show what is in it</button></form>
			</section>
			`, m.Base)
	}

	if m.Offers("POST /api/reset") {
		m.Add(`<section aria-labelledby="reset-title"><h2 id="reset-title">Start again</h2>
			<form method="post" action="{}/settings/backup/reset"><button class="danger">Delete all apps…</button></form>
			</section>
			`, m.Base)
	}
}

// writeNow writes how a backup is made at once.
func (v backupView) writeNow(m *ui.Markup) {
	m.Add(`<section aria-labelledby="now-title"><h2 id="now-title">Backup now</h2>
		<p>A backup is one file with all apps, their history, notes, verdicts and settings. Stored keys and logs are not in
		it.</p>
		<div class="actions">`)
	if v.Download != "" {
		m.Add(`<a class="button" href="{}{}" download>Download a backup</a>`, m.Base, v.Download)
	} else if m.Session.Configured {
		m.Add(`<a class="button" href="{}/sign-in?next=/settings/backup">Sign in to download a backup</a>`, m.Base)
	}
	if !v.NoFolder && m.Offers("POST /api/backup/snapshots") {
		m.Add(`
			<form method="post" action="{}/settings/backup/make">`, m.Base)
		m.Back()
		m.Add(`<button>Write a backup on the server</button></form>`)
	}
	m.Add(`</div></section>
		`)
}

// writePlan writes the form of the schedule.
func (v backupView) writePlan(m *ui.Markup) {
	may := m.Offers("PUT /api/backup/snapshots")
	m.Add(`<form method="post" action="{}/settings/backup/plan"><fieldset class="stack"{? disabled}>
		<label><input type="checkbox" name="enabled" value="1"{? checked}> Write a backup on the server on a schedule</label>
		<div class="field"><label for="hours">Hours between two backups</label><input id="hours" name="hours" type="number"
		min="1" max="720" value="{}" required></div>
		<div class="field"><label for="kept">How many are kept</label><input id="kept" name="kept" type="number" min="1"
		max="100" value="{}" required><p class="hint">When there are more, the oldest is deleted.</p></div>
		<p class="hint">`, m.Base, !may, v.Plan.Enabled, v.Plan.IntervalHours, v.Plan.RetentionCount)
	m.Add(`Last backup: {}.`, m.Ago(v.Plan.LastRunAt))
	if v.Plan.Enabled {
		m.Add(` Next: {}.`, m.Ago(v.Plan.NextRunAt))
	}
	m.Add(`</p>
		`)
	writeSave(m, may)
	m.Add(`</fieldset></form>
		`)
}

// writeFiles writes the backups on the server.
func (v backupView) writeFiles(m *ui.Markup) {
	if len(v.Files) == 0 {
		m.Add(`<div id="files"><p class="soft">No backup has been written on the server yet.</p></div>`)
		return
	}
	m.Add(`<div id="files"><div class="scroll" tabindex="0"><table><caption>Backups on the server</caption>
		<thead><tr><th scope="col">Written</th><th scope="col">File</th><th scope="col" class="num">Size</th></tr></thead>
		<tbody>`)
	for _, f := range v.Files {
		m.Add(`<tr><td>{}</td><td>`, m.Ago(f.CreatedAt))
		if v.MayRead {
			m.Add(`<a href="{}/api/backup/snapshots/{}" download>{}</a>`, m.Base, f.Name, f.Name)
		} else {
			m.Add(`{}`, f.Name)
		}
		m.Add(`</td><td class="num">{}</td></tr>`, m.Language().Size(f.Bytes))
	}
	m.Add(`</tbody></table></div>
		</div>`)
}

// write writes the work that is under way. It is fetched from the screen of backups, whatever screen shows it.
func (p workPart) write(m *ui.Markup) {
	m.Add(`<div id="work" hx-get="{}/settings/backup" hx-select="#work"
		hx-swap="outerHTML"{? hx-select-oob="#files" hx-trigger="every 1s" data-say="{}"}{? hx-trigger="sent from:body"}>
		`, m.Base, len(p.Work) > 0, p.Said, len(p.Work) == 0)
	for _, w := range p.Work {
		w.write(m)
	}
	if len(p.Work) == 0 && p.Polled {
		m.Add(`<p role="status" class="note">It has finished. The outcome is under
			<a href="{}/activity#log">Activity</a>.</p>`,
			m.Base)
	}
	m.Add(`</div>
		`)
}

func (w backupWork) write(m *ui.Markup) {
	so := m.Part(`{} so far`, m.Plural(w.Records, "%s record", "%s records"))
	if w.Total > 0 {
		so = m.Part(`{} of {}`, m.Count(w.Records), m.Plural(w.Total, "%s record", "%s records"))
	}
	m.Add(`<p class="note">{}, started {}: {}. <progress{? max="{}" value="{}"} aria-label="{}">{}</progress></p>
		`, w.Words, m.Ago(w.Began), so, w.Total > 0, w.Total, w.Records, w.Words, w.Records)
}

func (v restoreView) write(m *ui.Markup) {
	by := language.Words("not known: it is not signed")
	switch {
	case !v.Untrusted:
		by = language.Words("this installation")
	case v.Found.Signed:
		by = language.Words("another installation, or changed since")
	}

	m.Add(`<div class="head"><h1>Restore this backup?</h1></div>
		<dl class="facts"><div><dt>Written</dt><dd>{}</dd></div><div><dt>Size</dt><dd>{}</dd></div><div><dt>Written by</dt>
		<dd>{}</dd></div></dl>
		<section aria-labelledby="in-title"><h2 id="in-title">What is in it</h2>
		`, m.Date(v.Found.ExportedAt), v.Size, by)
	if len(v.Counts) > 0 {
		m.Add(`<div class="scroll" tabindex="0"><table><tbody>`)
		for _, c := range v.Counts {
			m.Add(`<tr><th scope="row">{}</th><td class="num">{}</td></tr>`, c.Words, m.Count(c.N))
		}
		m.Add(`</tbody></table></div>`)
	} else {
		m.Add(`<p>Nothing.</p>`)
	}

	for _, warning := range v.Warnings {
		m.Add(`<p class="wrong">{}</p>`, warning)
	}

	m.Add(`</section>
		`)
	v.writeLost(m)
}

// writeLost writes what a restore deletes, and the form that does it.
func (v restoreView) writeLost(m *ui.Markup) {
	m.Add(`<section aria-labelledby="lost-title"><h2 id="lost-title">What is lost</h2>
		<p>Everything that is here now is replaced: {} with labels, history, notes, verdicts and notifications, and stored
		keys such as that of a model. A backup of what is here is written on the server first, if it has a folder for backups
		and room; its name is shown afterwards.</p>
		`, m.Plural(v.Apps, "%s app", "%s apps"))
	switch {
	case v.Name != "":
		m.Add(`<form method="post" action="{}/settings/backup/restore" class="stack">
			<input type="hidden" name="name" value="{}">
			`, m.Base, v.Name)
		if v.Untrusted {
			m.Add(`<label><input type="checkbox" name="untrusted" value="1" required> I know where this backup comes from,
				although this installation did not write it</label>
				`)
		}
		m.Add(`<button class="danger">Replace everything by this backup</button></form>
			`)
	case m.Session.Configured:
		m.Add(`<p><a class="button" href="{}/sign-in?next=/settings/backup">Sign in to restore it</a></p>
			`, m.Base)
	}

	v.workPart.write(m)
	m.Add(`<p><a href="{}/settings/backup">Change nothing</a></p></section>
		`, m.Base)
}
