package system

import (
	"context"
	"encoding/json"
	"time"

	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/preferences"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// prefs are the small preferences that pages store for the user.
type prefs struct {
	store storage.Store
	now   func() time.Time
}

// unknownRefused describes a body whose unknown members are not ignored.
const unknownRefused = "Unknown members are refused, and then nothing is changed."

// dismissBanner is the only member that a change of preferences may have.
const dismissBanner = "dismissManualAppsBanner"

func (p prefs) operations() []op.Operation {
	return []op.Operation{
		op.New(op.Spec{
			Route: "GET /api/preferences", ID: "preferences", Group: "preferences", Summary: "Get the preferences", Cached: true,
		}, p.get),
		op.New(op.Spec{
			Route: "PUT /api/preferences", ID: "setPreferences", Group: "preferences", Summary: "Set preferences",
			MaxBody: 4 << 10, Example: `{"dismissManualAppsBanner": true}`,
			Doc: op.Doc{Body: op.Fixed(openapi.Object(openapi.Members{dismissBanner: openapi.Boolean()}).Says(unknownRefused))},
		}, p.set),
		op.New(op.Spec{
			Route: "GET /api/date-format", ID: "dateFormat", Group: "preferences", Summary: "Get the date format", Cached: true,
		}, p.dateFormat),
		op.New(op.Spec{
			Route: "POST /api/date-format", ID: "setDateFormat", Group: "preferences", Summary: "Set the date format",
			MaxBody: 1 << 10, Example: `{"mode": "iso"}`,
		}, p.setDateFormat),
		op.New(op.Spec{
			Route: "GET /api/coachmark-state", ID: "coachmarks", Group: "preferences", Summary: "Get which hints were seen", Cached: true,
		}, p.hints),
		op.New(op.Spec{
			Route: "POST /api/coachmark-state", ID: "setCoachmarks", Group: "preferences", Summary: "Mark a hint as seen",
			Limit: op.Every(time.Minute, 30, "coachmark.write"), MaxBody: 4 << 10, Example: `{"completed": true}`,
		}, p.setHints),
		op.New(op.Spec{
			Route: "GET /api/dev-menu-state", ID: "devMenu", Group: "preferences", Summary: "Get whether the developer menu is shown", Cached: true,
		}, p.devMenu),
		op.New(op.Spec{
			Route: "POST /api/dev-menu-state", ID: "setDevMenu", Group: "preferences", Summary: "Show or hide the developer menu",
			Limit: op.Every(time.Minute, 30, "dev_menu.write"), MaxBody: 4 << 10, Example: `{"enabled": true}`,
		}, p.setDevMenu),
		op.New(op.Spec{
			Route: "POST /api/welcomed-at", ID: "welcome", Group: "preferences", Summary: "Record that the user was welcomed",
		}, p.welcome),
	}
}

type preferencesAnswer struct {
	ManualAppsBannerDismissed bool `json:"manualAppsBannerDismissed"`
}

func (p prefs) get(ctx context.Context, _ op.None) (preferencesAnswer, error) {
	dismissed, err := view(ctx, p.store, preferences.BannerDismissed)
	return preferencesAnswer{dismissed}, err
}

type preferencesRequest struct {
	Body op.Object `body:""`
}

func (p prefs) set(ctx context.Context, in preferencesRequest) (preferencesAnswer, error) {
	members := in.Body.Members()
	if err := settings.Unknown(members, []string{dismissBanner}); err != nil {
		return preferencesAnswer{}, op.BadRequest("%v", err)
	}
	if sent, ok := members[dismissBanner]; ok {
		var dismiss bool // null shows the banner again
		if json.Unmarshal(sent, &dismiss) != nil {
			return preferencesAnswer{}, op.BadRequest("%s must be true, false or null", dismissBanner)
		}
		now := storage.TimeOf(p.now())
		err := p.store.Update(ctx, func(tx *storage.Tx) error { return preferences.DismissBanner(tx, now, dismiss) })
		if err != nil {
			return preferencesAnswer{}, err
		}
	}
	return p.get(ctx, op.None{})
}

type dateFormatAnswer struct {
	Mode string `json:"mode"`
}

func (p prefs) dateFormat(ctx context.Context, _ op.None) (dateFormatAnswer, error) {
	mode, err := view(ctx, p.store, preferences.DateFormat)
	return dateFormatAnswer{mode}, err
}

type dateFormatRequest struct {
	Mode string `json:"mode" op:"loose" enum:"auto,dmy,mdy,iso"`
}

func (p prefs) setDateFormat(ctx context.Context, in dateFormatRequest) (dateFormatAnswer, error) {
	mode, err := update(ctx, p.store, func(tx *storage.Tx) (string, error) { return preferences.PutDateFormat(tx, in.Mode) })
	return dateFormatAnswer{mode}, err
}

type hintsState = struct {
	Completed bool `json:"completed" op:"required"`
}

func (p prefs) hints(ctx context.Context, _ op.None) (hintsState, error) {
	seen, err := view(ctx, p.store, preferences.CoachmarksSeen.Get)
	return hintsState{seen}, err
}

func (p prefs) setHints(ctx context.Context, in hintsState) (hintsState, error) {
	return in, p.store.Update(ctx, func(tx *storage.Tx) error { return preferences.CoachmarksSeen.Put(tx, in.Completed) })
}

type devMenuState = struct {
	Enabled bool `json:"enabled" op:"required"`
}

func (p prefs) devMenu(ctx context.Context, _ op.None) (devMenuState, error) {
	enabled, err := view(ctx, p.store, preferences.DevMenu.Get)
	return devMenuState{enabled}, err
}

func (p prefs) setDevMenu(ctx context.Context, in devMenuState) (devMenuState, error) {
	return in, p.store.Update(ctx, func(tx *storage.Tx) error { return preferences.DevMenu.Put(tx, in.Enabled) })
}

type welcomeAnswer struct {
	WelcomedAt storage.Time `json:"welcomedAt"`
}

func (p prefs) welcome(ctx context.Context, _ op.None) (welcomeAnswer, error) {
	now := storage.TimeOf(p.now())
	return welcomeAnswer{now}, p.store.Update(ctx, func(tx *storage.Tx) error { return preferences.Welcome(tx, now) })
}
