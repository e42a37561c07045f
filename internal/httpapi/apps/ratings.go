package apps

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/storage"
)

// ratings are what policies say of the practices of apps, and where the labels of the apps
// disagree with them.
type ratings struct{ policies *policy.Service }

func (r ratings) operations() []op.Operation {
	return []op.Operation{
		op.New(op.Spec{
			Route: "GET /api/stats/radar", ID: "radar", Group: "stats", Summary: "Compare the ratings of privacy policies", Cached: true,
		}, r.radar),
		op.New(op.Spec{
			Route: "GET /api/apps/{id}/trust", ID: "labelTrust", Group: "fleet",
			Summary: "Get the age and the claims of an app's label, and where the policy disagrees",
			Cached:  true, Refuses: []int{http.StatusNotFound},
		}, r.trust),
	}
}

type radarRequest struct {
	Apps radarApps `query:"apps" doc:"A comma-separated list of up to 20 apps. Defaults to the most recently refreshed apps that have a summary." example:"1,2"`
}

// radarApps holds distinct apps, followed by zeros. It is an array because the request of a
// cached operation must be comparable.
type radarApps [policy.MaxRadarApps]storage.AppID

func (a *radarApps) UnmarshalText(text []byte) error {
	sent, n := 0, 0
	for token := range strings.SplitSeq(string(text), ",") {
		if token = strings.TrimSpace(token); token == "" {
			continue
		}
		if sent++; sent > len(a) {
			return fmt.Errorf("must be at most %d ids", len(a))
		}
		id, err := storage.ParseAppKey(token)
		if err != nil || id == 0 || id > storage.MaxAppID {
			id = op.NoApp
		}
		if !slices.Contains(a[:n], id) {
			a[n] = id
			n++
		}
	}
	return nil
}

func (radarApps) Schema() *openapi.Schema { return openapi.Text() }

func (r ratings) radar(ctx context.Context, in radarRequest) (policy.Radar, error) {
	apps := in.Apps[:]
	if n := slices.Index(apps, 0); n >= 0 {
		apps = apps[:n]
	}
	return r.policies.Radar(ctx, apps)
}

func (r ratings) trust(ctx context.Context, in op.AppRequest) (policy.Trust, error) {
	return r.policies.Trust(ctx, in.App)
}
