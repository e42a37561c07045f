package backup_test

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// now is the time of these tests.
const (
	now storage.Time = 1_790_000_000_000
	day storage.Time = 86_400_000
)

var key = bytes.Repeat([]byte{7}, backup.KeySize)

// backends are the stores that a test runs on.
var backends = map[string]func(testing.TB) storage.Store{
	"memory": func(t testing.TB) storage.Store { return storagetest.Strict(t, memory.New()) },
	"sqlite": teststore.Open,
}

func newService(t testing.TB, s storage.Store) *backup.Service {
	t.Helper()
	return serviceWith(t, s, key)
}

func serviceWith(t testing.TB, s storage.Store, key []byte) *backup.Service {
	t.Helper()
	return serviceIn(t, s, key, t.TempDir())
}

func serviceIn(t testing.TB, s storage.Store, key []byte, dir string) *backup.Service {
	t.Helper()
	v, err := backup.New(backup.Config{Env: storage.Env{Store: s, Now: now.Std, Random: rand.Reader}, Key: key, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// export returns a backup.
func export(t testing.TB, v *backup.Service) []byte {
	t.Helper()
	b, err := v.Export(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var text bytes.Buffer
	if n, err := b.WriteTo(&text); err != nil || n != b.Size() || int64(text.Len()) != n {
		t.Fatalf("wrote %d bytes of %d, error %v", n, b.Size(), err)
	}
	return text.Bytes()
}

func update(t testing.TB, s storage.Store, fn func(*storage.Tx) error) {
	t.Helper()
	if err := s.Update(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// dump is the contents of a store, by table.
type dump map[string][]any

// dumpNames are the names of tables in a dump, where they are not those of the
// fields of a [storage.Tx] in lower case. AI logs and the order of commits, which a
// restore makes itself, are not compared.
var dumpNames = map[string]string{
	"AILogs": "", "Commits": "", "RelatedApps": "related", "PolicyVersions": "versions", "PolicyAnalyses": "analyses", "DeviceLinks": "links",
	"ManualAppEvents": "manualEvents", "ManualPolicyVersions": "manualVersions", "FlagOverrides": "overrides", "RunItems": "items",
}

func dumpOf(t testing.TB, s storage.Store) dump {
	t.Helper()
	var all dump
	err := s.View(t.Context(), func(tx *storage.Tx) (err error) {
		all = make(dump)
		for _, kind := range storage.Kinds() {
			name, ok := dumpNames[kind.Name()]
			if !ok {
				name = strings.ToLower(kind.Name()[:1]) + kind.Name()[1:]
			}
			if name == "" {
				continue
			}
			query := reflect.ValueOf(kind.NewQuery()).Elem().Interface()
			if all[name], err = storage.Collect(kind.Rows(tx).List(query)); err != nil {
				return err
			}
		}
		all["settings"] = slices.DeleteFunc(all["settings"], func(s any) bool { return s.(storage.Setting).Name == settings.ChangeLog })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// without removes tables.
func (d dump) without(tables ...string) dump {
	for _, name := range tables {
		delete(d, name)
	}
	return d
}

// diff compares records as a store does: neither the spelling of JSON matters, nor
// nil or an empty list or table.
func diff(want, got any) string {
	filled := cmp.Transformer("filled", func(d dump) map[string][]any { // without the empty tables
		tables := make(map[string][]any)
		for name, records := range d {
			if len(records) > 0 {
				tables[name] = records
			}
		}
		return tables
	})
	bothSet := func(a, b json.RawMessage) bool { return len(a) > 0 && len(b) > 0 }
	sameJSON := cmp.Comparer(func(a, b json.RawMessage) bool {
		var x, y any
		return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && cmp.Equal(x, y)
	})
	return cmp.Diff(want, got, cmpopts.EquateEmpty(), filled, cmp.FilterValues(bothSet, sameJSON))
}

// members decodes an envelope.
func members(t testing.TB, bundle []byte) map[string]json.RawMessage {
	t.Helper()
	var all map[string]json.RawMessage
	if err := json.Unmarshal(bundle, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// isEmpty checks that a folder is empty.
func isEmpty(t testing.TB, dir string) {
	t.Helper()
	left, err := os.ReadDir(dir)
	if err != nil || len(left) > 0 {
		t.Errorf("left in the folder: %v, error %v", left, err)
	}
}
