package policies

import (
	"context"

	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/storage"
)

// progress is the state of the work on an app's policy.
type progress struct{ policies *policy.Service }

func (p progress) operations() []op.Operation {
	return []op.Operation{
		op.New(op.Spec{
			Route: "GET /api/policy/status/{appId}", ID: "policyProgress", Group: "policy", Summary: "Get the policy status of an app",
			Cached: true,
		}, p.of),
	}
}

type progressRequest struct {
	App storage.AppID `path:"appId" op:"required" doc:"The ID of the app."`
}

type progressAnswer struct {
	RunStatus    string                `json:"runStatus"`
	RunStartedAt storage.NullTime      `json:"runStartedAt"`
	LastRunLog   []storage.PolicyStep  `json:"lastRunLog"`
	Status       *storage.PolicyStatus `json:"status"` // the status of the policy; nil: it was never fetched
	until        storage.Time
}

func (p progressAnswer) ValidUntil() storage.Time { return p.until }

// of treats an app that is not tracked like one whose policy was never read.
func (p progress) of(ctx context.Context, in progressRequest) (progressAnswer, error) {
	answer := progressAnswer{RunStatus: "idle", LastRunLog: []storage.PolicyStep{}}
	shown, err := p.policies.Show(ctx, in.App)
	if err != nil || shown == nil {
		return answer, err
	}
	answer.RunStatus, answer.RunStartedAt = shown.RunStatus, storage.NullTime(shown.RunStarted)
	answer.LastRunLog = append(answer.LastRunLog, shown.LastRunLog...)
	answer.Status, answer.until = &shown.Status, shown.Until()
	return answer, nil
}
