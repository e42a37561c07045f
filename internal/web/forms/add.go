package forms

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/storeaddress"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/internal/web/applist"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

const (
	addTitle   = language.Words("Add")
	maxList    = 8 << 20   // bytes of a file with a list
	maxPasted  = 3 << 20   // bytes of a form with a list, which is held in memory
	maxTicked  = 512 << 10 // bytes of a form with many apps of a list
	someLists  = 20
	addedItems = "POST /api/imports/items"
	retryItems = "POST /api/imports/items/retry"
	forgetList = "DELETE /api/imports"

	searchStore = "POST /api/search"
)

// adding is the screen on which people name the apps to watch.
type adding struct{ *ui.Kit }

func newAdding(kit *ui.Kit) []ui.Screen {
	s := adding{kit}
	return []ui.Screen{
		{Route: "GET /add", Query: []string{"q", "url", "text", "title", "lists", "device"}, As: "GET /api/imports", Nav: addTitle, Serve: s.get},
		{Route: "POST /add", Fields: []string{"apps", "device"}, As: addedItems, MaxBody: maxPasted, Once: true, Serve: ui.Form(s.paste)},
		{Route: "POST /add/file", Query: []string{"device"}, File: "file", As: addedItems, MaxBody: maxList, Once: true, Serve: s.file},
		{Route: "GET /add/search", Query: []string{"q", "device"}, As: searchStore, Serve: s.suggest},
		{Route: "GET /add/{id}", Query: []string{"show", "page", "stopped"}, As: "GET /api/imports", Serve: s.show},
		{Route: "POST /add/{id}/search", As: retryItems, Serve: s.search},
		{Route: "POST /add/{id}/confirm", Fields: []string{"item", "all"}, Lists: []string{"item"}, As: addedItems, MaxBody: maxTicked, Serve: s.mark(storage.ImportQueued)},
		{Route: "POST /add/{id}/skip", Fields: []string{"item", "all"}, Lists: []string{"item"}, As: addedItems, MaxBody: maxTicked, Serve: s.mark(storage.ImportSkipped)},
		{Route: "POST /add/{id}/retry", Fields: []string{"item", "all"}, Lists: []string{"item"}, Query: []string{"item"}, As: retryItems, Serve: ui.Form(s.retry)},
		{Route: "GET /add/{id}/choose", Query: []string{"item", "q"}, As: searchStore, Serve: s.candidates},
		{Route: "POST /add/{id}/choose", Fields: []string{"item", "url"}, As: "POST /api/imports/items/change-match", Serve: ui.Form(s.take)},
		{Route: "GET /add/{id}/forget", As: forgetList, Serve: s.askForget},
		{Route: "POST /add/{id}/forget", Fields: []string{"apps"}, As: forgetList, Serve: ui.Form(s.forgetList)},
	}
}

type addView struct {
	Text   string         // as it was typed
	Wrong  language.Words // why the text is no list
	Failed language.Words
	Lists  []imports.List
	More   bool

	Device  string // on which the apps are
	Devices []device.Summary

	WrongFile language.Words // why the file is no list
}

func (s adding) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	text := ui.Query(r, "q") // as the first screen and an empty search ask
	if text == "" {
		text = shared(r)
	}
	return s.form(ctx, r, 0, addView{Text: text, Device: ui.Query(r, "device")})
}

// shared returns what another app has shared: the address in it or, without one, its text.
func shared(r ui.Request) string {
	var text string
	for _, name := range []string{"url", "text", "title"} {
		said := ui.Query(r, name)
		for _, word := range strings.Fields(said) {
			if strings.HasPrefix(word, "https://") || strings.HasPrefix(word, "http://") {
				return word
			}
		}
		text = cmp.Or(text, strings.TrimSpace(said))
	}
	return text
}

