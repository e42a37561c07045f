package forms

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"

	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/tracked"
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

// choosable is an app that the user may choose, with its store.
type choosable struct {
	tracked.Candidate
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
	matches, err := s.Fleet.Search(ctx, country, []tracked.Query{{Name: view.Query, Developer: string(view.Item.Developer)}})
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
