package people

import (
	"context"
	"errors"
	"net/http"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// destinations are where messages about notifications go, and the deliveries there.
type destinations struct{ outbox *notify.Outbox }

func (d destinations) operations() []op.Operation {
	return []op.Operation{
		op.NewPlain(op.Spec{
			Route: "GET /api/notifications/destinations", ID: "destinations", Group: "notify", Summary: "List the destinations of notifications",
			Member: "destinations",
		}, d.outbox.Destinations),
		op.WithRequest(op.Spec{
			Route: "POST /api/notifications/destinations", ID: "addDestination", Group: "notify", Summary: "Add a destination of notifications",
			Access: op.Administer, MaxBody: 32 << 10, Status: http.StatusCreated, Refuses: []int{http.StatusConflict}, Member: "destination",
			Example: `{"name": "My phone", "channel": "ntfy", "url": "https://ntfy.sh/my-secret-topic", "frequency": "immediate"}`,
		}, d.add),
		op.WithRequest(op.Spec{
			Route: "PATCH /api/notifications/destinations/{id}", ID: "changeDestination", Group: "notify", Summary: "Change a destination of notifications",
			Access: op.Administer, MaxBody: 32 << 10, Refuses: []int{http.StatusNotFound, http.StatusConflict}, Member: "destination",
			Example: `{"frequency": "daily_summary", "hour": 8, "timeZone": "Europe/Berlin"}`,
		}, d.change),
		op.WithRequest(op.Spec{
			Route: "DELETE /api/notifications/destinations/{id}", ID: "removeDestination", Group: "notify", Summary: "Remove a destination of notifications",
			Access: op.Administer, Refuses: []int{http.StatusNotFound, http.StatusConflict},
		}, d.remove),
		op.New(op.Spec{
			Route: "POST /api/notifications/destinations/preview", ID: "previewDestination", Group: "notify", Summary: "Show what a destination would get",
			Access: op.Administer, MaxBody: 32 << 10,
			Example: `{"channel": "ntfy", "titleTemplate": "{{len .Apps}} apps changed", "bodyTemplate": "{{range .Changes}}{{.App}}: {{.Sentence}}\n{{end}}"}`,
		}, d.preview),
		op.New(op.Spec{
			Route: "POST /api/notifications/destinations/{id}/test", ID: "testDestination", Group: "notify", Summary: "Send a test message to a destination",
			Access: op.Administer, Refuses: []int{http.StatusNotFound},
		}, d.test),
		op.New(op.Spec{
			Route: "POST /api/notifications/webhook-test", ID: "testWebhook", Group: "notify", Summary: "Send a test message to a webhook",
			MaxBody: 2 << 10, Example: `{"url": "https://127.0.0.1:9/hook", "format": "slack"}`,
		}, d.testWebhook),
		op.New(op.Spec{
			Route: "GET /api/notifications/deliveries", ID: "deliveries", Group: "notify", Summary: "List webhook deliveries", Cached: true,
		}, d.deliveries),
		op.New(op.Spec{
			Route: "POST /api/notifications/deliveries/{id}/retry", ID: "retryDelivery", Group: "notify", Summary: "Retry a webhook delivery",
			Refuses: []int{http.StatusNotFound, http.StatusConflict},
		}, d.retryDelivery),
	}
}

// destinationMembers are what can be set of a destination.
type destinationMembers struct {
	Name       op.Optional[string]                     `json:"name" op:"max=400" doc:"At most 100 characters. Defaults to the channel."`
	URL        op.Optional[string]                     `json:"url" op:"max=2048" doc:"The URL of a webhook, an ntfy topic, or a Gotify or Matrix server; for e-mail smtp://, smtps:// or smtp+plain:// and the mail server. Not needed for Telegram. Responses show only a part of it; sending that part back leaves the URL unchanged."`
	Secret     op.Nullable[string]                     `json:"secret" op:"max=2048" doc:"The signing key of a webhook, or the token or password for the channel. Never part of a response. It is removed if the URL, the channel or the user changes and no new secret is sent."`
	User       op.Nullable[string]                     `json:"user" op:"max=2048" doc:"The user name for the password in secret, for email and ntfy."`
	From       op.Nullable[string]                     `json:"from" op:"max=2048" doc:"The sender address, for email."`
	To         op.Nullable[string]                     `json:"to" op:"max=4096" doc:"The room ID for Matrix, the chat for Telegram, or a comma-separated list of recipients for email."`
	Frequency  op.Optional[string]                     `json:"frequency" enum:"immediate,daily_summary,weekly_summary,off" doc:"Defaults to immediate."`
	Hour       op.Optional[int]                        `json:"hour" op:"min=0,max=23" doc:"The hour at which summaries are sent, in the time zone. Defaults to 8."`
	TimeZone   op.Nullable[string]                     `json:"timeZone" op:"max=64" doc:"The time zone, such as Europe/Berlin. Defaults to UTC."`
	QuietFrom  op.Nullable[string]                     `json:"quietFrom" op:"max=5" doc:"When the quiet hours of the destination begin, such as 22:30. No messages are sent during quiet hours. Without them, the quiet hours of the settings apply."`
	QuietUntil op.Nullable[string]                     `json:"quietUntil" op:"max=5" doc:"When the quiet hours end."`
	Types      op.Nullable[[]storage.NotificationType] `json:"types" doc:"Only notifications of these types. Empty: all types that are enabled."`
	Apps       op.Nullable[[]storage.AppID]            `json:"appIds" doc:"Only notifications about these apps, the apps on deviceIds and those with tags. If one of the lists is set, a notification about no app is sent only if types contains its type."`
	Devices    op.Nullable[[]string]                   `json:"deviceIds" doc:"Only notifications about the apps on these devices, those in appIds and those with tags."`
	Tags       op.Nullable[[]string]                   `json:"tags" doc:"Only notifications about the apps with one of these tags, those in appIds and those on deviceIds."`

	TitleTemplate op.Nullable[string] `json:"titleTemplate" op:"max=2000" doc:"A template of Go's text/template for the title, at most 500 characters. Its fields are Title, Text, Link, Apps, Changes and More. Empty: the standard title."`
	BodyTemplate  op.Nullable[string] `json:"bodyTemplate" op:"max=16000" doc:"A template for the lines below the title, at most 4000 characters. Empty: the standard lines."`
}

func (m destinationMembers) of(channel *notify.Channel) notify.DestinationChange {
	return notify.DestinationChange{
		Name: m.Name.Ptr(), Channel: channel, URL: m.URL.Ptr(), Secret: m.Secret.Ptr(), User: m.User.Ptr(), From: m.From.Ptr(), To: m.To.Ptr(),
		Frequency: m.Frequency.Ptr(), Hour: m.Hour.Ptr(), TimeZone: m.TimeZone.Ptr(), QuietFrom: m.QuietFrom.Ptr(), QuietUntil: m.QuietUntil.Ptr(),
		Types: m.Types.Ptr(), Apps: m.Apps.Ptr(), Devices: m.Devices.Ptr(),
		Tags: m.Tags.Ptr(), TitleTemplate: m.TitleTemplate.Ptr(), BodyTemplate: m.BodyTemplate.Ptr(),
	}
}

type addDestinationRequest struct {
	// The kind of service or protocol that takes the messages.
	Channel notify.Channel `json:"channel" op:"required"`
	destinationMembers
}

func (d destinations) add(ctx context.Context, r op.Request, in addDestinationRequest) (notify.Destination, error) {
	added, err := d.outbox.AddDestination(ctx, in.of(&in.Channel))
	if err != nil {
		return added, invalidAnswer(err)
	}
	r.Note("settings.destination.add", added.ID, true)
	return added, nil
}

// destinationRequest names a destination.
type destinationRequest struct {
	ID string `path:"id" doc:"The ID of the destination. The webhook of the settings has the ID webhook."`
}

type changeDestinationRequest struct {
	destinationRequest
	// The kind of service or protocol that takes the messages.
	Channel op.Optional[notify.Channel] `json:"channel"`
	destinationMembers
}

func (d destinations) change(ctx context.Context, r op.Request, in changeDestinationRequest) (notify.Destination, error) {
	changed, err := d.outbox.ChangeDestination(ctx, in.ID, in.of(in.Channel.Ptr()))
	if err != nil {
		return changed, invalidAnswer(err)
	}
	r.Note("settings.destination.change", changed.ID, true)
	return changed, nil
}

type previewRequest struct {
	// The kind of service or protocol that takes the messages. Defaults to generic.
	Channel op.Optional[notify.Channel] `json:"channel"`
	destinationMembers
}

func (d destinations) preview(ctx context.Context, in previewRequest) (notify.PreviewedMessages, error) {
	shown, err := d.outbox.Preview(ctx, in.of(in.Channel.Ptr()))
	return shown, invalidAnswer(err)
}

func (d destinations) remove(ctx context.Context, r op.Request, in destinationRequest) (op.OK, error) {
	if err := d.outbox.RemoveDestination(ctx, in.ID); err != nil {
		return op.OK{}, err
	}
	r.Note("settings.destination.remove", in.ID, true)
	return op.OK{OK: true}, nil
}

// test succeeds even if the destination refuses the message; the result has the outcome.
func (d destinations) test(ctx context.Context, in destinationRequest) (notify.TestResult, error) {
	return d.outbox.TestDestination(ctx, in.ID)
}

// invalidAnswer maps a [notify.InvalidError] to a client error.
func invalidAnswer(err error) error {
	if invalid, ok := errors.AsType[*notify.InvalidError](err); ok {
		return op.BadRequest("%v", invalid)
	}
	return err
}
