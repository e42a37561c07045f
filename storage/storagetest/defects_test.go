package storagetest_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// A test that fails on purpose needs a process of its own: TestRunFindsDefects
// starts this test binary once for each defect, with the defect's name here.
const defectVariable = "STORAGETEST_DEFECT"

// defect is a store with one fault, and the test of Run that is to find it.
type defect struct {
	name    string
	foundBy string
	seed    func(storage.Store) storage.Store
}

func TestRunFindsDefects(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts a process for each defect")
	}
	program, err := os.Executable()
	if err != nil {
		t.Skipf("cannot start this test again: %v", err)
	}
	for _, d := range defects() {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			run := "^TestDefective$/^" + strings.ReplaceAll(d.foundBy, "/", "$/^") + "$"
			process := exec.CommandContext(t.Context(), program, "-test.run="+run, "-test.v")
			process.Env = append(os.Environ(), defectVariable+"="+d.name)
			said, err := process.CombinedOutput()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || !strings.Contains(string(said), "--- FAIL: TestDefective/"+d.foundBy) {
				t.Errorf("Run does not find it by %s: %v\n%s", d.foundBy, err, said)
			}
		})
	}
}

func TestDefective(t *testing.T) {
	t.Parallel()
	name, ok := os.LookupEnv(defectVariable)
	if !ok {
		t.Skip("is for TestRunFindsDefects to start")
	}
	all := defects()
	at := slices.IndexFunc(all, func(d defect) bool { return d.name == name })
	if at < 0 {
		t.Fatalf("no defect %q", name)
	}
	storagetest.Run(t, func(testing.TB) storage.Store { return all[at].seed(memory.New()) })
}

// flawed is a store of which some parts are replaced.
type flawed struct {
	storage.Store
	view, update func(context.Context, func(*storage.Tx) error) error
	tx           func(tx, flawed *storage.Tx) // replaces tables of the flawed copy
	revision     func() uint64
}

func (f *flawed) View(ctx context.Context, fn func(*storage.Tx) error) error {
	return open(ctx, f.view, f.Store.View, f.tx, fn)
}

func (f *flawed) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	return open(ctx, f.update, f.Store.Update, f.tx, fn)
}

func (f *flawed) Revision(context.Context) (uint64, error) { return f.revision(), nil }

func open(
	ctx context.Context, flaw, sound func(context.Context, func(*storage.Tx) error) error,
	seed func(tx, flawed *storage.Tx), fn func(*storage.Tx) error,
) error {
	if flaw == nil {
		flaw = sound
	}
	return flaw(ctx, func(tx *storage.Tx) error {
		flawed := *tx
		if seed != nil {
			seed(tx, &flawed)
		}
		return fn(&flawed)
	})
}

// within seeds a defect of the transactions.
func within(seed func(tx, flawed *storage.Tx)) func(storage.Store) storage.Store {
	return func(s storage.Store) storage.Store { return &flawed{Store: s, tx: seed} }
}

// flawedTable is a table of which some methods are replaced.
type flawedTable[K comparable, R storage.Record[K], Q storage.Query[R]] struct {
	storage.Rows[K, R, Q]
	get  func(K) (R, error)
	put  func(...R) error
	del  func(...K) (int, error)
	list func(Q) iter.Seq2[R, error]
	cnt  func(Q) (int, error)
}

func (t flawedTable[K, R, Q]) Get(key K) (R, error) {
	if t.get != nil {
		return t.get(key)
	}
	return t.Rows.Get(key)
}

func (t flawedTable[K, R, Q]) Put(records ...R) error {
	if t.put != nil {
		return t.put(records...)
	}
	return t.Rows.Put(records...)
}

func (t flawedTable[K, R, Q]) Delete(keys ...K) (int, error) {
	if t.del != nil {
		return t.del(keys...)
	}
	return t.Rows.Delete(keys...)
}

func (t flawedTable[K, R, Q]) List(q Q) iter.Seq2[R, error] {
	if t.list != nil {
		return t.list(q)
	}
	return t.Rows.List(q)
}

func (t flawedTable[K, R, Q]) Count(q Q) (int, error) {
	if t.cnt != nil {
		return t.cnt(q)
	}
	return t.Rows.Count(q)
}

// yields returns a list of what was collected.
func yields[R any](records []R, err error) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		for _, r := range records {
			if !yield(r, nil) {
				return
			}
		}
		if err != nil {
			var none R
			yield(none, fmt.Errorf("list: %w", err))
		}
	}
}
