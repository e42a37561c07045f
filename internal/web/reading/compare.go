package reading

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// comparisons is the screen of two apps side by side.
type comparisons struct{ *ui.Kit }

func newComparisons(kit *ui.Kit) []ui.Screen {
	s := comparisons{kit}
	return []ui.Screen{{Route: "GET /compare", Query: []string{"a", "b"}, As: "GET /api/compare", Nav: "Compare", Serve: s.get}}
}

// compareView is what the screen shows: the comparison, or what is missing for it.
type compareView struct {
	A, B       side
	Left       *tracked.Slot
	Right      *tracked.Slot
	Pair       pairView
	Features   []featureRow
	Lenses     []lensRow // of the policies
	LensFailed language.Words
	Failed     language.Words
}

// side is what was typed for an app.
type side struct {
	Text    string
	Choices []storage.App // those that may be meant
	Nothing bool          // no app of yours has this name
}

// pairRow is a category of both labels.
type pairRow struct {
	Category    string
	Left, Right []cell
	Differs     bool
}

type featureRow struct {
	Title       string
	id          string
	Left, Right bool
	Differs     bool
}

// lensRow is an aspect of both policies.
type lensRow struct {
	Label       language.Words
	Left, Right lensCell
	Differs     bool
}

// lensCell is how an aspect of a policy was rated. The zero value is not at all.
type lensCell struct {
	Class, Summary string
	Rating         language.Words
}

func (v compareView) write(m *ui.Markup) {
	m.Add(`<div class="head"><h1>Compare</h1></div>
		<form method="get" action="{}/compare" class="filters sides">`, m.Base)
	v.A.write(m, "a", language.Words("First app"))
	m.Add(` `)
	v.B.write(m, "b", language.Words("Second app"))
	m.Add(` <button class="main">Compare</button></form>
	`)
	if len(v.A.Choices) > 0 {
		m.Add(`<div class="note"><p>Which one is the first app?</p><ul>`)
		for _, app := range v.A.Choices {
			m.Add(`<li><a href="{}/compare?a={}&amp;b={}">{}</a> <span class="soft small">{}</span></li>`, m.Base, app.ID, v.B.Text, app.Name, app.Developer)
		}
		m.Add(`</ul></div>`)
	}
	if len(v.B.Choices) > 0 {
		m.Add(`<div class="note"><p>Which one is the second app?</p><ul>`)
		for _, app := range v.B.Choices {
			m.Add(`<li><a href="{}/compare?a={}&amp;b={}">{}</a> <span class="soft small">{}</span></li>`, m.Base, v.A.Text, app.ID, app.Name, app.Developer)
		}
		m.Add(`</ul></div>`)
	}
	if v.Failed != "" {
		m.Failed(v.Failed)
	}
	switch {
	case v.Left != nil:
		v.writeBoth(m)
	case v.A.Text == "" && v.B.Text == "" && v.Failed == "":
		m.Add(`<div class="empty"><h2>Two apps side by side</h2><p>Type the names of two of your apps, or paste the address of one that you do not watch.</p></div>`)
	}
}

// write writes the field of an app.
func (s side) write(m *ui.Markup, name string, label language.Words) {
	m.Add(`<div class="field"><label for="{}">{}</label><input id="{}" name="{}" value="{}" required maxlength="200" placeholder="Name, id or address in the store">
	`, name, label, name, name, s.Text)
	if s.Nothing {
		m.Add(`<p class="wrong">None of your apps has this name. Paste its address in the App Store or on Google Play instead.</p>`)
	}
	m.Add(`</div>`)
}

// writeBoth writes what both apps declare.
func (v compareView) writeBoth(m *ui.Markup) {
	m.Add(`<section><h2>Privacy label</h2>`)
	v.Pair.write(m)
	m.Add(`</section>
	`)
	if len(v.Features) > 0 {
		m.Add(`<section><h2>Accessibility</h2><div class="scroll" tabindex="0"><table class="matrix even">
			<thead><tr><th scope="col">Feature</th><th scope="col">{}</th><th scope="col">{}</th></tr></thead><tbody>`, v.Left.Name, v.Right.Name)
		for _, f := range v.Features {
			m.Add(`<tr{? class="same"}><th scope="row">{}</th><td>{}</td><td>{}</td></tr>`, !f.Differs, f.Title, supported(m, f.Left), supported(m, f.Right))
		}
		m.Add(`</tbody></table></div></section>`)
	}
	m.Add(`
		<section><h2>Privacy policy</h2>`)
	v.writeLenses(m)
	m.Add(`</section>
	`)
}

