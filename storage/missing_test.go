package storage_test

import (
	"errors"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

func TestMissing(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		"app 5: not found":              storage.Missing(storage.App{}, storage.AppID(5)),
		"import item a-3: not found":    storage.Missing((*storage.ImportItem)(nil), storage.ImportItemID{Import: "a", Seq: 3}),
		"manual app event x: not found": storage.Missing(&storage.ManualAppEvent{}, "x"),
		"ailog x: not found":            storage.Missing(storage.AILog{}, "x"),
		"destination phone: not found":  &storage.MissingError{Kind: "destination", Key: "phone"},
	} {
		if got := err.Error(); got != want || !errors.Is(err, storage.ErrNotFound) {
			t.Errorf("error %q, want %q that wraps ErrNotFound", got, want)
		}
	}
}
