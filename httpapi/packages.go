package httpapi

import (
	"slices"

	"github.com/privacylabels/auditor/httpapi/internal/apps"
	"github.com/privacylabels/auditor/httpapi/internal/data"
	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/httpapi/internal/people"
	"github.com/privacylabels/auditor/httpapi/internal/policies"
	"github.com/privacylabels/auditor/httpapi/internal/runs"
	"github.com/privacylabels/auditor/httpapi/internal/system"
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
	cfg := &a.cfg
	return []op.Package{
		{Operations: slices.Concat(a.ownOperations(), a.metricsOperations(), []op.Operation{a.results.Operation()})},

		apps.New(apps.Config{
			Fleet: cfg.Fleet, Policies: cfg.Policies, Changelog: cfg.Changelog, Inbox: cfg.Inbox, Runs: cfg.Runs,
			Now: cfg.Now, Logger: cfg.Logger, LargeFrom: cfg.largeFrom,
		}),

		runs.New(runs.Config{
			Store: cfg.Store, Fleet: cfg.Fleet, History: cfg.History, Runs: cfg.Runs,
			Now: cfg.Now, Random: cfg.Random,
		}),

		policies.New(policies.Config{
			Store: cfg.Store, Policies: cfg.Policies, Models: cfg.Models,
			Now: cfg.Now, Logger: cfg.Logger,
		}),

		people.New(people.Config{
			Reviews: cfg.Reviews, Devices: cfg.Devices, Inbox: cfg.Inbox, Outbox: cfg.Outbox,
			Store: cfg.Store, Tokens: cfg.ReadTokens, Now: cfg.Now,
		}),

		data.New(data.Config{
			Store: cfg.Store, Fleet: cfg.Fleet, Imports: cfg.Imports, Runs: cfg.Runs, Manual: cfg.Manual,
			Bundles: cfg.Bundles, Backup: cfg.Backup, Snapshots: cfg.Snapshots,
			Now: cfg.Now, Random: cfg.Random, Logger: cfg.Logger, MaxUpload: cfg.MaxRestoreBytes,
		}),

		system.New(system.Config{
			Store: cfg.Store, Fleet: cfg.Fleet, Runs: cfg.Runs,
			Now: cfg.Now, Random: cfg.Random, Logger: cfg.Logger,
			Process: a.process, Health: cfg.Health, DataDir: cfg.DataDir, AdminToken: cfg.AdminToken,
			Security: system.Security{
				TokenConfigured: a.token.Configured, TokenRequired: a.exposed && !a.authorized(), AllowedHosts: len(a.allowed.names) > 0,
				BindAmbiguous: ambiguous(cfg.BindAddress), Exposed: a.exposed, TrustProxy: cfg.TrustProxy, Authorizer: a.authorized(),
			},
			Secure: a.secure, IsLocal: isLocal, Undeliverable: cfg.Outbox.Undeliverable,
		}),
	}
}
