package auditor_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/fleet/imports"
	"github.com/privacylabels/auditor/storage"
)

// An import of a device is told of there, also after the device became another.
func TestDevicesKnowTheirImports(t *testing.T) {
	t.Parallel()
	a := newAuditor(t, auditor.WithStore(open(t)))
	old, err := a.Devices().Add(t.Context(), device.Description{Name: "Old"})
	if err != nil {
		t.Fatal(err)
	}
	list, err := a.Imports().Begin(t.Context(), imports.Start{Source: storage.ImportManual, Device: storage.Text(old.ID)})
	if err != nil {
		t.Fatal(err)
	}
	if list, err = a.Imports().Complete(t.Context(), list.ID); err != nil || list.CompletedAt == 0 {
		t.Fatal(list, err)
	}
	want := device.ImportHistory{Count: 1, LastCompletedAt: list.CompletedAt}
	expect := func(id string) {
		t.Helper()
		got, err := a.Devices().Get(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got.Imports); diff != "" {
			t.Errorf("imports (-want +got):\n%s", diff)
		}
	}
	expect(old.ID)
	other, err := a.Devices().Add(t.Context(), device.Description{Name: "New"})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Devices().Merge(t.Context(), old.ID, other.ID); err != nil {
		t.Fatal(err)
	}
	expect(other.ID)
}
