package storagetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// testGenerated makes the same random writes to the store and to one in memory, and
// compares what random queries answer after each. With -short it makes a quarter of them.
func (k kind) testGenerated(t *testing.T, s storage.Store) {
	seeds, steps := uint64(2), 40
	if testing.Short() {
		seeds, steps = 1, 20
	}
	for seed := range seeds {
		g := generator{rand.New(rand.NewPCG(seed, 7)), k.family(t, s)}
		reference := memory.New()
		for step := range steps {
			writes := g.writes(k)
			want, got := apply(t, reference, writes), apply(t, s, writes)
			if d := diff(want, got); d != "" {
				t.Fatalf("seed %d, step %d: %+v (-want +got):\n%s", seed, step, writes, d)
			}
			asked := g.queries(k)
			if d := diff(answers(t, reference, asked), answers(t, s, asked)); d != "" {
				t.Fatalf("seed %d, after step %d (-want +got):\n%s", seed, step, d)
			}
		}
		update(t, s, func(tx *storage.Tx) error {
			for _, k := range g.family {
				if _, err := k.Rows(tx).Clear(); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

// family returns the kinds on whose records those of k depend, or that depend on
// them, children first.
func (k kind) family(t testing.TB, s storage.Store) []kind {
	related := map[string]bool{k.Name(): true}
	for _, child := range storage.Children()[k.Name()] {
		related[child] = true
	}
	for range kinds() { // until nothing is added
		for name := range related {
			for _, p := range declared(kindOf(name)) {
				related[p.Table] = true
			}
		}
	}
	var all []kind
	for _, other := range slices.Backward(kinds()) {
		if related[other.Name()] && other.supported(t, s) {
			all = append(all, other)
		}
	}
	return all
}

// declared returns the parents that every record of a kind may name.
func declared(k kind) []storage.Parent { return storage.AllParents(k.zero()) }

// generator makes records, writes and queries.
type generator struct {
	*rand.Rand
	family []kind
}

// write is one call, with the records or keys.
type write struct {
	kind   kind
	method string
	args   []any
}

func (w write) String() string { return fmt.Sprintf("%s.%s(%+v)", w.kind.Name(), w.method, w.args) }

// writes returns those of an Update, of which most concern k.
func (g generator) writes(k kind) []write {
	var all []write
	for range 1 + g.IntN(4) {
		of := k
		if g.IntN(3) == 0 {
			of = g.family[g.IntN(len(g.family))]
		}
		w := write{kind: of, method: "Put"}
		switch g.IntN(12) {
		case 0, 1, 2:
			w.method = "Delete"
			for range 1 + g.IntN(2) {
				w.args = append(w.args, of.Key(g.record(of)))
			}
		case 3:
			if g.IntN(3) == 0 {
				w.method = "Clear"
			}
		default:
			for range 1 + g.IntN(3) {
				r := g.record(of)
				if g.IntN(5) > 0 {
					all = append(all, g.missing(r)...)
				}
				// A store may skip all but the last record with a key.
				w.args = slices.DeleteFunc(w.args, func(other any) bool { return of.Key(other) == of.Key(r) })
				w.args = append(w.args, r)
			}
		}
		all = append(all, w)
	}
	return all
}

// missing returns the writes of a record's parents. They replace those that are there.
func (g generator) missing(record any) []write {
	var all []write
	for _, p := range storage.ParentsOf(record) {
		of := kindOf(p.Table)
		parent := reflect.ValueOf(of.New()).Elem()
		parent.Set(reflect.ValueOf(g.record(of)))
		of.identify(parent, reflect.ValueOf(p.Key))
		if fix(parent); of.Validate(parent.Interface()) != nil {
			of.repair(parent, reflect.ValueOf(of.withKey(p.Key)))
			of.identify(parent, reflect.ValueOf(p.Key))
		}
		all = append(append(all, g.missing(parent.Interface())...), write{of, "Put", []any{parent.Interface()}})
	}
	return all
}

// record returns a valid record.
func (g generator) record(k kind) any {
	r := reflect.ValueOf(k.New()).Elem()
	for range 20 {
		(&filler{how: random, rand: g.Rand}).value(r)
		if fix(r); k.Validate(r.Interface()) == nil {
			return r.Interface()
		}
	}
	k.repair(r, reflect.ValueOf(k.full(1+g.IntN(9))))
	return r.Interface()
}

// query is one list.
type query struct {
	kind kind
	of   any
}

// queries returns lists of every table, and some of k that are narrowed.
func (g generator) queries(k kind) []query {
	var all []query
	for _, of := range g.family {
		all = append(all, query{of, of.all()})
	}
	for range 6 {
		q := reflect.ValueOf(k.NewQuery()).Elem()
		for i := range q.NumField() {
			if g.IntN(3) == 0 {
				(&filler{how: random, rand: g.Rand}).value(q.Field(i))
			}
		}
		all = append(all, query{k, q.Interface()})
	}
	return all
}

// apply makes writes in one Update, and returns what each call does.
func apply(t testing.TB, s storage.Store, writes []write) []string {
	t.Helper()
	var results []string
	_ = s.Update(t.Context(), func(tx *storage.Tx) error {
		results = nil
		for _, w := range writes {
			n, err := 0, error(nil)
			switch rows := w.kind.Rows(tx); w.method {
			case "Put":
				err = rows.Put(w.args...)
			case "Delete":
				n, err = rows.Delete(w.args...)
			case "Clear":
				n, err = rows.Clear()
			}
			if err != nil {
				sentinel := slices.IndexFunc([]error{storage.ErrConflict, storage.ErrInvalid}, func(e error) bool { return errors.Is(err, e) })
				if sentinel < 0 {
					t.Errorf("%v: %v", w, err)
				}
				results = append(results, fmt.Sprintf("error %d", sentinel))
				return err
			}
			results = append(results, fmt.Sprint(n))
		}
		return nil
	})
	return results
}

// answer is what a list yields and how much Count counts.
type answer struct {
	Query   string
	Records []any
	Count   int
}

func answers(t testing.TB, s storage.Store, asked []query) []answer {
	t.Helper()
	var all []answer
	view(t, s, func(tx *storage.Tx) error {
		all = nil
		for _, q := range asked {
			rows := q.kind.Rows(tx)
			records, err := storage.Collect(rows.List(q.of))
			if err != nil {
				return err
			}
			n, err := rows.Count(q.of)
			if err != nil {
				return err
			}
			all = append(all, answer{fmt.Sprintf("%T%+v", q.of, q.of), records, n})
		}
		return nil
	})
	return all
}
