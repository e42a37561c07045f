package storagetest

import (
	"fmt"
	"reflect"
	"slices"
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
		if k.stockHangs != nil {
			if err := k.stockHangs(tx); err != nil {
				return err
			}
		}
		return k.look(t, tx, "in the Update: ")
	})
	view(t, s, func(tx storage.Tx) error { return k.look(t, tx, "") })
}

func (k kind[K, R, Q]) look(t testing.TB, tx storage.Tx, when string) error {
	for _, one := range k.lookups {
		for _, page := range pages(one) {
			wrong, err := k.ask(tx, page)
			if err != nil {
				return err
			}
			if wrong != "" {
				t.Errorf("%s%s: %+v: %s", when, page.name, page.query, wrong)
				break // the other pages tell no more
			}
		}
	}
	return nil
}

// ask lists and counts by a query, and says what is wrong with the answers.
func (k kind[K, R, Q]) ask(tx storage.Tx, one lookup[K, Q]) (wrong string, err error) {
	found, err := storage.Collect(k.table(tx).List(one.query))
	if err != nil {
		return "", err
	}
	keys := make([]K, 0, len(found))
	for _, r := range found {
		keys = append(keys, r.Key())
		at := slices.IndexFunc(k.stock, func(s R) bool { return s.Key() == r.Key() })
		if at < 0 {
			return fmt.Sprintf("List yields %v, which was never put", r.Key()), nil
		}
		if d := diff(k.stock[at], r); d != "" {
			return "record (-want +got):\n" + d, nil
		}
	}
	if d := cmp.Diff(one.want, keys); d != "" {
		return "List (-want +got):\n" + d, nil
	}
	n, err := k.table(tx).Count(one.query)
	if err == nil && n != len(one.want) {
		wrong = fmt.Sprintf("Count is %d, want %d", n, len(one.want))
	}
	return wrong, err
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
