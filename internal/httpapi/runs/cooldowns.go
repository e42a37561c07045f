package runs

import (
	"context"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/tracked"
)

// cooldowns are the times until which the App Store is not asked, because it
// limits the rate of requests.
type cooldowns struct{ fleet *tracked.Service }

func (c cooldowns) operations() []op.Operation {
	return []op.Operation{
		op.NewPlain(op.Spec{
			Route: "GET /api/rate-limit/status", ID: "cooldowns", Group: "runs", Summary: "Get the rate-limit cooldowns",
		}, c.fleet.Cooldowns),
		op.New(op.Spec{
			Route: "DELETE /api/rate-limit/status", ID: "clearCooldowns", Group: "runs", Summary: "Clear the rate-limit cooldowns",
			Limit: op.Every(time.Minute, 10, "rate_limit.clear"), MaxBody: 1 << 10, Example: `{"category": "all"}`,
		}, c.clear),
	}
}

type clearRequest struct {
	// The category whose cooldown ends. Defaults to all.
	Category string `json:"category" enum:"search,scrape,all" op:"required"`
}

func (c cooldowns) clear(ctx context.Context, in clearRequest) (tracked.Cooldowns, error) {
	if in.Category == "all" {
		return c.fleet.ClearCooldowns(ctx, tracked.CooldownSearch, tracked.CooldownScrape)
	}
	return c.fleet.ClearCooldowns(ctx, in.Category)
}
