package httpapi_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/preferences"
	"github.com/privacylabels/auditor/storage"
)

// layoutJSON is a layout as it is on the wire.
type layoutJSON struct {
	Layout struct {
		V             int
		Order, Hidden []string
	}
	MatchedPreset *string
}

func (a *api) layout() layoutJSON {
	a.t.Helper()
	return into[layoutJSON](a.do("GET", "/api/dashboard/layout"))
}

// is fails the test unless the layout is a preset; an empty name is none.
func (l layoutJSON) is(t *testing.T, name string) {
	t.Helper()
	if (l.MatchedPreset != nil) != (name != "") || name != "" && *l.MatchedPreset != name {
		t.Errorf("the preset is %v, want %q", l.MatchedPreset, name)
	}
	if l.Layout.V != 1 || len(l.Layout.Order) != 18 || l.Layout.Hidden == nil {
		t.Errorf("the layout is %+v", l.Layout)
	}
	if preset, ok := preferences.Preset(name); ok {
		want := preferences.Layout{Version: 1, Order: l.Layout.Order, Hidden: l.Layout.Hidden}
		if diff := cmp.Diff(want, preset); diff != "" {
			t.Errorf("%s (-got +preset):\n%s", name, diff)
		}
	}
}

func TestDashboardLayout(t *testing.T) {
	t.Parallel()
	a := bare(t)
	a.layout().is(t, "default")
	for _, name := range preferences.Presets() {
		into[layoutJSON](a.post("/api/dashboard/layout/preset", `{"preset":"`+name+`"}`)).is(t, name)
		a.layout().is(t, name)
		// What is read can be written back.
		text := a.do("GET", "/api/dashboard/layout").Body.String()
		into[layoutJSON](a.put("/api/dashboard/layout", text)).is(t, name)
	}
	got := into[layoutJSON](a.put("/api/dashboard/layout", `{"layout":{"order":["hero","hero","toString",1,null,"task_list"],"hidden":["hero","cleanup_callout",{}],"v":9}}`))
	got.is(t, "")
	if l := got.Layout; l.Order[0] != "hero" || l.Order[1] != "cleanup_callout" || len(l.Hidden) != 1 || l.Hidden[0] != "hero" {
		t.Errorf("the layout is %+v", l)
	}
	a.layout().is(t, "")
	for _, text := range []string{`{"layout":{}}`, `{"layout":{"order":"hero","hidden":{"0":"hero"}}}`, `{"layout":{"order":[[]]}}`} {
		into[layoutJSON](a.put("/api/dashboard/layout", text)).is(t, "default")
	}
	a.post("/api/dashboard/layout/preset", `{"preset":"watchdog"}`).status(200)
	into[layoutJSON](a.remove("/api/dashboard/layout")).is(t, "default")
	a.layout().is(t, "default")

	var reported []string
	a.view(func(tx *storage.Tx) error {
		reported = nil
		for line, err := range tx.Activities.List(storage.ActivityQuery{Type: "dashboard_layout_applied", Ascending: true}) {
			if err != nil {
				return err
			}
			reported = append(reported, string(line.Detail))
		}
		return nil
	})
	if len(reported) != 7 { // four presets, back to the default, the watchdog, and back
		t.Errorf("the activity log tells %v", reported)
	}
}

func TestWrongLayoutsChangeNothing(t *testing.T) {
	t.Parallel()
	a := bare(t)
	a.post("/api/dashboard/layout/preset", `{"preset":"minimal"}`).status(200)
	for _, text := range []string{`{}`, `{"layout":null}`, `{"layout":[]}`, `{"layout":"minimal"}`, `{"layout":1}`, `{"Layout":{}}`} {
		a.put("/api/dashboard/layout", text).error(400, "")
	}
	for _, text := range []string{`{}`, `{"preset":null}`, `{"preset":"custom"}`, `{"preset":"toString"}`, `{"preset":1}`, `{"preset":["minimal"]}`} {
		got := a.post("/api/dashboard/layout/preset", text).error(400, "")
		if strings.Contains(got.Body.String(), "[") {
			t.Errorf("%s: %s", text, got.Body)
		}
	}
	a.layout().is(t, "minimal")
}
