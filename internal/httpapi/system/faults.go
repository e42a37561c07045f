package system

import (
	"context"
	"time"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// faults are the warnings and errors of the log.
type faults struct{ Config }

func (f faults) operations() []op.Operation {
	return []op.Operation{
		op.New(op.Spec{Route: "GET /api/diagnostics/errors", ID: "errors", Group: "ops", Summary: "List recent errors", Access: op.Sensitive}, f.list),
		op.NewPlain(op.Spec{
			Route: "DELETE /api/diagnostics/errors", ID: "clearErrors", Group: "ops", Summary: "Clear recent errors",
			Access: op.Administer, Limit: op.Limit{Bucket: "diagnostics.errors.clear", Calls: 10, Window: time.Minute},
		}, f.clear),
	}
}

type faultsRequest struct {
	Limit faultsLimit `query:"limit" doc:"The maximum number of entries. Defaults to all that are kept." example:"5"`
}

// faultsLimit is how many faults to answer; zero: all.
type faultsLimit int

func (faultsLimit) Bounds() (least, most int64) { return 1, health.KeptLines }

// faultsAnswer is the faults, newest first.
type faultsAnswer struct {
	Entries  []health.Line `json:"entries"`  // the entries, newest first
	Capacity int           `json:"capacity"` // the maximum number of entries that are retained
}

func (f faults) list(ctx context.Context, in faultsRequest) (faultsAnswer, error) {
	if in.Limit == 0 {
		in.Limit = health.KeptLines
	}
	answer := faultsAnswer{f.Process.lines.Newest(int(in.Limit)), f.Process.lines.Capacity()}
	hidden, err := f.secrets(ctx)
	if err != nil {
		return faultsAnswer{}, err
	}
	for i := range answer.Entries {
		answer.Entries[i].Message = health.Mask(answer.Entries[i].Message, hidden...)
	}
	return answer, nil
}

func (f faults) clear(context.Context) (faultsAnswer, error) {
	f.Process.lines.Clear()
	return faultsAnswer{[]health.Line{}, f.Process.lines.Capacity()}, nil
}

// secrets returns the configured secrets, which no answer may show.
func (c Config) secrets(ctx context.Context) ([]string, error) {
	all, err := storage.View(ctx, c.Store, settings.Secrets)
	return append(all, c.AdminToken), err
}
