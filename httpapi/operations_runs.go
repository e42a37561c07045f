package httpapi

import (
	"net/http"
	"reflect"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

// ndjson is a type of lines, each a JSON object.
const ndjson = "application/x-ndjson"

func (d *describer) runOperations() []operation {
	busy := refusing(http.StatusConflict)
	sync := switches()
	control := openapi.Object(openapi.Members{"action": openapi.OneOf("pause", "resume", "cancel")}, "action")
	failed := d.fault("RunFailed", openapi.Members{"totals": openapi.Any()})
	return append([]operation{
		{route: "GET /api/tasks/active", id: "activeTasks", answer: answer{schema: of[tasksAnswer](d)}, kept: true},
		{route: "GET /api/sync/status", id: "syncStatus", answer: answer{schema: of[fleet.SyncStatus](d)}},
		{
			route: "POST /api/sync/trigger", id: "sync",
			query:  []parameter{{name: "wait", schema: sync, says: "0: answer 202 as soon as the run has begun; else 1"}},
			answer: answer{schema: of[syncAnswer](d)}, also: []answer{{status: http.StatusAccepted, schema: of[syncAnswer](d)}},
			refuses: busy,
		},
		{route: "GET /api/wayback/import-all", id: "historyRun", answer: answer{schema: of[historyStatus](d)}, kept: true},
		{
			route: "POST /api/wayback/import-all", id: "importAllHistory",
			query: []parameter{
				{name: "stream", schema: switches(), says: "Tell the run line by line"},
				{name: "force", schema: switches(), says: "Start a new run, even if one is paused"},
			},
			forms: []form{
				{id: "importAllHistory", summary: "Read the past of all apps, and wait for the end", without: []string{"stream"}, answer: answer{schema: of[bulkAnswer](d)}},
				{id: "followHistoryImport", summary: "Read the past of all apps, and follow it", query: map[string]string{"stream": "1"},
					answer: answer{content: ndjson, schema: d.line("HistoryLine", reflect.TypeFor[fleet.TargetOutcome](), reflect.TypeFor[historyDone]())}},
			},
			refuses: map[int]*openapi.Schema{http.StatusConflict: nil, http.StatusNotImplemented: nil, http.StatusInternalServerError: failed},
		},
		{
			route: "PATCH /api/wayback/import-all", id: "controlHistoryRun", body: control, example: `{"action": "cancel"}`,
			answer: answer{schema: of[controlAnswer](d)}, refuses: refusing(http.StatusNotFound, http.StatusConflict, http.StatusNotImplemented),
		},
		{route: "DELETE /api/wayback/import-all", id: "removeAllHistory", answer: answer{schema: of[removedAnswer](d)}, refuses: busy},
		{route: "GET /api/rate-limit/status", id: "cooldowns", answer: answer{schema: of[fleet.Cooldowns](d)}},
		{
			route: "DELETE /api/rate-limit/status", id: "clearCooldowns",
			body:    openapi.Object(openapi.Members{"category": openapi.OneOf(fleet.CooldownSearch, fleet.CooldownScrape, "all")}, "category"),
			example: `{"category": "all"}`, answer: answer{schema: of[fleet.Cooldowns](d)},
		},
		{route: "GET /api/policy/sync-all", id: "policyRun", answer: answer{schema: of[policyStatus](d)}, kept: true},
		{
			route: "POST /api/policy/sync-all", id: "readPolicies",
			body: openapi.Object(openapi.Members{
				"phase": openapi.Loose(openapi.OneOf(policy.FetchPhase, policy.AllPhases)), "force": openapi.Loose(openapi.Boolean()).Says("Also those that were read a short time ago"),
				"stream": openapi.Loose(openapi.Boolean()).Says("Tell the run line by line"),
			}),
			query: []parameter{
				{name: "stream", schema: switches(), says: "As in the body"}, {name: "force", schema: switches(), says: "As in the body"},
			},
			example: `{"phase": "fetch"}`,
			forms: []form{
				{id: "readPolicies", summary: "Read the policies of all apps, and wait for the end", without: []string{"stream", "force"},
					answer: answer{schema: d.merged(nil, reflect.TypeFor[bulkAnswer](), reflect.TypeFor[policy.Asked]())}},
				{id: "followPolicies", summary: "Read the policies of all apps, and follow it", body: map[string]any{"stream": true}, without: []string{"stream", "force"},
					answer: answer{content: ndjson, schema: d.line("PolicyLine", reflect.TypeFor[policy.Asked](), reflect.TypeFor[policy.Result]())}},
			},
			refuses: map[int]*openapi.Schema{
				http.StatusConflict:            openapi.AnyOf(of[errorAnswer](d), d.policiesOff()),
				http.StatusInternalServerError: failed, http.StatusNotImplemented: nil,
			},
		},
	}, d.activityOperations()...)
}

// historyDone is what a line says of an app that the archive was read of.
type historyDone struct {
	Result fleet.HistoryResult `json:"result"`
}

// line describes the lines of a stream. Each kind has some of the members.
func (d *describer) line(name string, parts ...reflect.Type) *openapi.Schema {
	return d.types.Define(name, nil, func() *openapi.Schema {
		parts = append(parts, reflect.TypeFor[batchLine](), reflect.TypeFor[itemLine](), reflect.TypeFor[targetLine](), reflect.TypeFor[summaryLine]())
		s := d.merged(nil, parts...)
		kinds := openapi.OneOf("batch-start", "app-start", "target", "app-done", "summary")
		s.Properties["kind"], s.Properties["type"] = kinds, kinds.Says("As kind")
		s.Properties["status"] = openapi.Text() // of an app, or of the run
		if name == "PolicyLine" {
			s.Properties["phase"] = openapi.AnyOf(of[policy.Phase](d), of[storage.PolicyStep](d)) // of the run, or of an app
		}
		s.Required = []string{"kind", "type"}
		return s
	})
}

func (d *describer) activityOperations() []operation {
	moment := moments()
	return []operation{
		{
			route: "GET /api/activity", id: "activity", kept: true,
			query: []parameter{
				{name: "limit", schema: openapi.Loose(openapi.IntegerOf(1, maxActivity)), says: "At most so many; else 50", example: 20},
				{name: "offset", schema: openapi.Loose(openapi.IntegerFrom(0)), says: "Skip so many first", example: 0},
				{name: "type", schema: openapi.Loose(openapi.OneOf(activityTypes...)), example: "scrape"},
				{name: "status", schema: openapi.Loose(openapi.OneOf(activityStatuses...)), example: "ok"},
				{name: "since", schema: moment, says: "Only what began then, or later. A date is its first moment in UTC, and a time without a zone is in UTC"},
				{name: "until", schema: moment, says: "Only what began then, or earlier. A date is its last moment in UTC"},
				{name: "sortBy", schema: openapi.Loose(openapi.OneOf("started_at", "ended_at", "duration_ms")), example: "duration_ms"},
				{name: "sortDir", schema: openapi.Loose(openapi.OneOf("asc", "desc")), example: "asc"},
			},
			answer: answer{schema: of[activityAnswer](d), headers: []parameter{ignoredValues()}},
		},
		{
			route: "POST /api/activity/queue-session", id: "recordSession",
			body: openapi.Object(openapi.Members{
				"totals": openapi.Loose(openapi.Object(openapi.Members{
					"decided": openapi.Loose(openapi.IntegerFrom(0)), "safe": openapi.Loose(openapi.IntegerFrom(0)), "replace": openapi.Loose(openapi.IntegerFrom(0)),
					"uninstall": openapi.Loose(openapi.IntegerFrom(0)), "notesAdded": openapi.Loose(openapi.IntegerFrom(0)),
				})),
				"preflight": openapi.Loose(openapi.Object(openapi.Members{
					"scope": openapi.Loose(openapi.OneOf("undecided", "all", "mismatch", "changed")),
					"sort":  openapi.Loose(openapi.OneOf("mismatch_severity", "risk", "alphabetical", "random")),
					"split": openapi.Loose(openapi.OrNull(openapi.Integer())).Says("10, 25, 50 or null"),
				})),
			}),
			example: `{"totals": {"decided": 2, "safe": 2}, "preflight": {"scope": "all", "sort": "risk", "split": null}}`,
			answer:  answer{status: http.StatusNoContent},
		},
	}
}
