package memory_test

import (
	"testing"

	"github.com/privacylabels/auditor/examples/custom/memory"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

func TestStore(t *testing.T) {
	t.Parallel()
	storagetest.Run(t, func(testing.TB) storage.Store { return memory.New() })
}

func TestStoreWithinStrict(t *testing.T) {
	t.Parallel()
	storagetest.Run(t, func(t testing.TB) storage.Store { return storagetest.Strict(t, memory.New()) })
}
