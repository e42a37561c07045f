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

// kind is a kind of record of the store in a backup: one member of the envelope, a list. Its
// functions get records of the type of the kind, or of their form in the envelope.
type kind struct {
	storage.Kind
	member string
	rows   storage.AnyRows // of the transaction

	// list lists the records in the order of the envelope; nil: that of the table.
	list iter.Seq2[any, error]

	stored, form reflect.Type                       // of a record in the database and in the envelope
	pack         func(r any) any                    // returns the form of a record
	unpack       func(f *facts, w any) (any, error) // returns the record of a form

	// blank returns a pointer to the form of a record without members; nil: the zero form.
	blank func(*facts) any

	// canonical means that a record is canonicalized before it is decoded, because it
	// contains JSON that is stored unchanged.
	canonical bool

	refs func(record any) []ref     // the records that a record belongs to
	note func(f *facts, record any) // records facts for other kinds; nil: none

	// excluded reports whether a record of the database is left out of backups, and retained
	// whether a restore leaves it in place. Nil: none.
	excluded, retained func(record any) bool

	// dropped reports whether a restore leaves out a record of a backup that is otherwise
	// valid. It is named in [Findings]. Nil: none.
	dropped func(record any) bool

	// unknownType reports whether a record of a backup has a type that is not known. It is named in
	// [Findings], and restored as it is. Nil: none.
	unknownType func(record any) bool

	// limited returns a group of records to which a record belongs, and how many of the group there can
	// be; 0: any number. A restore leaves out those beyond, with what belongs to them. Nil: no limit.
	limited func(record any) (group string, most int)

	// choice means that the records are choices of the user and not facts about the fleet.
	choice bool
}

// ref is a reference to a record of another kind.
type ref struct{ field, member, id string }

// kindOf returns the kind of a table. Its records are the same in the envelope as in the
// database, and belong to their parents.
func kindOf(of storage.Kind, tx *storage.Tx) kind {
	stored := reflect.TypeOf(of.New()).Elem()
	return kind{
		Kind: of, member: memberOf(of.Name()), rows: of.Rows(tx),
		stored: stored, form: stored,
		pack:   func(r any) any { return r },
		unpack: func(_ *facts, r any) (any, error) { return r, nil },
		refs:   parents,
	}
}

// on makes a function of one type of records one of any records.
func on[R, T any](f func(R) T) func(any) T { return func(r any) T { return f(r.(R)) } }

// from does for [kind].unpack what on does for the other functions.
func from[W, R any](f func(*facts, W) (R, error)) func(*facts, any) (any, error) {
	return func(given *facts, w any) (any, error) { return f(given, w.(W)) }
}

// formed returns a kind whose records have a form of their own in the envelope.
func formed[R, W any](k kind, pack func(R) W, unpack func(*facts, W) (R, error)) kind {
	k.form, k.unpack = reflect.TypeFor[W](), from(unpack)
	k.pack = func(r any) any { return pack(r.(R)) }
	return k
}

// everything returns the query that lists the whole table.
func (k kind) everything() any { return reflect.ValueOf(k.NewQuery()).Elem().Interface() }

// each calls yield with each record of the database, in the form of the envelope.
func (k kind) each(yield func(form any) error) error {
	list := k.list
	if list == nil {
		list = k.rows.List(k.everything())
	}
	for r, err := range list {
		if err != nil {
			return k.unlessLacking(err)
		}
		if k.excludes(r) {
			continue
		}
		if err := yield(k.pack(storage.Restorable(r))); err != nil { // every export must be restorable
			return err
		}
	}
	return nil
}

// encode converts a record to the form of the envelope. It reports false if the record is not
// of this kind.
func (k kind) encode(r any) (form any, ok bool) {
	if reflect.TypeOf(r) != k.stored || k.excludes(r) {
		return nil, false
	}
	return k.pack(r), true
}

func (k kind) excludes(r any) bool { return k.excluded != nil && k.excluded(r) }

func (k kind) drops(r any) bool { return k.dropped != nil && k.dropped(r) }

// parse returns the form that is written in a backup.
func (k kind) parse(f *facts, value []byte) (any, error) {
	if k.canonical {
		var err error
		if value, err = jsonread.Canonical(value); err != nil {
			return nil, fmt.Errorf("%w: %w", record.ErrInvalid, err)
		}
	}
	form := reflect.New(k.form)
	if k.blank != nil {
		form = reflect.ValueOf(k.blank(f))
	}
	err := jsonread.Decode(value, form.Interface())
	return form.Elem().Interface(), err
}

