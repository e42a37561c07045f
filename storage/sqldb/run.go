package sqldb

import (
	"encoding/json"

	"github.com/privacylabels/auditor/storage"
)

var _ = declare(func(tx *storage.Tx) any { return &tx.Runs }, kind[string, storage.Run, storage.RunQuery]{
	table: "runs",
	columns: []column[storage.Run]{
		text("id", func(r *storage.Run) *string { return &r.ID }),
		text("runner", func(r *storage.Run) *string { return &r.Runner }),
		text("initiator", func(r *storage.Run) *string { return &r.Initiator }),
		flag("resumed", func(r *storage.Run) *bool { return &r.Resumed }),
		raw("options", func(r *storage.Run) *json.RawMessage { return &r.Options }),
		text("status", func(r *storage.Run) *storage.RunStatus { return &r.Status }),
		text("control", func(r *storage.Run) *string { return &r.Control }),
		number("started_at", func(r *storage.Run) *storage.Time { return &r.StartedAt }),
		number("updated_at", func(r *storage.Run) *storage.Time { return &r.UpdatedAt }),
		number("ended_at", func(r *storage.Run) *storage.Time { return &r.EndedAt }),
		number("waiting_until", func(r *storage.Run) *storage.Time { return &r.WaitingUntil }),
		number("total", func(r *storage.Run) *int { return &r.Total }),
		number("completed", func(r *storage.Run) *int { return &r.Completed }),
		number("failed", func(r *storage.Run) *int { return &r.Failed }),
		number("skipped", func(r *storage.Run) *int { return &r.Skipped }),
		text("current_subject", func(r *storage.Run) *string { return &r.Current }),
		raw("totals", func(r *storage.Run) *json.RawMessage { return &r.Totals }),
		text("reason", func(r *storage.Run) *string { return &r.Reason }),
		text("error", func(r *storage.Run) *string { return &r.Error }),
	},
	settled: []string{"runner", "started_at", "ended_at"},
	query: func(q storage.RunQuery, s *selection) {
		s.keepIf(q.Runner != "", "runner = ?", q.Runner)
		s.keepIf(q.Open, "ended_at = 0")
		s.order = "started_at DESC, id DESC"
		s.limit, s.offset = q.Limit, q.Offset
	},
})

var _ = declare(func(tx *storage.Tx) any { return &tx.RunItems }, kind[storage.RunItemID, storage.RunItem, storage.RunItemQuery]{
	table: "run_items",
	columns: []column[storage.RunItem]{
		text("run_id", func(i *storage.RunItem) *string { return &i.Run }),
		number("seq", func(i *storage.RunItem) *int { return &i.Seq }),
		text("subject", func(i *storage.RunItem) *string { return &i.Subject }),
		flag("done", func(i *storage.RunItem) *bool { return &i.Done }),
		text("outcome", func(i *storage.RunItem) *string { return &i.Outcome }),
		raw("detail", func(i *storage.RunItem) *json.RawMessage { return &i.Detail }),
		number("crashes", func(i *storage.RunItem) *int { return &i.Crashes }),
		flag("waiting", func(i *storage.RunItem) *bool { return &i.Waiting }),
	},
	query: func(q storage.RunItemQuery, s *selection) {
		s.keepIf(q.Run != "", "run_id = ?", q.Run)
		s.keepIf(q.Pending, "done = FALSE")
		s.order = "run_id, seq"
		s.limit = q.Limit
	},
})

var _ = declare(func(tx *storage.Tx) any { return &tx.Leases }, kind[string, storage.Lease, storage.LeaseQuery]{
	table: "leases",
	columns: []column[storage.Lease]{
		text("name", func(l *storage.Lease) *string { return &l.Name }),
		text("owner", func(l *storage.Lease) *string { return &l.Owner }),
		number("epoch", func(l *storage.Lease) *int64 { return &l.Epoch }),
		number("expires_at", func(l *storage.Lease) *storage.Time { return &l.ExpiresAt }),
	},
	query: func(_ storage.LeaseQuery, s *selection) { s.order = "name" },
})

var _ = declare(func(tx *storage.Tx) any { return &tx.Results }, kind[string, storage.Result, storage.ResultQuery]{
	table: "results",
	columns: []column[storage.Result]{
		text("id", func(r *storage.Result) *string { return &r.ID }),
		number("started_at", func(r *storage.Result) *storage.Time { return &r.StartedAt }),
		number("heartbeat_at", func(r *storage.Result) *storage.Time { return &r.HeartbeatAt }),
		number("ended_at", func(r *storage.Result) *storage.NullTime { return &r.EndedAt }),
		number("http_status", func(r *storage.Result) *int { return &r.HTTPStatus }),
		raw("answer", func(r *storage.Result) *json.RawMessage { return &r.Answer }),
	},
	query: func(q storage.ResultQuery, s *selection) {
		s.keepIf(q.Running, "ended_at = 0")
		s.keepIf(q.EndedBy != 0, "ended_at <> 0 AND ended_at <= ?", int64(q.EndedBy))
		s.order = "started_at DESC, id DESC"
		s.offset = q.Offset
	},
})
