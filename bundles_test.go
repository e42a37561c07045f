package auditor_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/internal/bundle"
	"github.com/privacylabels/auditor/storage"
)

func TestBundles(t *testing.T) {
	t.Parallel()
	store := open(t)
	a := newAuditor(t, auditor.WithStore(store))
	err := store.Update(t.Context(), func(tx *storage.Tx) error {
		return tx.Apps.Put(storage.App{ID: 7, Name: "Notes", URL: "https://apps.apple.com/app/id7", LastSynced: 1_760_000_000_000})
	})
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := a.Services().Bundles.Export(t.Context(), &file, bundle.Options{}); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Version string `json:"app_version"`
		Apps    []struct{ Name string }
	}
	if err := json.Unmarshal(file.Bytes(), &got); err != nil || got.Version == "" || len(got.Apps) != 1 {
		t.Errorf("the bundle is %+v, %v", got, err)
	}
	received, err := bundle.Open(bytes.NewReader(file.Bytes()), int64(file.Len()), bundle.OpenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if did, err := a.Services().Bundles.Import(t.Context(), received, false); err != nil || did.AppsSkipped != 1 {
		t.Errorf("the import of it: %+v, %v", did, err)
	}
}
