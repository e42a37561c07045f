package reading

import (
	"context"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// comparisons is the screen of two apps side by side.
type comparisons struct {
	Config
	page *ui.Template
}

func newComparisons(kit *ui.Kit, c Config) ([]ui.Screen, error) {
	page, err := kit.Template(templates, "templates/compare.html", "templates/entry.html", "templates/matrix.html")
	s := comparisons{c, page}
	return []ui.Screen{{Route: "GET /compare", As: "GET /api/compare", Nav: "Compare", Serve: s.get}}, err
}

// compareChoices is how many matches of a name are offered.
const compareChoices = 12

// compareView is what the screen shows: the comparison, or what is missing for it.
type compareView struct {
	A, B       string // what was typed
	Left       *fleet.Slot
	Right      *fleet.Slot
	Rows       []pairRow
	Same       int // categories in which both are the same
	Features   []featureRow
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
		if err != nil {
			_, view.Failed = r.Status(err)
		} else {
			view.fill(both)
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
	if id, err := storage.ParseAppID(text); err == nil {
		return fleet.Spec{App: id}, true, nil
	}
	if webURL(text) != "" {
		return fleet.Spec{URL: text}, true, nil
	}
	page, err := s.Fleet.On().List(ctx, fleet.ListQuery{Search: text, Limit: compareChoices})
	if err != nil {
		return fleet.Spec{}, false, err
	}
	same := slices.DeleteFunc(slices.Clone(page.Apps), func(app storage.App) bool { return !strings.EqualFold(app.Name, text) })
	for _, found := range [][]storage.App{page.Apps, same} {
		if len(found) == 1 {
			return fleet.Spec{App: found[0].ID}, true, nil
		}
	}
	*choices = page.Apps
	return fleet.Spec{}, false, nil
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
		if a.Differs != b.Differs {
			return differingFirst(a.Differs)
		}
		return strings.Compare(a.Category, b.Category)
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
		if a.Differs != b.Differs {
			return differingFirst(a.Differs)
		}
		return strings.Compare(a.Title, b.Title)
	})
}

// differingFirst orders what differs first.
func differingFirst(differs bool) int {
	if differs {
		return -1
	}
	return 1
}
