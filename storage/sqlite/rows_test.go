package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// TestRowsAlike: rows are read as they were written where a value is that of the row before,
// is missing, or comes back after another one.
func TestRowsAlike(t *testing.T) {
	t.Parallel()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "auditor.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	free, paid, yes := 0.0, 1.5, true
	label := storage.LabelBody{Digest: storage.Digest{1}}
	one := storage.App{Name: "One", Developer: "A developer", URL: "https://example.com", LabelDigest: label.Digest, PriceAmount: &paid, HasIAP: &yes, ChangeCount: 1000}
	other := storage.App{Name: "One", Developer: "2026-11-28T18:00:00Z", URL: "https://example.com", PriceAmount: &free}
	none := storage.App{Name: "Other", URL: "https://example.com/other", ChangeCount: 1000}
	var want []storage.App
	for i, app := range []storage.App{one, one, other, none, one, none, none, other, one} {
		app.ID = storage.AppID(i + 1)
		want = append(want, app)
	}
	err = db.Update(t.Context(), func(tx *storage.Tx) error {
		if err := tx.Labels.Put(label); err != nil {
			return err
		}
		return tx.Apps.Put(want...)
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // with a statement that was just prepared, and with one that was used
		got, err := storage.View(t.Context(), db, func(tx *storage.Tx) ([]storage.App, error) {
			return storage.Collect(tx.Apps.List(storage.AppQuery{Order: storage.AppsByID}))
		})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("apps (-want +got):\n%s", diff)
		}
	}
}
