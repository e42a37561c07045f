package people

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/services"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// notifications are the inbox and the notification preferences.
type notifications struct{ services.Set }

func (n notifications) operations() []op.Operation {
	return []op.Operation{
		op.New(op.Spec{
			Route: "GET /api/notifications", ID: "notifications", Group: "notify", Summary: "List notifications, newest first", Cached: true,
			Reads: storage.TablesOf("Notifications", "Apps", "Settings", "FlagOverrides"),
		}, n.list),
		op.New(op.Spec{
			Route: "POST /api/notifications", ID: "markNotifications", Group: "notify", Summary: "Mark notifications read or unread",
			MaxBody: 32 << 10, Example: `{"action": "mark_unread", "ids": ["none"]}`,
		}, n.mark),
		op.NewPlain(op.Spec{
			Route: "GET /api/notification-prefs", ID: "notificationPrefs", Group: "notify", Summary: "Get the notification preferences", Cached: true,
		}, n.prefs),
		op.WithRequest(op.Spec{
			Route: "PUT /api/notification-prefs", ID: "setNotificationPrefs", Group: "notify", Summary: "Set the notification preferences",
			MaxBody: 8 << 10, Example: `{"prefs": {"versionUpdates": false}}`,
		}, n.setPrefs),
	}
}

// pageRequest asks for a part of a list.
type pageRequest struct {
	Limit  int       `query:"limit" op:"min=1,max=200,default=30" doc:"The maximum number of entries." example:"20"`
	Offset op.Offset `query:"offset" doc:"The number of entries to skip." example:"0"`
}

// notificationsAnswer is a page of the inbox.
type notificationsAnswer struct{ notify.Page }

func (a notificationsAnswer) ValidUntil() storage.Time { return a.Until }

// AppendTo implements [op.Encoded]. It encodes as package json does, but much faster.
func (a notificationsAnswer) AppendTo(buf *bytes.Buffer) (err error) {
	const usual = 768 // bytes of a notification
	buf.Grow(usual * (len(a.Items) + 1))
	b := append(buf.AvailableBuffer(), `{"notifications":`...)
	b = op.AppendList(b, a.Items, func(b []byte, item *notify.Item) []byte {
		b, failed := appendItem(b, item)
		err = cmp.Or(err, failed)
		return b
	})
	b = op.AppendInt(append(b, `,"unreadCount":`...), int64(a.UnreadCount))
	b = op.AppendInt(append(b, `,"total":`...), int64(a.Total))
	buf.Write(append(b, '}'))
	return err
}

func appendItem(b []byte, item *notify.Item) (_ []byte, err error) {
	b = op.AppendString(append(b, `{"id":`...), item.ID, false)
	b = op.AppendString(append(b, `,"appName":`...), item.AppName, false)
	b = op.AppendString(append(b, `,"type":`...), item.Type, false)
	b = op.AppendList(append(b, `,"changes":`...), item.Changes, func(b []byte, e *storage.Entry) []byte {
		b, failed := op.AppendEntry(b, e, true)
		err = cmp.Or(err, failed)
		return b
	})
	b = op.AppendInt(append(b, `,"createdAt":`...), item.CreatedAt)
	b = strconv.AppendBool(append(b, `,"read":`...), item.Read)
	b = strconv.AppendBool(append(b, `,"stale":`...), item.Stale)
	b = append(b, `,"notBefore":`...)
	if item.NotBefore == 0 {
		b = append(b, "null"...)
	} else {
		b = op.AppendInt(b, item.NotBefore)
	}
	b = append(b, `,"appId":`...)
	if item.App == nil {
		b = append(b, "null"...)
	} else {
		b = op.AppendInt(b, *item.App)
	}
	b = op.AppendText(append(b, `,"iconUrl":`...), item.IconURL)
	return append(b, '}'), err
}

func (n notifications) list(ctx context.Context, in pageRequest) (notificationsAnswer, error) {
	page, err := n.Inbox.List(ctx, in.Limit, in.Offset.Skip)
	return notificationsAnswer{page}, err
}

