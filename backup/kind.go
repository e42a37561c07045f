package backup

import (
	"fmt"
	"iter"

	"github.com/privacylabels/auditor/internal/jsonstream"
	"github.com/privacylabels/auditor/storage"
)

// limits bound one record of a bundle. The longest is the text of a policy, of
// 4 MiB; the one of most values is a review of very many snapshots.
var limits = jsonstream.Limits{Bytes: 16 << 20, Depth: 32, Values: 200_000, Members: 256}

// Records are written with one call until there are so many, or so many bytes of
// a bundle are in them.
const (
	batch      = 500
	batchBytes = 1 << 20
)

// kind is one kind of record, whatever its types.
type kind interface {
	member() string
	// each calls yield with each record of the store as it is in the envelope.
	each(tx storage.Tx, yield func(record any) error) error
	// check looks at one record of a bundle, in the order of the table.
	check(c *checker, value []byte) error
	// name returns the id of a record that was checked.
	name(f *facts, value []byte) (string, error)
	// restore returns what puts records into the store, and what ends that.
	restore(tx storage.Tx, f *facts) (add func(value []byte) error, end func() error)
	// count returns how many records of the kind the store has.
	count(tx storage.Tx) (int, error)
	// clear empties the store of the kind.
	clear(tx storage.Tx) error
	// chosen says whether the kind is what the user chose, and not of the fleet.
	chosen() bool
}

// rows is a kind whose records W, in the envelope, are records R of the store.
type rows[K comparable, R storage.Record[K], Q, W any] struct {
	at    string // the envelope's member
	table func(storage.Tx) storage.Table[K, R, Q]

	// list lists the records in the order of the envelope; nil: the table's own.
	list func(storage.Tx) iter.Seq2[R, error]
	pack func(R) W
	// unpack makes a record, of a value that may lack what it lacks.
	unpack func(*facts, W) (R, error)
	blank  func(*facts) W // what a value has that does not say; nil: the zero value

	// raw says that records hold JSON as it is spelt: it is kept in the one
	// spelling that was signed.
	raw bool

	id   func(K) string
	refs func(R) []ref // what it belongs to; nil: to nothing
	note func(*facts, R)
	// left says which records a bundle is without, stays which of the store's a
	// restore leaves in place; nil: none.
	left, stays func(R) bool

	choice bool // see kind.chosen
}

// ref names a record of another member.
type ref struct{ member, id string }

// plain are rows whose records are the same in the envelope as in the store.
func plain[K comparable, R storage.Record[K], Q any](at string, table func(storage.Tx) storage.Table[K, R, Q], id func(K) string) rows[K, R, Q, R] {
	return rows[K, R, Q, R]{
		at: at, table: table, id: id,
		pack:   func(r R) R { return r },
		unpack: func(_ *facts, r R) (R, error) { return r, nil },
	}
}

func (k rows[K, R, Q, W]) chosen() bool { return k.choice }

func (k rows[K, R, Q, W]) member() string { return k.at }

func (k rows[K, R, Q, W]) each(tx storage.Tx, yield func(any) error) error {
	var all Q
	list := k.list
	if list == nil {
		list = func(tx storage.Tx) iter.Seq2[R, error] { return k.table(tx).List(all) }
	}
	for r, err := range list(tx) {
		if err != nil {
			return err
		}
		if k.left != nil && k.left(r) {
			continue
		}
		if err := yield(k.pack(r)); err != nil {
			return err
		}
	}
	return nil
}

// decode makes a record of a value.
func (k rows[K, R, Q, W]) decode(f *facts, value []byte) (R, error) {
	var w W
	var none R
	if k.raw {
		var err error
		if value, err = canonical(value); err != nil {
			return none, fmt.Errorf("%w: %w", ErrRecord, err)
		}
	}
	if k.blank != nil {
		w = k.blank(f)
	}
	if err := jsonstream.Decode(value, &w); err != nil {
		return none, err
	}
	return k.unpack(f, w)
}

func (k rows[K, R, Q, W]) check(c *checker, value []byte) error {
	r, err := k.decode(&c.facts, value)
	if err != nil {
		return err
	}
	if err := r.Validate(); err != nil {
		return fmt.Errorf("%w: %w", ErrRecord, err)
	}
	if k.left != nil && k.left(r) {
		return fmt.Errorf("%w: %s does not belong into a backup", ErrRecord, k.id(r.Key()))
	}
	if k.refs != nil {
		for _, to := range k.refs(r) {
			if !c.has(to) {
				return fmt.Errorf("%w: %s of %s", ErrDangling, to.id, to.member)
			}
		}
	}
	c.add(k.at, k.id(r.Key()))
	if k.note != nil {
		k.note(&c.facts, r)
	}
	return nil
}

func (k rows[K, R, Q, W]) name(f *facts, value []byte) (string, error) {
	r, err := k.decode(f, value)
	return k.id(r.Key()), err
}

func (k rows[K, R, Q, W]) restore(tx storage.Tx, f *facts) (add func([]byte) error, end func() error) {
	waiting, size := make([]R, 0, batch), 0
	end = func() error {
		err := k.table(tx).Put(waiting...)
		clear(waiting)
		waiting, size = waiting[:0], 0
		return err
	}
	return func(value []byte) error {
		r, err := k.decode(f, value)
		if err != nil {
			return err
		}
		waiting = append(waiting, r)
		if size += len(value); len(waiting) < batch && size < batchBytes {
			return nil
		}
		return end()
	}, end
}

func (k rows[K, R, Q, W]) count(tx storage.Tx) (int, error) {
	var all Q
	return k.table(tx).Count(all)
}

func (k rows[K, R, Q, W]) clear(tx storage.Tx) error {
	if k.stays == nil {
		_, err := k.table(tx).Clear()
		return err
	}
	var all Q
	var keys []K
	for r, err := range k.table(tx).List(all) {
		if err != nil {
			return err
		}
		if !k.stays(r) {
			keys = append(keys, r.Key())
		}
	}
	_, err := k.table(tx).Delete(keys...)
	return err
}
