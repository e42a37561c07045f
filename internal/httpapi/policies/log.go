package policies

import (
	"context"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/policy/llm"
	"github.com/privacylabels/auditor/storage"
)

// logAnswer is the requests to models, newest first.
type logAnswer struct {
	Rows []logRow `json:"rows"` // the rows
}

// logRow is one request to a model. Unknown members are omitted.
type logRow struct {
	ID         string        `json:"id"`                 // the ID
	CreatedAt  storage.Time  `json:"createdAt"`          // when it was created
	App        storage.AppID `json:"appId,omitempty"`    // the ID of the app
	AppName    string        `json:"appName,omitempty"`  // the name of the app
	Provider   string        `json:"provider,omitempty"` // the provider of the language model
	Model      string        `json:"model,omitempty"`    // the language model; missing or empty: none
	Phase      string        `json:"phase,omitempty"`    // the phase of the work
	Prompt     string        `json:"prompt,omitempty"`   // what the model was asked
	Response   string        `json:"response,omitempty"` // what the model answered
	DurationMS int64         `json:"durationMs"`         // how long it took, in milliseconds
	Error      string        `json:"error,omitempty"`    // what went wrong, in a sentence
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
