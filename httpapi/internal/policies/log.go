package policies

import (
	"context"
	"time"

	"github.com/privacylabels/auditor/fleet/policy/llm"
	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/storage"
)

// modelLog is the log of the latest requests to models.
type modelLog struct{ store storage.Store }

func (l modelLog) operations() []op.Operation {
	return []op.Operation{
		op.NewPlain(op.Spec{
			Route: "GET /api/ai/debug-log", ID: "modelLog", Group: "ai", Summary: "List logged language model requests",
			Token: op.TokenIfSet, Limit: op.Limit{Bucket: "ai_debug_log.read", Calls: 60, Window: time.Minute},
		}, l.list),
		op.WithRequest(op.Spec{
			Route: "DELETE /api/ai/debug-log", ID: "clearModelLog", Group: "ai", Summary: "Clear the log of language model requests",
			Token: op.TokenIfSet, Limit: op.Limit{Bucket: "ai_debug_log.clear", Calls: 10, Window: time.Minute},
		}, l.clear),
	}
}

// logAnswer is the requests to models, newest first.
type logAnswer struct {
	Rows []logRow `json:"rows"`
}

// logRow is one request to a model. Unknown members are omitted.
type logRow struct {
	ID         string        `json:"id"`
	CreatedAt  storage.Time  `json:"createdAt"`
	App        storage.AppID `json:"appId,omitempty"`
	AppName    string        `json:"appName,omitempty"`
	Provider   string        `json:"provider,omitempty"`
	Model      string        `json:"model,omitempty"`
	Phase      string        `json:"phase,omitempty"`
	Prompt     string        `json:"prompt,omitempty"`
	Response   string        `json:"response,omitempty"`
	DurationMS int64         `json:"durationMs"`
	Error      string        `json:"error,omitempty"`
}

func (l modelLog) list(ctx context.Context) (answer logAnswer, err error) {
	err = l.store.View(ctx, func(tx *storage.Tx) error {
		answer.Rows = []logRow{}
		for row, err := range tx.AILogs.List(storage.AILogQuery{Limit: llm.MaxLogged}) {
			if err != nil {
				return err
			}
			answer.Rows = append(answer.Rows, logRow(row))
		}
		return nil
	})
	return answer, err
}

func (l modelLog) clear(ctx context.Context, r op.Request, _ op.None) (op.Success, error) {
	_, err := storage.Update(ctx, l.store, func(tx *storage.Tx) (int, error) { return tx.AILogs.Clear() })
	if err == nil {
		r.Note("ai_debug_log.cleared", "", true)
	}
	return op.Success{Success: true}, err
}
