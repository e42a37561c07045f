package e2e_test

import (
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// syncBulk is a sync of all apps, of which some change between two runs.
type syncBulk struct {
	*scene
	changed map[storage.AppID]bool // since the last run
}

func newSyncBulk(t *testing.T, apps int) *syncBulk { return &syncBulk{scene: newScene(t, apps)} }

func (b *syncBulk) order() order { return order{"sync", "/api/sync/trigger?wait=0", ""} }

func (b *syncBulk) base() *scene { return b.scene }
func (b *syncBulk) guard() *gate { return b.store.gate }

func (b *syncBulk) renew(*service) {
	b.changed = map[storage.AppID]bool{}
	for _, id := range b.ids {
		was := b.states[id]
		is := was.evolve(b.random)
		entries := between(was, is)
		b.states[id], b.want[id], b.changed[id] = is, append(b.want[id], entries), len(entries) > 0
	}
	b.show()
}

func (b *syncBulk) asked() (times, once int) { return b.scene.asked(), len(b.ids) }

func (b *syncBulk) examine(t *testing.T, tx *storage.Tx, r round) {
	t.Helper()
	reported, changed := r.whole(t, tx, len(b.ids), 0), 0 // entries
	b.recorded(t, tx)
	lines := r.lines(t, tx)
	for _, id := range b.ids {
		changed += len(b.want[id][len(b.want[id])-1])
		if reported := lines[id] > 0; lines[id] > 1 || reported != b.changed[id] {
			t.Errorf("app %d has %d lines in the activity log, changed: %v", id, lines[id], b.changed[id])
		}
	}
	if reported.Changes != changed || reported.Succeeded != len(b.ids) {
		t.Errorf("the totals are %+v, want %d changes", reported, changed)
	}
}