// supported returns whether an app has a feature of accessibility.
func supported(m *ui.Markup, is bool) ui.HTML {
	if is {
		return m.Part(`<span class="kind access">supported</span>`)
	}
	return m.Part(`<span class="none">–</span>`)
}

// writeLenses writes how both policies are rated.
func (v compareView) writeLenses(m *ui.Markup) {
	switch {
	case v.LensFailed != "":
		m.Failed(v.LensFailed)
		return
	case len(v.Lenses) == 0:
		m.Add(`<p class="soft">Neither policy is summarised. <a href="{}/settings/models">Choose a model</a> to have policies summarised and rated.</p>`, m.Base)
		return
	}
	m.Add(`<div class="scroll" tabindex="0"><table class="matrix even">
		<caption>The ratings are those of a model, or of words in the text. What differs comes first.</caption>
		<thead><tr><th scope="col">Aspect</th><th scope="col">{}</th><th scope="col">{}</th></tr></thead>
		<tbody>`, v.Left.Name, v.Right.Name)
	for _, row := range v.Lenses {
		m.Add(`<tr{? class="same"}><th scope="row">{}`, !row.Differs, row.Label)
		if !row.Differs {
			m.Add(`<br><small class="soft">the same</small>`)
		}
		m.Add(`</th>`)
		row.Left.write(m)
		row.Right.write(m)
		m.Add(`</tr>`)
	}
	m.Add(`</tbody></table></div>
	`)
}

func (c lensCell) write(m *ui.Markup) {
	if c.Rating != "" {
		m.Add(`<td><span class="kind {}">{}</span><div class="small">{}</div></td>`, c.Class, c.Rating, c.Summary)
	} else {
		m.Add(`<td><span class="none">no summary</span></td>`)
	}
}

func (s comparisons) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	view := compareView{A: side{Text: ui.Query(r, "a")}, B: side{Text: ui.Query(r, "b")}}
	a, err := s.app(ctx, &view.A)
	if err != nil {
		return ui.Reply{}, err
	}
	b, err := s.app(ctx, &view.B)
	if err != nil {
		return ui.Reply{}, err
	}
	if a != (tracked.Spec{}) && b != (tracked.Spec{}) {
		both, err := s.Fleet.Compare(ctx, a, b)
		if view.Failed = ui.Why(r, err); err == nil {
			view.fill(ui.Say(r), both)
			view.Lenses, err = s.lenses(ctx, both.A.ID, both.B.ID)
			view.LensFailed = ui.Why(r, err)
			view.A.Text, view.B.Text = typed(view.A.Text, both.A), typed(view.B.Text, both.B)
		}
	}
	return s.Render(r, ui.Head{Title: "Compare", Nav: "Compare"}, view.write)
}

// app returns the app that a text names: by its ID, its address, or a name that only one
// app has. Otherwise it returns the zero Spec, and sets the rest of the side.
func (s comparisons) app(ctx context.Context, of *side) (app tracked.Spec, err error) {
	if text := strings.TrimSpace(of.Text); webURL(text) != "" {
		app.URL = text
	} else if text != "" {
		app.App, of.Choices, err = s.FindApp(ctx, text)
	}
	of.Nothing = of.Text != "" && app == (tracked.Spec{}) && len(of.Choices) == 0
	return app, err
}

// typed returns what a field shows of an app: its name, unless it is read from an address.
func typed(text string, side tracked.Slot) string {
	if webURL(text) != "" {
		return text
	}
	return side.Name
}

// fill sets both sides, with what differs first.
func (v *compareView) fill(say *language.Language, both tracked.Comparison) {
	v.Left, v.Right = &both.A, &both.B
	v.Pair = paired(say, declaredBy(both.A), declaredBy(both.B))
	v.Pair.Left, v.Pair.Right = both.A.Name, both.B.Name
	if both.A.AppSource != both.B.AppSource { // they may be one app, with one name
		v.Pair.Left += " · " + vocabulary.SourceName(string(both.A.AppSource))
		v.Pair.Right += " · " + vocabulary.SourceName(string(both.B.AppSource))
	}
	if both.A.ID != 0 {
		v.Pair.LeftLink = appPath(both.A.ID)
	}
	if both.B.ID != 0 {
		v.Pair.RightLink = appPath(both.B.ID)
	}
	for _, f := range both.A.AccessibilityFeatures {
		v.Features = append(v.Features, featureRow{Title: say.Name(vocabulary.Feature, f.Identifier, f.Title), id: f.Identifier, Left: true, Differs: true})
	}
	for _, f := range both.B.AccessibilityFeatures {
		at := slices.IndexFunc(v.Features, func(r featureRow) bool { return r.id == f.Identifier })
		if at < 0 {
			v.Features = append(v.Features, featureRow{Title: say.Name(vocabulary.Feature, f.Identifier, f.Title), id: f.Identifier, Right: true, Differs: true})
			continue
		}
		v.Features[at].Right, v.Features[at].Differs = true, false
	}
	order.Sort(v.Features, func(a, b featureRow) int {
		return cmp.Or(differingFirst(a.Differs, b.Differs), strings.Compare(a.Title, b.Title))
	})
}

