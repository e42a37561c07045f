package httpapi

import (
	"context"
	"strings"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/notify"
)

// deliveries answers "GET /api/notifications/deliveries".
func (a *API) deliveries(ctx context.Context, in inboxRequest) (notify.DeliveryPage, error) {
	return a.cfg.Outbox.List(ctx, in.limit, in.offset)
}

// deliveryRequest names the message of the path.
type deliveryRequest struct{ id string }

func (in *deliveryRequest) decode(r *request) error {
	in.id = r.param("id")
	return nil
}

type retryAnswer struct {
	Success  bool            `json:"success"`
	Delivery notify.Delivery `json:"delivery"`
}

// retryDelivery answers "POST /api/notifications/deliveries/{id}/retry".
func (a *API) retryDelivery(ctx context.Context, in deliveryRequest) (retryAnswer, error) {
	d, err := a.cfg.Outbox.Retry(ctx, in.id)
	return retryAnswer{true, d}, err
}

// webhookTest is POST /api/notifications/webhook-test.
type webhookTest struct {
	URL    string  `json:"url"`
	Format *string `json:"format"`
}

func (in *webhookTest) decode(r *request) error {
	if err := r.object(in); err != nil {
		return err
	}
	if in.URL = strings.TrimSpace(in.URL); in.URL == "" {
		return badRequest("url must be the address of a webhook")
	}
	if in.Format == nil {
		return nil
	}
	switch *in.Format {
	case settings.Generic, settings.Slack, settings.Discord, settings.Teams:
		return nil
	}
	return badRequest("format must be generic, slack, discord or teams")
}

// testWebhook answers "POST /api/notifications/webhook-test", with success also
// when the webhook did not take the message.
func (a *API) testWebhook(ctx context.Context, in webhookTest) (notify.TestResult, error) {
	format := settings.Generic
	if in.Format != nil {
		format = *in.Format
	}
	return a.cfg.Outbox.Test(ctx, in.URL, format)
}
