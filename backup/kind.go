package backup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/privacylabels/auditor/backup/internal/record"
	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/storage"
)

// The size of the batches that are written with one call of Put: the number of records, or of
// bytes that they take in the backup.
const (
	batch      = 500
	batchBytes = 1 << 20
)

// kind is a kind of record in a backup, independent of its types. Each kind is one member of
// the envelope, a list.
type kind interface {
	member() string
	// each calls yield with each record of the database, in the form of the envelope.
	each(yield func(wire any) error) error
	// stores reports whether the table of the kind holds records of the type of this one.
	stores(record any) bool
	// encode converts a record to the form of the envelope. It reports false if the
	// record is not of this kind.
	encode(record any) (wire any, ok bool)
	// check checks one record of a backup. The kinds are checked in their order.
	check(c *checker, value []byte) error
	// id returns the ID of a record that has been checked.
	id(f *facts, value []byte) (string, error)
	// restore puts the records of a list into the database. It decodes and writes
	// concurrently, so it calls each in another goroutine.
	restore(ctx context.Context, f *facts, each func(yield func(value []byte) error) error) error
	// count returns the number of records in the database.
	count() (int, error)
	// clear removes the records from the database.
	clear() error
	// isChoice reports whether the records are choices of the user and not facts about
	// the fleet.
	isChoice() bool
}

// rows is a kind whose records have type R in the database and type W in the envelope.
type rows[K, R, Q, W any] struct {
	name       string // of the member
	table      storage.Rows[K, R, Q]
	everything Q // the query that lists the whole table

	is       func(record any) bool // whether a record belongs to the table
	key      func(R) K
	validate func(R) error

	// list lists the records in the order of the envelope; nil: that of the table.
	list iter.Seq2[R, error]

	pack   func(R) W
	unpack func(*facts, W) (R, error)
	read   func(f *facts, value []byte) (W, error) // decodes a record of the envelope

	// canonical means that a record is canonicalized before it is decoded, because it
	// contains JSON that is stored unchanged.
	canonical bool

	refs func(R) []ref   // the records that a record belongs to
	note func(*facts, R) // records facts for other kinds; nil: none

	// excluded reports whether a record of the database is left out of backups, and retained
	// whether a restore leaves it in place. Nil: none.
	excluded, retained func(R) bool

	// dropped reports whether a restore leaves out a record of a backup that is otherwise
	// valid. It is named in [Findings]. Nil: none.
	dropped func(R) bool

	choice bool // see kind.isChoice
}

// ref is a reference to a record of another kind.
type ref struct{ field, member, id string }

// form returns a kind whose records have a form of their own in the envelope. They belong to
// their parents.
func form[K comparable, R storage.Record[K], Q storage.Query[R], W any](
	name string, table storage.Rows[K, R, Q], pack func(R) W, unpack func(*facts, W) (R, error),
) rows[K, R, Q, W] {
	return rows[K, R, Q, W]{
		name: name, table: table,
		is:  func(record any) bool { _, ok := record.(R); return ok },
		key: R.Key, validate: R.Validate,
		pack: pack, unpack: unpack,
		read: func(_ *facts, value []byte) (wire W, err error) {
			err = jsonread.Decode(value, &wire)
			return wire, err
		},
		refs: func(r R) []ref { return parents(r) },
	}
}

// same returns a kind whose records are the same in the envelope as in the database.
func same[K comparable, R storage.Record[K], Q storage.Query[R]](name string, table storage.Rows[K, R, Q]) rows[K, R, Q, R] {
	return form(name, table, func(r R) R { return r }, func(_ *facts, r R) (R, error) { return r, nil })
}

// plain is [same] for a table that is known by its kind alone.
func plain(of storage.Kind, tx *storage.Tx) rows[any, any, any, any] {
	zero := reflect.TypeOf(of.New()).Elem()
	return rows[any, any, any, any]{
		name: memberOf(of.Name()), table: of.Rows(tx), everything: reflect.ValueOf(of.NewQuery()).Elem().Interface(),
		is:  func(record any) bool { return reflect.TypeOf(record) == zero },
		key: of.Key, validate: of.Validate,
		pack:   func(r any) any { return r },
		unpack: func(_ *facts, r any) (any, error) { return r, nil },
		read: func(_ *facts, value []byte) (any, error) {
			r := reflect.New(zero)
			err := jsonread.Decode(value, r.Interface())
			return r.Elem().Interface(), err
		},
		refs: parents,
	}
}

func (k rows[K, R, Q, W]) isChoice() bool { return k.choice }

func (k rows[K, R, Q, W]) member() string { return k.name }

func (k rows[K, R, Q, W]) stores(record any) bool { return k.is(record) }

func (k rows[K, R, Q, W]) all() iter.Seq2[R, error] { return k.table.List(k.everything) }

