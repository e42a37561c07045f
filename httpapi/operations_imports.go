package httpapi

import (
	"net/http"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/imports"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

func (d *describer) importOperations() []operation {
	list := openapi.TextFrom(1).Says("The import")
	missing := refusing(http.StatusNotFound)
	return append([]operation{
		{
			route: "GET /api/imports", id: "queryImports", kept: true,
			query: []parameter{{name: "id", schema: openapi.Text(), says: "One import with its items", example: "1"}},
			forms: []form{
				{id: "imports", summary: "All imports, newest first", without: []string{"id"}, answer: answer{schema: of[[]imports.List](d)}},
				{id: "showImport", summary: "An import with its items", required: []string{"id"}, answer: answer{schema: of[imports.Details](d)}},
			},
			refuses: missing,
		},
		{
			route: "POST /api/imports", id: "beginImport",
			body: openapi.Object(openapi.Members{
				"source":      of[storage.ImportSource](d),
				"sourceLabel": openapi.Loose(openapi.TextOf(0, maxItemText)).Says("What the source is called"),
				"total":       openapi.OrNull(openapi.IntegerOf(0, maxTotal)).Says("How many items will come, where that is known"),
				"deviceId":    openapi.Loose(openapi.TextOf(0, maxItemText)).Says("Whose apps they are"),
			}, "source"),
			example: `{"source": "file", "sourceLabel": "apps.csv", "total": 2}`,
			answer:  answer{schema: of[imports.List](d)},
		},
		{
			route: "DELETE /api/imports", id: "forgetImport",
			query: []parameter{
				{name: "id", schema: openapi.TextFrom(1), says: "The import", example: "1", must: true},
				{name: "removeApps", schema: switches(), says: "Stop tracking its apps as well, also those that another import has"},
			},
			answer: answer{schema: of[deletedImportAnswer](d)}, refuses: missing,
		},
		{
			route: "POST /api/imports/complete", id: "completeImport",
			body:    openapi.Object(openapi.Members{"importId": list}, "importId"),
			example: `{"importId": "1"}`,
			answer:  answer{schema: of[imports.List](d)}, refuses: missing,
		},
		{route: "GET /api/imports/queue", id: "importQueue", answer: answer{schema: of[imports.Queue](d)}},
		{route: "POST /api/imports/queue", id: "workOnImports", answer: answer{schema: of[imports.Worked](d)}},
		{
			route: "GET /api/related-apps", id: "relatedApps",
			query: []parameter{
				{name: "sourceAppId", schema: appDigits(), says: "The tracked app", example: "1", must: true},
				{name: "mode", schema: openapi.Loose(of[fleet.RelatedMode](d)), says: "Where to look; else in the chart of its genre", example: string(fleet.MayAlsoLike)},
				{name: "limit", schema: openapi.Loose(openapi.IntegerOf(1, fleet.MaxRelated)), says: "At most so many; else 5", example: 5},
			},
			answer: answer{schema: of[fleet.RelatedApps](d)}, refuses: missing,
		},
	}, d.importItemOperations(list)...)
}

func (d *describer) importItemOperations(list *openapi.Schema) []operation {
	id := openapi.TextFrom(1).Says("The item")
	query := openapi.TextOf(1, maxItemText).Says("What the app is called, or its bundle id; at most 2000 bytes")
	status := of[storage.ImportStatus](d)
	item := func(more openapi.Members, required ...string) *openapi.Schema {
		return openapi.Object(itemMembers(more), required...)
	}
	return []operation{
		{
			route: "POST /api/imports/items", id: "addImportItems",
			body: openapi.Object(openapi.Members{
				"importId": list,
				"items": openapi.ListOf(openapi.Loose(item(openapi.Members{"query": query, "status": status}, "query", "status")), 1, imports.MaxAdded).
					Says("What has no query or status is left out, but not everything may be. One whose query is there already is changed"),
			}, "importId", "items"),
			example: `{"importId": "1", "items": [{"query": "One", "status": "queued", "url": "https://apps.apple.com/us/app/id1"}, {"query": "Two", "status": "unmatched"}]}`,
			answer:  answer{schema: of[itemsAnswer](d)}, refuses: refusing(http.StatusNotFound),
		},
		{
			route: "POST /api/imports/items/update", id: "updateImportItem",
			body:    item(openapi.Members{"itemId": id, "query": query, "status": status}, "itemId"),
			example: `{"itemId": "1-0", "status": "queued", "url": "https://apps.apple.com/us/app/id1", "developer": null}`,
			answer:  answer{schema: of[itemAnswer](d)}, refuses: refusing(http.StatusNotFound, http.StatusConflict),
		},
		{
			route: "POST /api/imports/items/retry", id: "retryImportItem",
			body:    openapi.Object(openapi.Members{"itemId": id}, "itemId"),
			example: `{"itemId": "1-0"}`,
			answer:  answer{schema: of[imports.Retried](d)}, refuses: storeRefusing(http.StatusNotFound),
		},
		{
			route: "POST /api/imports/items/change-match", id: "changeImportMatch",
			body: openapi.Object(openapi.Members{
				"itemId": id, "url": openapi.TextOf(1, maxItemText).Says("The address of the app in the store"),
				"editedQuery": openapi.Loose(openapi.TextOf(0, maxItemText)).Says("What to search for from now on; else the app's name"),
			}, "itemId", "url"),
			example: `{"itemId": "1-0", "url": "https://apps.apple.com/us/app/id2"}`,
			answer:  answer{schema: of[imports.Rematched](d)}, refuses: storeRefusing(http.StatusNotFound),
		},
	}
}

// itemMembers are those that each body with an item may have, and more.
func itemMembers(members openapi.Members) openapi.Members {
	text := openapi.Loose(openapi.OrNull(openapi.TextOf(0, maxItemText))).Says("What is no text clears it")
	for _, name := range []string{"editedQuery", "appName", "developer", "country", "scrapeError"} {
		members[name] = text
	}
	for _, name := range []string{"url", "iconUrl"} {
		members[name] = text.Says("The address of a page; what is no text clears it")
	}
	members["appId"] = openapi.Loose(openapi.OrNull(appID())).Says("A tracked app; what is none clears it")
	members["nextAttemptAt"] = openapi.Loose(openapi.Moment()).Says("With queued or pending_search: when to try again")
	members["retryAfterMs"] = openapi.Loose(openapi.IntegerFrom(1)).Says("In place of nextAttemptAt: in how many milliseconds")
	return members
}
