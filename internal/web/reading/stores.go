package reading

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"strings"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// stores is the screen of one app in two stores.
type stores struct{ *ui.Kit }

func newStores(kit *ui.Kit) []ui.Screen {
	s := stores{kit}
	const pair = "PUT /api/apps/{id}/pair"
	return []ui.Screen{
		{Route: "GET /apps/{id}/stores", As: "GET /api/apps/{id}/pair", Serve: s.get},
		{Route: "POST /apps/{id}/stores", Fields: []string{"with"}, As: pair, MaxBody: ui.TextSize, Serve: ui.Form(s.pair)},
		{Route: "POST /apps/{id}/stores/end", As: "DELETE /api/apps/{id}/pair", Serve: ui.Form(s.unpair)},
	}
}

// storesView is what the screen shows: both labels, or what to pair the app with.
type storesView struct {
	App         tracked.Detail
	Pair        *tracked.ShownPair
	Told        []toldRow // the differences first
	Differences int
	Sides       []storeSide // two, that of the App Store first
	Suggestions []suggested
	With        string         // as it was typed
	Wrong       language.Words // why the app is not paired with it
}

func (v storesView) write(m *ui.Markup) {
	writeAbout(m, v.App.App, func() {
		m.Add(`{} `, linkTo(m, v.App.App))
		if v.Pair != nil {
			m.Add(`in both stores`)
		} else {
			m.Add(`in the other store`)
		}
	})
	if v.Pair == nil {
		v.writeUnpaired(m)
		return
	}
	m.Add(`<section><h2>What the two stores are told</h2>
	`)
	v.writeTold(m)
	m.Add(`</section>
		<section class="pair">`)
	for _, side := range v.Sides {
		side.write(m)
	}
	m.Add(`</section>
	`)
	if m.Offers("DELETE /api/apps/{id}/pair") {
		m.Add(`<form method="post" action="{}/apps/{}/stores/end"><button class="quiet">These are two different apps</button></form>`, m.Base, v.App.ID)
	}
}

// writeTold writes in what both labels differ.
func (v storesView) writeTold(m *ui.Markup) {
	switch {
	case !v.Pair.Compared:
		m.Add(`<p>The labels cannot be compared: one of them is not known, or not filled in.</p>`)
	case v.Differences > 0:
		m.Add(`<p><strong>{}</strong>: one store is told what the other is not. A declaration is not proof, and the stores define some data differently:
			see the definitions of the <a href="{}" rel="noreferrer">App Store</a> and of <a href="{}" rel="noreferrer">Google Play</a>.</p>`,
			m.Plural(v.Differences, "%s difference", "%s differences"), v.Pair.Definitions.AppStore, v.Pair.Definitions.Play)
	default:
		m.Add(`<p>Both stores are told the same, as far as both have a name for it.</p>`)
	}
	if len(v.Told) == 0 {
		return
	}
	m.Add(`
		<div class="scroll" tabindex="0"><table class="matrix cards"><thead><tr><th scope="col">Data</th><th scope="col">App Store</th><th scope="col">Google Play</th></tr></thead><tbody>
	`)
	for _, row := range v.Told {
		m.Add(`<tr{? class="differs"}><th scope="row">{}`, row.Differs, row.Named)
		if row.Differs {
			m.Add(` <span class="kind track">Differs</span><div class="small soft">since {}</div>`, m.Date(row.Since))
		}
		if row.Noted != "" {
			m.Add(`<div class="small soft">{}</div>`, row.Noted)
		}
		m.Add(`</th><td>{}</td><td>{}</td></tr>
		`, row.InAppStore, row.InPlay)
	}
	m.Add(`</tbody></table></div>`)
}

