package forms

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/imports"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

const (
	itemPage    = 50
	searchBatch = 5               // searches of one request
	searchTime  = 8 * time.Second // after which it starts no further one
)

type importView struct {
	List     imports.List
	Items    []imports.Item
	Show     string
	Tabs     []tab
	ToSearch int
	ToAdd    int // matches that are not confirmed
	Done     int
	Paused   storage.NullTime // until when the queue waits
	Stopped  bool             // a search has failed
	Partial  bool             // only a part of the screen is fetched
	Newer    string
	Older    string
	Said     language.Words
	Checks   ui.Checks // once the list is done
}

// Needs returns how many apps of the list wait for the user.
func (v importView) Needs() int {
	t := v.List.Tally
	return t.Matched + t.Unmatched + t.Failed
}

// Ended reports whether nothing of the list is left to search for or to read.
func (v importView) Ended() bool { return !v.Live() && v.ToSearch == 0 }

// Live reports whether something changes by itself.
func (v importView) Live() bool { return v.List.Tally.Queued > 0 }

// Searching reports whether the screen continues to search by itself.
func (v importView) Searching() bool { return v.ToSearch > 0 && !v.Stopped }

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

// tab is a part of the items.
type tab struct {
	Value string
	Words language.Words
	N     int
}

func (s adding) show(ctx context.Context, r ui.Request) (ui.Reply, error) {
	id := r.Param("id")
	found, err := s.Imports.Show(ctx, id)
	if err != nil {
		return ui.Reply{}, err
	}
	t := found.Import.Tally
	view := importView{
		List: found.Import, ToSearch: t.PendingSearch, ToAdd: t.Matched, Done: t.Items() - t.Queued - t.PendingSearch - t.Matched,
		Stopped: ui.Chosen(r, "stopped", "1") != "", Partial: r.HTTP().Header.Get("HX-Request") != "",
		Tabs: []tab{
			{"", "All", t.Items()},
			{"confirm", "To confirm", t.Matched},
			{"open", "Not found", t.Unmatched},
			{"failed", "Failed", t.Failed},
			{"added", "Added", t.Imported},
			{"left", "Left out", t.Skipped + t.Removed},
		},
	}
	view.Show = ui.Chosen(r, "show", shows(view.Tabs)...)
	items := found.Items
	if view.Show != "" {
		items = nil
		for _, item := range found.Items {
			if tabs[item.Status] == view.Show {
				items = append(items, item)
			}
		}
	}
	view.Newer, view.Older = pager(r, "/add/"+id, itemPage, len(items))
	from := min((pageOf(r)-1)*itemPage, len(items))
	view.Items = items[from:min(from+itemPage, len(items))]
	if view.Live() {
		queue, err := s.Imports.Queue(ctx)
		if err != nil {
			return ui.Reply{}, err
		}
		view.Paused = queue.PausedUntil
	}
	if view.Ended() {
		if view.Checks, err = s.Next(ctx); err != nil {
			return ui.Reply{}, err
		}
	}
	say := ui.Say(r)
	view.Said = say.Text("%s of %s added", t.Imported, t.Items())
	title := say.Plural(t.Items(), "Adding %s app", "Adding %s apps")
	if view.Ended() {
		title = say.Plural(t.Items(), "List of %s app", "List of %s apps")
	}
	return s.Render(r, ui.Head{Title: title, Nav: addTitle}, view.write)
}

// tabs are the tabs that have the items of a state.
var tabs = map[storage.ImportStatus]string{
	storage.ImportMatched: "confirm", storage.ImportUnmatched: "open", storage.ImportFailed: "failed", storage.ImportImported: "added",
	storage.ImportSkipped: "left", storage.ImportRemoved: "left",
}

