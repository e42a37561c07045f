package httpapi

import (
	"context"

	"github.com/privacylabels/auditor/fleet"
)

// syncStatus answers "GET /api/sync/status".
func (a *API) syncStatus(ctx context.Context, _ nothing) (fleet.SyncStatus, error) {
	return a.cfg.Fleet.SyncStatus(ctx)
}

// cooldowns answers "GET /api/rate-limit/status".
func (a *API) cooldowns(ctx context.Context, _ nothing) (fleet.Cooldowns, error) {
	return a.cfg.Fleet.Cooldowns(ctx)
}

// clearRequest is DELETE /api/rate-limit/status.
type clearRequest struct {
	Category string `json:"category"`
}

func (in *clearRequest) decode(r *request) error {
	if err := r.object(in); err != nil {
		return err
	}
	switch in.Category {
	case fleet.CooldownSearch, fleet.CooldownScrape, "all":
		return nil
	}
	return badRequest("category must be search, scrape or all")
}

// clearCooldowns answers "DELETE /api/rate-limit/status".
func (a *API) clearCooldowns(ctx context.Context, in clearRequest) (fleet.Cooldowns, error) {
	if in.Category == "all" {
		return a.cfg.Fleet.ClearCooldowns(ctx, fleet.CooldownSearch, fleet.CooldownScrape)
	}
	return a.cfg.Fleet.ClearCooldowns(ctx, in.Category)
}
