package storagetest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

// golden are lists of a kind whose queries are hard to get right, with their
// results. The store in memory, with which others are compared, needs them.
type golden[K comparable, R storage.Record[K], Q storage.Query[R]] struct {
	table   func(*storage.Tx) *storage.Table[K, R, Q]
	before  func(*storage.Tx) error // writes what records need
	records []R
	after   func(*storage.Tx) error // writes what queries need; may be nil
	lookups []lookup[K, Q]
}

// lookup is a query and the keys it lists, in their order.
type lookup[K comparable, Q any] struct {
	name  string
	query Q
	want  []K
}

// goldens returns them by table.
func goldens() map[string]interface {
	test(*testing.T, storage.Store)
} {
	return map[string]interface {
		test(*testing.T, storage.Store)
	}{
		"Apps":           apps(),
		"DeviceLinks":    deviceLinks(),
		"Labels":         labels(),
		"Snapshots":      snapshots(),
		"Changes":        changes(),
		"Annotations":    annotations(),
		"PolicyVersions": policyVersions(),
		"ImportItems":    importItems(),
		"Notifications":  notifications(),
		"Deliveries":     deliveries(),
		"Activities":     activities(),
		"Settings":       settings(),
	}
}

func (g golden[K, R, Q]) test(t *testing.T, s storage.Store) {
	update(t, s, func(tx *storage.Tx) error {
		if g.before != nil {
			if err := g.before(tx); err != nil {
				return err
			}
		}
		if err := g.table(tx).Put(g.records...); err != nil {
			return err
		}
		if g.after != nil {
			return g.after(tx)
		}
		return nil
	})
	view(t, s, func(tx *storage.Tx) error {
		for _, one := range g.lookups {
			keys := []K{}
			for r, err := range g.table(tx).List(one.query) {
				if err != nil {
					return err
				}
				keys = append(keys, r.Key())
			}
			if d := cmp.Diff(append([]K{}, one.want...), keys); d != "" {
				t.Errorf("%s: List(%+v) (-want +got):\n%s", one.name, one.query, d)
			}
			expect(t, one.name+": Count")(g.table(tx).Count(one.query))(len(one.want))
		}
		return nil
	})
}