// decode returns the record of a form that has been checked.
func (k kind) decode(f *facts, value []byte) (any, error) {
	form, err := k.parse(f, value)
	if err != nil {
		return nil, err
	}
	return k.unpack(f, form)
}

// checkTimes refuses times that are not expressible.
func checkTimes(record any) error {
	if wrong, ok := errors.AsType[*storage.TimeError](storage.CheckTimes(record)); ok {
		return &FormatError{Field: wrong.Field, Err: invalidTime(wrong.Time)}
	}
	return nil
}

// check checks one record of a backup. The kinds are checked in their order.
func (k kind) check(c *checker, value []byte) error {
	form, err := k.parse(&c.facts, value)
	if err == nil {
		err = checkTimes(form) // its members have the names that the backup has
	}
	if err != nil {
		return err
	}
	r, err := k.unpack(&c.facts, form)
	if err == nil && k.form != k.stored {
		err = checkTimes(r)
	}
	if err != nil {
		return err
	}

	if err := k.Validate(r); err != nil {
		return fmt.Errorf("%w: %w", record.ErrInvalid, err)
	}
	id := fmt.Sprint(k.Key(r))
	if k.excludes(r) {
		return fmt.Errorf("%w: %s must not be in a backup", record.ErrInvalid, id)
	}
	if k.drops(r) {
		c.dropped[k.member]++
		return nil
	}
	if c.isBeyond(k, r) {
		c.left[k.member]++
		c.beyond.add(k.member, id)
		c.add(k.member, id) // once
		return nil
	}
	for _, to := range k.refs(r) {
		if !c.has(to) {
			return &FormatError{Field: to.field, Err: fmt.Errorf("%w: %q has no entry %s", record.ErrReference, to.member, to.id)}
		}
	}
	if k.unknownType != nil && k.unknownType(r) {
		c.unknown++
	}
	c.add(k.member, id)
	if k.note != nil {
		k.note(&c.facts, r)
	}
	return nil
}

// id returns the ID of a record that has been checked.
func (k kind) id(f *facts, value []byte) (string, error) {
	r, err := k.decode(f, value)
	if err != nil {
		return "", err
	}
	return fmt.Sprint(k.Key(r)), nil
}

// restore puts the records of a list into the database. It decodes and writes concurrently, so
// it calls each in another goroutine.
func (k kind) restore(ctx context.Context, f *facts, each func(yield func(value []byte) error) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	batches := make(chan []any, 1)
	var decoding errgroup.Group
	decoding.Go(func() error {
		defer close(batches)
		return k.batches(f, each, func(batch []any) error {
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
		if err = k.rows.Put(batch...); err != nil {
			cancel()
			break
		}
	}
	return cmp.Or(err, decoding.Wait())
}

// batches calls yield with the decoded records, in batches.
func (k kind) batches(f *facts, each func(yield func(value []byte) error) error, yield func([]any) error) error {
	var waiting []any
	size := 0
	err := each(func(value []byte) error {
		r, err := k.decode(f, value)
		if err != nil {
			return &storeError{err} // not the fault of the record, which has been checked
		}
		if k.drops(r) || f.beyond.has(k, r) {
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

// count returns the number of records in the database.
func (k kind) count() (int, error) {
	n, err := k.rows.Count(k.everything())
	return n, k.unlessLacking(err)
}

// unlessLacking returns an error unless it is that the store lacks the table of the kind, which
// then has no records. No other kind must refer to such a kind, or its records would refer to
// nothing.
func (k kind) unlessLacking(err error) error {
	isReferredTo := func(to ref) bool { return to.member == k.member }
	if errors.Is(err, storage.ErrNotSupported) && !slices.ContainsFunc(slices.Collect(maps.Values(parentRefs)), isReferredTo) {
		return nil
	}
	return err
}

// clear removes the records from the database.
func (k kind) clear() error {
	if k.retained == nil {
		_, err := k.rows.Clear()
		return k.unlessLacking(err)
	}
	var keys []any
	for r, err := range k.rows.List(k.everything()) {
		if err != nil {
			return k.unlessLacking(err)
		}
		if !k.retained(r) {
			keys = append(keys, k.Key(r))
		}
	}
	_, err := k.rows.Delete(keys...)
	return err
}
