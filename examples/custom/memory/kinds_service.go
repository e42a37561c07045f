package memory

import (
	"cmp"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// The tables of what does not hang on an app.
type (
	notificationTable = table[string, storage.Notification, storage.NotificationQuery]
	deliveryTable     = table[string, storage.Delivery, storage.DeliveryQuery]
	activityTable     = table[string, storage.Activity, storage.ActivityQuery]
	auditTable        = table[string, storage.Audit, storage.AuditQuery]
	aiLogTable        = table[string, storage.AILog, storage.AILogQuery]
	settingTable      = table[string, storage.Setting, storage.SettingQuery]
	overrideTable     = table[string, storage.FlagOverride, storage.FlagOverrideQuery]
	revocationTable   = table[string, storage.Revocation, storage.RevocationQuery]
	runTable          = table[string, storage.Run, storage.RunQuery]
	itemTable         = table[storage.RunItemID, storage.RunItem, storage.RunItemQuery]
	leaseTable        = table[string, storage.Lease, storage.LeaseQuery]
)

func (t *tx) Notifications() storage.Table[string, storage.Notification, storage.NotificationQuery] {
	return &notificationTable{
		tx: t, name: "notification", rows: &t.state.notifications,
		order: func(q storage.NotificationQuery, a, b storage.Notification) int {
			if q.After != 0 {
				return flip(q.Oldest, cmp.Or(cmp.Compare(a.NotBefore, b.NotBefore), cmp.Compare(a.ID, b.ID)))
			}
			return flip(q.Oldest, cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(b.ID, a.ID)))
		},
		match: func(q storage.NotificationQuery, n storage.Notification) bool {
			return wanted(q.App, n.App) && wanted(q.Read, n.Read) && wanted(q.Unread, !n.Read) &&
				(q.Due == 0 || storage.Time(n.NotBefore) <= q.Due) && (q.After == 0 || storage.Time(n.NotBefore) > q.After) &&
				!slices.Contains(q.Without, n.Type)
		},
		page: func(q storage.NotificationQuery) (int, int) { return q.Limit, q.Offset },
	}
}

func (t *tx) Deliveries() storage.Table[string, storage.Delivery, storage.DeliveryQuery] {
	return &deliveryTable{
		tx: t, name: "delivery", rows: &t.state.deliveries,
		order: func(q storage.DeliveryQuery, a, b storage.Delivery) int {
			if q.Queue {
				return cmp.Or(cmp.Compare(a.QueuedAt, b.QueuedAt), cmp.Compare(a.ID, b.ID))
			}
			return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(b.ID, a.ID))
		},
		match: func(q storage.DeliveryQuery, d storage.Delivery) bool {
			return wanted(q.Endpoint, d.Endpoint) && wanted(q.State, d.State) && wanted(q.Ended, d.State != storage.DeliveryPending)
		},
		page: func(q storage.DeliveryQuery) (int, int) { return q.Limit, q.Offset },
	}
}

func (t *tx) Activities() storage.Table[string, storage.Activity, storage.ActivityQuery] {
	return &activityTable{
		tx: t, name: "activity", rows: &t.state.activities,
		order: orderActivities,
		match: func(q storage.ActivityQuery, a storage.Activity) bool {
			return wanted(q.Type, a.Type) && wanted(q.Status, a.Status) && within(q.From, q.To, a.StartedAt)
		},
		page: func(q storage.ActivityQuery) (int, int) { return q.Limit, q.Offset },
	}
}

func orderActivities(q storage.ActivityQuery, a, b storage.Activity) int {
	if q.Order == storage.ByID {
		return flip(q.Ascending, cmp.Compare(b.ID, a.ID))
	}
	if q.Order != storage.ByStart && (a.EndedAt == 0 || b.EndedAt == 0) {
		if (a.EndedAt == 0) != (b.EndedAt == 0) { // those without the value come last, either way
			return flip(a.EndedAt == 0, -1)
		}
		return newestStart(a, b)
	}
	var order int
	switch q.Order {
	case storage.ByEnd:
		order = cmp.Compare(b.EndedAt, a.EndedAt)
	case storage.ByDuration:
		order = cmp.Compare(duration(b), duration(a))
	default:
		order = cmp.Compare(b.StartedAt, a.StartedAt)
	}
	return cmp.Or(flip(q.Ascending, order), newestStart(a, b))
}

func newestStart(a, b storage.Activity) int {
	return cmp.Or(cmp.Compare(b.StartedAt, a.StartedAt), cmp.Compare(b.ID, a.ID))
}

