package system

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// serviceSettings are the settings of the service.
type serviceSettings struct{ Config }

func (s serviceSettings) operations() []op.Operation {
	return []op.Operation{
		op.NewPlain(op.Spec{
			Route: "GET /api/settings", ID: "settings", Group: "admin", Summary: "Get the settings",
			Doc: op.Doc{Answer: op.Answer{Schema: defined("Settings", shownSettings)}},
		}, s.show),
		op.WithRequest(op.Spec{
			Route: "POST /api/settings", ID: "changeSettings", Group: "admin", Summary: "Change settings",
			Access: op.Administer, Limit: op.Limit{Bucket: "settings.write", Calls: 30, Window: time.Minute}, MaxBody: 16 << 10,
			Example: `{"syncSchedule": "daily", "notificationWebhookUrl": null}`,
			Doc:     op.Doc{Body: op.Fixed(openapi.Object(writtenSettings()).Says(unknownRefused))},
		}, s.change),
	}
}

// show returns the settings without secrets.
func (s serviceSettings) show(ctx context.Context) (map[string]any, error) {
	shown, err := storage.View(ctx, s.Store, settings.Show)
	if err != nil {
		return nil, err
	}
	if shown[settings.AppCountry], err = s.Fleet.Country(ctx); err != nil {
		return nil, err
	}
	sync, err := s.Fleet.SyncStatus(ctx)
	if err != nil {
		return nil, err
	}
	shown["lastAutoSync"], shown["syncRunning"] = sync.LastRun, sync.Running
	shown["adminTokenRequired"] = s.Security.TokenConfigured || s.Security.TokenRequired
	return shown, nil
}

// objectRequest has a body whose members the handler reads itself.
type objectRequest struct {
	Body op.Object `body:""`
}

type settingsAnswer struct {
	Success bool `json:"success"` // whether it succeeded
	// Whether the API key was cleared, because the provider or its URL changed.
	KeyCleared bool `json:"aiApiKeyCleared,omitempty"`
}

// change writes all of the members, or none.
func (s serviceSettings) change(ctx context.Context, r op.Request, in objectRequest) (answer settingsAnswer, err error) {
	change, err := settings.Parse(in.Body.Members(), storage.TimeOf(s.Now()))
	if err == nil {
		err = change.Deliverable(s.Outbox.Undeliverable)
	}
	if err == nil {
		answer, err = storage.Update(ctx, s.Store, func(tx *storage.Tx) (settingsAnswer, error) { return write(tx, storage.TimeOf(s.Now()), change) })
	}
	if err != nil {
		return answer, faultAnswer(err)
	}
	r.Note("settings.write.success", strings.Join(change.Names(), ","), true)
	return answer, nil
}

func write(tx *storage.Tx, now storage.Time, change settings.Change) (answer settingsAnswer, err error) {
	before, err := settings.Text(tx, settings.AIKey)
	if err != nil {
		return answer, err
	}
	if err := notify.ChangeSettings(tx, now, change.Write); err != nil {
		return answer, err
	}
	after, err := settings.Text(tx, settings.AIKey)
	return settingsAnswer{true, before != "" && after == ""}, err
}

// faultAnswer maps a [settings.Fault] to a client error.
func faultAnswer(err error) error {
	if fault, ok := errors.AsType[*settings.Fault](err); ok {
		return op.BadRequest("%v", fault)
	}
	return err
}
