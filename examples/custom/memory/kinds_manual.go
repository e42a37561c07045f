package memory

import (
	"bytes"
	"cmp"

	"github.com/privacylabels/auditor/storage"
)

// The tables of apps of no store.
type (
	manualAppTable     = table[string, storage.ManualApp, storage.ManualAppQuery]
	manualEventTable   = table[string, storage.ManualAppEvent, storage.ManualAppEventQuery]
	manualVersionTable = table[storage.ManualPolicyVersionID, storage.ManualPolicyVersion, storage.ManualPolicyVersionQuery]
)

// ManualApps is the table of apps of no store.
func (t *tx) ManualApps() storage.Table[string, storage.ManualApp, storage.ManualAppQuery] {
	return &manualAppTable{
		tx: t, name: "manual app", rows: &t.state.manualApps,
		order: func(_ storage.ManualAppQuery, a, b storage.ManualApp) int {
			return cmp.Or(cmp.Compare(b.UpdatedAt, a.UpdatedAt), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
		},
		page: func(q storage.ManualAppQuery) (int, int) { return q.Limit, 0 },
		fell: func(gone map[string]bool) error {
			if _, err := t.manualEvents().removeAll(func(e storage.ManualAppEvent) bool { return gone[e.App] }); err != nil {
				return err
			}
			_, err := t.manualVersions().removeAll(func(v storage.ManualPolicyVersion) bool { return gone[v.ID.App] })
			return err
		},
	}
}

func (t *tx) manualEvents() *manualEventTable {
	return &manualEventTable{
		tx: t, name: "manual app event", rows: &t.state.manualEvents,
		order: func(_ storage.ManualAppEventQuery, a, b storage.ManualAppEvent) int {
			return cmp.Or(cmp.Compare(a.App, b.App), cmp.Compare(b.OccurredAt, a.OccurredAt), cmp.Compare(b.ID, a.ID))
		},
		match:  func(q storage.ManualAppEventQuery, e storage.ManualAppEvent) bool { return wanted(q.App, e.App) },
		page:   func(q storage.ManualAppEventQuery) (int, int) { return q.Limit, 0 },
		orphan: func(e storage.ManualAppEvent) bool { return !t.state.manualApps.has(e.App) },
	}
}

func (t *tx) manualVersions() *manualVersionTable {
	return &manualVersionTable{
		tx: t, name: "manual policy version", rows: &t.state.manualVersions,
		order: func(_ storage.ManualPolicyVersionQuery, a, b storage.ManualPolicyVersion) int {
			return cmp.Or(cmp.Compare(a.ID.App, b.ID.App), cmp.Compare(b.LastFetched, a.LastFetched), bytes.Compare(a.ID.Hash[:], b.ID.Hash[:]))
		},
		match: func(q storage.ManualPolicyVersionQuery, v storage.ManualPolicyVersion) bool {
			return wanted(q.App, v.ID.App)
		},
		page:   func(q storage.ManualPolicyVersionQuery) (int, int) { return q.Limit, 0 },
		orphan: func(v storage.ManualPolicyVersion) bool { return !t.state.manualApps.has(v.ID.App) },
	}
}

func (t *tx) ManualAppEvents() storage.Table[string, storage.ManualAppEvent, storage.ManualAppEventQuery] {
	return t.manualEvents()
}

func (t *tx) ManualPolicyVersions() storage.Table[storage.ManualPolicyVersionID, storage.ManualPolicyVersion, storage.ManualPolicyVersionQuery] {
	return t.manualVersions()
}