// writeUnpaired writes what the app may be paired with, and the form for it.
func (v storesView) writeUnpaired(m *ui.Markup) {
	may := m.Offers("PUT /api/apps/{id}/pair")
	m.Add(`<p>This app is not paired with one of the other store. Only you decide what is the same app.</p>
	`)
	if len(v.Suggestions) > 0 {
		m.Add(`<section><h2>These may be the same</h2><ul>`)
		for _, one := range v.Suggestions {
			m.Add(`<li><a href="{}/apps/{}">{}</a> <span class="soft">{}`, m.Base, one.ID, m.Named(one.Name, one.ID), one.Store)
			if one.Developer != "" {
				m.Add(` · {}`, one.Developer)
			}
			m.Add(` · {}</span>`, one.Why)
			if may {
				m.Add(` <form method="post" action="{}/apps/{}/stores"><button name="with" value="{}">It is the same app</button></form>`, m.Base, v.App.ID, one.ID)
			}
			m.Add(`</li>`)
		}
		m.Add(`</ul></section>`)
	}
	m.Add(`
	`)
	if !may {
		return
	}
	m.Add(`<form method="post" action="{}/apps/{}/stores" class="stack">
		<label for="with">The same app in the other store: its ID, the name of its package, or its name</label><input id="with" name="with" value="{}" required maxlength="2000"{? aria-invalid="true" aria-describedby="with-wrong"}>`, m.Base, v.App.ID, v.With, v.Wrong != "")
	if v.Wrong != "" {
		m.Add(`<p class="wrong" id="with-wrong" role="alert">{}</p>`, v.Wrong)
	}
	m.Add(`<p><button>Pair the two</button></p></form>`)
}

// toldRow is a kind of data for which both stores have a name, with what each is told.
type toldRow struct {
	tracked.Difference
	Named              string
	Noted              language.Words
	InAppStore, InPlay language.Words
	Differs            bool
}

func toldRowOf(say *language.Language, d tracked.Difference, differs bool) toldRow {
	row := toldRow{Difference: d, Named: say.Data(d.Name), Noted: language.Words(d.Note), Differs: differs}
	row.InAppStore = say.Text(vocabulary.NotTold(storage.MainStore), row.Named)
	if types := typesOf(say, vocabulary.DataType, d.AppStoreTypes); types != "" {
		row.InAppStore = say.Text("The App Store is told that the app collects %s.", types)
	}
	collected, shared := typesOf(say, vocabulary.PlayDataType, d.PlayTypes), typesOf(say, vocabulary.PlayDataType, d.PlayShared)
	switch {
	case collected == "" && shared == "":
		row.InPlay = say.Text(vocabulary.NotTold(vocabulary.Play), row.Named)
	case shared == "":
		row.InPlay = say.Text("Google Play is told that the app collects %s.", collected)
	case collected == "":
		row.InPlay = say.Text("Google Play is told that the app shares %s.", shared)
	case collected == shared:
		row.InPlay = say.Text("Google Play is told that the app collects and shares %s.", shared)
	default:
		row.InPlay = say.Text("Google Play is told that the app collects %s, and shares %s.", collected, shared)
	}
	return row
}

// typesOf returns the names of data types as a list.
func typesOf(say *language.Language, kind vocabulary.Kind, types []string) string {
	var names []string
	for _, id := range types {
		names = append(names, string(say.Text("“%s”", say.Name(kind, id, ""))))
	}
	return strings.Join(names, ", ")
}

// storeSide is the app in one store, with its label in the words of the store.
type storeSide struct {
	Store     string
	App       tracked.PairedApp
	Label     matrix
	Practices []string
	URL       string // of its page, where it has one
	ReadAt    storage.Time
}

func (s storeSide) write(m *ui.Markup) {
	var store any = s.Store
	if s.App.AppSource == "" {
		store = language.Words("App Store")
	}
	m.Add(`<div><h2>{}</h2><p><a href="{}/apps/{}">{}</a></p>
	`, store, m.Base, s.App.ID, m.Named(s.App.Name, s.App.ID))
	if s.ReadAt != 0 {
		var from ui.HTML
		if s.URL != "" {
			from = m.Part(` from {}`, s.URL)
		}
		m.Add(`<p class="paper">Last read {}{}.</p>`, m.Dated(s.ReadAt), from)
	}
	switch {
	case !s.App.Tracked:
		m.Add(`<p class="soft">This app is not watched.</p>`)
	case len(s.Label.Rows) > 0:
		s.Label.write(m)
	default:
		m.Add(`<p>{}</p>`, cmp.Or(s.Label.Plain, "No label is known."))
	}
	if s.App.Tracked && len(s.Practices) > 0 {
		m.Add(`<h3>Security practices</h3><ul>`)
		for _, practice := range s.Practices {
			m.Add(`<li>{}</li>`, practice)
		}
		m.Add(`</ul>`)
	}
	m.Add(`</div>`)
}

// suggested is an app that may be the same, and why.
type suggested struct {
	tracked.Suggestion
	Store, Why string
}

// reasonWords are the reasons of a suggestion.
var reasonWords = map[string]language.Words{"likeName": "a like name", "likeDeveloper": "a like developer", "samePolicySite": "a policy on the same site"}

