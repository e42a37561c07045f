// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"context"
)

// NotificationPrefs is "GET /api/notification-prefs": get the notification preferences.
func (c *Client) NotificationPrefs(ctx context.Context) (NotificationPrefs, error) {
	call := request{method: "GET", path: "/api/notification-prefs"}
	return fetch[NotificationPrefs](ctx, c, call)
}

// SetNotificationPrefs is "PUT /api/notification-prefs": set the notification preferences.
func (c *Client) SetNotificationPrefs(ctx context.Context, body SetNotificationPrefsBody) (NotificationPrefs, error) {
	call := request{method: "PUT", path: "/api/notification-prefs"}
	call.value = body
	return fetch[NotificationPrefs](ctx, c, call)
}

// NotificationsParams are what may be left out. What is zero is not sent.
type NotificationsParams struct {
	Limit  int64 // The maximum number of entries.
	Offset int64 // The number of entries to skip.
}

// Notifications is "GET /api/notifications": list notifications, newest first.
func (c *Client) Notifications(ctx context.Context, params NotificationsParams) (NotificationsPage, error) {
	call := request{method: "GET", path: "/api/notifications"}
	call.optional("limit", number(params.Limit))
	call.optional("offset", number(params.Offset))
	return fetch[NotificationsPage](ctx, c, call)
}

// MarkNotifications is "POST /api/notifications": mark notifications read or unread.
func (c *Client) MarkNotifications(ctx context.Context, body MarkNotificationsBody) (MarkAnswer, error) {
	call := request{method: "POST", path: "/api/notifications"}
	call.value = body
	return fetch[MarkAnswer](ctx, c, call)
}

// DeliveriesParams are what may be left out. What is zero is not sent.
type DeliveriesParams struct {
	Limit  int64 // The maximum number of entries.
	Offset int64 // The number of entries to skip.
}

// Deliveries is "GET /api/notifications/deliveries": list webhook deliveries.
func (c *Client) Deliveries(ctx context.Context, params DeliveriesParams) (DeliveryPage, error) {
	call := request{method: "GET", path: "/api/notifications/deliveries"}
	call.optional("limit", number(params.Limit))
	call.optional("offset", number(params.Offset))
	return fetch[DeliveryPage](ctx, c, call)
}

// RetryDelivery is "POST /api/notifications/deliveries/{id}/retry": retry a webhook delivery.
func (c *Client) RetryDelivery(ctx context.Context, id string) (RetryAnswer, error) {
	call := request{method: "POST", path: "/api/notifications/deliveries/" + escape(id) + "/retry"}
	return fetch[RetryAnswer](ctx, c, call)
}

// Destinations is "GET /api/notifications/destinations": list the destinations of notifications.
func (c *Client) Destinations(ctx context.Context) (DestinationsAnswer, error) {
	call := request{method: "GET", path: "/api/notifications/destinations"}
	return fetch[DestinationsAnswer](ctx, c, call)
}

// AddDestination is "POST /api/notifications/destinations": add a destination of notifications.
// It wants the admin token.
func (c *Client) AddDestination(ctx context.Context, body AddDestinationBody) (DestinationAnswer, error) {
	call := request{method: "POST", path: "/api/notifications/destinations"}
	call.value = body
	return fetch[DestinationAnswer](ctx, c, call)
}

// RemoveDestination is "DELETE /api/notifications/destinations/{id}": remove a destination of notifications.
// It wants the admin token.
func (c *Client) RemoveDestination(ctx context.Context, id string) (OkAnswer, error) {
	call := request{method: "DELETE", path: "/api/notifications/destinations/" + escape(id)}
	return fetch[OkAnswer](ctx, c, call)
}

// ChangeDestination is "PATCH /api/notifications/destinations/{id}": change a destination of notifications.
// It wants the admin token.
func (c *Client) ChangeDestination(ctx context.Context, id string, body ChangeDestinationBody) (DestinationAnswer, error) {
	call := request{method: "PATCH", path: "/api/notifications/destinations/" + escape(id)}
	call.value = body
	return fetch[DestinationAnswer](ctx, c, call)
}

// TestDestination is "POST /api/notifications/destinations/{id}/test": send a test message to a destination.
// It wants the admin token.
func (c *Client) TestDestination(ctx context.Context, id string) (TestResult, error) {
	call := request{method: "POST", path: "/api/notifications/destinations/" + escape(id) + "/test"}
	return fetch[TestResult](ctx, c, call)
}

// TestWebhook is "POST /api/notifications/webhook-test": send a test message to a webhook.
func (c *Client) TestWebhook(ctx context.Context, body TestWebhookBody) (TestResult, error) {
	call := request{method: "POST", path: "/api/notifications/webhook-test"}
	call.value = body
	return fetch[TestResult](ctx, c, call)
}
