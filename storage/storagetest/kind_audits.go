package storagetest

import "github.com/privacylabels/auditor/storage"

func audited(id string, at storage.Time, action string) storage.Audit {
	return storage.Audit{ID: id, CreatedAt: at, Action: action}
}

func audits() kind[string, storage.Audit, storage.AuditQuery] {
	return kind[string, storage.Audit, storage.AuditQuery]{
		name:  "Audits",
		table: storage.Tx.Audits,
		key:   func(a *storage.Audit, n int) { a.ID = text("audit", n) },
		least: func(a *storage.Audit) { a.Action, a.CreatedAt = "a", 1 },
		stock: []storage.Audit{
			audited("b", 100, "reset"), audited("é", 100, "export"), audited("B", 100, "reset"), audited("c", 99, "reset"),
			audited("a", 100, "RESET"), audited("d", 1000, "export"), {ID: "e", CreatedAt: 100, Action: "export", Success: true},
			{ID: "A", CreatedAt: 99, Action: "reset", Success: true},
		},
		lookups: []lookup[string, storage.AuditQuery]{
			{name: "newest first, then by id, last first", want: []string{"d", "é", "e", "b", "a", "B", "c", "A"}},
			{name: "of an action", query: storage.AuditQuery{Action: "reset"}, want: []string{"b", "B", "c", "A"}},
			{name: "successes", query: storage.AuditQuery{Success: true}, want: []string{"e", "A"}},
			{name: "failures", query: storage.AuditQuery{Failure: true}, want: []string{"d", "é", "b", "a", "B", "c"}},
			{name: "both, which is none", query: storage.AuditQuery{Success: true, Failure: true}},
			{name: "successes of an action", query: storage.AuditQuery{Action: "reset", Success: true}, want: []string{"A"}},
			{name: "of no such action", query: storage.AuditQuery{Action: "res"}},
		},
	}
}