// form shows the form and the lists before it.
func (s adding) form(ctx context.Context, r ui.Request, status int, view addView) (ui.Reply, error) {
	lists, err := s.Imports.Lists(ctx)
	view.Failed = ui.Why(r, err)
	every := ui.Chosen(r, "lists", "all")
	if view.More = len(lists) > someLists && every == ""; view.More {
		lists = lists[:someLists]
	}
	view.Lists = lists
	if view.Devices, err = s.Devices.List(ctx); err != nil {
		return ui.Reply{}, err
	}
	return s.Render(r, ui.Head{Title: "Add apps", Nav: addTitle, Status: status}, view.write)
}

func (s adding) paste(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	text := form.Get("apps")
	list, err := applist.Lines(text)
	if err != nil {
		return s.form(ctx, r, 400, addView{Text: text, Wrong: wrongList(ui.Say(r), err), Device: form.Get("device")})
	}
	return s.begin(ctx, r, imports.Start{Source: storage.ImportManual, Device: storage.Text(form.Get("device"))}, list)
}

func (s adding) file(ctx context.Context, r ui.Request) (ui.Reply, error) {
	file, err := r.File("file")
	if err != nil {
		return ui.Reply{}, err
	}
	defer file.Close()
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return ui.Reply{}, err
	}
	text, err := io.ReadAll(io.LimitReader(file, maxList))
	if err != nil {
		return ui.Reply{}, err
	}
	list, err := applist.File(text)
	if err != nil {
		wrong := wrongList(ui.Say(r), err)
		if errors.Is(err, applist.ErrEmpty) && !errors.Is(err, storeaddress.ErrRounded) {
			wrong = "No app is named in this file. Put one name, address or id on each line."
		}
		return s.form(ctx, r, 400, addView{WrongFile: wrong, Device: ui.Query(r, "device")})
	}
	return s.begin(ctx, r, imports.Start{Source: storage.ImportFile, Label: "File", Device: storage.Text(ui.Query(r, "device"))}, list)
}

// wrongList explains why a list cannot be used.
func wrongList(say *language.Language, err error) language.Words {
	switch {
	case errors.Is(err, applist.ErrTooMany):
		return say.Text("This list has more than %s apps. Split it.", applist.Max)
	case errors.Is(err, applist.ErrTooLong):
		return "One of the names is longer than 500 bytes. Shorten or remove it."
	case errors.Is(err, storeaddress.ErrRounded):
		return "A spreadsheet has rounded the ids, so that their last digits are lost. Show the column as text or without decimals, and copy it again."
	case errors.Is(err, applist.ErrNotText), errors.Is(err, applist.ErrNotJSON), errors.Is(err, applist.ErrNotPlist):
		return "This file is not a list of apps. Use a text file, CSV, JSON, or what Apple Configurator exports."
	}
	return "No app is named here. Put one name, address or id on each line."
}

// begin makes an import of a list. What an address or an id names is read at once; a name
// has to be searched for first.
func (s adding) begin(ctx context.Context, r ui.Request, start imports.Start, read applist.List) (ui.Reply, error) {
	country, err := s.Fleet.Country(ctx)
	if err != nil {
		return ui.Reply{}, err
	}
	patches := make([]imports.Patch, len(read.Apps))
	queries := applist.Queries(read.Apps)
	for i, app := range read.Apps {
		patches[i] = s.patch(ctx, country, queries[i], app)
	}
	refused, err := s.pair(ctx, country, read)
	if err != nil {
		return ui.Reply{}, err
	}
	if start.Device != "" {
		if _, err := s.Devices.Get(ctx, string(start.Device)); err != nil {
			return ui.Reply{}, err
		}
	}
	start.Total = len(read.Apps)
	list, err := s.Imports.Begin(ctx, start)
	if err != nil {
		return ui.Reply{}, err
	}
	if _, err := s.Imports.Add(ctx, list.ID, patches); err != nil {
		_, forgetting := s.Imports.Forget(context.WithoutCancel(ctx), list.ID, false)
		return ui.Reply{}, errors.Join(err, forgetting)
	}
	flash := leftOut(ui.Say(r), read)
	if refused != nil {
		told := ui.Say(r).Plural(len(refused), "%s row is not taken for one app in two stores: %s", "%s rows are not taken for one app in two stores: %s", refused[0].Error())
		flash.Bad, flash.Text = true, language.Words(strings.TrimSpace(string(flash.Text+" "+told)))
	}
	return ui.SeeOther(r, "/add/"+list.ID, flash), nil
}

