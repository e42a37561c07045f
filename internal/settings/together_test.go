package settings_test

import (
	"errors"
	"iter"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/sqlite"
)

type rows = storage.Rows[string, storage.Setting, storage.SettingQuery]

// counted counts the reads of settings.
type counted struct {
	rows
	reads *int
}

func (c counted) Get(name string) (storage.Setting, error) {
	*c.reads++
	return c.rows.Get(name)
}

func (c counted) List(q storage.SettingQuery) iter.Seq2[storage.Setting, error] {
	*c.reads++
	return c.rows.List(q)
}

func TestTogether(t *testing.T) {
	t.Parallel()
	file, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "auditor.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	get := func(name string) func(*storage.Tx) error {
		return func(tx *storage.Tx) error { _, err := tx.Settings.Get(name); return err }
	}
	put := func(name, value string) func(*storage.Tx) error {
		return func(tx *storage.Tx) error { return settings.PutText(tx, name, value) }
	}
	for name, test := range map[string]struct {
		steps []func(*storage.Tx) error
		want  map[string]string
		reads int // of the steps
	}{
		"nothing is read unless it is asked for": {nil, map[string]string{"a": "1", "b": "2"}, 0},
		"a group is read at once":                {[]func(*storage.Tx) error{get("a"), get("b"), get("a")}, map[string]string{"a": "1", "b": "2"}, 1},
		"others are read one by one":             {[]func(*storage.Tx) error{get("c"), get("c")}, map[string]string{"c": "3"}, 2},
		"written before it is read":              {[]func(*storage.Tx) error{put("a", "4")}, map[string]string{"a": "4", "b": "2"}, 0},
		"written after it is read":               {[]func(*storage.Tx) error{get("b"), put("a", "4"), put("none", "5")}, map[string]string{"a": "4", "none": "5"}, 1},
		"deleted after it is read": {
			[]func(*storage.Tx) error{get("a"), func(tx *storage.Tx) error { _, err := tx.Settings.Delete("a", "c"); return err }},
			map[string]string{"a": "", "b": "2", "c": ""}, 1,
		},
		"all deleted after they are read": {
			[]func(*storage.Tx) error{get("a"), func(tx *storage.Tx) error { _, err := tx.Settings.Clear(); return err }},
			map[string]string{"a": "", "b": "", "c": ""}, 1,
		},
	} {
		for kind, db := range map[string]storage.Store{"memory": memory.New(), "sqlite": file} {
			errUndo := errors.New("undo")
			err := db.Update(t.Context(), func(tx *storage.Tx) error {
				if err := tx.Settings.Put(storage.Setting{Name: "a", Value: "1"}, storage.Setting{Name: "b", Value: "2"}, storage.Setting{Name: "c", Value: "3"}); err != nil {
					return err
				}
				reads := 0
				watched := *tx
				watched.Settings = counted{tx.Settings, &reads}
				tx = settings.Together(&watched, "a", "b", "none")
				for _, step := range test.steps {
					if err := step(tx); err != nil {
						return err
					}
				}
				if reads != test.reads {
					t.Errorf("%s, %s: %d reads, want %d", kind, name, reads, test.reads)
				}
				got := map[string]string{}
				for key := range test.want {
					if got[key], err = settings.Text(tx, key); err != nil {
						return err
					}
				}
				if diff := cmp.Diff(test.want, got); diff != "" {
					t.Errorf("%s, %s (-want +got):\n%s", kind, name, diff)
				}
				return errUndo
			})
			if !errors.Is(err, errUndo) {
				t.Errorf("%s, %s: %v", kind, name, err)
			}
		}
	}
}
