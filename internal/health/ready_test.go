package health_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/sqlite"
	"github.com/privacylabels/auditor/storage/storagetest"
)

func TestReady(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "auditor.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	silent := storagetest.Faulty(memory.New(), storagetest.Faults{View: storagetest.Nth(1)})
	for name, test := range map[string]struct {
		store storage.Store
		dir   string
		want  []string // what is wrong, each named by a part of its sentence
	}{
		"all is well":       {db, dir, nil},
		"no folder":         {db, "", nil},
		"no layout":         {memory.New(), dir, nil},
		"a folder is none":  {db, file, []string{"write in the data folder"}},
		"a folder is gone":  {db, filepath.Join(dir, "none"), []string{"write in the data folder"}},
		"no answer":         {silent, dir, []string{"read from the database"}},
		"careless":          {laid{Store: memory.New()}, dir, []string{"enforce foreign keys"}},
		"careless and gone": {laid{Store: memory.New()}, file, []string{"write in the data folder", "enforce foreign keys"}},
	} {
		err := health.Ready(t.Context(), test.store, test.dir)
		var got []string
		for _, part := range test.want {
			if err != nil && strings.Contains(err.Error(), part) {
				got = append(got, part)
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" || test.want == nil && err != nil {
			t.Errorf("%s: error %v (-want +got):\n%s", name, err, diff)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left in the folder: %v, error %v", left, err)
	}
	closed := health.Ready(t.Context(), storagetest.Faulty(db, storagetest.Faults{View: func(int) error { return storagetest.ErrFault }}), "")
	if !errors.Is(closed, storagetest.ErrFault) {
		t.Errorf("error %v, want %v", closed, storagetest.ErrFault)
	}
}
