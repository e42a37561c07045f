package storagetest

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

// testLookup lists the kind's stock by each of its queries, in the transaction
// that wrote it and afterwards, whole and page by page.
func (k kind[K, R, Q]) testLookup(t *testing.T, s storage.Store) {
	if missing := k.unasked(); len(missing) > 0 {
		t.Fatalf("no case of %s asks with %v", k.name, missing)
	}
	if k.stockParents != nil {
		update(t, s, k.stockParents)
	}
	update(t, s, func(tx storage.Tx) error {
		if err := k.table(tx).Put(k.stock...); err != nil {
			return err
		}
		return k.look(t, tx, "in the Update: ")
	})
	view(t, s, func(tx storage.Tx) error { return k.look(t, tx, "") })
}

func (k kind[K, R, Q]) look(t testing.TB, tx storage.Tx, when string) error {
	byKey := make(map[K]R)
	for _, r := range k.stock {
		byKey[r.Key()] = r
	}
	for _, one := range k.lookups {
		for _, page := range pages(one) {
			found, err := storage.Collect(k.table(tx).List(page.query))
			if err != nil {
				return err
			}
			keys := make([]K, 0, len(found))
			for _, r := range found {
				keys = append(keys, r.Key())
				if d := diff(byKey[r.Key()], r); d != "" {
					t.Errorf("%s%s: record (-want +got):\n%s", when, page.name, d)
				}
			}
			if d := cmp.Diff(page.want, keys); d != "" {
				t.Errorf("%s%s: List(%+v) (-want +got):\n%s", when, page.name, page.query, d)
			}
			n, err := k.table(tx).Count(page.query)
			if err != nil {
				return err
			}
			if n != len(page.want) {
				t.Errorf("%s%s: Count(%+v) is %d, want %d", when, page.name, page.query, n, len(page.want))
			}
		}
	}
	return nil
}

// pages returns the case itself and, where the query can, its list cut short
// and begun later.
func pages[K comparable, Q any](whole lookup[K, Q]) []lookup[K, Q] {
	whole.want = append(make([]K, 0), whole.want...)
	all := []lookup[K, Q]{whole}
	size := len(whole.want)
	for _, limit := range []int{0, 1, 2, size, size + 1} {
		for _, offset := range []int{0, 1, size - 1, size, size + 1} {
			one := whole
			q := reflect.ValueOf(&one.query).Elem()
			if !number(q, "Limit", limit) || !number(q, "Offset", offset) {
				continue
			}
			one.name = fmt.Sprintf("%s, at most %d from %d", whole.name, limit, offset)
			one.want = one.want[min(max(offset, 0), size):]
			if limit > 0 {
				one.want = one.want[:min(limit, len(one.want))]
			}
			all = append(all, one)
		}
	}
	return all
}

// number sets a field of a query that says how many, and says whether it could.
func number(query reflect.Value, field string, n int) bool {
	if n == 0 {
		return true
	}
	v := query.FieldByName(field)
	if n < 0 || !v.IsValid() {
		return false
	}
	v.SetInt(int64(n))
	return true
}

// unasked names the fields of the query that no case sets; pages sets some.
func (k kind[K, R, Q]) unasked() []string {
	var missing []string
	query := reflect.TypeFor[Q]()
	for i := range query.NumField() {
		name := query.Field(i).Name
		asked := name == "Limit" || name == "Offset"
		for _, one := range k.lookups {
			asked = asked || !reflect.ValueOf(one.query).Field(i).IsZero()
		}
		if !asked {
			missing = append(missing, name)
		}
	}
	return missing
}
