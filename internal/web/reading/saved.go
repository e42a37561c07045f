package reading

import (
	"context"
	"errors"
	"net/url"

	"github.com/privacylabels/auditor/internal/preferences"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// saving are the forms that save the filters of lists and remove them.
type saving struct{ *ui.Kit }

func newSaving(kit *ui.Kit) []ui.Screen {
	s := saving{kit}
	return []ui.Screen{
		{Route: "POST /filters", Fields: []string{"list", "name", "filter"}, As: "PUT /api/saved-filters", Serve: ui.Form(s.save)},
		{Route: "POST /filters/remove", Fields: []string{"list", "name"}, As: "DELETE /api/saved-filters", Serve: ui.Form(s.remove)},
	}
}

// listPaths are the paths of the lists with saved filters.
var listPaths = map[string]string{preferences.AppsList: "/apps", preferences.ChangesList: "/"}

// savedView is the saved filters of a list, and the one of the address if it is not saved yet.
type savedView struct {
	List    string
	Filters []savedFilter
	New     string // the query that can be saved; empty: none
}

// savedFilter is a link to a list.
type savedFilter struct {
	preferences.Filter
	Chosen bool // it is the filter of the address
}

// Address returns the path of the list with the filter.
func (f savedFilter) Address() string { return listPaths[f.List] + "?" + f.Query }

// write writes links to the saved filters, and a form that saves the one of the address.
func (v savedView) write(m *ui.Markup) {
	remove := m.Offers("DELETE /api/saved-filters")
	save := v.New != "" && m.Offers("PUT /api/saved-filters")
	if len(v.Filters) == 0 && !save {
		return
	}
	m.Add(`<div class="row small saved">`)
	if len(v.Filters) > 0 {
		m.Add(`<span class="soft">Saved:</span>`)
	}
	m.Add(`
	`)
	for _, f := range v.Filters {
		m.Add(`<span class="tag"><a href="{}{}"{? aria-current="true"}>{}</a>`, m.Base, f.Address(), f.Chosen, f.Name)
		if remove && f.Chosen {
			m.Add(` <form method="post" action="{}/filters/remove">`, m.Base)
			m.Back()
			m.Add(`<input type="hidden" name="list" value="{}"><input type="hidden" name="name" value="{}"><button class="quiet" aria-label="Remove the saved filter {}">×</button></form>`,
				f.List, f.Name, f.Name)
		}
		m.Add(`</span>
		`)
	}
	if save {
		m.Add(`<details><summary>Save this filter</summary><form method="post" action="{}/filters" class="row">`, m.Base)
		m.Back()
		m.Add(`<input type="hidden" name="list" value="{}"><input type="hidden" name="filter" value="{}"><label class="unseen" for="filter-name">Name of the filter</label><input id="filter-name" name="name" required maxlength="60" placeholder="Name"><button>Save</button></form></details>`,
			v.List, v.New)
	}
	m.Add(`</div>`)
}

// saved reads the saved filters of a list whose address has a filter.
func saved(ctx context.Context, kit *ui.Kit, list string, address url.Values) (savedView, error) {
	query := address.Encode()
	v := savedView{List: list, New: query}
	all, err := storage.View(ctx, kit.Store, func(tx *storage.Tx) ([]preferences.Filter, error) { return preferences.Filters(tx, list) })
	for _, f := range all {
		chosen := f.Query == query
		if chosen {
			v.New = ""
		}
		v.Filters = append(v.Filters, savedFilter{f, chosen})
	}
	return v, err
}

func (s saving) save(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	wanted := preferences.Filter{List: form.Get("list"), Name: form.Get("name"), Query: form.Get("filter")}
	done, err := storage.Update(ctx, s.Store, func(tx *storage.Tx) (preferences.Filter, error) { return preferences.SaveFilter(tx, wanted) })
	switch {
	case errors.Is(err, preferences.ErrFilter):
		return ui.Back(r, form, "/apps", ui.Flash{Text: "Give the filter a name of at most 60 characters.", Bad: true}), nil
	case errors.Is(err, preferences.ErrTooManyFilters):
		return ui.Back(r, form, "/apps", ui.Flash{Text: "There are 50 saved filters already. Remove one first.", Bad: true}), nil
	case err != nil:
		return ui.Reply{}, err
	}
	r.Note("filters.save", done.List+" "+done.Name, true)
	return ui.SeeOther(r, listPaths[done.List]+"?"+done.Query, ui.Flash{Text: ui.Say(r).Text("Saved as “%s”.", done.Name)}), nil
}

func (s saving) remove(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	gone, err := storage.Update(ctx, s.Store, func(tx *storage.Tx) (preferences.Filter, error) {
		return preferences.ForgetFilter(tx, form.Get("list"), form.Get("name"))
	})
	if err != nil {
		return ui.Reply{}, err
	}
	r.Note("filters.remove", gone.List+" "+gone.Name, true)
	flash := ui.Flash{Text: ui.Say(r).Text("The filter “%s” is removed.", gone.Name)}
	if gone.Query != "" {
		flash.Undo = ui.UndoFilter{List: gone.List, Name: gone.Name, Query: gone.Query}
	}
	return ui.Back(r, form, listPaths[gone.List], flash), nil
}
