package httpapi

import (
	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/fleet/profile"
	"github.com/privacylabels/auditor/internal/openapi"
)

func (d *describer) statsOperations() []operation {
	moment := moments()
	return []operation{
		{route: "GET /api/stats/matrix", id: "matrix", answer: answer{schema: d.types.Define("Matrix", nil, d.matrix)}, kept: true},
		{
			route: "GET /api/stats/radar", id: "radar", kept: true,
			query:  []parameter{{name: "apps", schema: openapi.Text(), says: "Up to 20 apps, with commas between them; else those with a summary that were refreshed last", example: "1,2"}},
			answer: answer{schema: of[policy.Radar](d)},
		},
		{
			route: "GET /api/stats/timeline", id: "calendar",
			query: []parameter{
				{name: "from", schema: moment, says: "Of the first day; else 90 days ago. A time without a zone is in UTC"},
				{name: "to", schema: moment, says: "Of the last day; else now"},
				{name: "bucket", schema: openapi.Loose(of[changelog.Bucket](d)), says: "What a point stands for; else what suits the time", example: "month"},
				{name: "appId", schema: openapi.Loose(appDigits()), says: "Only this app", example: "1"},
			},
			answer: answer{schema: of[changelog.Calendar](d), headers: []parameter{ignoredValues()}},
		},
	}
}

// matrix is written piece by piece, so that no type says what it is.
func (d *describer) matrix() *openapi.Schema {
	heading := openapi.OneOf(profile.NotLinked.Heading(), profile.Linked.Heading(), profile.Tracking.Heading())
	return openapi.Closed(openapi.Members{
		"apps": of[[]fleet.MatrixApp](d), "categories": of[[]fleet.MatrixCategory](d), "severities": of[[]fleet.MatrixSeverity](d),
		"cells": openapi.Map(openapi.Map(heading)).Says("By app and category; apps that collect nothing are left out"),
	})
}
