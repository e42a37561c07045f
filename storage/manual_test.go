package storage_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

func manualKinds() map[string]kind {
	type (
		app     = storage.ManualApp
		event   = storage.ManualAppEvent
		version = storage.ManualPolicyVersion
	)
	long := strings.Repeat("x", storage.MaxManualAppID+1)
	id := storage.ManualPolicyVersionID{App: "a-b", Hash: storage.Digest{1}}
	source := func(s storage.ManualSource) func(*app) { return func(a *app) { a.Source = s } }
	return map[string]kind{
		"manual app": kindOf[string, app]{
			valid: app{ID: "a", Name: "Clip", Source: storage.ManualWebClip, FirstSeen: 1, UpdatedAt: 1}, key: "a",
			spoil: map[string]func(*app){
				"no id": func(a *app) { a.ID = "" }, "long id": func(a *app) { a.ID = long },
				"no name": func(a *app) { a.Name = "" }, "no source": source(""), "another source": source("shop"),
				"never seen": func(a *app) { a.FirstSeen = 0 }, "never updated": func(a *app) { a.UpdatedAt = 0 },
			},
			fine: map[string]func(*app){
				"testflight": source(storage.ManualTestFlight), "own build": source(storage.ManualOwnBuild), "sideloaded": source(storage.ManualSideloaded),
			},
		},
		"manual app event": kindOf[string, event]{
			valid: event{ID: "e", App: "a", Type: storage.ManualScrape, OccurredAt: 1}, key: "e",
			spoil: map[string]func(*event){
				"no id": func(e *event) { e.ID = "" }, "no app": func(e *event) { e.App = "" }, "long app": func(e *event) { e.App = long },
				"no type": func(e *event) { e.Type = "" }, "no time": func(e *event) { e.OccurredAt = 0 },
				"detail":        func(e *event) { e.Detail = json.RawMessage("1") },
				"broken detail": func(e *event) { e.Detail = json.RawMessage("{") }, "null": func(e *event) { e.Detail = json.RawMessage("null") },
			},
			fine: map[string]func(*event){
				"change": func(e *event) { e.Type, e.Detail = storage.ManualFieldChange, json.RawMessage(`{"field":"name"}`) },
			},
		},
		"manual policy version": kindOf[storage.ManualPolicyVersionID, version]{
			valid: version{ID: id, FirstFetched: 1, LastFetched: 1, Text: "text"}, key: id,
			spoil: map[string]func(*version){
				"no app": func(v *version) { v.ID.App = "" }, "no digest": func(v *version) { v.ID.Hash = storage.Digest{} },
				"no time": func(v *version) { v.FirstFetched = 0 }, "no last time": func(v *version) { v.LastFetched = 0 }, "no text": func(v *version) { v.Text = "" },
			},
		},
	}
}

func TestManualPolicyVersionID(t *testing.T) {
	t.Parallel()
	for _, app := range []string{"a", "0190-0c", "-", "ä b"} {
		id := storage.ManualPolicyVersionID{App: app, Hash: storage.Digest{1, 2}}
		text, err := json.Marshal(id)
		var read storage.ManualPolicyVersionID
		if err != nil || json.Unmarshal(text, &read) != nil || read != id {
			t.Errorf("%s is read as %v, %v", text, read, err)
		}
	}
	hash := storage.Digest{1}.String()
	for _, bad := range []string{"", "-", "a", hash, "-" + hash, "a-" + hash[1:], "a-" + hash + "0", "a-" + strings.Repeat("z", 64)} {
		if id, err := storage.ParseManualPolicyVersionID(bad); err == nil {
			t.Errorf("%q is read as %v", bad, id)
		}
	}
}
