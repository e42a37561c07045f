package forms

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// minSuggested is how many characters a name has before it is searched for as it is typed.
const minSuggested = 3

// suggestView is the apps that the sources find for a name.
type suggestView struct {
	Query   string
	Device  string // on which an app is put that is added
	Found   []suggestion
	Asked   bool // the name was searched for
	Wait    bool // the App Store asks to wait
	Failed  language.Words
	Partial bool // only a part of the screen is fetched
}

func (v suggestView) write(m *ui.Markup) {
	m.Add(`<div class="head"><h1>{}</h1><p><a href="{}/add{??device={}}">Add a list instead</a></p></div>
		<form method="get" action="{}/add/search" class="filters" role="search">`,
		m.Title, m.Base, v.Device != "", v.Device, m.Base)
	writeDevice(m, v.Device)
	m.Add(`<label>Name of an app <input type="search" name="q" value="{}" required
		maxlength="200"></label><button class="main">Search</button></form>
		`, v.Query)
	v.writeFound(m)
}

// writeFound writes what was found for the name.
func (v suggestView) writeFound(m *ui.Markup) {
	m.Add(`<div id="found" aria-live="polite">`)
	if v.Failed != "" {
		m.Failed(v.Failed)
	} else if v.Wait {
		m.Add(`<p class="note">The App Store asks to wait before it is searched again. Try again in a few minutes.</p>
			`)
	}
	switch {
	case len(v.Found) > 0:
		may := m.Offers(addedItems)
		m.Add(`<ul class="found">`)
		for _, found := range v.Found {
			found.write(m, may, v.Device)
		}
		m.Add(`</ul>`)
	case v.Asked && v.Failed == "" && !v.Wait:
		m.Add(`<p class="note">Nothing is found for “{}”. Try another name, or paste the address of the app.</p>`, v.Query)
	}
	m.Add(`</div>`)
}

// suggestion is an app that was found.
type suggestion struct {
	tracked.Candidate
	Store   language.Words
	Front   language.Words // the country of the store
	Watched bool
}

// write writes an app that was found, with the form that adds it to a device for who may.
func (s suggestion) write(m *ui.Markup, may bool, device string) {
	m.Add(`<li><img class="icon" src="{}/icons/{}" alt="" loading="lazy" width="32"
		height="32"><div><b>{}</b> <span class="soft small">{}</span><br><small class="soft">`,
		m.Base, s.ID, m.Named(s.Name, s.ID), s.Developer)
	if s.Price != "" {
		m.Add(`{} · `, s.Price)
	}

	m.Add(`{}`, s.Store)
	if s.Front != "" {
		m.Add(` · {}`, s.Front)
	}

	if s.Platform != "" {
		m.Add(` · {}`, string(s.Platform))
	}

	m.Add(`</small></div>
		`)
	if s.Watched {
		m.Add(`<a href="{}/apps/{}">watched<span class="unseen">: {}</span></a>`, m.Base, s.ID, s.Name)
	} else if may {
		m.Add(`<form method="post" action="{}/add"><input type="hidden" name="apps" value="{}">`, m.Base, s.URL)
		writeDevice(m, device)
		m.Add(`<button>Add<span class="unseen"> {}</span></button></form>`, s.Name)
	}

	m.Add(`</li>
		`)
}

// storeName returns the name of the store of a source, on its own.
func storeName(source string) language.Words {
	return language.Words(vocabulary.SourceName(source))
}

// sourceOf returns the source that a data set or a panel names.
func sourceOf(named string) string {
	if named == dataset.MainSource {
		return ""
	}
	return named
}

// suggest shows what is found for a name: as it is typed, or as a screen of its own.
func (s adding) suggest(ctx context.Context, r ui.Request) (ui.Reply, error) {
	view := suggestView{
		Query: strings.TrimSpace(ui.Query(r, "q")), Device: ui.Query(r, "device"), Partial: r.HTTP().Header.Get("HX-Request") != "",
	}
	if n := utf8.RuneCountInString(view.Query); n >= minSuggested || n > 0 && !view.Partial {
		if err := s.find(ctx, r, &view); err != nil {
			return ui.Reply{}, err
		}
	}
	return s.Render(r, ui.Head{Title: "Find an app", Nav: addTitle}, view.write)
}

// find searches the sources for the name of a view.
func (s adding) find(ctx context.Context, r ui.Request, view *suggestView) error {
	country, err := s.Fleet.Country(ctx)
	if err != nil {
		return err
	}
	view.Asked = true
	found, err := s.Fleet.Search(ctx, country, []tracked.Query{{Name: view.Query}})
	if err != nil {
		view.Failed = ui.Why(r, err)
		return nil
	}
	view.Wait = found.RetryAfter > 0
	var ids []storage.AppID
	for _, match := range found.Matches {
		for _, c := range match.Candidates {
			s.Found.Add(c.ID, c.IconURL)
			ids = append(ids, c.ID)
			view.Found = append(view.Found, suggestion{Candidate: c, Store: storeName(string(c.AppSource)), Front: language.Words(settings.StorefrontName(string(c.Country)))})
		}
	}
	tracked, err := s.Fleet.Apps(ctx, ids...)
	for i, c := range view.Found {
		_, view.Found[i].Watched = tracked[c.ID]
	}
	return err
}
