package httpapi

import (
	"context"
	"encoding/json"

	"github.com/privacylabels/auditor/internal/preferences"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

type preferencesAnswer struct {
	ManualAppsBannerDismissed bool `json:"manualAppsBannerDismissed"`
}

// preferences answers "GET /api/preferences".
func (a *API) preferences(ctx context.Context, _ nothing) (answer preferencesAnswer, err error) {
	err = a.cfg.Store.View(ctx, func(tx storage.Tx) (err error) {
		answer.ManualAppsBannerDismissed, err = preferences.BannerDismissed(tx)
		return err
	})
	return answer, err
}

// preferencesRequest is PUT /api/preferences. What it leaves out stays as it is.
type preferencesRequest struct {
	dismiss *bool
}

func (in *preferencesRequest) decode(r *request) error {
	const dismiss = "dismissManualAppsBanner"
	var body map[string]json.RawMessage
	if err := r.object(&body); err != nil {
		return err
	}
	if err := settings.Unknown(body, []string{dismiss}); err != nil {
		return badRequest("%v", err)
	}
	sent, ok := body[dismiss]
	if !ok {
		return nil
	}
	in.dismiss = new(bool) // null shows the banner again
	if json.Unmarshal(sent, in.dismiss) != nil {
		return badRequest("dismissManualAppsBanner must be true, false or null")
	}
	return nil
}

// setPreferences answers "PUT /api/preferences".
func (a *API) setPreferences(ctx context.Context, in preferencesRequest) (preferencesAnswer, error) {
	if in.dismiss != nil {
		now := storage.TimeOf(a.cfg.Now())
		err := a.cfg.Store.Update(ctx, func(tx storage.Tx) error { return preferences.DismissBanner(tx, now, *in.dismiss) })
		if err != nil {
			return preferencesAnswer{}, err
		}
	}
	return a.preferences(ctx, nothing{})
}

type dateFormatAnswer struct {
	Mode string `json:"mode"`
}

// dateFormat answers "GET /api/date-format".
func (a *API) dateFormat(ctx context.Context, _ nothing) (answer dateFormatAnswer, err error) {
	err = a.cfg.Store.View(ctx, func(tx storage.Tx) (err error) {
		answer.Mode, err = preferences.DateFormat(tx)
		return err
	})
	return answer, err
}

// dateFormatRequest is POST /api/date-format. What is no format is the default.
type dateFormatRequest struct{ mode string }

func (in *dateFormatRequest) decode(r *request) error {
	var body struct {
		Mode json.RawMessage `json:"mode"`
	}
	err := r.object(&body)
	in.mode, _ = jsonString(body.Mode)
	return err
}

// setDateFormat answers "POST /api/date-format".
func (a *API) setDateFormat(ctx context.Context, in dateFormatRequest) (answer dateFormatAnswer, err error) {
	err = a.cfg.Store.Update(ctx, func(tx storage.Tx) (err error) {
		answer.Mode, err = preferences.PutDateFormat(tx, in.mode)
		return err
	})
	return answer, err
}

// switchRoutes returns what reads and sets a switch, which is the only member of
// both bodies.
func (a *API) switchRoutes(s preferences.Switch, member string) (get, set handler) {
	get = read(a, func(ctx context.Context, _ nothing) (map[string]bool, error) {
		var on bool
		err := a.cfg.Store.View(ctx, func(tx storage.Tx) (err error) {
			on, err = s.Get(tx)
			return err
		})
		return map[string]bool{member: on}, err
	})
	set = call(func(ctx context.Context, in switchRequest) (map[string]bool, error) {
		var on *bool
		if json.Unmarshal(in.members[member], &on) != nil || on == nil {
			return nil, badRequest("%s must be true or false", member)
		}
		err := a.cfg.Store.Update(ctx, func(tx storage.Tx) error { return s.Put(tx, *on) })
		return map[string]bool{member: *on}, err
	})
	return get, set
}

// switchRequest is a body whose member has a name that its route decides.
type switchRequest struct {
	members map[string]json.RawMessage
}

func (in *switchRequest) decode(r *request) error { return r.object(&in.members) }

type welcomeAnswer struct {
	WelcomedAt storage.Time `json:"welcomedAt"`
}

// welcome answers "POST /api/welcomed-at".
func (a *API) welcome(ctx context.Context, _ nothing) (welcomeAnswer, error) {
	now := storage.TimeOf(a.cfg.Now())
	err := a.cfg.Store.Update(ctx, func(tx storage.Tx) error { return preferences.Welcome(tx, now) })
	return welcomeAnswer{now}, err
}
