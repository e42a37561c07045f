package reading

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// pastLabels is the screen of the label that an app had at a time, beside the one before or the one of
// another time.
type pastLabels struct{ *ui.Kit }

func newPastLabels(kit *ui.Kit) []ui.Screen {
	s := pastLabels{kit}
	return []ui.Screen{{Route: "GET /apps/{id}/label", Query: []string{"at", "than"}, As: "GET /api/apps/{id}/label", Serve: s.get}}
}

// labelAt returns the path of the labels before and after a change, empty if it is about something
// else.
func labelAt(app storage.AppID, at storage.Time, e storage.Entry) string {
	switch e.Category {
	case "", storage.CategoryPrivacyLabel, storage.CategorySecurityPractice:
		return appPath(app) + "/label?at=" + strconv.FormatInt(int64(at), 10)
	}
	return ""
}

// pastLabelView is what the screen shows.
type pastLabelView struct {
	App    storage.App
	After  *storage.NullTime // when the label was read; nil: nothing was read so early
	Before *storage.NullTime // when the other one was; nil: none is known
	Pair   pairView
	At     string // the dates of the form
	Than   string
	Same   bool
	Source storage.Text
	First  storage.Time
}

func (v pastLabelView) write(m *ui.Markup) {
	writeAbout(m, v.App, func() {
		if v.Before != nil {
			m.Add(`Before and after`)
		} else {
			m.Add(`Label`)
		}
		m.Add(`: {}`, linkTo(m, v.App))
	})
	m.Add(`<form method="get" action="{}/apps/{}/label" class="filters" aria-label="Dates">
		<label>Label as on <input type="date" name="at" value="{}" required></label> <label>compared with <input type="date" name="than" value="{}"></label> <button>Show</button></form>
	`, m.Base, v.App.ID, v.At, v.Than)
	switch {
	case v.After == nil:
		m.Add(`<p>Nothing was read of this app until then. It is watched since {}.</p>
		`, m.Date(v.First))
	case v.Before != nil && v.Same:
		m.Add(`<p>Both labels are the same.</p>`)
	case v.Before != nil:
	case v.Than != "":
		m.Add(`<p>Nothing was read of this app so early.</p>`)
	default:
		m.Add(`<p class="soft">This is the first label that is known.</p>`)
	}
	if v.After != nil {
		v.Pair.write(m)
	}
	if v.Source == storage.Text(storage.SourceWayback) {
		m.Add(`
			<p class="small soft">The label was read from the web archive.</p>`)
	}
}

func (s pastLabels) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	id := ui.ID[storage.AppID](r, "id")
	apps, err := s.Fleet.Apps(ctx, id)
	if err != nil {
		return ui.Reply{}, err
	}
	app, known := apps[id]
	if !known {
		return ui.Reply{}, storage.Missing(storage.App{}, id)
	}
	now := storage.TimeOf(s.Now())
	at, asked := moment(r, "at", now)
	after, err := s.Fleet.LabelAt(ctx, id, at)
	if err != nil {
		return ui.Reply{}, err
	}
	view := pastLabelView{App: app, First: app.FirstSeen, At: at.Std().Format(time.DateOnly), Source: after.Source}
	if !asked {
		view.At = now.Std().Format(time.DateOnly)
	}
	if after.ObservedAt != 0 {
		view.After = &after.ObservedAt
	}
	before := after.Before
	if than, asked := moment(r, "than", now); asked {
		other, err := s.Fleet.LabelAt(ctx, id, than)
		if err != nil {
			return ui.Reply{}, err
		}
		view.Than, before = than.Std().Format(time.DateOnly), nil
		if other.ObservedAt != 0 {
			before = &tracked.LabelBefore{ObservedAt: storage.Time(other.ObservedAt), Types: other.Types, Practices: other.Practices}
		}
	}
	say := ui.Say(r)
	left := declaration{store: app.Store()}
	if before != nil {
		left.types, left.practices = before.Types, before.Practices
	}
	view.Pair = paired(say, left, declaration{app.Store(), after.Types, after.Practices})
	if before != nil {
		view.Before = new(storage.NullTime(before.ObservedAt))
		view.Pair.Left = string(say.Text("On %s", say.Date(before.ObservedAt.Std(), s.Now())))
	}
	if view.After != nil {
		view.Pair.Right = string(say.Text("On %s", say.Date(storage.Time(*view.After).Std(), s.Now())))
	}
	view.Same = before != nil && !slices.ContainsFunc(view.Pair.Rows, func(row pairRow) bool { return row.Differs }) &&
		view.Pair.PlainLeft == view.Pair.PlainRight && !view.Pair.PracticesDiffer
	return s.Render(r, ui.Head{Name: string(say.Text("Label of %s", app.Name)), Nav: "Apps"}, view.write)
}

// moment reads a time in milliseconds, or a date, which is the end of that day. It reports whether
// there is one; otherwise it is now.
func moment(r ui.Request, name string, now storage.Time) (at storage.Time, asked bool) {
	if at = bound(r, name); at == 0 {
		return now, false
	}
	if _, err := time.Parse(time.DateOnly, ui.Query(r, name)); err == nil {
		at = at.Add(24*time.Hour - time.Millisecond)
	}
	return at, true
}
