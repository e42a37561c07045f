package storage_test

import (
	"errors"
	"iter"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// ownRuns is a table that is set in a Tx. It fails to get one run.
type ownRuns struct {
	storage.Rows[string, storage.Run, storage.RunQuery]
	calls *[]string
}

var errBroken = errors.New("broken")

func (r ownRuns) Get(id string) (storage.Run, error) {
	*r.calls = append(*r.calls, "Get")
	if id == "broken" {
		return storage.Run{}, errBroken
	}
	return r.Rows.Get(id)
}

func (r ownRuns) Put(runs ...storage.Run) error {
	*r.calls = append(*r.calls, "Put")
	return r.Rows.Put(runs...)
}

func (r ownRuns) Delete(ids ...string) (int, error) {
	*r.calls = append(*r.calls, "Delete")
	return r.Rows.Delete(ids...)
}

func (r ownRuns) List(q storage.RunQuery) iter.Seq2[storage.Run, error] {
	*r.calls = append(*r.calls, "List")
	return r.Rows.List(q)
}

func (r ownRuns) Count(q storage.RunQuery) (int, error) {
	*r.calls = append(*r.calls, "Count")
	return r.Rows.Count(q)
}

func (r ownRuns) Clear() (int, error) {
	*r.calls = append(*r.calls, "Clear")
	return r.Rows.Clear()
}

// A table that a decorator sets in a Tx is read and written for any kind, and a Wrap that leaves it
// unchanged sets it again.
func TestTableThatADecoratorSets(t *testing.T) {
	t.Parallel()
	run := func(id string) storage.Run {
		return storage.Run{ID: id, Runner: "sync", Status: storage.RunPaused, StartedAt: 1, UpdatedAt: 2}
	}
	runs := kindNamed("Runs")
	var calls, listed, first []string
	err := memory.New().Update(t.Context(), func(tx *storage.Tx) error {
		tx.Runs = ownRuns{tx.Runs, &calls}
		rows := runs.Rows(tx)
		if err := rows.Put(run("a"), run("b"), run("c")); err != nil {
			return err
		}
		if got, err := rows.Get("b"); err != nil || got.(storage.Run).ID != "b" {
			t.Errorf("Get returned %v, %v", got, err)
		}
		if _, err := rows.Get("broken"); !errors.Is(err, errBroken) {
			t.Errorf("Get of a broken run: %v, want %v", err, errBroken)
		}
		if n, err := rows.Count(storage.RunQuery{}); n != 3 || err != nil {
			t.Errorf("Count returned %d, %v", n, err)
		}
		if n, err := rows.Delete("b", "x"); n != 1 || err != nil {
			t.Errorf("Delete returned %d, %v", n, err)
		}
		for record, err := range rows.List(storage.RunQuery{}) {
			if err != nil {
				return err
			}
			listed = append(listed, runs.Key(record).(string))
		}
		for record := range rows.List(storage.RunQuery{}) {
			first = append(first, runs.Key(record).(string))
			break
		}

		wrapped := tx.Wrap(func(_ storage.Kind, rows storage.AnyRows) storage.AnyRows { return rows })
		if _, ok := wrapped.Runs.(ownRuns); !ok {
			t.Errorf("Wrap set %T, want %T", wrapped.Runs, tx.Runs)
		}
		n, err := rows.Clear()
		if n != 2 {
			t.Errorf("Clear returned %d, want 2", n)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(listed)
	if diff := cmp.Diff([]string{"a", "c"}, listed); diff != "" || len(first) != 1 {
		t.Errorf("listed, then %v (-want +got):\n%s", first, diff)
	}
	want := []string{"Put", "Get", "Get", "Count", "Delete", "List", "List", "Clear"}
	if diff := cmp.Diff(want, calls); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
}

func TestKindRefusesOtherTypes(t *testing.T) {
	t.Parallel()
	runs := kindNamed("Runs")
	for name, call := range map[string]func(){
		"Key":      func() { runs.Key(storage.Task{}) },
		"Validate": func() { _ = runs.Validate(storage.Task{}) },
		"Compare":  func() { runs.Compare(storage.RunQuery{}, storage.Run{}, storage.Task{}) },
		"Filter":   func() { _, _ = runs.Filter(storage.NewTx(), storage.TaskQuery{}) },
		"Put": func() {
			_ = runs.Rows(&storage.Tx{Runs: ownRuns{storage.NewTx().Runs, new([]string)}}).Put(storage.Task{})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			defer func() {
				if recover() == nil {
					t.Error("no panic, want one")
				}
			}()
			call()
		})
	}
}

func kindNamed(name string) storage.Kind {
	kinds := storage.Kinds()
	return kinds[slices.IndexFunc(kinds, func(k storage.Kind) bool { return k.Name() == name })]
}