func (s stores) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	return s.show(ctx, r, 0, storesView{})
}

func (s stores) show(ctx context.Context, r ui.Request, status int, view storesView) (ui.Reply, error) {
	id := ui.ID[storage.AppID](r, "id")
	var err error
	if view.App, err = s.Fleet.Detail(ctx, id); err != nil {
		return ui.Reply{}, err
	}
	state, told, err := s.Fleet.PairWithTold(ctx, id)
	if err != nil {
		return ui.Reply{}, err
	}
	for _, one := range state.Suggestions {
		view.Suggestions = append(view.Suggestions, suggestedOf(ui.Say(r), one))
	}
	if view.Pair = state.Pair; view.Pair == nil {
		return s.Render(r, ui.Head{Name: string(ui.Say(r).Text("%s in the other store", view.App.Name)), Nav: "Apps", Status: status}, view.write)
	}
	for _, d := range view.Pair.Differences {
		view.Told = append(view.Told, toldRowOf(ui.Say(r), d, true))
	}
	view.Differences = len(view.Told)
	for _, d := range told {
		view.Told = append(view.Told, toldRowOf(ui.Say(r), d, false))
	}
	for _, app := range []tracked.PairedApp{view.Pair.AppStore, view.Pair.Play} {
		side, err := s.side(ctx, ui.Say(r), app)
		if err != nil {
			return ui.Reply{}, err
		}
		view.Sides = append(view.Sides, side)
	}
	return s.Render(r, ui.Head{Name: string(ui.Say(r).Text("%s in both stores", view.App.Name)), Nav: "Apps", Status: status}, view.write)
}

// side returns an app of a pair, with its label if it is tracked.
func (s stores) side(ctx context.Context, say *language.Language, app tracked.PairedApp) (storeSide, error) {
	side := storeSide{Store: vocabulary.SourceTitle(string(app.AppSource)), App: app}
	if !app.Tracked {
		return side, nil
	}
	detail, err := s.Fleet.Detail(ctx, app.ID)
	if errors.Is(err, storage.ErrNotFound) { // removed meanwhile
		side.App.Tracked = false
		return side, nil
	}
	if err != nil {
		return side, err
	}
	side.Label = matrixOf(say, detail.Store(), columnsOf(detail.PrivacyTypes), detail.PrivacyTypes, nil)
	side.Practices = practicesOf(say, detail.Practices)
	side.URL, side.ReadAt = webURL(detail.URL), detail.LastSynced
	return side, nil
}

func suggestedOf(say *language.Language, one tracked.Suggestion) suggested {
	var why []string
	for _, reason := range one.Reasons {
		why = append(why, say.Words(reasonWords[reason]))
	}
	return suggested{one, vocabulary.SourceTitle(string(one.AppSource)), strings.Join(why, ", ")}
}

// pair pairs the app with the one that a person names by its ID, its package or its name.
func (s stores) pair(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	id, view := ui.ID[storage.AppID](r, "id"), storesView{With: strings.TrimSpace(form.Get("with"))}
	with, choices, err := s.FindApp(ctx, view.With)
	if err != nil {
		return ui.Reply{}, err
	}
	if view.Wrong = "No app that you watch has this name, ID or package."; with == 0 {
		if len(choices) > 0 {
			view.Wrong = ui.Say(r).Plural(len(choices), "%s app has a name like this. Give the ID or the package.", "%s apps have a name like this. Give the ID or the package.")
		}
		return s.show(ctx, r, 400, view)
	}
	_, err = s.Fleet.Pair(ctx, id, with)
	if errors.Is(err, storage.ErrNotFound) {
		return s.show(ctx, r, 400, view)
	}
	if errors.Is(err, tracked.ErrPair) {
		view.Wrong = language.Words(err.Error())
		return s.show(ctx, r, 409, view)
	}
	if err != nil {
		return ui.Reply{}, err
	}
	return ui.SeeOther(r, appPath(id)+"/stores", ui.Flash{Text: "The two apps are one in two stores."}), nil
}

func (s stores) unpair(ctx context.Context, r ui.Request, _ url.Values) (ui.Reply, error) {
	id := ui.ID[storage.AppID](r, "id")
	if _, err := s.Fleet.Unpair(ctx, id); err != nil {
		return ui.Reply{}, err
	}
	return ui.SeeOther(r, appPath(id)+"/stores", ui.Flash{Text: "The pair is removed. Both apps are still watched."}), nil
}
