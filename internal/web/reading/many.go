package reading

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// selected returns the apps that a form names, each once.
func selected(form url.Values) (ids []storage.AppID) {
	for _, text := range form["id"] {
		if id, err := storage.ParseAppKey(text); err == nil && !slices.Contains(ids, id) && len(ids) < listRows {
			ids = append(ids, id)
		}
	}
	return ids
}

// none answers a form without a selection.
func none(r ui.Request, form url.Values) ui.Reply {
	return ui.Back(r, form, "/apps", ui.Flash{Text: "Select apps in the table first.", Bad: true})
}

func (s actions) refreshApps(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	ids := selected(form)
	if len(ids) == 0 {
		return none(r, form), nil
	}
	left := max(0, len(ids)-fleet.MaxTracked)
	request := fleet.TrackRequest{Resync: true}
	for _, id := range ids[:len(ids)-left] {
		app, err := s.Fleet.Detail(ctx, id)
		if err != nil {
			return ui.Reply{}, err
		}
		request.URLs = append(request.URLs, app.URL)
	}
	results, err := s.Fleet.Track(ctx, request)
	if err != nil {
		return ui.Reply{}, err
	}
	var done []storage.AppID
	changed := 0
	for _, result := range results {
		if result.Outcome == fleet.OutcomeSuccess {
			done = append(done, result.Refresh.ID)
			changed += min(1, len(result.Refresh.Changes))
		}
	}
	if err := s.Policies.Request(context.WithoutCancel(ctx), done, false); err != nil {
		return ui.Reply{}, err
	}
	flash := ui.Flash{Text: fmt.Sprintf("Checked %s; %d changed.", ui.Plural(len(done), "app", "apps"), changed)}
	if failed := len(results) - len(done); failed > 0 {
		flash.Text += fmt.Sprintf(" %d failed: the list names the cause.", failed)
		flash.Bad = true
	}
	if left > 0 {
		flash.Text += fmt.Sprintf(" %d more were selected than are checked at once.", left)
	}
	return ui.Back(r, form, "/apps", flash), nil
}

func (s actions) decideAll(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	ids := selected(form)
	decision := storage.Decision(form.Get("verdict"))
	switch {
	case len(ids) == 0:
		return none(r, form), nil
	case !decision.Known():
		return ui.Back(r, form, "/apps", ui.Flash{Text: "Choose a verdict first.", Bad: true}), nil
	}
	if form.Get(sure) == "" {
		reasons := 0
		for _, id := range ids {
			before, err := ownVerdict(ctx, s.Reviews, id)
			if err != nil {
				return ui.Reply{}, err
			}
			if before.Rationale != "" {
				reasons++
			}
		}
		if reasons > 0 {
			back := ui.Local(form.Get("back"), "/apps")
			return s.Ask(r, "Set the verdict", "Apps", ui.Question{
				Ask:  fmt.Sprintf("Set the verdict “%s” for %s?", verdictWord(decision), ui.Plural(len(ids), "app", "apps")),
				Lost: ui.Plural(reasons, "of them has a verdict with a reason, which is", "of them have a verdict with a reason, which are") + " deleted.",
				Form: "/apps/verdict", Fields: url.Values{sure: {"yes"}, "verdict": {string(decision)}, "id": form["id"], "back": {back}},
				Yes: "Set it", Keep: back, No: "Change nothing",
			})
		}
	}
	if _, err := s.Reviews.DecideAll(ctx, ids, decision, ""); err != nil {
		return ui.Reply{}, err
	}
	text := fmt.Sprintf("%s: verdict “%s”.", ui.Plural(len(ids), "app", "apps"), verdictWord(decision))
	return ui.Back(r, form, "/apps", ui.Flash{Text: text}), nil
}

// removeView is what is lost.
type removeView struct {
	Apps   []fleet.Detail
	States int
	Back   string
}

// removeApps asks once, and removes the apps when the answer comes.
func (s actions) removeApps(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	ids := selected(form)
	if len(ids) == 0 {
		return none(r, form), nil
	}
	if form.Get(sure) == "" {
		view := removeView{Back: ui.Local(form.Get("back"), "/apps")}
		for _, id := range ids {
			app, err := s.Fleet.Detail(ctx, id)
			if err != nil {
				return ui.Reply{}, err
			}
			view.Apps = append(view.Apps, app)
			view.States += app.SyncCount
		}
		return s.removeMany.Render(r, ui.Head{Title: "Stop watching", Nav: "Apps"}, view)
	}
	removed := 0
	for _, id := range ids {
		gone, err := s.Fleet.Remove(ctx, id)
		r.Note("app.delete."+either(err == nil, "success", "failed"), "app="+id.String(), err == nil)
		if err != nil {
			sentence := ui.Why(r, err)
			text := fmt.Sprintf("%s deleted, then it failed: %s.", ui.Plural(removed, "app", "apps"), sentence)
			return ui.Back(r, form, "/apps", ui.Flash{Text: text, Bad: true}), nil
		}
		if gone {
			removed++
		}
	}
	if removed == 0 {
		return ui.Reply{}, ui.Refuse(http.StatusNotFound, "Not found")
	}
	return ui.Back(r, form, "/apps", ui.Flash{Text: ui.Plural(removed, "app and its records", "apps and their records") + " deleted."}), nil
}
