package dataset_test

import (
	"bytes"
	"crypto/rand"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/paneltest"
	"github.com/privacylabels/auditor/storage"
)

func newService(t testing.TB, s storage.Store) *dataset.Service {
	t.Helper()
	service, err := dataset.New(dataset.Config{
		Env:    storage.Env{Store: s, Now: func() time.Time { return paneltest.Start.Std() }, Random: rand.Reader},
		Secret: bytes.Repeat([]byte{7}, 32), Dir: t.TempDir(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return service
}

// write returns a data set as a zip.
func write(t testing.TB, s storage.Store, o dataset.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := newService(t, s).Write(t.Context(), &b, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
