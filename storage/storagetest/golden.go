package storagetest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

// golden are lists of a kind whose queries are hard to get right, with their
// results. The store in memory, with which others are compared, needs them.
type golden[K, R, Q any] struct {
	before  func(*storage.Tx) error // writes what records need
	records []R
	after   func(*storage.Tx) error // writes what queries need; may be nil
	lookups []lookup[K, Q]
}

// lookup is a query and the keys it lists, in their order.
type lookup[K, Q any] struct {
	name  string
	query Q
	want  []K
}

// goldens returns them by table.
func goldens() map[string]interface {
	test(kind) func(*testing.T, storage.Store)
} {
	return map[string]interface {
		test(kind) func(*testing.T, storage.Store)
	}{
		"Apps":           apps(),
		"DeviceLinks":    deviceLinks(),
		"Labels":         labels(),
		"Snapshots":      snapshots(),
		"Changes":        changes(),
		"Annotations":    annotations(),
		"PolicyVersions": policyVersions(),
		"PolicyAnalyses": policyAnalyses(),
		"ImportItems":    importItems(),
		"Notifications":  notifications(),
		"Deliveries":     deliveries(),
		"Activities":     activities(),
		"Settings":       settings(),
	}
}

func (g golden[K, R, Q]) test(k kind) func(*testing.T, storage.Store) {
	return func(t *testing.T, s storage.Store) {
		update(t, s, func(tx *storage.Tx) error {
			if g.before != nil {
				if err := g.before(tx); err != nil {
					return err
				}
			}
			if err := k.Rows(tx).Put(anys(g.records)...); err != nil {
				return err
			}
			if g.after != nil {
				return g.after(tx)
			}
			return nil
		})
		view(t, s, func(tx *storage.Tx) error {
			for _, one := range g.lookups {
				keys := []any{}
				for r, err := range k.Rows(tx).List(one.query) {
					if err != nil {
						return err
					}
					keys = append(keys, k.Key(r))
				}
				if d := cmp.Diff(anys(one.want), keys); d != "" {
					t.Errorf("%s: List(%+v) (-want +got):\n%s", one.name, one.query, d)
				}
				expect(t, one.name+": Count")(k.Rows(tx).Count(one.query))(len(one.want))
			}
			return nil
		})
	}
}

func anys[T any](values []T) []any {
	all := make([]any, len(values))
	for i, v := range values {
		all[i] = v
	}
	return all
}
