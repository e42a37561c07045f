package httpapi

import (
	"net/http"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/openapi"
)

func (d *describer) changelogOperations() []operation {
	app := []parameter{{name: "id", schema: appDigits()}}
	moment := moments()
	types := openapi.Loose(openapi.Text()).Says("Some of added, modified, policy, removed and wayback, with commas between them. Others are ignored, and named in X-Ignored-Parameters")
	categories := openapi.Loose(openapi.Text()).Says("Some of accessibility, privacy-label, privacy-policy and wayback-attempt, with commas between them. Others are ignored, and named in X-Ignored-Parameters")
	feed := []parameter{{name: "appId", schema: appDigits(), says: "Only changes of this app", example: "1"}}
	return []operation{
		{
			route: "GET /api/changelog", id: "changelog", kept: true,
			query: []parameter{
				{name: "from", schema: moment, says: "Only what was seen then, or later. A date is its first moment in UTC, and a time without a zone is in UTC"},
				{name: "to", schema: moment, says: "Only what was seen then, or earlier. A date is its last moment in UTC"},
				{name: "appId", schema: openapi.Loose(openapi.Text()), says: "Only changes of this app"},
				{name: "app", schema: openapi.Loose(openapi.Text()), says: "Another name of appId"},
				{name: "type", schema: types, example: "added,removed"},
				{name: "types", schema: types.Says("Another name of type")},
				{name: "category", schema: categories, example: "privacy-label"},
				{name: "categories", schema: categories.Says("Another name of category")},
				{name: "limit", schema: openapi.Loose(openapi.IntegerOf(1, changelog.MaxFeedLimit)), says: "At most so many; else 100", example: 20},
				{name: "offset", schema: openapi.Loose(openapi.IntegerFrom(0)), says: "Skip so many first", example: 0},
			},
			answer: answer{schema: of[changelog.Feed](d), headers: []parameter{ignoredValues()}},
		},
		{
			route: "GET /api/apps/{id}/history-stats", id: "historyStats", path: app,
			answer: answer{schema: of[changelog.HistoryStats](d)}, refuses: refusing(http.StatusNotFound),
		},
		{
			route: "GET /api/apps/{id}/since-install", id: "sinceInstall", path: app, kept: true,
			answer: answer{schema: of[changelog.SinceInstall](d)}, refuses: refusing(http.StatusNotFound),
		},
		{
			route: "GET /api/feeds/atom", id: "atomFeed", query: feed, kept: true,
			answer: answer{content: "application/atom+xml"}, refuses: refusing(http.StatusNotFound),
		},
		{
			route: "GET /api/feeds/json", id: "jsonFeed", query: feed, kept: true,
			answer: answer{content: "application/feed+json", schema: of[jsonFeed](d)}, refuses: refusing(http.StatusNotFound),
		},
	}
}
