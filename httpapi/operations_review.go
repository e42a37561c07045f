package httpapi

import (
	"net/http"

	"github.com/privacylabels/auditor/fleet/profile"
	"github.com/privacylabels/auditor/fleet/review"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

func (d *describer) reviewOperations() []operation {
	app := []parameter{{name: "id", schema: appDigits()}}
	ofApp := []parameter{{name: "appId", schema: appDigits(), says: "The app", example: "1", must: true}}
	return append([]operation{
		{
			route: "POST /api/apps/{id}/acknowledge", id: "acknowledge", path: app, partial: true,
			body: openapi.Object(openapi.Members{
				"action":     openapi.Loose(of[storage.ReviewAction](d)).Says("Else reviewed; another text is refused"),
				"snoozeDays": openapi.Loose(openapi.Integer()).Says("1, 7 or 30; else 7"),
			}),
			example: `{"action": "snoozed", "snoozeDays": 7}`,
			answer:  answer{schema: of[acknowledgeAnswer](d)}, refuses: refusing(http.StatusNotFound),
		},
		{
			route: "POST /api/apps/{id}/acknowledge/undo", id: "undoAcknowledge", path: app,
			body: openapi.Object(openapi.Members{
				"actionId": openapi.TextFrom(1),
				"preState": openapi.Object(openapi.Members{
					"changeCount":           openapi.AnyOf(openapi.IntegerOf(0, maxExact), openapi.Matching(`^\s*[0-9]+\s*$`)),
					"changesAcknowledgedAt": openapi.AnyOf(openapi.IntegerOf(0, maxExact), openapi.Matching(`^\s*[0-9]+\s*$`)),
					"changesSnoozedUntil":   openapi.AnyOf(openapi.IntegerOf(0, maxExact), openapi.Matching(`^\s*[0-9]+\s*$`)),
				}, "changeCount", "changesAcknowledgedAt", "changesSnoozedUntil"),
			}, "actionId", "preState"),
			example: `{"actionId": "1", "preState": {"changeCount": 1, "changesAcknowledgedAt": 0, "changesSnoozedUntil": 0}}`,
			answer:  answer{schema: of[okAnswer](d)}, refuses: refusing(http.StatusNotFound, http.StatusGone, http.StatusConflict),
		},
		{
			route: "GET /api/verdicts", id: "verdicts", query: ofApp,
			answer: answer{schema: of[verdictsAnswer](d)}, refuses: refusing(http.StatusNotFound),
		},
		{
			route: "POST /api/verdicts", id: "setVerdict",
			body: openapi.Object(openapi.Members{
				"appId": appID(), "verdict": decisions(), "rationale": openapi.Text(),
			}, "appId", "verdict"),
			example: `{"appId": 1, "verdict": "safe", "rationale": "Nothing is collected."}`,
			answer:  answer{status: http.StatusCreated, schema: of[verdictAnswer](d)}, refuses: refusing(http.StatusNotFound),
		},
		{
			route: "DELETE /api/verdicts", id: "clearVerdict",
			query: append(ofApp[:1:1],
				parameter{name: "source", schema: openapi.Loose(openapi.OneOf(storage.OriginUser, storage.OriginImported)), says: "Whose; else the user's"},
				parameter{name: "sourceName", schema: openapi.Text(), says: "With source=imported: the name of who decided"}),
			answer: answer{schema: of[clearVerdictAnswer](d)}, refuses: refusing(http.StatusNotFound),
		},
		{
			route: "POST /api/verdicts/bulk", id: "setVerdicts",
			body: openapi.Object(openapi.Members{
				"appIds": openapi.ListOf(appID(), 1, review.MaxDecided), "verdict": decisions(), "rationale": openapi.Text(),
			}, "appIds", "verdict"),
			example: `{"appIds": [1, 2], "verdict": "replace"}`,
			answer:  answer{status: http.StatusCreated, schema: of[bulkVerdictAnswer](d)}, refuses: refusing(http.StatusNotFound),
		},
		{
			route: "GET /api/privacy-profile", id: "privacyProfile", answer: answer{schema: of[profile.Privacy](d)},
		},
		{
			route: "PUT /api/privacy-profile", id: "setPrivacyProfile",
			body: openapi.Object(openapi.Members{
				"profile":   openapi.Loose(openapi.OrNull(openapi.Map(openapi.Loose(tiers())))).Says("By category of data, the worst that is accepted; may also be sent without this wrapper"),
				"retention": openapi.Loose(retentions()),
			}),
			example: `{"profile": {"CONTACT_INFO": "linked"}, "retention": "limited"}`,
			answer:  answer{schema: of[profile.Privacy](d)},
		},
		{
			route: "GET /api/accessibility-profile", id: "accessibilityProfile", answer: answer{schema: of[profile.Accessibility](d)},
		},
		{
			route: "PUT /api/accessibility-profile", id: "setAccessibilityProfile",
			body: openapi.Object(openapi.Members{
				"profile": openapi.Loose(openapi.OrNull(openapi.Map(openapi.Loose(openapi.OneOf(profile.Required, profile.Nice))))).Says("By feature; may also be sent without this wrapper"),
			}),
			example: `{"profile": {"voiceover": "required"}}`,
			answer:  answer{schema: of[profile.Accessibility](d)},
		},
	}, append(d.annotationOperations(), d.shortlistOperations()...)...)
}

func (d *describer) annotationOperations() []operation {
	note := []parameter{{name: "id", schema: openapi.Matching("^[0-9]+$")}}
	tag := openapi.OneOf(storage.TagConcern, storage.TagPositive, storage.TagFollowUp, storage.TagOther)
	visibility := openapi.OneOf(storage.VisibilityExport, storage.VisibilityPrivate)
	text := openapi.TextOf(1, review.MaxText)
	return []operation{
		{
			route: "GET /api/annotations", id: "annotations",
			query: []parameter{
				{name: "appId", schema: appDigits(), says: "Only notes on this app", example: "1"},
				{name: "visibility", schema: openapi.OneOf("export", "private", "all"), says: "Only such notes; else all", example: "export"},
			},
			answer: answer{schema: of[annotationsAnswer](d)},
		},
		{
			route: "POST /api/annotations", id: "annotate",
			body: openapi.Object(openapi.Members{
				"appId": appID(), "body": text, "content": openapi.Text().Says("Another name of body"),
				"tag": tag, "visibility": visibility.Says("Else private, so that it never leaves in an audit bundle"),
				"source": openapi.OneOf(storage.OriginUser, storage.OriginImported), "sourceName": openapi.TextOf(0, maxOriginName),
			}, "appId", "body"),
			example: `{"appId": 1, "body": "Asks for contacts.", "tag": "concern", "visibility": "private"}`,
			answer:  answer{status: http.StatusCreated, schema: of[annotationAnswer](d)}, refuses: refusing(http.StatusNotFound),
		},
		{
			route: "PATCH /api/annotations/{id}", id: "editAnnotation", path: note,
			body: openapi.Object(openapi.Members{
				"body": text, "content": openapi.Text().Says("Another name of body"), "tag": openapi.OrNull(tag), "visibility": visibility,
			}),
			example: `{"body": "Asks for contacts, and for photos."}`,
			answer:  answer{schema: of[annotationAnswer](d)}, refuses: refusing(http.StatusNotFound),
		},
		{
			route: "PUT /api/annotations/{id}", id: "restoreAnnotation", path: note,
			answer: answer{schema: of[annotationAnswer](d)}, refuses: refusing(http.StatusNotFound, http.StatusGone, http.StatusConflict),
		},
		{
			route: "DELETE /api/annotations/{id}", id: "deleteAnnotation", path: note,
			answer: answer{schema: of[annotationAnswer](d)}, refuses: refusing(http.StatusNotFound),
		},
	}
}

func (d *describer) shortlistOperations() []operation {
	modes := openapi.Loose(openapi.List(openapi.OneOf("privacy", "accessibility"))).Says("Also a text with commas between them; else privacy")
	return []operation{
		{route: "GET /api/shortlist", id: "shortlist", answer: answer{schema: of[review.Shortlist](d)}},
		{
			route: "POST /api/shortlist", id: "addToShortlist",
			body: openapi.Object(openapi.Members{
				"sourceAppId": appID(), "candidateAppleId": appID(), "candidateName": openapi.TextFrom(1), "candidateStoreUrl": openapi.TextFrom(1),
				"candidateDeveloper": openapi.Text(), "candidateIconUrl": openapi.Text(), "candidateBundleId": openapi.Text(),
				"note": openapi.Text(), "modes": modes,
			}, "sourceAppId", "candidateAppleId", "candidateName", "candidateStoreUrl"),
			example: `{"sourceAppId": 1, "candidateAppleId": 2, "candidateName": "Two", "candidateStoreUrl": "https://apps.apple.com/us/app/id2"}`,
			answer:  answer{schema: of[shortlistAnswer](d)}, refuses: refusing(http.StatusNotFound, http.StatusConflict),
		},
		{
			route: "DELETE /api/shortlist", id: "removeFromShortlist",
			query: []parameter{
				{name: "id", schema: openapi.Text(), says: "The entry"},
				{name: "sourceAppId", schema: appDigits(), says: "In place of id, with candidateAppleId", example: "1"},
				{name: "candidateAppleId", schema: appDigits(), example: "2"},
				{name: "all", schema: switches(), says: "In place of both: every entry"},
			},
			answer: answer{schema: openapi.Closed(openapi.Members{
				"deleted": openapi.Boolean(), "removed": openapi.IntegerFrom(0).Says("With all"),
			}, "removed")},
		},
		{
			route: "GET /api/shortlist/export", id: "exportShortlist",
			query: []parameter{{name: "format", schema: openapi.Loose(openapi.OneOf("json", "markdown")), says: "Else markdown"}},
			forms: []form{
				{id: "shortlistMarkdown", summary: "The shortlist as Markdown", without: []string{"format"}, answer: answer{content: "text/markdown", headers: []parameter{disposition()}}},
				{id: "shortlistJSON", summary: "The shortlist as JSON", query: map[string]string{"format": "json"}, answer: answer{schema: openapi.Closed(openapi.Members{
					"exportedAt": of[storage.Time](d), "groups": of[[]review.ShortlistGroup](d),
				})}},
			},
		},
	}
}

// disposition is the header that names a file.
func disposition() parameter {
	return parameter{name: "Content-Disposition", schema: openapi.Text(), says: "What the file is called"}
}
