package system

import (
	"context"
	"encoding/json"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/preferences"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// prefs are the small preferences that pages store for the user.
type prefs struct{ Config }

// unknownRefused describes a body whose unknown members are not ignored.
const unknownRefused = "Unknown members are refused, and then nothing is changed."

// dismissBanner is the only member that a change of preferences may have.
const dismissBanner = "dismissManualAppsBanner"

// bannerDismissed is the only member of the preferences.
const bannerDismissed = "manualAppsBannerDismissed"

func (p prefs) operations() []op.Operation {
	return []op.Operation{
		op.NewPlain(op.Spec{
			Route: "GET /api/preferences", ID: "preferences", Group: "preferences", Summary: "Get the preferences", Cached: true,
			Member: bannerDismissed, Doc: op.Doc{As: "PreferencesAnswer"},
		}, p.get),
		op.New(op.Spec{
			Route: "PUT /api/preferences", ID: "setPreferences", Group: "preferences", Summary: "Set preferences",
			MaxBody: 4 << 10, Example: `{"dismissManualAppsBanner": true}`, Member: bannerDismissed,
			Doc: op.Doc{As: "PreferencesAnswer", Body: op.Fixed(openapi.Object(openapi.Members{dismissBanner: openapi.Boolean()}).Says(unknownRefused))},
		}, p.set),
		op.NewPlain(op.Spec{
			Route: "GET /api/date-format", ID: "dateFormat", Group: "preferences", Summary: "Get the date format", Cached: true,
			Member: "mode", Doc: op.Doc{As: "DateFormatAnswer"},
		}, p.dateFormat),
		op.New(op.Spec{
			Route: "POST /api/date-format", ID: "setDateFormat", Group: "preferences", Summary: "Set the date format",
			MaxBody: 1 << 10, Example: `{"mode": "iso"}`, Member: "mode", Doc: op.Doc{As: "DateFormatAnswer"},
		}, p.setDateFormat),
		op.NewPlain(op.Spec{
			Route: "GET /api/coachmark-state", ID: "coachmarks", Group: "preferences", Summary: "Get which hints were seen", Cached: true,
		}, p.hints),
		op.New(op.Spec{
			Route: "POST /api/coachmark-state", ID: "setCoachmarks", Group: "preferences", Summary: "Mark a hint as seen",
			Limit: op.Every(time.Minute, 30, "coachmark.write"), MaxBody: 4 << 10, Example: `{"completed": true}`,
		}, p.setHints),
		op.NewPlain(op.Spec{
			Route: "GET /api/dev-menu-state", ID: "devMenu", Group: "preferences", Summary: "Get whether the developer menu is shown", Cached: true,
		}, p.devMenu),
		op.New(op.Spec{
			Route: "POST /api/dev-menu-state", ID: "setDevMenu", Group: "preferences", Summary: "Show or hide the developer menu",
			Limit: op.Every(time.Minute, 30, "dev_menu.write"), MaxBody: 4 << 10, Example: `{"enabled": true}`,
		}, p.setDevMenu),
		op.NewPlain(op.Spec{
			Route: "POST /api/welcomed-at", ID: "welcome", Group: "preferences", Summary: "Record that the user was welcomed",
			Member: "welcomedAt", Doc: op.Doc{As: "WelcomeAnswer"},
		}, p.welcome),
	}
}

func (p prefs) get(ctx context.Context) (dismissed bool, err error) {
	return storage.View(ctx, p.Store, preferences.BannerDismissed)
}

func (p prefs) set(ctx context.Context, in objectRequest) (dismissed bool, err error) {
	members := in.Body.Members()
	if err := settings.Unknown(members, []string{dismissBanner}); err != nil {
		return false, op.BadRequest("%v", err)
	}
	if sent, ok := members[dismissBanner]; ok {
		var dismiss bool // null shows the banner again
		if json.Unmarshal(sent, &dismiss) != nil {
			return false, op.BadRequest("%s must be true, false or null", dismissBanner)
		}
		now := storage.TimeOf(p.Now())
		err := p.Store.Update(ctx, func(tx *storage.Tx) error { return preferences.DismissBanner(tx, now, dismiss) })
		if err != nil {
			return false, err
		}
	}
	return p.get(ctx)
}

func (p prefs) dateFormat(ctx context.Context) (mode string, err error) {
	return storage.View(ctx, p.Store, preferences.DateFormat)
}

type dateFormatRequest struct {
	Mode string `json:"mode" op:"required" enum:"auto,dmy,mdy,iso"` // the date format
}

func (p prefs) setDateFormat(ctx context.Context, in dateFormatRequest) (mode string, err error) {
	return storage.Update(ctx, p.Store, func(tx *storage.Tx) (string, error) { return preferences.PutDateFormat(tx, in.Mode) })
}

type hintsState = struct {
	Completed bool `json:"completed" op:"required" doc:"Whether the hints were seen"`
}

func (p prefs) hints(ctx context.Context) (hintsState, error) {
	seen, err := storage.View(ctx, p.Store, preferences.CoachmarksSeen.Get)
	return hintsState{seen}, err
}

func (p prefs) setHints(ctx context.Context, in hintsState) (hintsState, error) {
	return in, p.Store.Update(ctx, func(tx *storage.Tx) error { return preferences.CoachmarksSeen.Put(tx, in.Completed) })
}

type devMenuState = struct {
	Enabled bool `json:"enabled" op:"required" doc:"Whether it is on"`
}

func (p prefs) devMenu(ctx context.Context) (devMenuState, error) {
	enabled, err := storage.View(ctx, p.Store, preferences.DevMenu.Get)
	return devMenuState{enabled}, err
}

func (p prefs) setDevMenu(ctx context.Context, in devMenuState) (devMenuState, error) {
	return in, p.Store.Update(ctx, func(tx *storage.Tx) error { return preferences.DevMenu.Put(tx, in.Enabled) })
}

func (p prefs) welcome(ctx context.Context) (welcomedAt storage.Time, err error) {
	now := storage.TimeOf(p.Now())
	return now, p.Store.Update(ctx, func(tx *storage.Tx) error { return preferences.Welcome(tx, now) })
}