// declaration is what a label says, in the words of its store.
type declaration struct {
	store     string
	types     []storage.PrivacyType
	practices []string
}

func declaredBy(app tracked.Slot) declaration {
	return declaration{string(app.AppSource), app.PrivacyTypes, app.Practices}
}

// paired returns two labels as rows of a table, those that differ first.
func paired(say *language.Language, a, b declaration) pairView {
	columns := columnsOf(a.types, b.types)
	left, right := matrixOf(say, a.store, columns, a.types, nil), matrixOf(say, b.store, columns, b.types, nil)
	var rows []pairRow
	empty := make([]cell, len(columns))
	for _, row := range left.Rows {
		rows = append(rows, pairRow{Category: row.Category, Left: row.Cells, Right: empty})
	}
	for _, row := range right.Rows {
		at := slices.IndexFunc(rows, func(r pairRow) bool { return r.Category == row.Category })
		if at < 0 {
			rows = append(rows, pairRow{Category: row.Category, Left: empty, Right: row.Cells})
			continue
		}
		rows[at].Right = row.Cells
	}
	v := pairView{PlainLeft: left.Plain, PlainRight: right.Plain, PracticesLeft: practicesOf(say, a.practices), PracticesRight: practicesOf(say, b.practices)}
	for i := range rows {
		if rows[i].Differs = !slices.Equal(rows[i].Left, rows[i].Right); !rows[i].Differs {
			v.Same++
		}
	}
	order.Sort(rows, func(a, b pairRow) int {
		return cmp.Or(differingFirst(a.Differs, b.Differs), strings.Compare(a.Category, b.Category))
	})
	v.Rows, v.PracticesCompared = rows, a.store == b.store // only one store has practices
	v.PracticesDiffer = v.PracticesCompared && !slices.Equal(v.PracticesLeft, v.PracticesRight)
	return v
}

// practicesOf returns the names of security practices.
func practicesOf(say *language.Language, ids []string) (names []string) {
	for _, id := range ids {
		names = append(names, say.Name(vocabulary.SecurityPractice, id, ""))
	}
	return names
}

// differingFirst orders what differs first.
func differingFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// lenses compares the ratings of two policies, those that differ first. There are none
// unless a policy has a summary.
func (s comparisons) lenses(ctx context.Context, left, right storage.AppID) ([]lensRow, error) {
	radar, err := s.Policies.Radar(ctx, []storage.AppID{left, right})
	if err != nil {
		return nil, err
	}
	rows := make([]lensRow, len(radar.Axes))
	rated := false
	for _, app := range radar.Apps {
		shown, err := s.Policies.Show(ctx, app.ID)
		if err != nil {
			return nil, err
		}
		if shown == nil || shown.Summary == nil {
			continue
		}
		for i, lens := range app.Lenses {
			if lens.Rating == nil {
				continue
			}
			rated = true
			cell := lensCell{Rating: cmp.Or(ratingWords[*lens.Rating], "Unclear"), Summary: shown.Summary.Lens(lens.Key).Summary}
			if *lens.Rating == storage.RatingConcerning {
				cell.Class = "mismatch"
			}
			if app.ID == left {
				rows[i].Left = cell
			}
			if app.ID == right {
				rows[i].Right = cell
			}
		}
	}
	if !rated {
		return nil, nil
	}
	for i, axis := range radar.Axes {
		rows[i].Label = language.Words(axis.Label)
		rows[i].Differs = rows[i].Left.Rating != rows[i].Right.Rating
	}
	order.Sort(rows, func(a, b lensRow) int { return differingFirst(a.Differs, b.Differs) })
	return rows, nil
}

// ratingWords are ratings in words.
var ratingWords = map[storage.PolicyRating]language.Words{
	storage.RatingFavorable: "Favorable", storage.RatingMixed: "Mixed", storage.RatingConcerning: "Concerning",
}
