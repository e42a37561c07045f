package httpapi

import (
	"context"
	"strconv"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// defaultRelated is how many apps are shown beside one that does not say.
const defaultRelated = 5

// relatedRequest is GET /api/related-apps.
type relatedRequest struct {
	app   storage.AppID
	mode  fleet.RelatedMode
	limit int
}

func (in *relatedRequest) decode(r *request) error {
	id, sent, err := r.appQuery("sourceAppId")
	if err != nil {
		return err
	}
	if !sent {
		return badRequest("sourceAppId is missing")
	}
	in.app, in.mode, in.limit = id, fleet.TopInCategory, defaultRelated
	if mode := r.oneOf("mode", string(fleet.TopInCategory), string(fleet.MayAlsoLike)); mode != "" {
		in.mode = fleet.RelatedMode(mode)
	}
	text, _ := r.query("limit")
	if n, err := strconv.Atoi(text); err == nil {
		in.limit = min(max(n, 1), fleet.MaxRelated)
	}
	return nil
}

// related answers "GET /api/related-apps".
func (a *API) related(ctx context.Context, in relatedRequest) (fleet.RelatedApps, error) {
	return a.cfg.Fleet.Related(ctx, in.app, in.mode, in.limit)
}
