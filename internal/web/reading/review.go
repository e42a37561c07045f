package reading

import (
	"context"
	"net/http"
	"net/url"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// told is what a message says of an action.
var told = map[storage.ReviewAction]language.Words{
	storage.ReviewReviewed:  "Marked as reviewed.",
	storage.ReviewDismissed: "Dismissed.",
	storage.ReviewSnoozed:   "You are reminded in a week.",
	storage.ReviewUnsnoozed: "Shown again.",
}

// acknowledge marks the changes of an app as seen.
func (s actions) acknowledge(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	id := ui.ID[storage.AppID](r, "id")
	action := storage.ReviewAction(form.Get("action"))
	text, known := told[action]
	if !known {
		return ui.Reply{}, ui.Refuse(http.StatusBadRequest, "Not an action on changes")
	}
	record, err := s.Reviews.Acknowledge(ctx, id, action, 7)
	if err != nil {
		return ui.Reply{}, err
	}
	return ui.Back(r, form, "/", ui.Flash{Text: text, Undo: ui.UndoReview{App: id, Review: record.ID}}), nil
}

func (s actions) undoReview(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	if err := s.Reviews.Undo(ctx, ui.ID[storage.AppID](r, "id"), form.Get("action"), storage.MaxTime); err != nil {
		return ui.Reply{}, err
	}
	return ui.Back(r, form, "/", ui.Flash{Text: "Undone. The changes are to be reviewed again."}), nil
}
