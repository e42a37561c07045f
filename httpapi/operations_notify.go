package httpapi

import (
	"net/http"

	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/notify"
)

func (d *describer) notifyOperations() []operation {
	prefs := openapi.Closed(openapi.Members{
		"prefs":    openapi.Map(openapi.Boolean()).Says("By name, whether it is on: label_changes and the three others that are flags, then the nine that are named as their types"),
		"stored":   openapi.Map(openapi.Boolean()).Says("The same"),
		"defaults": openapi.Map(openapi.Boolean()).Says("Of the nine, what they are while nobody has set them"),
	})
	answered := answer{schema: d.types.Define("NotificationPrefs", nil, func() *openapi.Schema { return prefs })}
	return []operation{
		{route: "GET /api/notifications", id: "notifications", query: paging(200), answer: answer{schema: of[inboxAnswer](d)}, kept: true},
		{
			route: "POST /api/notifications", id: "markNotifications",
			body: openapi.Object(openapi.Members{
				"action": openapi.OneOf("mark_read", "mark_unread").Says("mark_read marks all of them"),
				"ids":    openapi.List(openapi.Loose(openapi.Text())).Says("Which to mark unread; the first 200 count"),
			}, "action"),
			example: `{"action": "mark_unread", "ids": ["none"]}`,
			answer:  answer{schema: of[markAnswer](d)},
		},
		{
			route: "POST /api/notifications/webhook-test", id: "testWebhook",
			body: openapi.Object(openapi.Members{
				"url":    openapi.TextFrom(1),
				"format": openapi.OneOf(settings.Generic, settings.Slack, settings.Discord, settings.Teams),
			}, "url"),
			example: `{"url": "https://127.0.0.1:9/hook", "format": "slack"}`,
			answer:  answer{schema: of[notify.TestResult](d)},
		},
		{route: "GET /api/notification-prefs", id: "notificationPrefs", answer: answered, kept: true},
		{
			route: "PUT /api/notification-prefs", id: "setNotificationPrefs",
			body: openapi.Object(openapi.Members{
				"prefs": openapi.OrNull(openapi.Map(openapi.Loose(openapi.Boolean()))).Says("Switches by name. What is not named, or is no boolean, falls back to its default; null names none"),
			}, "prefs"),
			example: `{"prefs": {"versionUpdates": false}}`,
			answer:  answered,
		},
		{
			route: "GET /api/notifications/deliveries", id: "deliveries", query: paging(200), answer: answer{schema: of[notify.DeliveryPage](d)}, kept: true,
		},
		{
			route: "POST /api/notifications/deliveries/{id}/retry", id: "retryDelivery",
			answer: answer{schema: of[retryAnswer](d)}, refuses: refusing(http.StatusNotFound, http.StatusConflict),
		},
	}
}
