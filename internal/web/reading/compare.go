package reading

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// comparisons is the screen of two apps side by side.
type comparisons struct {
	*ui.Kit
	page *ui.Template
}

func newComparisons(kit *ui.Kit) []ui.Screen {
	s := comparisons{kit, kit.Template(templates, "templates/compare.html", "templates/entry.html", "templates/matrix.html")}
	return []ui.Screen{{Route: "GET /compare", As: "GET /api/compare", Nav: "Compare", Serve: s.get}}
}

// compareView is what the screen shows: the comparison, or what is missing for it.
type compareView struct {
	A, B       string // what was typed
	Left       *fleet.Slot
	Right      *fleet.Slot
	Rows       []pairRow
	Same       int // categories in which both are the same
	Features   []featureRow
	Lenses     []lensRow // of the policies
	LensFailed string
	ChoicesA   []storage.App
	ChoicesB   []storage.App
	Failed     string
	NothingA   bool // no app of yours has this name
	NothingB   bool
	PlainLeft  string
	PlainRight string
}

// pairRow is a category of both labels.
type pairRow struct {
	Category    string
	Left, Right []cell
	Differs     bool
}

type featureRow struct {
	Title       string
	Left, Right bool
	Differs     bool
}

// lensRow is an aspect of both policies.
type lensRow struct {
	Label       string
	Left, Right lensCell
	Differs     bool
}

// lensCell is how an aspect of a policy was rated. The zero value is not at all.
type lensCell struct{ Class, Rating, Summary string }

func (s comparisons) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	view := compareView{A: ui.Query(r, "a"), B: ui.Query(r, "b")}
	a, okA, err := s.side(ctx, view.A, &view.ChoicesA)
	if err != nil {
		return ui.Reply{}, err
	}
	b, okB, err := s.side(ctx, view.B, &view.ChoicesB)
	if err != nil {
		return ui.Reply{}, err
	}
	view.NothingA = view.A != "" && !okA && len(view.ChoicesA) == 0
	view.NothingB = view.B != "" && !okB && len(view.ChoicesB) == 0
	if okA && okB {
		both, err := s.Fleet.Compare(ctx, a, b)
		if view.Failed = ui.Why(r, err); err == nil {
			view.fill(both)
			view.Lenses, err = s.lenses(ctx, both.A.ID, both.B.ID)
			view.LensFailed = ui.Why(r, err)
			view.A, view.B = typed(view.A, both.A), typed(view.B, both.B)
		}
	}
	return s.page.Render(r, ui.Head{Title: "Compare", Nav: "Compare"}, view)
}

// side returns the app that a text names: by its ID, its address, or a name that only
// one app has. Otherwise it sets the choices.
func (s comparisons) side(ctx context.Context, text string, choices *[]storage.App) (fleet.Spec, bool, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return fleet.Spec{}, false, nil
	}
	if webURL(text) != "" {
		return fleet.Spec{URL: text}, true, nil
	}
	id, found, err := find(ctx, s.Fleet, text)
	*choices = found
	return fleet.Spec{App: id}, id != 0, err
}

// typed returns what a field shows of an app: its name, unless it is read from an address.
func typed(text string, side fleet.Slot) string {
	if webURL(text) != "" {
		return text
	}
	return side.Name
}

// fill sets both sides, with what differs first.
func (v *compareView) fill(both fleet.Comparison) {
	v.Left, v.Right = &both.A, &both.B
	left, right := matrixOf(both.A.PrivacyTypes, nil), matrixOf(both.B.PrivacyTypes, nil)
	v.PlainLeft, v.PlainRight = left.Plain, right.Plain
	empty := make([]cell, len(labelTypes))
	for _, row := range left.Rows {
		v.Rows = append(v.Rows, pairRow{Category: row.Category, Left: row.Cells, Right: empty})
	}
	for _, row := range right.Rows {
		at := slices.IndexFunc(v.Rows, func(r pairRow) bool { return r.Category == row.Category })
		if at < 0 {
			v.Rows = append(v.Rows, pairRow{Category: row.Category, Left: empty, Right: row.Cells})
			continue
		}
		v.Rows[at].Right = row.Cells
	}
	for i := range v.Rows {
		if v.Rows[i].Differs = !slices.Equal(v.Rows[i].Left, v.Rows[i].Right); !v.Rows[i].Differs {
			v.Same++
		}
	}
	slices.SortStableFunc(v.Rows, func(a, b pairRow) int {
		return cmp.Or(differingFirst(a.Differs, b.Differs), strings.Compare(a.Category, b.Category))
	})
	for _, f := range both.A.AccessibilityFeatures {
		v.Features = append(v.Features, featureRow{Title: f.Title, Left: true, Differs: true})
	}
	for _, f := range both.B.AccessibilityFeatures {
		at := slices.IndexFunc(v.Features, func(r featureRow) bool { return r.Title == f.Title })
		if at < 0 {
			v.Features = append(v.Features, featureRow{Title: f.Title, Right: true, Differs: true})
			continue
		}
		v.Features[at].Right, v.Features[at].Differs = true, false
	}
	slices.SortStableFunc(v.Features, func(a, b featureRow) int {
		return cmp.Or(differingFirst(a.Differs, b.Differs), strings.Compare(a.Title, b.Title))
	})
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
		rows[i].Label = axis.Label
		rows[i].Differs = rows[i].Left.Rating != rows[i].Right.Rating
	}
	slices.SortStableFunc(rows, func(a, b lensRow) int { return differingFirst(a.Differs, b.Differs) })
	return rows, nil
}

// ratingWords are ratings in words.
var ratingWords = map[storage.PolicyRating]string{
	storage.RatingFavorable: "Favorable", storage.RatingMixed: "Mixed", storage.RatingConcerning: "Concerning",
}
