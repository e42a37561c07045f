package httpapi

import (
	"fmt"
	"net/http"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

func (d *describer) fleetOperations() []operation {
	address := openapi.Text().Says("The address of an app in the store")
	atMost := fmt.Sprintf(". At most %d", maxSearched)
	country := openapi.Text().Says("The storefront, two letters; else that of the settings")
	return []operation{
		{
			route: "GET /api/apps", id: "queryApps", kept: true,
			query: []parameter{
				{name: "id", schema: openapi.Text(), says: "One app with its labels"},
				{name: "changelog", schema: switches(), says: "With id: what was seen of the app, and when"},
				{name: "view", schema: openapi.Loose(openapi.OneOf("grouped")), says: "The apps by what they collect, all of them: limit and offset count for nothing beside it. Another value is ignored, and named in X-Ignored-Parameters"},
				{name: "limit", schema: openapi.IntegerOf(1, fleet.MaxPage), says: "A page of so many apps", example: 20},
				{name: "offset", schema: openapi.IntegerFrom(0), says: "With limit: skip so many apps first", example: 0},
				{name: "meta", schema: openapi.Loose(openapi.OneOf("grid")), says: "With limit: what a grid shows beside the apps. Another value is ignored, and named in X-Ignored-Parameters", example: "grid"},
				{name: "devices", schema: openapi.Loose(openapi.Text()), example: storage.DevicesUnattached,
					says: "Only the apps of these devices, with commas between them; unattached: of none; all. Without one that is there: all"},
			},
			forms: []form{
				{id: "listApps", summary: "All tracked apps", without: []string{"id", "view", "limit", "changelog", "offset", "meta"},
					answer: answer{schema: of[[]storage.App](d), headers: []parameter{ignoredValues()}}},
				{id: "pageOfApps", summary: "A page of the tracked apps", required: []string{"limit"}, without: []string{"id", "view", "changelog"},
					answer: answer{schema: of[appsPage](d)}},
				{id: "app", summary: "An app with its labels", required: []string{"id"},
					without: []string{"view", "limit", "offset", "meta", "devices", "changelog"}, answer: answer{schema: of[appDetail](d)}},
				{id: "appTimeline", summary: "What was seen of an app, and when", required: []string{"id"}, query: map[string]string{"changelog": "true"},
					without: []string{"view", "limit", "offset", "meta", "devices"}, answer: answer{schema: of[[]changelog.TimelineRow](d)}},
				{id: "groupedApps", summary: "The apps by what they collect", query: map[string]string{"view": "grouped"},
					without: []string{"id", "limit", "offset", "meta", "changelog"}, answer: answer{schema: of[[]groupAnswer](d)}},
			},
			refuses: refusing(http.StatusNotFound),
		},
		{
			route: "DELETE /api/apps", id: "deleteApp", query: []parameter{{name: "id", schema: appDigits(), says: "The app", example: "1", must: true}},
			answer: answer{schema: of[successAnswer](d)}, refuses: refusing(http.StatusNotFound, http.StatusConflict),
		},
		{
			route: "POST /api/scrape", id: "scrape",
			body: openapi.Object(openapi.Members{
				"urls":              openapi.ListOf(address, 1, fleet.MaxTracked),
				"resync":            openapi.Loose(openapi.Boolean()).Says("The apps are tracked already: refresh them"),
				"summarizePolicies": openapi.Loose(openapi.Boolean()).Says("A run over the policies of these apps starts about two seconds later: true also summarises them, else they are fetched"),
				"trigger":           openapi.Loose(openapi.OneOf(storage.TriggerScheduled, storage.TriggerManual, storage.TriggerImport, storage.TriggerWayback)),
			}, "urls"),
			example: `{"urls": ["https://apps.apple.com/us/app/id1"]}`,
			answer:  answer{schema: of[scrapeAnswer](d)}, refuses: storeRefusing(),
		},
		{
			route: "POST /api/search", id: "search",
			body: openapi.Object(openapi.Members{
				"names": openapi.List(openapi.Text()).Says("Names of apps" + atMost),
				"rows": openapi.List(openapi.Object(openapi.Members{
					"name": openapi.Text(), "developer": openapi.Text(),
				})).Says("Names of apps, with their developers; in place of names" + atMost),
				"bundleIds": openapi.List(openapi.Text()).Says("In place of both" + atMost),
				"country":   country,
			}),
			example: `{"names": ["One"]}`,
			answer:  answer{schema: of[searchAnswer](d)}, refuses: storeRefusing(),
		},
		{
			route: "GET /api/preview", id: "preview", query: []parameter{{name: "url", schema: address, example: "https://apps.apple.com/us/app/id1", must: true}},
			answer: answer{schema: of[previewAnswer](d)}, refuses: storeRefusing(http.StatusNotFound),
		},
		{
			route: "GET /api/compare", id: "compare",
			query: []parameter{
				{name: "a", schema: openapi.Matching("^(id|url):."), says: "id: and a tracked app, or url: and an address", example: "id:1", must: true},
				{name: "b", schema: openapi.Matching("^(id|url):."), says: "As a", example: "url:https://apps.apple.com/us/app/id2", must: true},
			},
			answer: answer{schema: of[fleet.Comparison](d)}, refuses: storeRefusing(http.StatusNotFound),
		},
		{
			route: "POST /api/apps/{id}/import-history", id: "importHistory", path: []parameter{{name: "id", schema: appDigits()}},
			body:    openapi.Object(openapi.Members{"intervalMonths": openapi.Loose(openapi.IntegerOf(1, fleet.MaxHistoryMonths))}),
			partial: true, example: `{"intervalMonths": 6}`,
			answer:  answer{schema: openapi.Closed(openapi.Members{"result": of[fleet.HistoryResult](d)})},
			refuses: storeRefusing(http.StatusNotFound, http.StatusConflict, http.StatusUnprocessableEntity),
		},
		{
			route: "DELETE /api/apps/{id}/import-history", id: "removeHistory", path: []parameter{{name: "id", schema: appDigits()}},
			answer: answer{schema: of[removedAnswer](d)}, refuses: refusing(http.StatusNotFound, http.StatusConflict),
		},
	}
}
