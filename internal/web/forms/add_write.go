package forms

import (
	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

func (v addView) write(m *ui.Markup) {
	m.Add(`<div class="head"><h1>Add apps</h1></div>
		`)
	if m.Offers(addedItems) {
		v.writeDevices(m)
		if m.Offers(searchStore) {
			v.writeSearch(m)
		}
		v.writePaste(m)
		v.writeFile(m)
	} else {
		m.Add(`<p class="hint">You may see the apps, but not add any.</p>
			`)
	}
	if v.Failed != "" {
		m.Failed(v.Failed)
	} else if len(v.Lists) > 0 {
		v.writeLists(m)
	}
}

// writeDevices writes links that choose the device that the apps are put on.
func (v addView) writeDevices(m *ui.Markup) {
	if len(v.Devices) == 0 {
		return
	}
	m.Add(`<nav class="row small actions" aria-label="Device"><span class="soft">Put the apps on:</span>
		<a href="{}/add"{? aria-current="true"}>no device</a>`,
		m.Base, v.Device == "")
	for _, d := range v.Devices {
		m.Add(` <a href="{}/add?device={}"{? aria-current="true"}>{}</a>`, m.Base, d.ID, d.ID == v.Device, d.Name)
	}
	m.Add(`</nav>
		`)
}

// writeDevice writes the hidden field of the device that the apps of a form are put on, if one is chosen.
func writeDevice(m *ui.Markup, device string) {
	if device != "" {
		m.Add(`<input type="hidden" name="device" value="{}">`, device)
	}
}

// writeSearch writes the form that finds an app by its name, with what is found while it is typed.
func (v addView) writeSearch(m *ui.Markup) {
	m.Add(`<section aria-label="By name"><form method="get" action="{}/add/search" class="filters" role="search">`, m.Base)
	writeDevice(m, v.Device)
	m.Add(`<label>Find an app by its name <input type="search" name="q" required maxlength="200" autocomplete="off"
		hx-get="{}/add/search" hx-include="closest form" hx-trigger="input changed delay:600ms" hx-target="#found"
		hx-select="#found" hx-swap="outerHTML" hx-sync="this:replace"></label><button class="main">Search</button></form>
		<div id="found" aria-live="polite"></div></section>
		`, m.Base)
}

// writePaste writes the form that takes several apps at once.
func (v addView) writePaste(m *ui.Markup) {
	wrong := v.Wrong != ""
	m.Add(`<section aria-labelledby="several-title"><h2 id="several-title">Several at once</h2>
		<form method="post" action="{}/add" class="stack">`,
		m.Base)
	writeDevice(m, v.Device)
	m.Add(`
		<label for="apps">Names, addresses in the App Store or on Google Play, packages, or ids, one on each line</label>
		<textarea id="apps" name="apps" rows="6" required maxlength="8000000"
		placeholder="Tidewatch Weather&#10;https://apps.apple.com/us/app/id1234567890"
		aria-describedby="apps-hint{? apps-wrong}"{? aria-invalid="true"}>{}</textarea>
		`, wrong, wrong, v.Text)
	if wrong {
		m.Add(`<p class="wrong" id="apps-wrong" role="alert">{}</p>
			`, v.Wrong)
	}
	m.Add(`<p class="hint" id="apps-hint">An address, an id, or the name of a package on Google Play is added at once. The
		name of an app is searched for first, and you confirm what was found.</p>
		<button class="main">Add</button>
		</form></section>
		`)
}

// writeFile writes the form that takes a file.
func (v addView) writeFile(m *ui.Markup) {
	wrong := v.WrongFile != ""
	m.Add(`<section aria-labelledby="file-title"><h2 id="file-title">From a file</h2>
		<form method="post" action="{}/add/file{??device={}}" enctype="multipart/form-data" class="stack">
		<label for="file">A text file, CSV, JSON, a Brewfile, or what Apple Configurator exports, up to 8 MB and 50,000
		apps</label>
		<input id="file" type="file" name="file" required
		accept=".txt,.csv,.tsv,.json,.plist,text/plain,text/csv,application/json"
		aria-describedby="file-hint{? file-wrong}"{? aria-invalid="true"}>
		`, m.Base, v.Device != "", v.Device, wrong, wrong)
	if wrong {
		m.Add(`<p class="wrong" id="file-wrong" role="alert">{}</p>
			`, v.WrongFile)
	}
	m.Add(`<p class="hint" id="file-hint">A table needs a heading such as <code>name</code>, <code>developer</code>,
		<code>bundle id</code>, <code>id</code> or <code>url</code>. On a Mac, <code>cfgutil --format JSON get
		installedApps</code> lists the apps of a phone.</p>
		<button>Read the file</button>
		</form></section>
		`)
}

// writeLists writes the lists before.
func (v addView) writeLists(m *ui.Markup) {
	m.Add(`<section aria-labelledby="lists-title"><h2 id="lists-title">Earlier lists</h2>
		<div class="scroll" tabindex="0"><table class="cards flow">
		<thead><tr><th scope="col">Started</th><th scope="col">From</th><th scope="col" class="num">Apps</th>
		<th scope="col" class="num">Added</th><th scope="col">Left to do</th></tr></thead>
		<tbody>`)
	for _, list := range v.Lists {
		writeList(m, list)
	}
	m.Add(`</tbody></table></div>
		`)
	if v.More {
		m.Add(`<p><a href="{}/add?lists=all">All lists</a></p>`, m.Base)
	}
	m.Add(`</section>`)
}

// writeList writes a list as a row.
func writeList(m *ui.Markup, list imports.List) {
	var from any = string(list.SourceLabel)
	if list.SourceLabel == "" {
		switch list.Source {
		case storage.ImportManual:
			from = language.Words("Typed")
		case storage.ImportScreenshots:
			from = language.Words("Screenshots")
		default:
			from = language.Words("File")
		}
	}

	m.Add(`<tr><td><a href="{}/add/{}">{}</a></td><td>{}</td><td class="num" data-th="Apps">{}</td>
		<td class="num" data-th="Added">{}</td>
		<td>`, m.Base, list.ID, m.Ago(list.CreatedAt), from, m.Count(list.ItemCount), m.Count(list.Imported))
	if n := list.Tally.PendingSearch; n > 0 {
		m.Add(`{} to search for<br>`, m.Count(n))
	}

	if n := list.Tally.Matched; n > 0 {
		m.Add(`{} to confirm<br>`, m.Count(n))
	}

	if n := list.Tally.Queued; n > 0 {
		m.Add(`{} to read<br>`, m.Count(n))
	}

	if n := list.Tally.Unmatched; n > 0 {
		m.Add(`{} not found<br>`, m.Count(n))
	}

	if list.Errored > 0 {
		m.Add(`<strong class="track">{} failed</strong>`, m.Count(list.Errored))
	}

	m.Add(`</td></tr>`)
}
