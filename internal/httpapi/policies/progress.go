package policies

import (
	"context"

	"github.com/privacylabels/auditor/storage"
)

type progressRequest struct {
	App storage.AppID `path:"appId" op:"required" doc:"The ID of the app."`
}

type progressAnswer struct {
	RunStatus    string                `json:"runStatus"`    // whether an analysis is running: idle or running
	RunStartedAt storage.NullTime      `json:"runStartedAt"` // when the analysis began
	LastRunLog   []storage.PolicyStep  `json:"lastRunLog"`   // the steps of the last analysis, oldest first
	Status       *storage.PolicyStatus `json:"status"`       // the status of the policy; nil: it was never fetched
	until        storage.Time
}

func (p progressAnswer) ValidUntil() storage.Time { return p.until }

// progress treats an app that is not tracked like one whose policy was never read.
func (v versions) progress(ctx context.Context, in progressRequest) (progressAnswer, error) {
	answer := progressAnswer{RunStatus: "idle", LastRunLog: []storage.PolicyStep{}}
	shown, err := v.policies.Show(ctx, in.App)
	if err != nil || shown == nil {
		return answer, err
	}
	answer.RunStatus, answer.RunStartedAt = shown.RunStatus, storage.NullTime(shown.RunStarted)
	answer.LastRunLog = append(answer.LastRunLog, shown.LastRunLog...)
	answer.Status, answer.until = &shown.Status, shown.Until()
	return answer, nil
}
