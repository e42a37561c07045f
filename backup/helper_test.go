package backup_test

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"iter"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/examples/custom/memory"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
	"github.com/privacylabels/auditor/storage/storagetest"
)

var key = bytes.Repeat([]byte{7}, backup.KeySize)

// backends are the stores that a test runs over.
var backends = map[string]func(testing.TB) storage.Store{
	"memory": func(t testing.TB) storage.Store { return storagetest.Strict(t, memory.New()) },
	"sqlite": func(t testing.TB) storage.Store {
		s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "auditor.db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
		return storagetest.Strict(t, s)
	},
}

func newVault(t testing.TB, s storage.Store) *backup.Vault {
	t.Helper()
	return vaultWith(t, s, key)
}

func vaultWith(t testing.TB, s storage.Store, key []byte) *backup.Vault {
	t.Helper()
	return vaultIn(t, s, key, t.TempDir())
}

func vaultIn(t testing.TB, s storage.Store, key []byte, dir string) *backup.Vault {
	t.Helper()
	v, err := backup.New(backup.Config{Store: s, Now: now.Std, Random: rand.Reader, Key: key, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// vaultAt returns a vault with a clock.
func vaultAt(t testing.TB, s storage.Store, clock func() time.Time) *backup.Vault {
	t.Helper()
	v, err := backup.New(backup.Config{Store: s, Now: clock, Random: rand.Reader, Key: key, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// write makes a file in a folder and returns its path.
func write(t testing.TB, dir, name string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// export returns the bytes of a bundle.
func export(t testing.TB, v *backup.Vault) []byte {
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

func update(t testing.TB, s storage.Store, fn func(storage.Tx) error) {
	t.Helper()
	if err := s.Update(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// dump is all that a store holds, by table.
type dump map[string][]any

func dumpOf(t testing.TB, s storage.Store) dump {
	t.Helper()
	var all dump
	err := s.View(t.Context(), func(tx storage.Tx) error {
		all = make(dump)
		for name, list := range map[string]func() ([]any, error){
			"apps": drain(tx.Apps().List(storage.AppQuery{})), "labels": drain(tx.Labels().List(storage.LabelQuery{})),
			"features": drain(tx.Features().List(storage.FeatureQuery{})), "related": drain(tx.RelatedApps().List(storage.RelatedQuery{})),
			"snapshots": drain(tx.Snapshots().List(storage.SnapshotQuery{})), "changes": drain(tx.Changes().List(storage.ChangeQuery{})),
			"reviews": drain(tx.Reviews().List(storage.ReviewQuery{})), "annotations": drain(tx.Annotations().List(storage.AnnotationQuery{})),
			"verdicts": drain(tx.Verdicts().List(storage.VerdictQuery{})), "shortlist": drain(tx.Shortlist().List(storage.ShortlistQuery{})),
			"versions": drain(tx.PolicyVersions().List(storage.PolicyVersionQuery{})), "analyses": drain(tx.PolicyAnalyses().List(storage.PolicyAnalysisQuery{})),
			"devices": drain(tx.Devices().List(storage.DeviceQuery{})), "links": drain(tx.DeviceLinks().List(storage.DeviceLinkQuery{})),
			"manualApps": drain(tx.ManualApps().List(storage.ManualAppQuery{})), "manualEvents": drain(tx.ManualAppEvents().List(storage.ManualAppEventQuery{})),
			"manualVersions": drain(tx.ManualPolicyVersions().List(storage.ManualPolicyVersionQuery{})),
			"notifications":  drain(tx.Notifications().List(storage.NotificationQuery{})), "overrides": drain(tx.FlagOverrides().List(storage.FlagOverrideQuery{})),
			"settings": drain(tx.Settings().List(storage.SettingQuery{})), "audits": drain(tx.Audits().List(storage.AuditQuery{})),
			"activities": drain(tx.Activities().List(storage.ActivityQuery{})), "deliveries": drain(tx.Deliveries().List(storage.DeliveryQuery{})),
			"revocations": drain(tx.Revocations().List(storage.RevocationQuery{})), "runs": drain(tx.Runs().List(storage.RunQuery{})),
			"imports": drain(tx.Imports().List(storage.ImportQuery{})), "importItems": drain(tx.ImportItems().List(storage.ImportItemQuery{})),
			"items": drain(tx.RunItems().List(storage.RunItemQuery{})), "leases": drain(tx.Leases().List(storage.LeaseQuery{})),
		} {
			var err error
			if all[name], err = list(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func drain[R any](list iter.Seq2[R, error]) func() ([]any, error) {
	return func() (all []any, err error) {
		for r, err := range list {
			if err != nil {
				return nil, err
			}
			all = append(all, r)
		}
		return all, nil
	}
}

// without leaves tables out.
func (d dump) without(tables ...string) dump {
	for _, name := range tables {
		delete(d, name)
	}
	return d
}

// diff tells records apart as a store does: not by how JSON is spelt, nor an
// empty list from a nil one.
func diff(want, got any) string {
	return cmp.Diff(want, got, cmpopts.EquateEmpty(), cmp.FilterValues(func(a, b json.RawMessage) bool { return len(a) > 0 && len(b) > 0 },
		cmp.Comparer(func(a, b json.RawMessage) bool {
			var x, y any
			return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && cmp.Equal(x, y)
		})))
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

// isEmpty checks that nothing was left in a folder.
func isEmpty(t testing.TB, dir string) {
	t.Helper()
	left, err := os.ReadDir(dir)
	if err != nil || len(left) > 0 {
		t.Errorf("left in the folder: %v, error %v", left, err)
	}
}
