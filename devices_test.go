package auditor_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/storage"
)

// An import of a device is told of there, also after the device became another.
func TestDevicesKnowTheirImports(t *testing.T) {
	t.Parallel()
	a := newAuditor(t, auditor.WithStore(open(t)))
	old, err := a.Services().Devices.Add(t.Context(), device.Description{Name: "Old"})
	if err != nil {
		t.Fatal(err)
	}
	list, err := a.Services().Imports.Begin(t.Context(), imports.Start{Source: storage.ImportManual, Device: storage.Text(old.ID)})
	if err != nil {
		t.Fatal(err)
	}
	if list, err = a.Services().Imports.Complete(t.Context(), list.ID); err != nil || list.CompletedAt == 0 {
		t.Fatal(list, err)
	}
	want := device.ImportHistory{Count: 1, LastCompletedAt: list.CompletedAt}
	expect := func(id string) {
		t.Helper()
		got, err := a.Services().Devices.Get(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got.Imports); diff != "" {
			t.Errorf("imports (-want +got):\n%s", diff)
		}
	}
	expect(old.ID)
	other, err := a.Services().Devices.Add(t.Context(), device.Description{Name: "New"})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Services().Devices.Merge(t.Context(), old.ID, other.ID); err != nil {
		t.Fatal(err)
	}
	expect(other.ID)
}
