package backup_test

import (
	"errors"
	"testing"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// chosen are the tables of what the user chose.
var chosen = []string{"settings", "overrides", "devices"}

func TestReset(t *testing.T) {
	t.Parallel()
	for name, open := range backends {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			fleet(t, s, 31)
			update(t, s, func(tx storage.Tx) error {
				if err := tx.Audits().Put(storage.Audit{ID: "a", CreatedAt: 1, Action: "a"}); err != nil {
					return err
				}
				if err := tx.Settings().Put(storage.Setting{Name: "aiApiKey", Value: "stays"}); err != nil {
					return err
				}
				return tx.Revocations().Put(storage.Revocation{Session: "s", ExpiresAt: 9})
			})
			before := dumpOf(t, s)
			update(t, s, func(tx storage.Tx) error { // what hangs on apps that are gone
				return tx.Settings().Put(storage.Setting{Name: "version_update_notified_1000_at", Value: "1"}, storage.Setting{Name: "profile_mismatch_notified_7_at", Value: "1"},
					storage.Setting{Name: "auditBundleImport:2026-01-01T00:00:00Z", Value: "{}"}, storage.Setting{Name: "migrationFlowPending", Value: "{}"},
					storage.Setting{Name: "recommenderProfileSuggestion", Value: "{}"})
			})
			apps, err := newVault(t, s).Reset(t.Context())
			if err != nil || apps != len(before["apps"]) || apps == 0 {
				t.Fatalf("%d apps of %d, error %v", apps, len(before["apps"]), err)
			}
			after := dumpOf(t, s)
			if line := after["activities"][0].(storage.Activity); len(after["activities"]) != 1 || line.Type != "reset" || line.Status != "ok" {
				t.Errorf("activities %+v", after["activities"])
			}
			want := make(dump)
			for table := range before {
				want[table] = nil
			}
			for _, table := range append(chosen, "audits", "revocations") {
				want[table] = before[table]
			}
			if d := diff(want.without("activities"), after.without("activities")); d != "" {
				t.Errorf("afterwards (-want +got):\n%s", d)
			}
		})
	}
}

func TestResetIsWhole(t *testing.T) {
	t.Parallel()
	s := backends["memory"](t)
	fleet(t, s, 32)
	before := dumpOf(t, s)
	faulty := storagetest.Faulty(s, storagetest.Faults{Before: storagetest.Nth(1)})
	if _, err := newVault(t, faulty).Reset(t.Context()); !errors.Is(err, storagetest.ErrFault) {
		t.Errorf("error %v, want %v", err, storagetest.ErrFault)
	}
	if d := diff(before, dumpOf(t, s)); d != "" {
		t.Errorf("afterwards (-want +got):\n%s", d)
	}
}

func TestResetWhileARunIsUnderWay(t *testing.T) {
	t.Parallel()
	s := backends["memory"](t)
	fleet(t, s, 33)
	update(t, s, func(tx storage.Tx) error {
		return tx.Leases().Put(storage.Lease{Name: "runner/policy", Owner: "somebody", ExpiresAt: now + 1})
	})
	before := dumpOf(t, s)
	if _, err := newVault(t, s).Reset(t.Context()); !errors.Is(err, runner.ErrBusy) {
		t.Errorf("error %v, want %v", err, runner.ErrBusy)
	}
	if d := diff(before, dumpOf(t, s)); d != "" {
		t.Errorf("afterwards (-want +got):\n%s", d)
	}
}
