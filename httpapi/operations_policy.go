package httpapi

import (
	"net/http"

	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

func (d *describer) policyOperations() []operation {
	version := []parameter{{
		name: "id", schema: openapi.TextOf(1, maxRecordID), says: "The version, as an entry of the changelog or an app names it",
		example: storage.PolicyVersionID{App: 1}.String(),
	}}
	missing := refusing(http.StatusNotFound)
	return append([]operation{
		{
			route: "POST /api/policy/regenerate", id: "regenerate",
			body: openapi.Object(openapi.Members{
				"appIds": openapi.ListOf(appID(), 1, maxRegenerated),
				"appId":  appID().Says("In place of appIds: what is wrong with the app is then a refusal"),
				"phase":  openapi.OrNull(openapi.OneOf(policy.FetchPhase, policy.SummarisePhase, policy.AllPhases)).Says("How far; else all"),
				"stream": openapi.Loose(openapi.Boolean()).Says("Tell the steps line by line"),
			}),
			example: `{"appIds": [1], "phase": "all"}`,
			forms: []form{
				{id: "regenerate", summary: "Summarise the policies of apps anew, and wait for the end", answer: answer{
					schema: of[regenerateAnswer](d),
				}},
				{id: "followRegenerate", summary: "Summarise the policies of apps anew, and follow it", body: map[string]any{"stream": true},
					answer: answer{content: ndjson, schema: d.types.Define("RegenerateLine", nil, d.regenerateLine)}},
			},
			refuses: map[int]*openapi.Schema{http.StatusNotFound: nil, http.StatusConflict: openapi.AnyOf(of[errorAnswer](d), d.policiesOff())},
		},
		{
			route: "GET /api/policy/status/{appId}", id: "policyProgress", path: []parameter{{name: "appId", schema: appDigits(), says: "The app"}},
			answer: answer{schema: of[runOfPolicy](d)}, kept: true,
		},
		{route: "GET /api/policy/version/{id}", id: "policyVersion", path: version, answer: answer{schema: of[policy.Version](d)}, refuses: missing, kept: true},
		{
			route: "GET /api/policy/version/{id}/diff", id: "policyDiff", path: version, kept: true,
			query:  []parameter{{name: "from", schema: openapi.TextOf(1, maxRecordID), says: "Compare with this version of the same policy; else with the one before"}},
			answer: answer{schema: of[policy.Comparison](d)}, refuses: missing,
		},
	}, d.modelOperations()...)
}

// policiesOff is the refusal to read policies while that is switched off.
func (d *describer) policiesOff() *openapi.Schema {
	return d.fault("PoliciesOff", openapi.Members{"code": openapi.OneOf("policy_scrape_disabled")})
}

// regenerateLine describes the lines of a stream. Each kind has some of the members.
func (d *describer) regenerateLine() *openapi.Schema {
	kinds := openapi.OneOf("phase", "done", "error")
	return openapi.Closed(openapi.Members{
		"kind": kinds, "type": kinds.Says("As kind"),
		"appId": of[storage.AppID](d), "phase": of[storage.PolicyStep](d), // of a phase
		"results": of[[]regenerated](d), // of the end
		"error":   openapi.Text(),
	}, "appId", "phase", "results", "error")
}

func (d *describer) modelOperations() []operation {
	refusal := d.fault("ModelRefusal", openapi.Members{"ok": openapi.Boolean(), "message": openapi.Text()})
	refuses := map[int]*openapi.Schema{http.StatusBadRequest: refusal, http.StatusRequestEntityTooLarge: refusal}
	target := openapi.Members{
		"provider": openapi.Loose(openapi.OneOf("openai", "anthropic", "custom", "ollama")).Says("Without one nobody is asked; ollama is custom"),
		"apiKey":   openapi.Loose(openapi.OrNull(openapi.TextOf(0, maxToken))).Says(keyAsSet + ": the key that is set, where it is set for. One that is too long is refused"),
		"baseUrl":  openapi.Loose(openapi.OrNull(openapi.Text())).Says("Else that of the provider; custom has none. A text that is no address is refused"),
		"model":    openapi.Loose(openapi.OrNull(openapi.TextOf(0, maxModel))).Says("Else one that suits the provider. One that is too long is refused"),
	}
	asked := d.types.Define("ModelTarget", nil, func() *openapi.Schema { return openapi.Object(target) })
	example := `{"provider": "custom", "baseUrl": "https://models.example/v1", "model": "small"}`
	return []operation{
		{route: "GET /api/ai/debug-log", id: "modelLog", answer: answer{schema: of[aiLogAnswer](d)}},
		{route: "DELETE /api/ai/debug-log", id: "clearModelLog", answer: answer{schema: of[successAnswer](d)}},
		{route: "POST /api/ai/models", id: "models", body: asked, example: example, answer: answer{schema: of[modelAnswer](d)}, refuses: refuses},
		{route: "POST /api/ai/test", id: "testModel", body: asked, example: example, answer: answer{schema: of[modelAnswer](d)}, refuses: refuses},
		{
			route: "POST /api/ai/policy-sample", id: "trySamplePolicy", body: asked, example: example, answer: answer{schema: of[trialAnswer](d)},
			refuses: map[int]*openapi.Schema{
				http.StatusBadRequest: refusal, http.StatusRequestEntityTooLarge: refusal,
				http.StatusBadGateway: d.fault("TrialFailed", openapi.Members{"ok": openapi.Boolean(), "message": openapi.Text(), "durationMs": openapi.IntegerFrom(0)}),
			},
		},
	}
}
