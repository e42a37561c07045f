package postgres_test

import (
	"bytes"
	"crypto/rand"
	"database/sql"
	"testing"
	"time"

	"github.com/privacylabels/auditor/backup/dataset"
	"github.com/privacylabels/auditor/internal/paneltest"
	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// TestDataset compares a data set with that of the same records in memory, and with the views.
func TestDataset(t *testing.T) {
	t.Parallel()
	address := pgtest.NewSchema(t)
	s, inMemory := openStore(t, address), memory.New()
	paneltest.Furnish(t, s)
	paneltest.Furnish(t, inMemory)
	write := func(from storage.Store) []byte {
		service, err := dataset.New(dataset.Config{Env: storage.Env{Store: from, Now: time.Now, Random: rand.Reader}, Secret: make([]byte, 32), Dir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := service.Write(t.Context(), &b, dataset.Options{}); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	zipped := write(s)
	if !bytes.Equal(write(inMemory), zipped) {
		t.Error("the data set differs from that of the same records in memory")
	}

	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	paneltest.CompareViews(t, db, zipped)
}
