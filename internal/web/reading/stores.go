package reading

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// stores is the screen of one app in two stores.
type stores struct {
	*ui.Kit
	page *ui.Template
}

func newStores(kit *ui.Kit) []ui.Screen {
	s := stores{kit, kit.Template(templates, "templates/stores.html", "templates/icon.html", "templates/matrix.html")}
	const pair = "PUT /api/apps/{id}/pair"
	return []ui.Screen{
		{Route: "GET /apps/{id}/stores", As: "GET /api/apps/{id}/pair", Serve: s.get},
		{Route: "POST /apps/{id}/stores", Fields: []string{"with"}, As: pair, MaxBody: ui.TextSize, Serve: ui.Form(s.pair)},
		{Route: "POST /apps/{id}/stores/end", As: "DELETE /api/apps/{id}/pair", Serve: ui.Form(s.unpair)},
	}
}

// storesView is what the screen shows: both labels, or what to pair the app with.
type storesView struct {
	App         fleet.Detail
	Pair        *fleet.ShownPair
	Told        []toldRow // the differences first
	Differences int
	Sides       []storeSide // two, that of the App Store first
	Suggestions []suggested
	With        string         // as it was typed
	Wrong       language.Words // why the app is not paired with it
}

// toldRow is a kind of data for which both stores have a name, with what each is told.
type toldRow struct {
	fleet.Difference
	Named              string
	Noted              language.Words
	InAppStore, InPlay language.Words
	Differs            bool
}

func toldRowOf(say *language.Language, d fleet.Difference, differs bool) toldRow {
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
	App       fleet.PairedApp
	Label     matrix
	Practices []string
	URL       string // of its page, where it has one
	ReadAt    storage.Time
}

// suggested is an app that may be the same, and why.
type suggested struct {
	fleet.Suggestion
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
		return s.page.Render(r, ui.Head{Name: string(ui.Say(r).Text("%s in the other store", view.App.Name)), Nav: "Apps", Status: status}, view)
	}
	for _, d := range view.Pair.Differences {
		view.Told = append(view.Told, toldRowOf(ui.Say(r), d, true))
	}
	view.Differences = len(view.Told)
	for _, d := range told {
		view.Told = append(view.Told, toldRowOf(ui.Say(r), d, false))
	}
	for _, app := range []fleet.PairedApp{view.Pair.AppStore, view.Pair.Play} {
		side, err := s.side(ctx, ui.Say(r), app)
		if err != nil {
			return ui.Reply{}, err
		}
		view.Sides = append(view.Sides, side)
	}
	return s.page.Render(r, ui.Head{Name: string(ui.Say(r).Text("%s in both stores", view.App.Name)), Nav: "Apps", Status: status}, view)
}

// side returns an app of a pair, with its label if it is tracked.
func (s stores) side(ctx context.Context, say *language.Language, app fleet.PairedApp) (storeSide, error) {
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

func suggestedOf(say *language.Language, one fleet.Suggestion) suggested {
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
	if errors.Is(err, fleet.ErrPair) {
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