// search searches for the next few items. The screen sends the form again until none is
// left.
func (s adding) search(ctx context.Context, r ui.Request) (ui.Reply, error) {
	id := r.Param("id")
	found, err := s.Imports.Show(ctx, id)
	if err != nil {
		return ui.Reply{}, err
	}
	began := s.Now()
	searched := 0
	for _, item := range found.Items {
		if item.Status != storage.ImportPendingSearch {
			continue
		}
		if searched == searchBatch || s.Now().Sub(began) > searchTime {
			break
		}
		searched++
		retried, err := s.Imports.Retry(ctx, item.ID)
		if err != nil {
			return stopped(r, id, ui.Why(r, err)), nil
		}
		if wait := retried.Wait; wait != nil {
			minutes := int((time.Duration(wait.Milliseconds)*time.Millisecond + time.Minute - 1) / time.Minute)
			return stopped(r, id, ui.Say(r).Plural(minutes, "the App Store asks to wait for %s minute", "the App Store asks to wait for %s minutes")), nil
		}
	}
	return ui.SeeOther(r, "/add/"+id, ui.Flash{}), nil
}

func stopped(r ui.Request, id string, why language.Words) ui.Reply {
	return ui.SeeOther(r, "/add/"+id+"?stopped=1", ui.Flash{Text: ui.Say(r).Text("The search has stopped: %s.", why), Bad: true})
}

// mark returns the handler that gives the matches that were ticked, or all, a state: their apps
// are read, or left out.
func (s adding) mark(to storage.ImportStatus) ui.Handler {
	return ui.Form(func(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
		id := r.Param("id")
		found, err := s.Imports.Show(ctx, id)
		if err != nil {
			return ui.Reply{}, err
		}
		all, ticked := form.Get("all") != "", make(map[string]bool)
		for _, item := range form["item"] {
			ticked[item] = true
		}
		var patches []imports.Patch
		for _, item := range found.Items {
			wanted := ticked[strconv.Itoa(item.ID.Seq)] || all && item.Status == storage.ImportMatched
			if wanted && item.URL != "" && (item.Status == storage.ImportMatched || item.Status == storage.ImportSkipped) && item.Status != to {
				patches = append(patches, imports.Patch{Query: new(item.Query), Status: new(to)})
			}
		}
		if len(patches) == 0 {
			return ui.Back(r, form, "/add/"+id, ui.Flash{Text: "Tick the apps first.", Bad: true}), nil
		}
		if _, err := s.Imports.Add(ctx, id, patches); err != nil {
			return ui.Reply{}, err
		}
		say, n := ui.Say(r), len(patches)
		text := say.Plural(n, "%s app is read now.", "%s apps are read now.")
		if to == storage.ImportSkipped {
			text = say.Plural(n, "%s app is left out. Tick it again to add it after all.", "%s apps are left out. Tick them again to add them after all.")
		}
		return ui.Back(r, form, "/add/"+id, ui.Flash{Text: text}), nil
	})
}

// retry reads the app of an item again.
func (s adding) retry(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	id, err := itemOf(r, form)
	if err != nil {
		return ui.Reply{}, err
	}
	back := "/add/" + r.Param("id")
	retried, err := s.Imports.Retry(ctx, id)
	switch {
	case err != nil:
		return refused(r, form, back, err)
	case retried.Wait != nil:
		return ui.Back(r, form, back, ui.Flash{Text: "The App Store asks to wait. The app is read as soon as it may be."}), nil
	case retried.Status == storage.ImportImported:
		return ui.Back(r, form, back, ui.Flash{Text: ui.Say(r).Text("%s was added.", retried.Item.AppName)}), nil
	case retried.Item.Error != "":
		return ui.Back(r, form, back, ui.Flash{Text: language.Words(retried.Item.Error + "."), Bad: true}), nil
	}
	return ui.Back(r, form, back, ui.Flash{}), nil
}

// shows returns the values of tabs.
func shows(tabs []tab) (all []string) {
	for _, tab := range tabs {
		all = append(all, tab.Value)
	}
	return all
}

// itemOf returns the item of the import in the path that a form is about.
func itemOf(r ui.Request, form url.Values) (storage.ImportItemID, error) {
	item := form.Get("item")
	if asked := ui.Query(r, "item"); asked != "" { // a button of a form about many
		item = asked
	}
	id, err := storage.ParseImportItemID(r.Param("id") + "-" + item)
	if err != nil {
		return id, errors.Join(storage.ErrNotFound, err)
	}
	return id, nil
}