// pair records that the apps of a row are one app in two stores, and returns what is refused.
func (s adding) pair(ctx context.Context, country string, read applist.List) (refused []error, err error) {
	var pairs [][2]fleet.Target
	for _, pair := range read.Pairs {
		var both [2]fleet.Target
		for i, place := range []int{pair.AppStore, pair.Play} {
			if address := addressOf(country, read.Apps[place]); address != "" {
				both[i], _ = s.Fleet.Resolve(ctx, address, "") // the list says why not
			}
		}
		if both[0].ID != 0 && both[1].ID != 0 {
			pairs = append(pairs, both)
		}
	}
	if len(pairs) == 0 {
		return nil, nil
	}
	return s.Fleet.PairAhead(ctx, pairs)
}

// addressOf returns the address of an app, "" if it has to be searched for.
func addressOf(country string, app applist.App) string {
	switch {
	case app.Play != "":
		return app.Play
	case app.Address == "" && app.ID != "":
		return fmt.Sprintf("https://apps.apple.com/%s/app/id%s", country, app.ID)
	}
	return app.Address
}

// notAnApp says why an address is not that of an app, and what else it is of.
func notAnApp(err error) string {
	said := "This is not the App Store address of an app"
	scrape, ok := errors.AsType[*fleet.ScrapeError](err)
	switch {
	case ok && scrape.Source != "":
		said = "This is not the address of an app of " + vocabulary.SourceTitle(scrape.Source)
	case ok && scrape.Err != nil:
		said += ": " + scrape.Err.Error()
	}
	return said
}

// leftOut says which entries of a list name no app, which are known by their names alone, and which
// are not about the App Store.
func leftOut(say *language.Language, read applist.List) ui.Flash {
	var flash ui.Flash
	tell := func(text language.Words) {
		flash.Text = language.Words(strings.TrimSpace(string(flash.Text + " " + text)))
	}
	if read.Unnamed > 0 {
		flash.Bad = true
		tell(say.Plural(read.Unnamed, "%s entry of the list names no app and was left out: %s",
			"%s entries of the list name no app and were left out; the first: %s", read.Example))
	}
	if read.Rounded > 0 {
		flash.Bad = true
		tell(say.Plural(read.Rounded, "A spreadsheet has rounded the id of %s app, which is searched by its name instead: %s",
			"A spreadsheet has rounded the ids of %s apps, which are searched by their names instead; the first: %s", read.RoundedExample))
	}
	if read.Skipped > 0 && !flash.Bad {
		tell(say.Plural(read.Skipped, "%s line is about something else than the App Store and was skipped.",
			"%s lines are about something else than the App Store and were skipped."))
	}
	return flash
}

// patch returns the item for an app of a list.
func (s adding) patch(ctx context.Context, country, query string, app applist.App) imports.Patch {
	p := imports.Patch{Query: &query, Status: new(storage.ImportPendingSearch)}
	if app.Developer != "" {
		p.Developer = new(storage.Text(app.Developer))
	}
	if address := addressOf(country, app); address != "" {
		if _, err := s.Fleet.Resolve(ctx, address, ""); err != nil {
			p.Status, p.Error = new(storage.ImportUnmatched), new(storage.Text(notAnApp(err)))
			return p
		}
		p.Status, p.URL = new(storage.ImportQueued), new(storage.Text(address))
		return p
	}
	switch {
	case app.BundleID != "" && app.Name != "": // the bundle id finds exactly one app
		p.EditedQuery = new(storage.Text(app.BundleID))
	case query != app.Query(): // the name alone is searched for
		p.EditedQuery = new(storage.Text(app.Query()))
	}
	return p
}