type markRequest struct {
	Action string  `json:"action" op:"required" enum:"mark_read,mark_unread" doc:"mark_read marks all notifications as read."`
	IDs    idsList `json:"ids" doc:"The notifications to mark as unread. Only the first 200 are used."`
}

func (in *markRequest) Check() error {
	if in.Action == "mark_read" {
		in.IDs = idsList{} // has no effect
		return nil
	}
	if !in.IDs.valid {
		return op.BadRequest("ids must be a list")
	}
	return nil
}

// idsList is a list of IDs; other values in it are ignored. Whether it is a list
// matters for one action only, so Check validates that.
type idsList struct {
	ids   []string
	valid bool
}

func (l *idsList) UnmarshalJSON(sent []byte) error {
	var all []any
	l.valid = json.Unmarshal(sent, &all) == nil && all != nil
	for _, one := range all {
		if id, ok := one.(string); ok && id != "" && len(l.ids) < notify.MaxMarked {
			l.ids = append(l.ids, id)
		}
	}
	return op.Part("[]", len(l.ids) == len(all))
}

func (idsList) Schema() *openapi.Schema { return openapi.List(openapi.Loose(openapi.Text())) }

type markAnswer struct {
	Success bool `json:"success"` // whether it succeeded
	Flipped int  `json:"flipped"` // number of notifications that were changed
}

func (n notifications) mark(ctx context.Context, in markRequest) (markAnswer, error) {
	if in.Action == "mark_read" {
		flipped, err := n.Inbox.MarkRead(ctx)
		return markAnswer{true, flipped}, err
	}
	flipped, err := n.Inbox.MarkUnread(ctx, in.IDs.ids)
	return markAnswer{true, flipped}, err
}

// prefsAnswer is the notification preferences. It is not cached while the feature
// flags cannot be read.
type prefsAnswer struct {
	notify.Prefs
	now storage.Time
}

func (p prefsAnswer) ValidUntil() storage.Time {
	if p.Settled {
		return 0
	}
	return p.now
}

func prefsSchema() *openapi.Schema {
	return openapi.Closed(openapi.Members{
		"prefs":    openapi.Map(openapi.Boolean()).Says("Whether each kind of notification is on: the four that are feature flags, such as label_changes, and the nine that are named after their type."),
		"stored":   openapi.Map(openapi.Boolean()).Says("Same as prefs."),
		"defaults": openapi.Map(openapi.Boolean()).Says("The defaults of the nine preferences that are named after their type."),
	})
}

func (n notifications) prefs(ctx context.Context) (prefsAnswer, error) {
	prefs, err := n.Inbox.Prefs(ctx)
	return prefsAnswer{prefs, storage.TimeOf(n.Now())}, err
}

type prefsRequest struct {
	Prefs sentPrefs `json:"prefs" op:"required" doc:"Preferences by name. Those that are missing or not a boolean are reset to their default; null resets all."`
}

// sentPrefs are preferences by name, or null.
type sentPrefs map[string]json.RawMessage

func (p *sentPrefs) UnmarshalJSON(sent []byte) error {
	if json.Unmarshal(sent, (*map[string]json.RawMessage)(p)) != nil {
		return errors.New("must be an object or null")
	}
	return nil
}

func (sentPrefs) Schema() *openapi.Schema {
	return openapi.OrNull(openapi.Map(openapi.Loose(openapi.Boolean())))
}

func (n notifications) setPrefs(ctx context.Context, r op.Request, in prefsRequest) (prefsAnswer, error) {
	if err := n.Inbox.SetPrefs(ctx, in.Prefs); err != nil {
		return prefsAnswer{}, err
	}
	now, err := n.prefs(ctx)
	for _, name := range slices.Sorted(maps.Keys(in.Prefs)) {
		known := !now.Settled || slices.ContainsFunc(now.Prefs.Prefs, func(s notify.Switch) bool { return s.Name == name })
		if !known || json.Unmarshal(in.Prefs[name], new(bool)) != nil {
			r.IgnoreMember("prefs." + name)
		}
	}
	return now, err
}