type chooseView struct {
	Item       imports.Item
	Import     string
	Query      string
	Candidates []choosable
	Failed     language.Words
	Wait       bool
	Address    string
	Wrong      language.Words
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
		<form method="post" action="{}/add/{}/choose"><input type="hidden" name="item" value="{}"><input type="hidden"
		name="url" value="{}"><button>Add<span class="unseen"> {}</span></button></form></td></tr>`,
		c.BundleID, m.Base, v.Import, v.Item.ID.Seq, c.URL, c.Name)
}

// choosable is an app that the user may choose, with its store.
type choosable struct {
	fleet.Candidate
	Beside language.Words
}

// candidates shows what the App Store finds for an item, to choose from.
func (s adding) candidates(ctx context.Context, r ui.Request) (ui.Reply, error) {
	return s.showCandidates(ctx, r, 0, ui.Query(r, "item"), chooseView{})
}

func (s adding) showCandidates(ctx context.Context, r ui.Request, status int, seq string, view chooseView) (ui.Reply, error) {
	found, err := s.Imports.Show(ctx, r.Param("id"))
	if err != nil {
		return ui.Reply{}, err
	}
	place, err := strconv.Atoi(seq)
	if err != nil || place < 0 || place >= len(found.Items) {
		return ui.Reply{}, fmt.Errorf("item %.20q: %w", seq, storage.ErrNotFound)
	}
	view.Item, view.Import = found.Items[place], r.Param("id")
	view.Query = cmp.Or(ui.Query(r, "q"), view.Item.Query)
	country, err := s.Fleet.Country(ctx)
	if err != nil {
		return ui.Reply{}, err
	}
	matches, err := s.Fleet.Search(ctx, country, []fleet.Query{{Name: view.Query, Developer: string(view.Item.Developer)}})
	switch {
	case err != nil:
		view.Failed = ui.Why(r, err)
	case matches.RetryAfter > 0:
		view.Wait = true
	case len(matches.Matches) > 0:
		for _, c := range matches.Matches[0].Candidates {
			view.Candidates = append(view.Candidates, choosable{c, language.Words(vocabulary.PageOf(string(c.AppSource)).Beside)})
		}
	}
	return s.Render(r, ui.Head{Title: ui.Say(r).Text("Which app is “%s”?", view.Item.Query), Nav: addTitle, Status: status}, view.write)
}

// take gives an item the app that was chosen.
func (s adding) take(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	id, err := itemOf(r, form)
	if err != nil {
		return ui.Reply{}, err
	}
	address := form.Get("url")
	rematched, err := s.Imports.ChangeMatch(ctx, id, address, "")
	if err != nil {
		status, _ := r.Status(err)
		if status == 500 {
			return ui.Reply{}, err
		}
		return s.showCandidates(ctx, r, status, form.Get("item"), chooseView{Address: address, Wrong: ui.Why(r, err) + "."})
	}
	return ui.SeeOther(r, "/add/"+r.Param("id"), ui.Flash{Text: ui.Say(r).Text("%s was added.", rematched.Item.AppName)}), nil
}

// forgetView asks before a list is deleted.
type forgetView struct{ list imports.List }

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

func (s adding) askForget(ctx context.Context, r ui.Request) (ui.Reply, error) {
	found, err := s.Imports.Show(ctx, r.Param("id"))
	if err != nil {
		return ui.Reply{}, err
	}
	return s.Render(r, ui.Head{Title: "Delete this list", Nav: addTitle}, forgetView{found.Import}.write)
}

func (s adding) forgetList(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	removed, err := s.Imports.Forget(ctx, r.Param("id"), form.Get("apps") != "")
	r.Note("imports.delete", fmt.Sprintf("apps=%d", removed), err == nil)
	if err != nil {
		return refused(r, form, "/add", err)
	}
	text := language.Words("The list is deleted. Its apps are still watched.")
	if form.Get("apps") != "" {
		text = ui.Say(r).Plural(removed, "The list is deleted, and %s app is removed.", "The list is deleted, and %s apps are removed.")
	}
	return ui.SeeOther(r, "/add", ui.Flash{Text: text}), nil
}
