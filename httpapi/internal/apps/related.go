package apps

import (
	"context"
	"strconv"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

type relatedRequest struct {
	App   storage.AppID     `query:"sourceAppId" op:"required" doc:"The ID of the tracked app." example:"1"`
	Mode  fleet.RelatedMode `query:"mode" enum:"top_in_category,may_also_like" op:"loose,default=top_in_category" doc:"Where related apps come from. Defaults to the chart of the app's genre." example:"may_also_like"`
	Limit relatedLimit      `query:"limit" op:"loose,default=5" doc:"The maximum number of apps. Defaults to 5." example:"5"`
}

// relatedLimit is a limit, clamped to the allowed range. Text that is not a number
// decodes as the default.
type relatedLimit int

func (n *relatedLimit) UnmarshalText(text []byte) error {
	sent, err := strconv.Atoi(string(text))
	if err != nil {
		sent = 5
	}
	*n = relatedLimit(min(max(sent, 1), fleet.MaxRelated))
	return nil
}

func (relatedLimit) Schema() *openapi.Schema { return openapi.IntegerOf(1, fleet.MaxRelated) }

func (s appStore) related(ctx context.Context, in relatedRequest) (fleet.RelatedApps, error) {
	return s.fleet.Related(ctx, in.App, in.Mode, int(in.Limit))
}
