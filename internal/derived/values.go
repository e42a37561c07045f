package derived

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// Values are values by key, each computed in a View of a store. One that was computed is
// returned again until one of the tables that they are computed from is written, which may be
// noticed as late as [storage.TableRevisioner] describes. All callers get the same value, so none
// may change what it refers to. It is safe for concurrent use.
//
// It has functions instead of methods: the compiler writes the methods of a generic type in every
// package that imports a struct with a field of the type.
type Values[K comparable, V any] struct{ in values }

// values are [Values] of any types.
type values struct {
	store     storage.Store
	revisions storage.TableRevisioner // nil: nothing is kept
	tables    storage.Tables
	most      int

	mu   sync.Mutex
	kept map[any]value
}

type value struct {
	revision uint64
	at       storage.Time // when it was computed
	is       any
}

// Age is how old a value may be that was computed before its tables were written, at a time. The zero Age
// allows none.
type Age struct {
	Now storage.Time
	Max time.Duration
}

// New returns values that are computed from these tables, of which it keeps at most so many.
func New[K comparable, V any](store storage.Store, tables storage.Tables, most int) *Values[K, V] {
	revisions, _ := storage.As[storage.TableRevisioner](store)
	return &Values[K, V]{values{store: store, revisions: revisions, tables: tables, most: most, kept: make(map[any]value)}}
}

// Get returns the value of a key, for which it calls compute if it does not keep the value. The
// revision is read first, so that the value may be newer than the revision, never older.
func Get[K comparable, V any](ctx context.Context, v *Values[K, V], key K, compute func(*storage.Tx) (V, error)) (V, error) {
	found, _, err := GetWithin(ctx, v, key, Age{}, compute)
	return found, err
}

// GetWithin is Get, but a value that is not too old is returned although its tables were written since. It
// returns when the value was computed.
func GetWithin[K comparable, V any](
	ctx context.Context, v *Values[K, V], key K, age Age, compute func(*storage.Tx) (V, error),
) (V, storage.Time, error) {
	found, at, err := v.in.get(ctx, key, age, func(tx *storage.Tx) (any, error) { return compute(tx) })
	is, _ := found.(V)
	return is, at, err
}

func (v *values) get(ctx context.Context, key any, age Age, compute func(*storage.Tx) (any, error)) (any, storage.Time, error) {
	if v.revisions == nil {
		computed, err := storage.View(ctx, v.store, compute)
		return computed, age.Now, err
	}
	revision, err := v.revisions.TableRevision(ctx, v.tables)
	if err != nil {
		return nil, 0, fmt.Errorf("read the revision of the database: %w", err)
	}
	if found, ok := v.find(key, revision, age); ok {
		return found.is, found.at, nil
	}
	computed, err := storage.View(ctx, v.store, compute)
	if err == nil {
		v.keep(key, value{revision, age.Now, computed})
	}
	return computed, age.Now, err
}

// Reading is the values of one revision of the tables, for what is computed in a transaction that began after
// it was read. The zero Reading keeps nothing.
type Reading[K comparable, V any] struct {
	of       *values
	revision uint64
}

// At reads the revision of the tables.
func At[K comparable, V any](ctx context.Context, v *Values[K, V]) (Reading[K, V], error) {
	if v.in.revisions == nil {
		return Reading[K, V]{}, nil
	}
	revision, err := v.in.revisions.TableRevision(ctx, v.in.tables)
	if err != nil {
		return Reading[K, V]{}, fmt.Errorf("read the revision of the database: %w", err)
	}
	return Reading[K, V]{&v.in, revision}, nil
}

// In is [Get] in the transaction of a caller, who calls compute in it. As with Get, a value may be older than
// the transaction by what was written since the revision was read.
func In[K comparable, V any](r Reading[K, V], key K, compute func() (V, error)) (V, error) {
	if r.of == nil {
		return compute()
	}
	if found, ok := r.of.find(key, r.revision, Age{}); ok {
		is, _ := found.is.(V)
		return is, nil
	}
	computed, err := compute()
	if err == nil {
		r.of.keep(key, value{revision: r.revision, is: computed})
	}
	return computed, err
}

func (v *values) find(key any, revision uint64, age Age) (found value, ok bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	kept, ok := v.kept[key]
	if !ok {
		return found, false
	}
	if kept.revision == revision {
		kept.at = age.Now // it is what it would be now
		return kept, true
	}
	return kept, kept.at <= age.Now && age.Now.Sub(kept.at) < age.Max
}

// keep keeps a value in place of those of other revisions and, if there are too many, of any
// other one.
func (v *values) keep(key any, computed value) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for other, kept := range v.kept {
		if kept.revision != computed.revision {
			delete(v.kept, other)
		}
	}
	for other := range v.kept {
		if len(v.kept) < v.most {
			break
		}
		delete(v.kept, other)
	}
	v.kept[key] = computed
}
