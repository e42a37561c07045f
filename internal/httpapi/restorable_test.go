package httpapi_test

import (
	"bytes"
	"crypto/rand"
	"testing"
	"time"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
)

// restorable fails the test unless a backup of a store can be made and restored, whatever
// requests have left there.
func restorable(t *testing.T, store storage.Store) {
	t.Helper()
	open := func(store storage.Store) *backup.Service {
		s, err := backup.New(backup.Config{Env: storage.Env{Store: store, Now: time.Now, Random: rand.Reader}, Key: make([]byte, 32), Dir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	file, err := open(store).Export(t.Context())
	if err != nil {
		t.Errorf("export: %v", err)
		return
	}
	defer file.Close()
	var text bytes.Buffer
	if _, err := file.WriteTo(&text); err != nil {
		t.Fatal(err)
	}
	if _, err := open(teststore.Quick(t)).Restore(t.Context(), &text, false); err != nil {
		t.Errorf("restore: %v", err)
	}
}
