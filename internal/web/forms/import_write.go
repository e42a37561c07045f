package forms

import (
	"cmp"

	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

func (v importView) write(m *ui.Markup) {
	m.Add(`<div class="head"><h1>{}</h1><p><a href="{}/add">Add more</a>`, m.Title, m.Base)
	if m.Offers(forgetList) {
		m.Add(` · <a href="{}/add/{}/forget">Delete this list</a>`, m.Base, v.List.ID)
	}

	m.Add(`</p></div>
		<div id="items" data-say="{}"{? hx-get="{}{}" hx-select="#items" hx-trigger="every 3s" hx-swap="outerHTML"}>
		`, v.Said, v.Live() && !v.Searching(), m.Base, m.Here)
	if v.Partial && m.Flash != nil {
		m.Add(`<p class="failed" role="alert">{}</p>
			`, m.Flash.Text)
	}

	v.writeProgress(m)
	if v.Paused != 0 {
		m.Add(`<p class="hint">The App Store asks to wait. Reading resumes {}.</p>
			`, m.Ago(v.Paused))
	}

	if v.ToSearch > 0 && m.Offers(retryItems) {
		v.writeSearch(m)
	}

	v.writeTabs(m)
	if len(v.Items) > 0 {
		v.writeItems(m)
	} else {
		m.Add(`<div class="empty"><p>No app of the list is in this state.</p><a href="{}/add/{}">Show all of it</a></div>
			`, m.Base, v.List.ID)
	}

	if v.Ended() {
		v.Checks.WriteNext(m)
	}

	m.Add(`
		</div>`)
}

// writeProgress writes how far the list is.
func (v importView) writeProgress(m *ui.Markup) {
	m.Add(`<p><progress max="{}" value="{}" aria-label="Progress">{} of {}</progress></p>
		`, v.List.ItemCount, v.Done, v.Done, v.List.ItemCount)
	added, all := m.Count(v.List.Imported), m.Plural(v.List.ItemCount, "%s app", "%s apps")
	tally := v.List.Tally
	if v.Ended() {
		m.Add(`<p class="lead"><strong>{} of {} added.</strong> `, added, all)
		v.writeNeeds(m)
		m.Add(`</p>
			`)
		return
	}

	m.Add(`<p>`)
	m.Add(`{} of {} added`, added, all)
	if v.ToSearch > 0 {
		m.Add(` · {} to search for`, m.Count(v.ToSearch))
	}

	if v.ToAdd > 0 {
		m.Add(` · {} to confirm`, m.Count(v.ToAdd))
	}

	if tally.Queued > 0 {
		m.Add(` · {} to read`, m.Count(tally.Queued))
	}

	if tally.Unmatched > 0 {
		m.Add(` · {} not found`, m.Count(tally.Unmatched))
	}

	if v.List.Errored > 0 {
		m.Add(` · <strong class="track">{} failed</strong>`, m.Count(v.List.Errored))
	}

	m.Add(`</p>
		`)
}

// writeNeeds writes what of a list that has ended waits for the user.
func (v importView) writeNeeds(m *ui.Markup) {
	if v.Needs() == 0 {
		m.Add(`<a href="{}/apps">See the apps</a>`, m.Base)
		return
	}
	m.Add(`{}:`, m.Plural(v.Needs(), "%s needs you", "%s need you"))
	if v.ToAdd > 0 {
		m.Add(` <a href="{}/add/{}?show=confirm">{} to confirm</a>`, m.Base, v.List.ID, m.Count(v.ToAdd))
	}
	if n := v.List.Tally.Unmatched; n > 0 {
		m.Add(` <a href="{}/add/{}?show=open">{} not found</a>`, m.Base, v.List.ID, m.Count(n))
	}
	if v.List.Errored > 0 {
		m.Add(` <a class="track" href="{}/add/{}?show=failed">{} failed</a>`, m.Base, v.List.ID, m.Count(v.List.Errored))
	}
}

// writeSearch writes the form that searches for the next names. The script sends it as long as the search goes on.
func (v importView) writeSearch(m *ui.Markup) {
	words := language.Words("Search for the next names")
	if v.Stopped {
		words = language.Words("Search again")
	}
	m.Add(`<form method="post" action="{}/add/{}/search"
		class="actions"{? hx-post="{}/add/{}/search" hx-trigger="load delay:2s" hx-target="#items"
		hx-select="#items" hx-swap="outerHTML"}><button>{}</button> `,
		m.Base, v.List.ID, v.Searching(), m.Base, v.List.ID, words)
	if v.Searching() {
		m.Add(`<span class="hint">Names are searched for a few at a time.</span>`)
	}
	m.Add(`</form>
		`)
}

// writeTabs writes links to the parts of the list.
func (v importView) writeTabs(m *ui.Markup) {
	m.Add(`<nav class="row actions" aria-label="Show">`)
	for _, t := range v.Tabs {
		if t.N > 0 || t.Value == "" {
			m.Add(`<a href="{}/add/{}{??show={}}"{? aria-current="true"}>{} {}</a> `,
				m.Base, v.List.ID, t.Value != "", t.Value, t.Value == v.Show, t.Words, m.Count(t.N))
		}
	}
	m.Add(`</nav>
		`)
}

// writeItems writes a page of the list, in a form for who may add apps.
func (v importView) writeItems(m *ui.Markup) {
	if m.Offers(addedItems) {
		m.Add(`<form method="post" action="{}/add/{}/confirm">`, m.Base, v.List.ID)
		m.Back()
		v.writeTable(m, true)
		v.writeAdd(m)
		m.Add(`</form>
			`)
	} else {
		v.writeTable(m, false)
	}
	writePager(m, "Pages", "Previous", "Next", v.Newer, v.Older)
}

// writeTable writes the items, with what a user who may add apps can choose of them.
func (v importView) writeTable(m *ui.Markup, may bool) {
	m.Add(`<div class="scroll" tabindex="0"><table class="cards"><thead><tr><th scope="col">`)
	if may && v.ToAdd > 0 {
		m.Add(`<label><input type="checkbox" data-all="item" aria-label="All on this page" checked></label>`)
	}
	m.Add(`</th><th scope="col">In the list</th><th scope="col">App</th><th scope="col">State</th></tr></thead>
		<tbody>`)
	for _, item := range v.Items {
		v.writeItem(m, item, may)
	}
	m.Add(`
		</tbody></table></div>
		`)
}

// writeAdd writes the buttons of the form of the items.
func (v importView) writeAdd(m *ui.Markup) {
	switch {
	case v.ToAdd > 0:
		m.Add(`<div class="actions"><button class="main">Add the selected apps</button>`)
		if v.ToAdd > len(v.Items) {
			m.Add(`<button name="all" value="1">Add all {} that were found</button>`, m.Count(v.ToAdd))
		}
		m.Add(`<button formaction="{}/add/{}/skip">Leave out the selected apps</button></div>
			`, m.Base, v.List.ID)
	case v.Show == "left":
		m.Add(`<div class="actions"><button>Add the selected apps</button></div>
			`)
	}
}

// writeItem writes an app of the list as a row.
func (v importView) writeItem(m *ui.Markup, item imports.Item, may bool) {
	matched := item.Status == storage.ImportMatched
	m.Add(`
		<tr><td>`)
	if may && item.URL != "" && (matched || item.Status == storage.ImportSkipped) {
		m.Add(`<label><input type="checkbox" name="item" value="{}" aria-label="{}"{? checked}></label>`,
			item.ID.Seq, string(item.AppName), matched)
	}

	m.Add(`</td>
		<td>{}</td>
		<td>`, item.Query)
	if item.App != nil {
		m.Add(`<a href="{}/apps/{}">{}</a>`, m.Base, *item.App, cmp.Or(string(item.AppName), item.Query))
	} else {
		m.Add(`{}`, string(item.AppName))
	}

	if item.Developer != "" {
		m.Add(`<br><small class="soft">{}</small>`, string(item.Developer))
	}

	m.Add(`</td>
		<td>`)
	writeState(m, item)
	if item.Error != "" && item.Status != storage.ImportImported {
		m.Add(`
			<p class="wrong">{}</p>`, string(item.Error))
	}

	failed := item.Status == storage.ImportFailed
	if (matched || failed || item.Status == storage.ImportUnmatched) && m.Offers(searchStore) {
		choose := language.Words("Choose the app")
		if matched {
			choose = language.Words("Choose another")
		}
		m.Add(`<br><a href="{}/add/{}/choose?item={}">{}<span class="unseen"> for {}</span></a>`,
			m.Base, v.List.ID, item.ID.Seq, choose, item.Query)
	}

	if failed && m.Offers(retryItems) {
		m.Add(`
			· <button class="quiet" formaction="{}/add/{}/retry?item={}">Try again<span class="unseen"> {}</span></button>`,
			m.Base, v.List.ID, item.ID.Seq, item.Query)
	}

	m.Add(`</td></tr>`)
}

// writeState writes what became of an app of a list.
func writeState(m *ui.Markup, item imports.Item) {
	switch item.Status {
	case storage.ImportPendingSearch:
		m.Add(`To search for`)
	case storage.ImportMatched:
		if item.App != nil {
			m.Add(`Watched already: confirm it, or leave it out`)
		} else {
			m.Add(`Found: confirm it`)
		}
	case storage.ImportUnmatched:
		m.Add(`<strong>Not found</strong>`)
	case storage.ImportQueued:
		m.Add(`Waiting to be read`)
		if item.NextAttempt != 0 {
			m.Add(`, {}`, m.Ago(item.NextAttempt))
		}
	case storage.ImportImported:
		m.Add(`Added`)
	case storage.ImportFailed:
		m.Add(`<strong class="track">Failed</strong>`)
	case storage.ImportSkipped:
		m.Add(`Left out`)
	default:
		m.Add(`Removed since`)
	}
}

func (v chooseView) write(m *ui.Markup) {
	m.Add(`<div class="head"><h1>{}</h1><p><a href="{}/add/{}">Back to the list</a></p></div>
		<form class="filters" method="get" action="{}/add/{}/choose"><input type="hidden" name="item" value="{}">
		<label>Search for <input type="search" name="q" value="{}" maxlength="200"
		required></label><button>Search</button></form>
		`, m.Title, m.Base, v.Import, m.Base, v.Import, v.Item.ID.Seq, v.Query)
	switch {
	case v.Failed != "":
		m.Failed(v.Failed)
	case v.Wait:
		m.Add(`<p class="note">The App Store asks to wait before it is searched again. Try again in a few minutes.</p>`)
	case len(v.Candidates) > 0:
		m.Add(`<div class="scroll" tabindex="0"><table class="cards"><thead><tr><th scope="col">App</th>
			<th scope="col">Developer</th><th scope="col"><span class="unseen">Action</span></th></tr></thead>
			<tbody>`)
		for _, c := range v.Candidates {
			v.writeCandidate(m, c)
		}
		m.Add(`</tbody></table></div>`)
	default:
		m.Add(`<p class="note">The App Store finds nothing for “{}”. Search for another name, or paste the address of the
			app.</p>`,
			v.Query)
	}

	wrong := v.Wrong != ""
	m.Add(`
		<section aria-labelledby="address-title"><h2 id="address-title">By its address</h2>
		<form method="post" action="{}/add/{}/choose" class="stack"><input type="hidden" name="item" value="{}">
		<label for="url">Address of the app in the App Store</label><input id="url" name="url" type="url" value="{}" required
		maxlength="2000" placeholder="https://apps.apple.com/us/app/id1234567890"{? aria-invalid="true"
		aria-describedby="url-wrong"}>
		`, m.Base, v.Import, v.Item.ID.Seq, v.Address, wrong)
	if wrong {
		m.Add(`<p class="wrong" id="url-wrong" role="alert">{}</p>`, v.Wrong)
	}

	m.Add(`<button>Add this app</button></form></section>
		`)
}

// writeCandidate writes an app that was found as a row, with the form that takes it.
func (v chooseView) writeCandidate(m *ui.Markup, c choosable) {
	m.Add(`<tr><th scope="row">{}</th><td>{}`, c.Name, c.Developer)
	if c.Beside != "" {
		m.Add(` · {}`, c.Beside)
	}
	m.Add(`<br><small class="soft">{}</small></td>
		<td class="num">
		<form method="post" action="{}/add/{}/choose"><input type="hidden" name="item" value="{}">
		<input type="hidden" name="url" value="{}"><button>Add<span class="unseen"> {}</span></button></form></td></tr>`,
		c.BundleID, m.Base, v.Import, v.Item.ID.Seq, c.URL, c.Name)
}

func (v forgetView) write(m *ui.Markup) {
	list := v.list
	m.Add(`<div class="narrow"><h1>Delete this list?</h1>
		<p>The list of {} that was started {}, with what was found, left out and failed, is deleted. This cannot be
		undone.</p>
		<form method="post" action="{}/add/{}/forget" class="stack">
		<label><input type="checkbox" name="apps" value="1"> Also stop watching its {}, and delete their labels, history,
		notes and verdicts</label>
		<button class="danger">Delete the list</button></form>
		<p><a href="{}/add/{}">Keep it</a></p></div>
		`,
		m.Plural(list.ItemCount, "%s app", "%s apps"), m.Ago(list.CreatedAt), m.Base, list.ID,
		m.Plural(list.Imported, "%s app", "%s apps"), m.Base, list.ID)
}
