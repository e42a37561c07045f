package dataset_test

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	_ "github.com/ncruces/go-sqlite3/driver"

	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/paneltest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

func TestViews(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "auditor.db")
	s, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	paneltest.Furnish(t, s)
	r := rand.New(rand.NewPCG(1, 41))
	for id := storage.AppID(101); id <= 110; id++ {
		paneltest.Live(r, id).Store(t, s, 0)
	}
	db, err := sql.Open("sqlite3", fmt.Sprintf("file:%s?mode=ro", path))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	paneltest.CompareViews(t, db, write(t, s, dataset.Options{}))
}

func TestHeadsOfViews(t *testing.T) {
	t.Parallel()
	for _, script := range []string{"sqlite/migrations/0006/views.sql", "postgres/migrations/0006/14-views.sql"} {
		text, err := os.ReadFile(filepath.Join("../../storage", script))
		if err != nil {
			t.Fatal(err)
		}
		paneltest.CheckHeads(t, string(text))
	}
}
