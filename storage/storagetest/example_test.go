package storagetest_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// printer is what a *testing.T is elsewhere: it prints what would fail a test,
// without the place.
type printer struct{ testing.TB }

func (printer) Errorf(_ string, args ...any) { fmt.Println(args[1:]...) }

func ExampleStrict() {
	ctx := context.Background()
	store := storagetest.Strict(printer{}, memory.New()) // give it the test's t

	_ = store.Update(ctx, func(tx *storage.Tx) error {
		for app := range tx.Apps.List(storage.AppQuery{}) {
			fmt.Println(app.Name) // the store is empty
		}
		return nil
	})
	_ = store.View(ctx, func(tx *storage.Tx) error {
		return tx.Settings.Put(storage.Setting{Name: "theme", Value: "dark"})
	})
	// Output: misuse of the store Settings.Put in a View
}

func ExampleFaulty() {
	ctx := context.Background()
	store := storagetest.Faulty(memory.New(), storagetest.Faults{
		Before: storagetest.Nth(2), // nothing is kept
		After:  storagetest.Nth(3), // all is written, but the caller gets an error
	})
	for _, name := range []string{"a", "b", "c"} {
		err := store.Update(ctx, func(tx *storage.Tx) error {
			return tx.Settings.Put(storage.Setting{Name: name})
		})
		fmt.Println(name, err)
	}
	_ = store.View(ctx, func(tx *storage.Tx) error {
		for s := range tx.Settings.List(storage.SettingQuery{}) {
			fmt.Println("kept", s.Name)
		}
		return nil
	})
	// Output:
	// a <nil>
	// b fault made by a test
	// c fault made by a test
	// kept a
	// kept c
}
