package httpapi

import (
	"context"
	"strconv"

	"github.com/privacylabels/auditor/internal/health"
)

// faultsAnswer is what went wrong inside, newest first.
type faultsAnswer struct {
	Entries  []health.Line `json:"entries"`
	Capacity int           `json:"capacity"`
}

// faultsRequest is GET /api/diagnostics/errors.
type faultsRequest struct{ limit int }

func (in *faultsRequest) decode(r *request) error {
	in.limit = health.KeptLines
	text, _ := r.query("limit")
	if n, err := strconv.Atoi(text); err == nil {
		in.limit = min(max(n, 1), health.KeptLines)
	}
	return nil
}

// faults answers "GET /api/diagnostics/errors".
func (a *API) faults(ctx context.Context, in faultsRequest) (faultsAnswer, error) {
	answer := faultsAnswer{a.ops.lines.Newest(in.limit), a.ops.lines.Capacity()}
	secrets, err := a.secrets(ctx)
	if err != nil {
		return faultsAnswer{}, err
	}
	for i := range answer.Entries {
		answer.Entries[i].Message = health.Mask(answer.Entries[i].Message, secrets...)
	}
	return answer, nil
}

// clearFaults answers "DELETE /api/diagnostics/errors".
func (a *API) clearFaults(context.Context, nothing) (faultsAnswer, error) {
	a.ops.lines.Clear()
	return faultsAnswer{[]health.Line{}, a.ops.lines.Capacity()}, nil
}
