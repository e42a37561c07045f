package httpapi

import (
	"net/http"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/openapi"
)

func (d *describer) opsOperations() []operation {
	report := openapi.AnyOf(of[health.Report](d), d.types.Define("NeverChecked", nil, func() *openapi.Schema {
		return openapi.Closed(openapi.Members{"neverRun": openapi.Boolean()})
	}))
	unsupported := refusing(http.StatusNotImplemented)
	figures := answer{schema: of[runtimeAnswer](d)}
	return []operation{
		{
			route: "GET /api/health", id: "health", answer: answer{schema: of[healthAnswer](d)},
			refuses: map[int]*openapi.Schema{http.StatusServiceUnavailable: of[healthAnswer](d)},
		},
		{
			route: "GET /api/ready", id: "ready", answer: answer{schema: of[readyAnswer](d)},
			refuses: map[int]*openapi.Schema{http.StatusServiceUnavailable: of[readyAnswer](d)},
		},
		{route: "GET /api/deployment/diagnostics", id: "deployment", answer: answer{schema: of[deploymentAnswer](d)}},
		{route: "GET /api/deployment/support-bundle", id: "supportBundle", answer: answer{schema: of[supportAnswer](d)}},
		{route: "GET /api/desktop/diagnostics", id: "desktopDiagnostics", answer: answer{schema: of[desktopAnswer](d)}},
		{route: "GET /api/diagnostics/bundle", id: "diagnostics", answer: answer{schema: of[bundleAnswer](d)}},
		{route: "GET /api/diagnostics/database", id: "database", answer: answer{schema: of[databaseAnswer](d)}},
		{
			route: "POST /api/diagnostics/database", id: "checkDatabase",
			body: openapi.Object(openapi.Members{"runIntegrityCheck": openapi.Boolean()}, "runIntegrityCheck"), example: `{"runIntegrityCheck": true}`,
			answer: answer{schema: of[databaseAnswer](d)}, refuses: unsupported,
		},
		{route: "GET /api/diagnostics/disk", id: "disk", answer: answer{schema: of[diskAnswer](d)}},
		{
			route: "GET /api/diagnostics/errors", id: "errors", answer: answer{schema: of[faultsAnswer](d)},
			query: []parameter{{name: "limit", schema: openapi.Loose(openapi.IntegerOf(1, health.KeptLines)), says: "At most so many", example: 5}},
		},
		{route: "DELETE /api/diagnostics/errors", id: "clearErrors", answer: answer{schema: of[faultsAnswer](d)}},
		{route: "GET /api/diagnostics/health", id: "lastCheck", answer: answer{schema: report}},
		{route: "POST /api/diagnostics/health", id: "checkHealth", answer: answer{schema: of[health.Report](d)}, refuses: unsupported},
		{route: "GET /api/diagnostics/runtime", id: "runtime", answer: figures},
		{route: "DELETE /api/diagnostics/runtime", id: "clearRuntime", answer: figures},
		{
			route: "POST /api/diagnostics/runtime", id: "measureRuntime",
			body: openapi.Object(openapi.Members{"profilingEnabled": openapi.Boolean()}, "profilingEnabled"), example: `{"profilingEnabled": false}`,
			answer: figures, refuses: unsupported,
		},
		{route: "GET /api/openapi.json", id: "document", answer: answer{schema: openapi.Object(nil)}, kept: true},
	}
}
