package tracked_test

import (
	"context"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
)

// abroad is pages whose addresses name this storefront, or none.
type abroad struct {
	*fleettest.Pages
	named string
	asked []string // storefronts
}

func (a *abroad) Resolve(address string) (fleet.Target, error) {
	t, err := a.Pages.Resolve(address)
	t.Country = a.named
	return t, err
}

func (a *abroad) Scrape(ctx context.Context, t fleet.Target) (fleet.Listing, error) {
	a.asked = append(a.asked, t.Country)
	return a.Pages.Scrape(ctx, t)
}
