package storagetest

import (
	"iter"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/privacylabels/auditor/storage"
)

// strictTx is a Tx that watches what is done with it.
type strictTx struct {
	store *strict
	how   string // View or Update
	inner *storage.Tx

	mu      sync.Mutex
	ended   bool
	failed  error          // the first write that failed
	listing map[string]int // by table, the lists that go on
}

func (t *strictTx) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
}

func (t *strictTx) failure() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.failed
}

// alive reports the use of a transaction that is over, at a place as in reportAt.
func (t *strictTx) alive(place, call string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.ended:
		return t.store.reportAt(place, "%s after the end of its %s", call, t.how)
	case t.failed != nil:
		return t.store.reportAt(place, "%s goes on after a write that failed: %v", call, t.failed)
	}
	return nil
}

// mine reports a call by another goroutine, or in a transaction that is over.
func (t *strictTx) mine(call string) error {
	if err := t.alive("", call); err != nil {
		return err
	}
	if !isWithin() {
		return t.store.report("%s by another goroutine than the one its %s is for", call, t.how)
	}
	return nil
}

// write makes a change to tables, none of which may be listed meanwhile.
func (t *strictTx) write(call string, tables []string, change func() error) error {
	if err := t.mine(call); err != nil {
		return err
	}
	if t.how != "Update" {
		return t.store.report("%s in a %s", call, t.how)
	}
	if at := slices.IndexFunc(tables, t.listed); at >= 0 {
		return t.store.report("%s while %s is listed", call, tables[at])
	}
	err := change()
	if err != nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.failed = err
	}
	return err
}

func (t *strictTx) listed(table string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.listing[table] > 0
}

// list notes that a list of the table goes on, until done is called.
func (t *strictTx) list(table string) (done func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.listing[table]++
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.listing[table]--
	}
}

// tables returns the tables of the transaction, each of which is watched.
func (t *strictTx) tables() *storage.Tx {
	return t.inner.Wrap(func(kind storage.Kind, rows storage.AnyRows) storage.AnyRows {
		return &strictTable{tx: t, name: kind.Name(), inner: rows, falls: t.store.falls[kind.Name()]}
	})
}

// falls returns, by table, those whose records a Delete there deletes or changes:
// the table itself first.
func falls() map[string][]string {
	children := make(map[string][]string)
	for _, k := range kinds() {
		for _, p := range declared(k) {
			if p.OnDelete != storage.Restrict {
				children[p.Table] = append(children[p.Table], k.Name())
			}
		}
	}
	var below func(table string) []string
	below = func(table string) []string {
		all := []string{table}
		for _, child := range children[table] {
			all = append(all, below(child)...)
		}
		return all
	}
	all := make(map[string][]string)
	for _, k := range kinds() {
		all[k.Name()] = below(k.Name())
	}
	return all
}

// strictTable is a table of a strictTx.
type strictTable struct {
	tx    *strictTx
	name  string
	inner storage.AnyRows
	falls []string // the table itself, and those of records whose parents are in it
}

func (t *strictTable) Get(key any) (any, error) {
	if err := t.tx.mine(t.name + ".Get"); err != nil {
		return nil, err
	}
	return t.inner.Get(key)
}

func (t *strictTable) Put(records ...any) error {
	return t.tx.write(t.name+".Put", t.falls[:1], func() error { return t.inner.Put(records...) })
}

func (t *strictTable) Delete(keys ...any) (n int, err error) {
	err = t.tx.write(t.name+".Delete", t.falls, func() error {
		n, err = t.inner.Delete(keys...)
		return err
	})
	return n, err
}

func (t *strictTable) Clear() (n int, err error) {
	err = t.tx.write(t.name+".Clear", t.falls, func() error {
		n, err = t.inner.Clear()
		return err
	})
	return n, err
}

func (t *strictTable) Count(q any) (int, error) {
	if err := t.tx.mine(t.name + ".Count"); err != nil {
		return 0, err
	}
	return t.inner.Count(q)
}

func (t *strictTable) List(q any) iter.Seq2[any, error] {
	call, place := t.name+".List", caller()
	if err := t.tx.mine(call); err != nil {
		return broken(err)
	}
	inner := t.inner.List(q)
	var used atomic.Bool
	return func(yield func(any, error) bool) {
		// Not mine: iter.Pull ranges on a goroutine of its own.
		err := t.tx.alive("", call+" ranged over")
		if err == nil && used.Swap(true) {
			err = t.tx.store.report("%s ranged over twice", call)
		}
		if err != nil {
			broken(err)(yield)
			return
		}
		defer t.tx.list(t.name)()
		for r, err := range inner {
			if !yield(r, err) {
				return
			}
			// The store within is on the stack here, so the place is the list's.
			if err := t.tx.alive(place, call+" ranged on"); err != nil {
				broken(err)(yield)
				return
			}
		}
	}
}

// broken returns a list that yields an error alone.
func broken(err error) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		yield(nil, err)
	}
}
