package apps

import (
	"context"

	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

type relatedRequest struct {
	App   storage.AppID       `query:"sourceAppId" op:"required" doc:"The ID of the tracked app." example:"1"`
	Mode  tracked.RelatedMode `query:"mode" enum:"top_in_category,may_also_like" op:"loose,default=top_in_category" doc:"Where related apps come from. Defaults to the chart of the app's genre." example:"may_also_like"`
	Limit relatedLimit        `query:"limit" op:"default=5" doc:"The maximum number of apps. Defaults to 5." example:"5"`
}

type relatedLimit int

func (relatedLimit) Bounds() (least, most int64) { return 1, tracked.MaxRelated }

func (s appStore) related(ctx context.Context, in relatedRequest) (tracked.RelatedApps, error) {
	return s.fleet.Related(ctx, in.App, in.Mode, int(in.Limit))
}
