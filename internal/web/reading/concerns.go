package reading

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// deferral is for how many days a concern is put off.
const deferral = 30

// decideConcern is how a person accepts what an app does beyond the profile.
func (s actions) decideConcern(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	id := storage.ConcernID{App: ui.ID[storage.AppID](r, "id"), Category: r.Param("category")}
	flash := ui.Flash{Undo: ui.UndoConcern{App: id.App, Category: id.Category, Decision: ui.ConcernReopen}}
	var err error
	switch ui.ConcernDecision(form.Get("decision")) {
	case ui.ConcernAccept:
		flash.Text = "Accepted. It is open again when the app declares more."
		_, err = s.Reviews.AcceptConcern(ctx, id, 0, form.Get("note"))
	case ui.ConcernDefer:
		flash.Text = ui.Say(r).Plural(deferral, "Put off for %s day.", "Put off for %s days.")
		_, err = s.Reviews.AcceptConcern(ctx, id, deferral, form.Get("note"))
	case ui.ConcernReopen:
		return s.reopenConcern(ctx, r, form, id)
	default:
		err = ui.Refuse(http.StatusBadRequest, "Not a decision on a concern")
	}
	if err != nil {
		return ui.Reply{}, err
	}
	return ui.Back(r, form, appPath(id.App), flash), nil
}

// reopenConcern withdraws a decision, which can be undone. It asks first if the note is too long
// for that.
func (s actions) reopenConcern(ctx context.Context, r ui.Request, form url.Values, id storage.ConcernID) (ui.Reply, error) {
	all, err := s.Reviews.Concerns(ctx, id.App)
	if err != nil {
		return ui.Reply{}, err
	}
	path := fmt.Sprintf("%s/concerns/%s", appPath(id.App), id.Category)
	flash := ui.Flash{Text: "Open again."}
	for _, c := range all {
		if c.Category != id.Category || c.State == review.ConcernOpen && c.Note == "" {
			continue
		}
		before := ui.UndoConcern{App: id.App, Category: id.Category, Decision: ui.ConcernAccept, Note: string(c.Note)}
		if c.State == review.ConcernDeferred {
			before.Decision = ui.ConcernDefer
		}
		flash.Undo = before
	}
	if !flash.Fits() && form.Get(ui.Sure) == "" {
		return s.Ask(r, "Open a concern again", "Apps", ui.Question{
			Ask: "Open it again?", Lost: "Your decision and the note with it are deleted.",
			Form: path, Fields: url.Values{ui.Sure: {"yes"}, "decision": {"reopen"}}, Yes: "Open it again", Keep: appPath(id.App),
		})
	}
	if err := s.Reviews.ReopenConcern(ctx, id); err != nil {
		return ui.Reply{}, err
	}
	return ui.Back(r, form, appPath(id.App), flash), nil
}
