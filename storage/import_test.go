package storage_test

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

func importKinds() map[string]kind {
	type (
		list = storage.Import
		item = storage.ImportItem
	)
	return map[string]kind{
		"import": kindOf[string, list]{
			valid: list{ID: "i", CreatedAt: 1, Source: storage.ImportFile}, key: "i",
			spoil: map[string]func(*list){
				"no id": func(i *list) { i.ID = "" }, "no time": func(i *list) { i.CreatedAt = 0 }, "no source": func(i *list) { i.Source = "" },
				"another source": func(i *list) { i.Source = "rumour" }, "negative total": func(i *list) { i.Total = -1 },
				"negative end": func(i *list) { i.CompletedAt = -1 },
			},
			fine: map[string]func(*list){
				"from screenshots": func(i *list) { i.Source = storage.ImportScreenshots }, "by hand": func(i *list) { i.Source = storage.ImportManual },
				"completed": func(i *list) { i.CompletedAt = 5 },
			},
		},
		"import item": kindOf[storage.ImportItemID, item]{
			valid: item{ID: storage.ImportItemID{Import: "i", Seq: 3}, Query: "Maps", Status: storage.ImportQueued},
			key:   storage.ImportItemID{Import: "i", Seq: 3},
			spoil: map[string]func(*item){
				"no import": func(i *item) { i.ID.Import = "" }, "no place": func(i *item) { i.ID.Seq = -1 }, "no query": func(i *item) { i.Query = "" },
				"no state": func(i *item) { i.Status = "" }, "another state": func(i *item) { i.Status = "done" },
				"negative app": func(i *item) { i.App = -1 }, "large app": func(i *item) { i.App = storage.MaxAppID + 1 },
				"large removed app": func(i *item) { i.RemovedApp = storage.MaxAppID + 1 },
				"negative time":     func(i *item) { i.NextAttempt = -1 }, "negative count": func(i *item) { i.Attempts = -1 },
			},
			fine: map[string]func(*item){
				"largest app": func(i *item) { i.App, i.RemovedApp = storage.MaxAppID, storage.MaxAppID },
				"first":       func(i *item) { i.ID.Seq = 0 },
			},
		},
	}
}

// Each state is known, and counted under one name of its own.
func TestImportTally(t *testing.T) {
	t.Parallel()
	all := []storage.ImportStatus{
		storage.ImportMatched, storage.ImportUnmatched, storage.ImportSkipped, storage.ImportImported, storage.ImportFailed,
		storage.ImportPendingSearch, storage.ImportQueued, storage.ImportRemoved,
	}
	var got, want storage.ImportTally
	for n, status := range all {
		if !status.Known() {
			t.Errorf("%s is not known", status)
		}
		got.Add(status, n+2)
		got.Add(status, -1)
		reflect.ValueOf(&want).Elem().Field(n).SetInt(int64(n + 1))
	}
	got.Add("rumour", 100)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("tally (-want +got):\n%s", diff)
	}
	if n := got.Items(); n != 36 || reflect.TypeFor[storage.ImportTally]().NumField() != len(all) {
		t.Errorf("%d items in %d states, want 36 in %d", n, reflect.TypeFor[storage.ImportTally]().NumField(), len(all))
	}
}

func TestImportItemID(t *testing.T) {
	t.Parallel()
	for _, id := range []storage.ImportItemID{{Import: "i", Seq: 0}, {Import: "a-b-7", Seq: 12}, {Import: "-", Seq: 1<<31 - 1}} {
		var got storage.ImportItemID
		text, err := id.MarshalText()
		if err != nil || got.UnmarshalText(text) != nil || got != id {
			t.Errorf("%+v is written %q (%v) and read as %+v", id, text, err, got)
		}
	}
	for _, text := range []string{"", "i", "-1", "i-", "i-x", "i-01", "i-+1", "i- 1", "i--", "i-99999999999999999999"} {
		if got, err := storage.ParseImportItemID(text); err == nil {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}
