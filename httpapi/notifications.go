package httpapi

import (
	"context"
	"encoding/json"

	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// inboxRequest is GET /api/notifications.
type inboxRequest struct{ limit, offset int }

func (in *inboxRequest) decode(r *request) (err error) {
	if in.limit, err = r.number("limit", 1, 200, 30); err != nil {
		return err
	}
	offset, err := r.offset()
	in.offset = offset.skip
	return err
}

// inboxAnswer is a page of the inbox.
type inboxAnswer struct{ notify.Page }

func (p inboxAnswer) keptUntil() storage.Time { return p.Until }

// inbox answers "GET /api/notifications".
func (a *API) inbox(ctx context.Context, in inboxRequest) (inboxAnswer, error) {
	page, err := a.cfg.Inbox.List(ctx, in.limit, in.offset)
	return inboxAnswer{page}, err
}

// markRequest is POST /api/notifications.
type markRequest struct {
	read bool
	ids  []string
}

func (in *markRequest) decode(r *request) error {
	var body struct {
		Action json.RawMessage `json:"action"`
		IDs    json.RawMessage `json:"ids"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	switch string(body.Action) {
	case `"mark_read"`:
		in.read = true
		return nil
	case `"mark_unread"`:
	default:
		return badRequest("action must be mark_read or mark_unread")
	}
	var ids []any
	if err := json.Unmarshal(body.IDs, &ids); err != nil || ids == nil {
		return badRequest("ids must be a list")
	}
	for _, id := range ids {
		if text, ok := id.(string); ok && text != "" {
			in.ids = append(in.ids, text)
		}
	}
	return nil
}

type markAnswer struct {
	Success bool `json:"success"`
	Flipped int  `json:"flipped"`
}

// mark answers "POST /api/notifications".
func (a *API) mark(ctx context.Context, in markRequest) (markAnswer, error) {
	if in.read {
		flipped, err := a.cfg.Inbox.MarkRead(ctx)
		return markAnswer{true, flipped}, err
	}
	flipped, err := a.cfg.Inbox.MarkUnread(ctx, in.ids)
	return markAnswer{true, flipped}, err
}
