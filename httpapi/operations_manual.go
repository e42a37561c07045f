package httpapi

import (
	"net/http"

	"github.com/privacylabels/auditor/fleet/manual"
	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

func (d *describer) manualOperations() []operation {
	app := parameter{name: "id", schema: openapi.TextOf(1, storage.MaxManualAppID), says: "The app"}
	missing := refusing(http.StatusNotFound)
	one := answer{schema: of[manualAppAnswer](d)}
	added := answer{status: http.StatusCreated, schema: of[manualAppAnswer](d)}
	restored := manualMembers()
	restored["id"] = openapi.TextOf(1, storage.MaxManualAppID).Says("As in the path")
	restored["firstSeen"] = openapi.Loose(openapi.Moment()).Says("Else now")
	restored["updatedAt"] = openapi.Loose(openapi.Moment()).Says("Else firstSeen")
	return []operation{
		{route: "GET /api/manual-apps", id: "manualApps", answer: answer{schema: of[manualAppsAnswer](d)}, kept: true},
		{
			route: "POST /api/manual-apps", id: "addManualApp", body: openapi.Object(manualMembers(), "name", "source"),
			example: `{"name": "Diary", "source": "web_clip", "developer": "Ada", "privacyPolicyUrl": "https://diary.example/privacy"}`,
			answer:  added,
		},
		{route: "GET /api/manual-apps/{id}", id: "manualApp", path: []parameter{app}, answer: one, refuses: missing, kept: true},
		{
			route: "PUT /api/manual-apps/{id}", id: "editManualApp", path: []parameter{app},
			body: openapi.Object(manualMembers()), example: `{"notes": "Only on the tablet.", "developer": null}`,
			answer: one, refuses: missing,
		},
		{route: "DELETE /api/manual-apps/{id}", id: "deleteManualApp", path: []parameter{app}, answer: answer{schema: of[successAnswer](d)}, refuses: missing},
		{
			route: "POST /api/manual-apps/{id}/restore", id: "restoreManualApp", path: []parameter{{name: app.name, schema: app.schema, says: app.says, example: "2"}},
			body:    openapi.Object(restored, "id", "name", "source"),
			example: `{"id": "2", "name": "Diary", "source": "web_clip", "firstSeen": 1777896000000, "updatedAt": 1777896000000}`,
			answer:  added, refuses: refusing(http.StatusConflict),
		},
		{
			route: "POST /api/manual-apps/{id}/scrape", id: "readManualPolicy", path: []parameter{app}, answer: answer{schema: of[manualScrapeAnswer](d)},
			refuses: map[int]*openapi.Schema{http.StatusNotFound: nil, http.StatusConflict: openapi.AnyOf(of[errorAnswer](d), d.policiesOff())},
		},
		{
			route: "GET /api/manual-apps/{id}/policy-version/{versionId}", id: "manualPolicyVersion",
			path:   []parameter{app, {name: "versionId", schema: openapi.TextOf(1, maxManualVersionID), says: "The version, as the answer of a reading names it"}},
			answer: answer{schema: of[manualVersionAnswer](d)}, refuses: missing, kept: true,
		},
		{
			route: "POST /api/manual-apps/bulk", id: "addManualApps",
			body: openapi.Object(openapi.Members{
				"apps": openapi.ListOf(openapi.Object(openapi.Members{
					"name": openapi.TextOf(1, manual.MaxName), "source": manualSources(), "developer": openapi.Loose(openapi.OrNull(openapi.TextOf(0, manual.MaxName))),
				}, "name", "source"), 1, manual.MaxCreated).Says("One that is wrong is not added, and keeps no other from it"),
			}, "apps"),
			example: `{"apps": [{"name": "Diary", "source": "web_clip"}, {"name": "Beta", "source": "testflight", "developer": "Ada"}]}`,
			answer:  answer{schema: of[manualBulkAnswer](d)},
			refuses: map[int]*openapi.Schema{http.StatusBadRequest: d.fault("NoneAdded", openapi.Members{
				"created": openapi.IntegerOf(0, 0), "failed": openapi.Integer(), "results": of[[]manualBulkStatus](d),
			})},
		},
	}
}

// manualMembers are what may be said of an app of no store.
func manualMembers() openapi.Members {
	text := func(most int) *openapi.Schema {
		return openapi.Loose(openapi.OrNull(openapi.TextOf(0, most))).Says("Null or empty: none. One that is too long is refused")
	}
	address := openapi.Loose(openapi.OrNull(openapi.Text())).Says("Null or empty: none. A text that is no public address is refused")
	return openapi.Members{
		"name": openapi.TextOf(1, manual.MaxName), "source": manualSources(), "developer": text(manual.MaxName),
		"privacyPolicyUrl": address, "sourceUrl": address, "notes": text(manual.MaxNotes),
	}
}

func manualSources() *openapi.Schema {
	return openapi.OneOf(storage.ManualWebClip, storage.ManualTestFlight, storage.ManualOwnBuild, storage.ManualSideloaded)
}

// manualReading is what an event says of a reading of a policy.
func manualReading() *openapi.Schema {
	return openapi.Closed(openapi.Members{
		"kind": openapi.OneOf(storage.ManualScrape), "policyEvent": openapi.OneOf(policy.First, policy.Changed, policy.Same, policy.Failed),
		"policyUrl": openapi.Text(), "policyVersionId": openapi.Text(), "previousVersionId": openapi.Text(), "error": openapi.Text(),
	}, "policyVersionId", "previousVersionId", "error")
}
