package system

import (
	"context"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// desktopSettings are the settings of the desktop application.
type desktopSettings struct{ Config }

func (d desktopSettings) operations() []op.Operation {
	answer := op.Answer{Schema: defined("DesktopSettings", desktopSettingsSchema)}
	loose := make(openapi.Members)
	for name, s := range desktopSettingsSchema().Properties {
		loose[name] = openapi.Loose(s)
	}
	return []op.Operation{
		op.NewPlain(op.Spec{
			Route: "GET /api/settings/desktop", ID: "desktopSettings", Group: "admin", Summary: "Get the desktop settings",
			Doc: op.Doc{Answer: answer},
		}, d.show),
		op.WithRequest(op.Spec{
			Route: "POST /api/settings/desktop", ID: "changeDesktopSettings", Group: "admin", Summary: "Change the desktop settings",
			Access: op.Administer, Limit: op.Every(time.Minute, 20, "settings.desktop.write"), MaxBody: 16 << 10,
			Example: `{"zoomLevel": 1.5}`,
			Doc:     op.Doc{Body: op.Fixed(openapi.Object(loose).Says(unknownRefused)), Answer: answer},
		}, d.change),
	}
}

func desktopSettingsSchema() *openapi.Schema {
	members := make(openapi.Members)
	for _, s := range settings.Desktop() {
		members[s.Name] = settingSchema(s)
	}
	return openapi.Closed(members)
}

func (d desktopSettings) show(ctx context.Context) (map[string]any, error) {
	return storage.View(ctx, d.Store, settings.ShowDesktop)
}

type desktopRequest struct {
	Client client    `header:"X-Service-Runtime" doc:"The type of the client."`
	Body   op.Object `body:""`
}

// client is the kind of client. Any text is accepted, in any case.
type client string

func (client) Schema() *openapi.Schema { return openapi.Loose(openapi.OneOf(feature.Desktop)) }

// change also records that there is a desktop application, if it is the client.
func (d desktopSettings) change(ctx context.Context, r op.Request, in desktopRequest) (map[string]any, error) {
	now := storage.TimeOf(d.Now())
	var ignored []string
	shown, err := storage.Update(ctx, d.Store, func(tx *storage.Tx) (map[string]any, error) {
		var err error
		if ignored, err = settings.ChangeDesktop(tx, now, in.Body.Members()); err != nil {
			return nil, err
		}
		if strings.EqualFold(string(in.Client), feature.Desktop) {
			if err := settings.PutText(tx, feature.RuntimeSetting, feature.Desktop); err != nil {
				return nil, err
			}
		}
		return settings.ShowDesktop(tx)
	})
	for _, name := range ignored {
		r.IgnoreMember(name)
	}
	return shown, faultAnswer(err)
}
