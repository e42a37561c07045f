package sqldb

import (
	"encoding/json"

	"github.com/privacylabels/auditor/storage"
)

var _ = declare(runs, func(tx *storage.Tx) any { return &tx.Runs })

func runs() kind[string, storage.Run, storage.RunQuery] {
	type run = storage.Run
	return kind[string, run, storage.RunQuery]{
		table: "runs",
		columns: []column[run]{
			text("id", func(r *run) *string { return &r.ID }),
			text("runner", func(r *run) *string { return &r.Runner }),
			text("initiator", func(r *run) *string { return &r.Initiator }),
			flag("resumed", func(r *run) *bool { return &r.Resumed }),
			raw("options", func(r *run) *json.RawMessage { return &r.Options }),
			text("status", func(r *run) *storage.RunStatus { return &r.Status }),
			text("control", func(r *run) *string { return &r.Control }),
			number("started_at", func(r *run) *storage.Time { return &r.StartedAt }),
			number("updated_at", func(r *run) *storage.Time { return &r.UpdatedAt }),
			number("ended_at", func(r *run) *storage.Time { return &r.EndedAt }),
			number("waiting_until", func(r *run) *storage.Time { return &r.WaitingUntil }),
			number("total", func(r *run) *int { return &r.Total }),
			number("completed", func(r *run) *int { return &r.Completed }),
			number("failed", func(r *run) *int { return &r.Failed }),
			number("skipped", func(r *run) *int { return &r.Skipped }),
			text("current_subject", func(r *run) *string { return &r.Current }),
			raw("totals", func(r *run) *json.RawMessage { return &r.Totals }),
			text("reason", func(r *run) *string { return &r.Reason }),
			text("error", func(r *run) *string { return &r.Error }),
		},
		key:     func(id string) []any { return []any{id} },
		settled: []string{"runner", "started_at", "ended_at"},
		query: func(q storage.RunQuery, s *selection) {
			s.keepIf(q.Runner != "", "runner = ?", q.Runner)
			s.keepIf(q.Open, "ended_at = 0")
			s.order = "started_at DESC, id DESC"
			s.limit, s.offset = q.Limit, q.Offset
		},
	}
}

var _ = declare(runItems, func(tx *storage.Tx) any { return &tx.RunItems })

func runItems() kind[storage.RunItemID, storage.RunItem, storage.RunItemQuery] {
	type item = storage.RunItem
	return kind[storage.RunItemID, item, storage.RunItemQuery]{
		table: "run_items",
		columns: []column[item]{
			text("run_id", func(i *item) *string { return &i.Run }),
			number("seq", func(i *item) *int { return &i.Seq }),
			text("subject", func(i *item) *string { return &i.Subject }),
			flag("done", func(i *item) *bool { return &i.Done }),
			text("outcome", func(i *item) *string { return &i.Outcome }),
			raw("detail", func(i *item) *json.RawMessage { return &i.Detail }),
			number("crashes", func(i *item) *int { return &i.Crashes }),
			flag("waiting", func(i *item) *bool { return &i.Waiting }),
		},
		key: func(id storage.RunItemID) []any { return []any{id.Run, int64(id.Seq)} },
		query: func(q storage.RunItemQuery, s *selection) {
			s.keepIf(q.Run != "", "run_id = ?", q.Run)
			s.keepIf(q.Pending, "done = FALSE")
			s.order = "run_id, seq"
			s.limit = q.Limit
		},
	}
}

var _ = declare(leases, func(tx *storage.Tx) any { return &tx.Leases })

func leases() kind[string, storage.Lease, storage.LeaseQuery] {
	type lease = storage.Lease
	return kind[string, lease, storage.LeaseQuery]{
		table: "leases",
		columns: []column[lease]{
			text("name", func(l *lease) *string { return &l.Name }),
			text("owner", func(l *lease) *string { return &l.Owner }),
			number("epoch", func(l *lease) *int64 { return &l.Epoch }),
			number("expires_at", func(l *lease) *storage.Time { return &l.ExpiresAt }),
		},
		key:   func(name string) []any { return []any{name} },
		query: func(_ storage.LeaseQuery, s *selection) { s.order = "name" },
	}
}

var _ = declare(results, func(tx *storage.Tx) any { return &tx.Results })

func results() kind[string, storage.Result, storage.ResultQuery] {
	type result = storage.Result
	return kind[string, result, storage.ResultQuery]{
		table: "results",
		columns: []column[result]{
			text("id", func(r *result) *string { return &r.ID }),
			number("started_at", func(r *result) *storage.Time { return &r.StartedAt }),
			number("heartbeat_at", func(r *result) *storage.Time { return &r.HeartbeatAt }),
			number("ended_at", func(r *result) *storage.NullTime { return &r.EndedAt }),
			number("http_status", func(r *result) *int { return &r.HTTPStatus }),
			raw("answer", func(r *result) *json.RawMessage { return &r.Answer }),
		},
		key: func(id string) []any { return []any{id} },
		query: func(q storage.ResultQuery, s *selection) {
			s.keepIf(q.Running, "ended_at = 0")
			s.keepIf(q.EndedBy != 0, "ended_at <> 0 AND ended_at <= ?", int64(q.EndedBy))
			s.order = "started_at DESC, id DESC"
			s.offset = q.Offset
		},
	}
}
