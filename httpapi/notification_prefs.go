package httpapi

import (
	"context"
	"encoding/json"

	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// prefsAnswer is the notification switches. While the feature flags cannot be
// read, it is not kept.
type prefsAnswer struct {
	notify.Prefs
	now storage.Time
}

func (p prefsAnswer) keptUntil() storage.Time {
	if p.Settled {
		return 0
	}
	return p.now
}

// notificationPrefs answers "GET /api/notification-prefs".
func (a *API) notificationPrefs(ctx context.Context, _ nothing) (prefsAnswer, error) {
	prefs, err := a.cfg.Inbox.Prefs(ctx)
	return prefsAnswer{prefs, storage.TimeOf(a.cfg.Now())}, err
}

// prefsRequest is PUT /api/notification-prefs. What is not set is forgotten.
type prefsRequest struct {
	set     map[string]bool
	cleared []string // members that are no booleans
}

func (in *prefsRequest) decode(r *request) error {
	var body struct {
		Prefs json.RawMessage `json:"prefs"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	var members map[string]json.RawMessage
	if body.Prefs == nil || json.Unmarshal(body.Prefs, &members) != nil {
		return badRequest("prefs must be an object or null")
	}
	in.set = notify.Booleans(members)
	for name := range members {
		if _, boolean := in.set[name]; !boolean {
			in.cleared = append(in.cleared, name)
		}
	}
	return nil
}

// setNotificationPrefs answers "PUT /api/notification-prefs".
func (a *API) setNotificationPrefs(ctx context.Context, in prefsRequest) (prefsAnswer, error) {
	if err := a.cfg.Inbox.SetPrefs(ctx, in.set, in.cleared...); err != nil {
		return prefsAnswer{}, err
	}
	return a.notificationPrefs(ctx, nothing{})
}
