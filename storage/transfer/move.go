package transfer

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/privacylabels/auditor/storage"
)

var (
	// ErrNotEmpty means that the target has records.
	ErrNotEmpty = errors.New("target is not empty")
	// ErrDifferent means that the target does not hold what was written to it.
	ErrDifferent = errors.New("target differs from the source")
	// ErrChanged means that the source was written to meanwhile.
	ErrChanged = errors.New("source was written to during the move: stop the process that uses it, and move again")
	// ErrUnfinished means that a move to this store was interrupted or failed.
	ErrUnfinished = errors.New("a move to this database has not ended: move again")
)

// marker is a task that a target has until a move to it has ended.
var marker = storage.Task{Kind: "transfer", Owner: "move"}

// batch is how many records one Update writes: with many more, a database retains each
// version of its counters until the end.
const batch = 1000

// Report is what was moved.
type Report struct {
	Records map[string]int    // by table
	Digests map[string]Digest // of the records, by table
}

// Total returns the number of records.
func (r Report) Total() (n int) {
	for _, records := range r.Records {
		n += records
	}
	return n
}

// Move copies every record of one store to another, which must be empty, and then reads the
// other one and compares the digests. The source is read in one View; it fails with
// [ErrChanged] if the source is a [storage.Revisioner] and was written to meanwhile. Memory
// does not grow with the number of records.
//
// The target is written in many Updates. Until the end [RequireWhole] fails for it. After
// an error or a crash, another Move removes what the first one copied and begins from the
// beginning.
func Move(ctx context.Context, from, to storage.Store) (Report, error) {
	report, err := move(ctx, from, to)
	if err != nil {
		return Report{}, fmt.Errorf("move: %w", err)
	}
	return report, nil
}

func move(ctx context.Context, from, to storage.Store) (report Report, err error) {
	before, err := revision(ctx, from)
	if err != nil {
		return report, err
	}
	if err := begin(ctx, to); err != nil {
		return report, err
	}
	err = from.View(ctx, func(tx *storage.Tx) error {
		report = newReport()
		for _, kind := range storage.Kinds() {
			if err := report.copy(ctx, kind, tx, to); err != nil {
				return fmt.Errorf("%s: %w", kind.Name(), err)
			}
		}
		return nil
	})
	if err != nil {
		return report, err
	}
	found, err := Read(ctx, to)
	if err != nil {
		return report, fmt.Errorf("read the target: %w", err)
	}
	for _, kind := range storage.Kinds() {
		name := kind.Name()
		if report.Records[name] != found.Records[name] || report.Digests[name] != found.Digests[name] {
			return report, fmt.Errorf("%w: %s: %d records with digest %s, and the source has %d with %s", ErrDifferent,
				name, found.Records[name], found.Digests[name], report.Records[name], report.Digests[name])
		}
	}
	after, err := revision(ctx, from)
	if err != nil {
		return report, err
	}
	if after != before {
		return report, ErrChanged
	}
	return report, to.Update(ctx, func(tx *storage.Tx) error {
		_, err := tx.Tasks.Delete(storage.Key(marker))
		return err
	})
}

// revision returns the revision of a store, zero if it has none.
func revision(ctx context.Context, store storage.Store) (uint64, error) {
	r, ok := storage.As[storage.Revisioner](store)
	if !ok {
		return 0, nil
	}
	return r.Revision(ctx)
}

// RequireWhole fails with [ErrUnfinished] if a move to a store has not ended, so that it has
// a part of the records only.
func RequireWhole(ctx context.Context, store storage.Store) error {
	return store.View(ctx, func(tx *storage.Tx) error {
		_, marked, err := storage.Find(tx.Tasks, storage.Key(marker))
		if err == nil && marked {
			err = ErrUnfinished
		}
		return err
	})
}

// begin marks an empty target, or empties one that is marked.
func begin(ctx context.Context, to storage.Store) error {
	return to.Update(ctx, func(tx *storage.Tx) error {
		_, marked, err := storage.Find(tx.Tasks, storage.Key(marker))
		if err != nil {
			return err
		}
		if !marked {
			if err := requireEmpty(tx); err != nil {
				return err
			}
			return tx.Tasks.Put(marker)
		}
		for _, kind := range slices.Backward(storage.Kinds()) {
			if _, err := kind.Rows(tx).Clear(); err != nil {
				return fmt.Errorf("remove the records of an earlier move: %s: %w", kind.Name(), err)
			}
		}
		return tx.Tasks.Put(marker)
	})
}

// Read returns what [Move] would report of a store.
func Read(ctx context.Context, store storage.Store) (report Report, err error) {
	err = store.View(ctx, func(tx *storage.Tx) error {
		report = newReport()
		for _, kind := range storage.Kinds() {
			if err := report.read(kind, tx, func(any) error { return nil }); err != nil {
				return fmt.Errorf("%s: %w", kind.Name(), err)
			}
		}
		return nil
	})
	return report, err
}

// records returns the records of a kind that are moved: all but tasks that do not wait, because
// a lease belongs to a running process.
func records(kind storage.Kind, tx *storage.Tx) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		for record, err := range kind.Rows(tx).List(all(kind)) {
			if task, ok := record.(storage.Task); ok && !task.Waits() {
				continue
			}
			if !yield(record, err) {
				return
			}
		}
	}
}

func requireEmpty(tx *storage.Tx) error {
	for _, kind := range storage.Kinds() {
		for _, err := range records(kind, tx) {
			if err != nil {
				return err
			}
			return fmt.Errorf("%w: it has records in %s", ErrNotEmpty, kind.Name())
		}
	}
	return nil
}

func newReport() Report {
	return Report{Records: make(map[string]int), Digests: make(map[string]Digest)}
}

// copy writes the records of a kind to a store, and counts them.
func (r Report) copy(ctx context.Context, kind storage.Kind, tx *storage.Tx, to storage.Store) error {
	var records []any
	flush := func() error {
		if len(records) == 0 {
			return nil
		}
		err := to.Update(ctx, func(tx *storage.Tx) error { return kind.Rows(tx).Put(records...) })
		records = records[:0]
		return err
	}
	err := r.read(kind, tx, func(record any) error {
		if records = append(records, record); len(records) < batch {
			return nil
		}
		return flush()
	})
	if err != nil {
		return err
	}
	return flush()
}

// read counts the records of a kind and calls each with them.
func (r Report) read(kind storage.Kind, tx *storage.Tx, each func(any) error) error {
	name := kind.Name()
	digest := r.Digests[name]
	for record, err := range records(kind, tx) {
		if err != nil {
			return err
		}
		r.Records[name]++
		digest.add(record)
		if err := each(record); err != nil {
			return err
		}
	}
	r.Digests[name] = digest
	return nil
}
