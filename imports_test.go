package auditor_test

import (
	"testing"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/fleet/imports"
	"github.com/privacylabels/auditor/storage"
)

// A device knows of the imports of its apps.
func TestImportsOfADevice(t *testing.T) {
	t.Parallel()
	a, err := auditor.New(auditor.WithStore(open(t)))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	phone, err := a.Devices().Add(t.Context(), device.Description{Name: "Phone"})
	if err != nil {
		t.Fatal(err)
	}
	list, err := a.Imports().Begin(t.Context(), imports.Start{Source: storage.ImportManual, Device: storage.Text(phone.ID)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Imports().Complete(t.Context(), list.ID); err != nil {
		t.Fatal(err)
	}
	if found, err := a.Devices().Get(t.Context(), phone.ID); err != nil || found.Imports.Count != 1 || found.Imports.LastCompletedAt == 0 {
		t.Errorf("the device is %+v, %v", found, err)
	}
}
