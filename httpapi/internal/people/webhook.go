package people

import (
	"context"
	"net/http"

	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/notify"
)

// webhook delivers notifications to another service.
type webhook struct{ outbox *notify.Outbox }

func (w webhook) operations() []op.Operation {
	return []op.Operation{
		op.New(op.Spec{
			Route: "POST /api/notifications/webhook-test", ID: "testWebhook", Group: "notify", Summary: "Send a test message to a webhook",
			MaxBody: 2 << 10, Example: `{"url": "https://127.0.0.1:9/hook", "format": "slack"}`,
		}, w.test),
		op.New(op.Spec{
			Route: "GET /api/notifications/deliveries", ID: "deliveries", Group: "notify", Summary: "List webhook deliveries", Cached: true,
		}, w.deliveries),
		op.New(op.Spec{
			Route: "POST /api/notifications/deliveries/{id}/retry", ID: "retryDelivery", Group: "notify", Summary: "Retry a webhook delivery",
			Refuses: []int{http.StatusNotFound, http.StatusConflict},
		}, w.retry),
	}
}

type webhookTestRequest struct {
	URL    string `json:"url" op:"required,trim"`
	Format string `json:"format" enum:"generic,slack,discord,teams"`
}

// test succeeds even if the webhook refuses the message; the result has the outcome.
func (w webhook) test(ctx context.Context, in webhookTestRequest) (notify.TestResult, error) {
	if in.Format == "" {
		in.Format = settings.Generic
	}
	return w.outbox.Test(ctx, in.URL, in.Format)
}

func (w webhook) deliveries(ctx context.Context, in pageRequest) (notify.DeliveryPage, error) {
	return w.outbox.List(ctx, in.Limit, in.Offset.Skip)
}

type deliveryRequest struct {
	ID string `path:"id" doc:"The ID of the delivery."`
}

type retryAnswer struct {
	Success  bool            `json:"success"`
	Delivery notify.Delivery `json:"delivery"`
}

func (w webhook) retry(ctx context.Context, in deliveryRequest) (retryAnswer, error) {
	d, err := w.outbox.Retry(ctx, in.ID)
	return retryAnswer{true, d}, err
}