func (k rows[K, R, Q, W]) each(yield func(any) error) error {
	list := k.list
	if list == nil {
		list = k.all()
	}
	for r, err := range list {
		if err != nil {
			return k.unlessLacking(err)
		}
		if k.excludes(r) {
			continue
		}
		if err := yield(k.pack(storage.BoundTimes(r))); err != nil { // every export must be restorable
			return err
		}
	}
	return nil
}

func (k rows[K, R, Q, W]) encode(record any) (any, bool) {
	if !k.is(record) {
		return nil, false
	}
	r := record.(R)
	if k.excludes(r) {
		return nil, false
	}
	return k.pack(r), true
}

func (k rows[K, R, Q, W]) excludes(r R) bool { return k.excluded != nil && k.excluded(r) }

func (k rows[K, R, Q, W]) drops(r R) bool { return k.dropped != nil && k.dropped(r) }

func (k rows[K, R, Q, W]) decode(f *facts, value []byte) (r R, err error) {
	if k.canonical {
		if value, err = jsonread.Canonical(value); err != nil {
			return r, fmt.Errorf("%w: %w", record.ErrInvalid, err)
		}
	}
	w, err := k.read(f, value)
	if err != nil {
		return r, err
	}
	if err := checkTimes(w); err != nil { // has the names that the backup has
		return r, err
	}
	return k.unpack(f, w)
}

// checkTimes refuses times that are not expressible.
func checkTimes(record any) error {
	if wrong, ok := errors.AsType[*storage.TimeError](storage.CheckTimes(record)); ok {
		return &FormatError{Field: wrong.Field, Err: invalidTime(wrong.Time)}
	}
	return nil
}

func (k rows[K, R, Q, W]) check(c *checker, value []byte) error {
	r, err := k.decode(&c.facts, value)
	if err == nil {
		err = checkTimes(r)
	}
	if err != nil {
		return err
	}
	if err := k.validate(r); err != nil {
		return fmt.Errorf("%w: %w", record.ErrInvalid, err)
	}
	id := fmt.Sprint(k.key(r))
	if k.excludes(r) {
		return fmt.Errorf("%w: %s must not be in a backup", record.ErrInvalid, id)
	}
	if k.drops(r) {
		c.dropped[k.name]++
		return nil
	}
	for _, to := range k.refs(r) {
		if !c.has(to) {
			return &FormatError{Field: to.field, Err: fmt.Errorf("%w: %q has no entry %s", record.ErrReference, to.member, to.id)}
		}
	}
	c.add(k.name, id)
	if k.note != nil {
		k.note(&c.facts, r)
	}
	return nil
}

func (k rows[K, R, Q, W]) id(f *facts, value []byte) (string, error) {
	r, err := k.decode(f, value)
	if err != nil {
		return "", err
	}
	return fmt.Sprint(k.key(r)), nil
}

func (k rows[K, R, Q, W]) restore(ctx context.Context, f *facts, each func(yield func(value []byte) error) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	batches := make(chan []R, 1)
	var decoding errgroup.Group
	decoding.Go(func() error {
		defer close(batches)
		return k.batches(f, each, func(batch []R) error {
			select {
			case batches <- batch:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	})
	var err error
	for batch := range batches {
		if err = k.table.Put(batch...); err != nil {
			cancel()
			break
		}
	}
	return cmp.Or(err, decoding.Wait())
}

// batches calls yield with the decoded records, in batches.
func (k rows[K, R, Q, W]) batches(f *facts, each func(yield func(value []byte) error) error, yield func([]R) error) error {
	var waiting []R
	size := 0
	err := each(func(value []byte) error {
		r, err := k.decode(f, value)
		if err != nil {
			return &storeError{err} // not the fault of the record, which has been checked
		}
		if k.drops(r) {
			return nil
		}
		waiting = append(waiting, r)
		if size += len(value); len(waiting) < batch && size < batchBytes {
			return nil
		}
		full := waiting
		waiting, size = nil, 0
		if err := yield(full); err != nil {
			return &storeError{err}
		}
		return nil
	})
	if err != nil || len(waiting) == 0 {
		return err
	}
	return yield(waiting)
}

func (k rows[K, R, Q, W]) count() (int, error) {
	n, err := k.table.Count(k.everything)
	return n, k.unlessLacking(err)
}

// unlessLacking returns an error unless it is that the store lacks the table of the kind, which
// then has no records. No other kind must refer to such a kind, or its records would refer to
// nothing.
func (k rows[K, R, Q, W]) unlessLacking(err error) error {
	isReferredTo := func(to ref) bool { return to.member == k.name }
	if errors.Is(err, storage.ErrNotSupported) && !slices.ContainsFunc(slices.Collect(maps.Values(parentRefs)), isReferredTo) {
		return nil
	}
	return err
}

func (k rows[K, R, Q, W]) clear() error {
	if k.retained == nil {
		_, err := k.table.Clear()
		return k.unlessLacking(err)
	}
	var keys []K
	for r, err := range k.all() {
		if err != nil {
			return k.unlessLacking(err)
		}
		if !k.retained(r) {
			keys = append(keys, k.key(r))
		}
	}
	_, err := k.table.Delete(keys...)
	return err
}
