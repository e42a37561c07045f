package reading

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// excludeBlock is the operation that marks a block as not part of the policy.
const excludeBlock = "POST /api/policy/blocks/{appId}"

// policyState is what the screen of an app shows of its policy; nil: it was never fetched.
type policyState struct {
	*policy.Shown
	Short bool // the text is too short for a summary
}

// policy adds the state of the policy of an app.
func (s apps) policy(ctx context.Context, r ui.Request, view *appView) {
	shown, err := s.Policies.Show(ctx, view.App.ID)
	if view.PolicyFailed = ui.Why(r, err); err == nil && shown != nil {
		view.Policy = &policyState{shown, shown.WordCount > 0 && shown.WordCount < policy.MinSummarized}
	}
}

// Said says why the last fetch failed.
func (p policyState) Said() language.Words { return language.Words(p.Error) }

// Unread reports whether the last fetch failed.
func (p policyState) Unread() bool { return p.Error != "" && p.FailedDays > 0 }

func (s actions) exclude(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	id := ui.ID[storage.AppID](r, "id")
	selector := strings.TrimSpace(form.Get("selector"))
	if form.Get("block") == "" && selector == "" {
		return ui.Back(r, form, appPath(id), ui.Flash{Text: "Name the part of the page.", Bad: true}), nil
	}
	if len(selector) > policy.MaxSelector {
		return ui.Back(r, form, appPath(id), ui.Flash{Text: "The name of the part of the page is too long.", Bad: true}), nil
	}
	err := s.Policies.Exclude(ctx, id, form.Get("block"), selector)
	done := language.Words("The block is not read as part of the policy any more.")
	if policy.NamesElements(selector) {
		done = "The next fetch leaves out what has this name, and tells whether the page has it."
	}
	return s.blockEdited(r, form, id, "policy.block.exclude", done, err)
}

func (s actions) readmit(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	id := ui.ID[storage.AppID](r, "id")
	err := s.Policies.Readmit(ctx, id, form.Get("block"))
	return s.blockEdited(r, form, id, "policy.block.readmit", "The block is part of the policy again.", err)
}

// blockEdited returns to the screen of the app and says what came of an edit.
func (s actions) blockEdited(r ui.Request, form url.Values, id storage.AppID, action string, done language.Words, err error) (ui.Reply, error) {
	flash := ui.Flash{Text: done}
	switch {
	case errors.Is(err, policy.ErrNoBlock), errors.Is(err, policy.ErrNoMatch), errors.Is(err, policy.ErrTooManyBlocks), errors.Is(err, policy.ErrWholePolicy), errors.Is(err, policy.ErrNoText):
		flash = ui.Flash{Text: language.Words(policy.Explain(err)), Bad: true}
	case err != nil:
		return ui.Reply{}, err
	default:
		r.Note(action, "app="+id.String(), true)
	}
	return ui.Back(r, form, appPath(id), flash), nil
}
