package backup_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// lackingSeed is that of a fleet with records of each kind.
const lackingSeed = 1

// lacking is a store without one of the tables.
type lacking struct {
	storage.Store
	table string
}

func (s lacking) View(ctx context.Context, fn func(*storage.Tx) error) error {
	return s.Store.View(ctx, func(tx *storage.Tx) error { return fn(s.without(tx)) })
}

func (s lacking) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	return s.Store.Update(ctx, func(tx *storage.Tx) error { return fn(s.without(tx)) })
}

func (s lacking) without(tx *storage.Tx) *storage.Tx {
	return tx.Wrap(func(kind storage.Kind, rows storage.AnyRows) storage.AnyRows {
		if kind.Name() == s.table {
			return nil
		}
		return rows
	})
}

// A store that lacks a table to which no other refers can be backed up, restored and reset;
// only a backup with records of the table is refused.
func TestStoreThatLacksATable(t *testing.T) {
	t.Parallel()
	whole := memory.New()
	fleet(t, whole, lackingSeed)
	for table, name := range map[string]string{
		"Annotations": "annotations", "Concerns": "concerns", "FlagOverrides": "overrides", "ManualAppEvents": "manualEvents",
		"ManualPolicyVersions": "manualVersions", "Notifications": "notifications", "PolicyAnalyses": "analyses", "RelatedApps": "related",
		"Reviews": "reviews", "Storefronts": "storefronts", "Shortlist": "shortlist", "Verdicts": "verdicts",
	} {
		t.Run(table, func(t *testing.T) {
			t.Parallel()
			into := memory.New()
			service := newService(t, lacking{into, table})
			restore := func(bundle []byte) error {
				_, err := service.Restore(t.Context(), bytes.NewReader(bundle), false)
				return err
			}
			if err := restore(export(t, newService(t, lacking{whole, table}))); err != nil {
				t.Fatal(err)
			}
			want, got := dumpOf(t, whole), dumpOf(t, into).without("activities", "audits")
			if len(got[name]) > 0 {
				t.Errorf("%d records in a table that the store lacks", len(got[name]))
			}
			if d := diff(len(want["apps"]), len(got["apps"])); d != "" || len(want["apps"]) == 0 {
				t.Errorf("apps (-want +got):\n%s", d)
			}
			if err := restore(export(t, newService(t, whole))); !errors.Is(err, storage.ErrNotSupported) || len(want[name]) == 0 {
				t.Errorf("restore of a backup with %d such records: %v, want %v", len(want[name]), err, storage.ErrNotSupported)
			}
			if d := diff(got, dumpOf(t, into).without("activities", "audits")); d != "" {
				t.Errorf("the refused restore changed something (-want +got):\n%s", d)
			}
			if _, err := service.Reset(t.Context()); err != nil {
				t.Errorf("reset: %v", err)
			}
		})
	}
}

// Without such a table there would be records that refer to nothing.
func TestStoreThatLacksATableToWhichOthersRefer(t *testing.T) {
	t.Parallel()
	whole := memory.New()
	fleet(t, whole, lackingSeed)
	for _, table := range []string{"Apps", "Labels", "Snapshots", "Devices", "Imports", "ManualApps"} {
		if b, err := newService(t, lacking{whole, table}).Export(t.Context()); !errors.Is(err, storage.ErrNotSupported) {
			t.Errorf("export without %s: %v, want %v", table, err, storage.ErrNotSupported)
			if err == nil {
				b.Close()
			}
		}
	}
}
