package reading

import (
	"context"
	"fmt"
	"net/http"

	"github.com/privacylabels/auditor/fleet/review"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// concerns are the forms by which a person accepts what an app does beyond the profile.
type concerns struct{ reviews *review.Service }

func newConcerns(_ *ui.Kit, c Config) ([]ui.Screen, error) {
	s := concerns{c.Reviews}
	return []ui.Screen{
		{Route: "POST /apps/{id}/concerns/{category}", As: "PUT /api/apps/{id}/concerns/{category}", Serve: s.decide},
	}, nil
}

// deferral is for how many days a concern is put off.
const deferral = 30

func (s concerns) decide(ctx context.Context, r ui.Request) (ui.Reply, error) {
	form, err := r.Form()
	if err != nil {
		return ui.Reply{}, err
	}
	id := storage.ConcernID{App: ui.ID[storage.AppID](r, "id"), Category: r.Param("category")}
	flash := ui.Flash{
		Undo: fmt.Sprintf("/apps/%d/concerns/%s", id.App, id.Category), Fields: map[string]string{"decision": "reopen", "back": form.Get("back")},
	}
	switch form.Get("decision") {
	case "accept":
		flash.Text = "Accepted. It is open again when the app declares more."
		_, err = s.reviews.AcceptConcern(ctx, id, 0, form.Get("note"))
	case "defer":
		flash.Text = fmt.Sprintf("Put off for %d days.", deferral)
		_, err = s.reviews.AcceptConcern(ctx, id, deferral, form.Get("note"))
	case "reopen":
		flash = ui.Flash{Text: "Open again."}
		err = s.reviews.ReopenConcern(ctx, id)
	default:
		err = ui.Refuse(http.StatusBadRequest, "Not a decision on a concern")
	}
	if err != nil {
		return ui.Reply{}, err
	}
	return ui.Back(r, form, appPath(id.App), flash), nil
}
