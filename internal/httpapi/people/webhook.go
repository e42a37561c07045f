package people

import (
	"context"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/notify"
)

type webhookTestRequest struct {
	URL    string `json:"url" op:"required,trim"`                    // the URL
	Format string `json:"format" enum:"generic,slack,discord,teams"` // the format of the messages
}

// testWebhook succeeds even if the webhook refuses the message; the result has the outcome.
func (d destinations) testWebhook(ctx context.Context, in webhookTestRequest) (notify.TestResult, error) {
	if in.Format == "" {
		in.Format = settings.Generic
	}
	return d.outbox.Test(ctx, in.URL, in.Format)
}

func (d destinations) deliveries(ctx context.Context, in pageRequest) (notify.DeliveryPage, error) {
	return d.outbox.List(ctx, in.Limit, in.Offset.Skip)
}

type deliveryRequest struct {
	ID string `path:"id" doc:"The ID of the delivery."`
}

type retryAnswer struct {
	Success  bool            `json:"success"`  // whether it succeeded
	Delivery notify.Delivery `json:"delivery"` // the delivery
}

func (d destinations) retryDelivery(ctx context.Context, in deliveryRequest) (retryAnswer, error) {
	delivery, err := d.outbox.Retry(ctx, in.ID)
	return retryAnswer{true, delivery}, err
}
