package reading

import (
	"context"
	"errors"

	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/policy/textdiff"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// policies is the screen of what changed in the text of a policy.
type policies struct{ *ui.Kit }

func newPolicies(kit *ui.Kit) []ui.Screen {
	s := policies{kit}
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
	Lines []policyLine
	More  bool // than are shown
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
	view.Lines, view.More = around(view.Diff.Lines)
	return s.Render(r, ui.Head{Name: string(ui.Say(r).Text("Policy of %s", app.Name)), Nav: "Changes"}, view.write)
}

func (v policyView) write(m *ui.Markup) {
	m.Add(`<div class="head"><h1>Policy of <a href="{}/apps/{}">{}</a></h1>
	`, m.Base, v.App, v.Name)
	if !v.First {
		m.Add(`<p>{} → {}</p>`, m.Date(v.Diff.Previous.FirstFetched), m.Date(v.Diff.Current.FirstFetched))
	}
	m.Add(`</div>
	`)
	if v.First {
		m.Add(`<p>This is the first text that was read. There is nothing to compare it with.</p>
		`)
		return
	}
	m.Add(`<p class="soft">`)
	if changed := v.Diff.Stats.Paragraphs.String(); changed != "" {
		m.Add(`{}`, changed)
	} else {
		m.Add(`No paragraph changed`)
	}
	m.Add(`.`)
	if v.Diff.Stats.Truncated {
		m.Add(` So much changed that some paragraphs are shown as they were and as they are, without the words that differ.`)
	}
	m.Add(`</p>
	`)
	writeDiff(m, v.Lines)
	if v.More {
		m.Add(`<p class="soft">The rest of the difference is not shown here.</p>`)
	}
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