func duration(a storage.Activity) storage.Time { return storage.Time(a.EndedAt) - a.StartedAt }

func (t *tx) Audits() storage.Table[string, storage.Audit, storage.AuditQuery] {
	return &auditTable{
		tx: t, name: "audit", rows: &t.state.audits,
		order: func(_ storage.AuditQuery, a, b storage.Audit) int {
			return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(b.ID, a.ID))
		},
		match: func(q storage.AuditQuery, a storage.Audit) bool {
			return wanted(q.Action, a.Action) && (!q.Success || a.Success) && (!q.Failure || !a.Success)
		},
		page: func(q storage.AuditQuery) (int, int) { return q.Limit, q.Offset },
	}
}

func (t *tx) AILogs() storage.Table[string, storage.AILog, storage.AILogQuery] {
	return &aiLogTable{
		tx: t, name: "AI log", rows: &t.state.aiLogs,
		order: func(_ storage.AILogQuery, a, b storage.AILog) int {
			return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(b.ID, a.ID))
		},
		page: func(q storage.AILogQuery) (int, int) { return q.Limit, q.Offset },
	}
}

func (t *tx) Settings() storage.Table[string, storage.Setting, storage.SettingQuery] {
	return &settingTable{
		tx: t, name: "setting", rows: &t.state.settings,
		order: func(_ storage.SettingQuery, a, b storage.Setting) int { return cmp.Compare(a.Name, b.Name) },
		match: func(q storage.SettingQuery, s storage.Setting) bool { return strings.HasPrefix(s.Name, q.Prefix) },
	}
}

func (t *tx) FlagOverrides() storage.Table[string, storage.FlagOverride, storage.FlagOverrideQuery] {
	return &overrideTable{
		tx: t, name: "flag override", rows: &t.state.flagOverrides,
		order: func(_ storage.FlagOverrideQuery, a, b storage.FlagOverride) int { return cmp.Compare(a.Flag, b.Flag) },
	}
}

func (t *tx) Revocations() storage.Table[string, storage.Revocation, storage.RevocationQuery] {
	return &revocationTable{
		tx: t, name: "revocation", rows: &t.state.revocations,
		order: func(_ storage.RevocationQuery, a, b storage.Revocation) int {
			return cmp.Or(cmp.Compare(a.ExpiresAt, b.ExpiresAt), cmp.Compare(a.Session, b.Session))
		},
		match: func(q storage.RevocationQuery, r storage.Revocation) bool {
			return q.ExpiredBy == 0 || r.ExpiresAt <= q.ExpiredBy
		},
	}
}

func (t *tx) Runs() storage.Table[string, storage.Run, storage.RunQuery] {
	return &runTable{
		tx: t, name: "run", rows: &t.state.runs,
		order: func(_ storage.RunQuery, a, b storage.Run) int {
			return cmp.Or(cmp.Compare(b.StartedAt, a.StartedAt), cmp.Compare(b.ID, a.ID))
		},
		match: func(q storage.RunQuery, r storage.Run) bool {
			return wanted(q.Runner, r.Runner) && wanted(q.Open, r.EndedAt == 0)
		},
		page: func(q storage.RunQuery) (int, int) { return q.Limit, 0 },
		fell: func(gone map[string]bool) error {
			_, err := t.runItems().removeAll(func(i storage.RunItem) bool { return gone[i.Run] })
			return err
		},
	}
}

func (t *tx) runItems() *itemTable {
	return &itemTable{
		tx: t, name: "run item", rows: &t.state.runItems,
		order: func(_ storage.RunItemQuery, a, b storage.RunItem) int {
			return cmp.Or(cmp.Compare(a.Run, b.Run), cmp.Compare(a.Seq, b.Seq))
		},
		match: func(q storage.RunItemQuery, i storage.RunItem) bool {
			return wanted(q.Run, i.Run) && wanted(q.Pending, !i.Done)
		},
		page:   func(q storage.RunItemQuery) (int, int) { return q.Limit, 0 },
		orphan: func(i storage.RunItem) bool { return !t.state.runs.has(i.Run) },
	}
}

func (t *tx) RunItems() storage.Table[storage.RunItemID, storage.RunItem, storage.RunItemQuery] {
	return t.runItems()
}

func (t *tx) Leases() storage.Table[string, storage.Lease, storage.LeaseQuery] {
	return &leaseTable{
		tx: t, name: "lease", rows: &t.state.leases,
		order: func(_ storage.LeaseQuery, a, b storage.Lease) int { return cmp.Compare(a.Name, b.Name) },
	}
}
