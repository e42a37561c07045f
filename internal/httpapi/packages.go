package httpapi

import (
	"slices"

	"github.com/privacylabels/auditor/internal/httpapi/apps"
	"github.com/privacylabels/auditor/internal/httpapi/data"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/httpapi/people"
	"github.com/privacylabels/auditor/internal/httpapi/policies"
	"github.com/privacylabels/auditor/internal/httpapi/runs"
	"github.com/privacylabels/auditor/internal/httpapi/system"
)

// routes returns the routes of the packages. The router, the Allow header, the limits, the
// token rules and the OpenAPI document are derived from them.
func (a *API) routes(packages []op.Package) (rows []*route) {
	for _, p := range packages {
		for _, o := range p.Operations {
			rows = append(rows, &route{Operation: o, handle: a.operate(o)})
		}
	}
	return rows
}

// packages returns the operations of the interface, by subject.
func (a *API) packages() []op.Package {
	cfg, set := &a.cfg, a.cfg.Set
	return []op.Package{
		{Operations: slices.Concat(a.ownOperations(), a.metricsOperations(), []op.Operation{a.results.Operation()})},
		apps.New(set, cfg.largeFrom),
		runs.New(set),
		policies.New(set),
		people.New(set),
		data.New(set, cfg.MaxRestoreBytes),
		system.New(system.Config{
			Set:     set,
			Process: a.process, Health: cfg.Health, DataDir: cfg.DataDir, AdminToken: cfg.AdminToken,
			Security: system.Security{
				TokenConfigured: a.token.Configured, TokenRequired: a.exposed && !a.authorized(), AllowedHosts: len(a.allowed.names) > 0,
				BindAmbiguous: ambiguous(cfg.BindAddress), Exposed: a.exposed, TrustProxy: cfg.TrustProxy, Authorizer: a.authorized(),
			},
			Secure: a.secure, IsLocal: isLocal,
		}),
	}
}
