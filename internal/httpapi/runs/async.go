package runs

import (
	"net/http"
	"net/url"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/storage"
)

// startedAnswer is the answer of a request that does not wait.
type startedAnswer struct {
	RunID string `json:"runId"` // the ID of the run
}

// StatusCode implements [op.Statuser].
func (startedAnswer) StatusCode() int { return http.StatusAccepted }

// accepted returns the answer that a run has begun.
func accepted(r op.Request, run storage.Run) startedAnswer {
	op.SetLocation(r, "/api/runs/"+url.PathEscape(run.ID))
	return startedAnswer{run.ID}
}

// acceptedAnswer describes the answer of a request that does not wait.
func acceptedAnswer() op.Answer {
	return op.AcceptedAnswer(op.Of[startedAnswer](), "The path of the run, which shows its progress and how it ended")
}
