package backup_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/preferences"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// What is beyond the limits of devices, saved filters and tags is left out of a restore, with what
// belongs to it, and the answer says how much. A doubled ID is refused beyond them as well.
func TestBeyondLimits(t *testing.T) {
	t.Parallel()
	list := func(n int, form string) string {
		all := make([]string, n)
		for i := range all {
			all[i] = fmt.Sprintf(form, i)
		}
		return strings.Join(all, ",")
	}
	const form = `{"id":"d%03d","name":"Phone","createdAt":1,"lastSyncedAt":1}`
	text := plainHead +
		`,"devices":[` + list(device.MaxDevices+3, form) + `]` +
		`,"deviceLinks":[{"appId":1,"deviceId":"d000"},{"appId":1,"deviceId":"d500"},{"appId":2,"deviceId":"d502"}]` +
		`,"deviceScope":[{"v":1,"mode":"subset","deviceIds":["d001","d501"]}]` +
		`,"appTags":[` + list(tracked.MaxAppTags+2, `{"appId":1,"tag":"t%d"}`) + `,{"appId":2,"tag":"t"}]` +
		`,"settings":[` + list(preferences.MaxFilters+4, `{"key":"savedFilter.apps.f%[1]d","value":"{\"list\":\"apps\",\"name\":\"f%[1]d\",\"query\":\"q=a\"}"}`) +
		`,{"key":"savedFilter.changes.f","value":"{\"list\":\"changes\",\"name\":\"f\",\"query\":\"q=a\"}"}]}`
	s := teststore.Quick(t)
	found, err := newService(t, s).Preview(t.Context(), strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	left := map[string]int{"devices": 3, "deviceLinks": 2, "deviceScope": 1, "appTags": 2, "settings": 4}
	if diff := cmp.Diff(left, found.Beyond); diff != "" {
		t.Errorf("beyond the limits (-want +got):\n%s", diff)
	}

	done, err := newService(t, s).Restore(t.Context(), strings.NewReader(text), true)
	if err != nil {
		t.Fatal(err)
	}
	want := make([]string, 0, len(left))
	for _, name := range []string{"appTags", "deviceLinks", "deviceScope", "devices", "settings"} {
		want = append(want, fmt.Sprintf("%q has entries beyond the limits of this service, or that belong to such entries, which were left out: %d", name, left[name]))
	}
	if diff := cmp.Diff(want, done.LeftOut); diff != "" {
		t.Errorf("the answer (-want +got):\n%s", diff)
	}
	stored := map[string]int{
		"devices": len(storagetest.All[storage.Device](t, s)), "deviceLinks": len(storagetest.All[storage.DeviceLink](t, s)),
		"appTags": len(storagetest.All[storage.AppTag](t, s)),
	}
	if diff := cmp.Diff(map[string]int{"devices": device.MaxDevices, "deviceLinks": 1, "appTags": tracked.MaxAppTags + 1}, stored); diff != "" {
		t.Errorf("stored (-want +got):\n%s", diff)
	}
	for member, n := range stored {
		if done.Counts[member] != n {
			t.Errorf("counted %d %s, want %d", done.Counts[member], member, n)
		}
	}
	filters, err := storage.View(t.Context(), s, func(tx *storage.Tx) ([]preferences.Filter, error) { return preferences.Filters(tx, "") })
	if err != nil || len(filters) != preferences.MaxFilters+1 {
		t.Errorf("%d filters, %v", len(filters), err)
	}

	twice := plainHead + `,"devices":[` + list(device.MaxDevices, form) + `,` + fmt.Sprintf(form, 0) + `]}`
	if _, err := newService(t, s).Preview(t.Context(), strings.NewReader(twice)); err == nil || !strings.Contains(err.Error(), "duplicate ID d000") {
		t.Errorf("a doubled device: %v", err)
	}
}
