package policies

import (
	"context"
	"net/http"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/storage"
)

// blocks are the parts of the pages of policies that users marked as not part of the policy.
type blocks struct{ policies *policy.Service }

func (b blocks) operations() []op.Operation {
	const route = " /api/policy/blocks/{appId}"
	refuses := []int{http.StatusNotFound, http.StatusConflict}
	return []op.Operation{
		op.WithRequest(op.Spec{
			Route: "POST" + route, ID: "excludePolicyBlock", Group: "policy", Summary: "Mark a block of the page as not part of the policy",
			MaxBody: 4 << 10, Refuses: refuses, Example: `{"selector": "#testimonials"}`,
		}, b.exclude),
		op.WithRequest(op.Spec{
			Route: "DELETE" + route + "/{block}", ID: "readmitPolicyBlock", Group: "policy", Summary: "Make an excluded block part of the policy again",
			Refuses: refuses,
		}, b.readmit),
	}
}

// blocksAnswer has the blocks of a policy after a change.
type blocksAnswer struct {
	Changing []policy.ShownBlock `json:"changingBlocks"` // the blocks that differ at each fetch, if the policy is unstable
	Excluded []policy.ShownBlock `json:"excludedBlocks"` // the blocks that are not part of the policy

	// What is not known of a selector yet; missing: nothing.
	Hint string `json:"hint,omitempty"`
}

type excludeRequest struct {
	App      storage.AppID `path:"appId" op:"required" doc:"The ID of the app."`
	Block    string        `json:"block" op:"trim" doc:"The ID of a changing block. Either this or selector is required."`
	Selector string        `json:"selector" op:"trim" doc:"What to leave out of the page: #id or .class of elements; the text of a heading, for its section; the words of a paragraph; or the words that paragraphs begin with, followed by an ellipsis (…)."`
}

func (in *excludeRequest) Check() error {
	switch {
	case (in.Block == "") == (in.Selector == ""):
		return op.BadRequest("Send either block or selector")
	case len(in.Block) > policy.MaxSelector || len(in.Selector) > policy.MaxSelector:
		return op.BadRequest("block and selector have at most %d bytes", policy.MaxSelector)
	}
	return nil
}

func (b blocks) exclude(ctx context.Context, r op.Request, in excludeRequest) (blocksAnswer, error) {
	answer, err := b.edited(ctx, r, "policy.block.exclude", in.App, b.policies.Exclude(ctx, in.App, in.Block, in.Selector))
	if err == nil && policy.NamesElements(in.Selector) {
		answer.Hint = "Whether the page has elements with this name is known after the next fetch: leftOut is how many it left out"
	}
	return answer, err
}

type readmitRequest struct {
	App   storage.AppID `path:"appId" op:"required" doc:"The ID of the app."`
	Block string        `path:"block" doc:"The ID of the excluded block." example:"0123456789abcdef"`
}

func (b blocks) readmit(ctx context.Context, r op.Request, in readmitRequest) (blocksAnswer, error) {
	return b.edited(ctx, r, "policy.block.readmit", in.App, b.policies.Readmit(ctx, in.App, in.Block))
}

// edited returns the blocks of a policy after an edit, unless that failed.
func (b blocks) edited(ctx context.Context, r op.Request, action string, app storage.AppID, err error) (blocksAnswer, error) {
	answer := blocksAnswer{Changing: []policy.ShownBlock{}, Excluded: []policy.ShownBlock{}}
	if err != nil {
		return answer, err
	}
	r.Note(action, "app="+app.String(), true)
	shown, err := b.policies.Show(ctx, app)
	if err == nil && shown != nil {
		answer.Changing, answer.Excluded = shown.Changing, shown.Excluded
	}
	return answer, err
}
