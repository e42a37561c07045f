package policies

import (
	"context"

	"github.com/privacylabels/auditor/fleet/policy/llm"
	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/storage"
)

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

func (m models) log(ctx context.Context) (answer logAnswer, err error) {
	err = m.Store.View(ctx, func(tx *storage.Tx) error {
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

func (m models) clearLog(ctx context.Context, r op.Request, _ op.None) (op.Success, error) {
	_, err := storage.Update(ctx, m.Store, func(tx *storage.Tx) (int, error) { return tx.AILogs.Clear() })
	if err == nil {
		r.Note("ai_debug_log.cleared", "", true)
	}
	return op.Success{Success: true}, err
}
