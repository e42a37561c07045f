package reading

import (
	"context"
	"errors"
	"html/template"

	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/fleet/policy/textdiff"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// policies is the screen of what changed in the text of a policy.
type policies struct {
	*ui.Kit
	page *ui.Template
}

func newPolicies(kit *ui.Kit) []ui.Screen {
	s := policies{kit, kit.Template(templates, "templates/policy.html")}
	return []ui.Screen{{Route: "GET /policies/{id}", As: "GET /api/policy/version/{id}/diff", Serve: s.get}}
}

// maxPolicyLines is how many lines of a difference the screen shows.
const maxPolicyLines = 300

// linesAround is how many unchanged lines are shown on both sides of a change.
const linesAround = 1

type policyView struct {
	App   storage.AppID
	Name  string
	Diff  policy.Comparison
	First bool // there is no earlier text
	Lines template.HTML
	More  bool
}

// policyLine is a line of the text, or a gap of lines without a change.
type policyLine struct {
	textdiff.Line
	Gap int
}

func (s policies) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	id, err := storage.ParsePolicyVersionID(r.Param("id"))
	if err != nil {
		return ui.Reply{}, storage.ErrNotFound
	}
	app, err := s.Fleet.Detail(ctx, id.App)
	if err != nil {
		return ui.Reply{}, err
	}
	view := policyView{App: app.ID, Name: app.Name}
	view.Diff, err = s.Policies.Compare(ctx, id, storage.PolicyVersionID{})
	switch {
	case errors.Is(err, policy.ErrNoPrevious):
		view.First = true
	case err != nil:
		return ui.Reply{}, err
	}
	lines, more := around(view.Diff.Lines)
	m := s.Markup(r)
	writeDiff(m, lines)
	view.Lines, view.More = m.HTML(), more
	return s.page.Render(r, ui.Head{Name: string(ui.Say(r).Text("Policy of %s", app.Name)), Nav: "Changes"}, view)
}

// around returns the changed lines with those next to them, and reports whether there
// are more than are shown.
func around(lines []textdiff.Line) (shown []policyLine, more bool) {
	keep := make([]bool, len(lines))
	for i, l := range lines {
		if l.Kind == textdiff.Unchanged {
			continue
		}
		for at := max(0, i-linesAround); at <= min(len(lines)-1, i+linesAround); at++ {
			keep[at] = true
		}
	}
	for i, l := range lines {
		switch n := len(shown); {
		case n >= maxPolicyLines:
			return shown, true
		case keep[i]:
			shown = append(shown, policyLine{Line: l})
		case n > 0 && shown[n-1].Gap > 0:
			shown[n-1].Gap++
		default:
			shown = append(shown, policyLine{Gap: 1})
		}
	}
	return shown, false
}
