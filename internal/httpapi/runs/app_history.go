package runs

import (
	"context"
	"fmt"

	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/internal/httpapi/op"
)

const importAction = "wayback.import.app"

type importHistoryRequest struct {
	importHistoryOptions
	op.Waiting
}

// importHistoryOptions are the options of an import and of its preview.
type importHistoryOptions struct {
	op.AppRequest
	Interval months `json:"intervalMonths" doc:"Fetch one archived page per this many months. Without it, the changes are located with as few pages as possible."`

	OtherURLs op.Nullable[[]string] `json:"otherUrls" op:"max=3" doc:"Further addresses of the app's page in the App Store, such as those under earlier names. They are stored with the app in place of the stored ones, and each import asks the archive for them. Without this member, the stored ones stay."`
}

// months is a number of months between two pages. Zero means that none was sent.
type months int

func (months) Bounds() (least, most int64) { return 1, history.MaxMonths }

type importHistoryAnswer = struct {
	Result history.Result `json:"result" doc:"The result"`
}

// remember stores the addresses that a request has.
func (h histories) remember(ctx context.Context, r op.Request, in importHistoryOptions) error {
	if !in.OtherURLs.Sent {
		return nil
	}
	err := h.History.SetOtherURLs(ctx, in.App, in.OtherURLs.Value)
	r.Note("wayback.addresses", fmt.Sprintf("app=%s addresses=%d", in.App, len(in.OtherURLs.Value)), err == nil)
	return err
}

type planAnswer struct {
	Plan history.Plan `json:"plan" doc:"What the import would read"`
}

// plan asks the archive's index what an import would read.
func (h histories) plan(ctx context.Context, r op.Request, in importHistoryOptions) (planAnswer, error) {
	if err := h.remember(ctx, r, in); err != nil {
		return planAnswer{}, err
	}
	plan, err := h.History.Plan(ctx, in.App, int(in.Interval))
	return planAnswer{plan}, err
}

func (h histories) fetch(ctx context.Context, r op.Request, in importHistoryRequest) (any, error) {
	if err := h.remember(ctx, r, in.importHistoryOptions); err != nil {
		return nil, err
	}
	r.Note(importAction+".start", "app="+in.App.String(), true)
	return in.Do(ctx, r, func(ctx context.Context, note op.NoteFunc) (any, error) {
		result, err := h.History.Import(ctx, in.App, int(in.Interval))
		if err != nil {
			note(importAction+".failed", fmt.Sprintf("app=%s %s", in.App, r.Explain(err).Message), false)
			return nil, err
		}
		note(importAction+".success", fmt.Sprintf("app=%s imported=%d", in.App, result.Imported), true)
		return importHistoryAnswer{result}, nil
	})
}

// removedAnswer is the number of records that were deleted.
type removedAnswer struct {
	Deleted int `json:"deleted"` // the number of deleted records
}

func (h histories) removeOne(ctx context.Context, r op.Request, in op.AppRequest) (removedAnswer, error) {
	n, err := h.History.Remove(ctx, in.App)
	noteRemoved(r, importAction+".remove", n, err)
	return removedAnswer{n}, err
}

// noteRemoved adds a line to the audit log about records that were deleted, or were
// not.
func noteRemoved(r op.Request, action string, n int, err error) {
	if err != nil {
		r.Note(action, r.Explain(err).Message, false)
		return
	}
	r.Note(action, fmt.Sprintf("deleted=%d", n), true)
}
