package storage_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

func noteKinds() map[string]kind {
	type (
		note    = storage.Annotation
		verdict = storage.Verdict
		entry   = storage.ShortlistEntry
	)
	return map[string]kind{
		"annotation": kindOf[storage.AnnotationID, note]{
			valid: note{ID: 3, App: 7, Body: "text", Visibility: storage.VisibilityExport, Origin: storage.OriginUser, CreatedAt: 1}, key: 3,
			spoil: map[string]func(*note){
				"no id": func(n *note) { n.ID = 0 }, "negative id": func(n *note) { n.ID = -1 },
				"large id": func(n *note) { n.ID = storage.MaxAnnotationID + 1 }, "no app": func(n *note) { n.App = 0 },
				"no body": func(n *note) { n.Body = "" }, "no time": func(n *note) { n.CreatedAt = 0 },
				"no visibility": func(n *note) { n.Visibility = "" }, "another visibility": func(n *note) { n.Visibility = "public" },
				"another tag": func(n *note) { n.Tag = "praise" }, "no source": func(n *note) { n.Origin = "" },
				"another source": func(n *note) { n.Origin = "rumour" },
			},
			fine: map[string]func(*note){
				"largest id": func(n *note) { n.ID = storage.MaxAnnotationID }, "private": func(n *note) { n.Visibility = storage.VisibilityPrivate },
				"imported": func(n *note) { n.Origin, n.OriginName = storage.OriginImported, "Ann" },
				"a tag":    func(n *note) { n.Tag = storage.TagFollowUp }, "deleted": func(n *note) { n.DeletedAt = 5 },
			},
		},
		"verdict": kindOf[storage.VerdictID, verdict]{
			valid: verdict{App: 7, Decision: storage.DecisionSafe, Origin: storage.OriginImported, OriginName: "Ann", SetAt: 1},
			key:   storage.VerdictID{App: 7, Origin: storage.OriginImported, OriginName: "Ann"},
			spoil: map[string]func(*verdict){
				"no app": func(v *verdict) { v.App = 0 }, "no verdict": func(v *verdict) { v.Decision = "" },
				"another verdict": func(v *verdict) { v.Decision = "burn" }, "no source": func(v *verdict) { v.Origin = "" },
				"imported without a name": func(v *verdict) { v.OriginName = "" }, "the user's with a name": func(v *verdict) { v.Origin = storage.OriginUser },
				"no time": func(v *verdict) { v.SetAt = 0 },
			},
			fine: map[string]func(*verdict){"the user's": func(v *verdict) { v.Origin, v.OriginName = storage.OriginUser, "" }},
		},
		"shortlist entry": kindOf[storage.ShortlistID, entry]{
			valid: entry{Source: 7, Candidate: 8, Name: "Maps", URL: "u", Modes: storage.ModePrivacy, AddedAt: 1},
			key:   storage.ShortlistID{Source: 7, Candidate: 8},
			spoil: map[string]func(*entry){
				"no source": func(e *entry) { e.Source = 0 }, "no candidate": func(e *entry) { e.Candidate = 0 },
				"itself": func(e *entry) { e.Candidate = 7 }, "large candidate": func(e *entry) { e.Candidate = math.MaxInt64 },
				"no name": func(e *entry) { e.Name = "" }, "no address": func(e *entry) { e.URL = "" }, "no time": func(e *entry) { e.AddedAt = 0 },
				"no mode": func(e *entry) { e.Modes = 0 }, "another mode": func(e *entry) { e.Modes = 4 },
			},
			fine: map[string]func(*entry){"both modes": func(e *entry) { e.Modes = storage.ModePrivacy | storage.ModeAccessibility }},
		},
	}
}

func TestModesAreReadByName(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]storage.Modes{
		`[]`: 0, `null`: 0, `["privacy"]`: storage.ModePrivacy, `["Privacy","price",""]`: 0,
		`["accessibility","privacy","privacy"]`: storage.ModePrivacy | storage.ModeAccessibility,
	} {
		got := storage.Modes(3)
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s is read as %v (%v), want %v", text, got.Names(), err, want.Names())
		}
	}
	if err := json.Unmarshal([]byte(`"privacy"`), new(storage.Modes)); err == nil {
		t.Error("a text is read as modes")
	}
}

func TestIDsOfNotes(t *testing.T) {
	t.Parallel()
	for id, want := range map[interface{ String() string }]string{
		storage.AnnotationID(17):                                                     "17",
		storage.VerdictID{App: 7, Origin: storage.OriginUser}:                        "7-user",
		storage.VerdictID{App: 7, Origin: storage.OriginImported, OriginName: "Ann"}: "7-imported-Ann",
		storage.ShortlistID{Source: 7, Candidate: storage.MaxAppID}:                  "7-9007199254740991",
	} {
		if got := id.String(); got != want {
			t.Errorf("%#v is written %q, want %q", id, got, want)
		}
	}
	id := storage.ShortlistID{Source: 7, Candidate: 9}
	if got, err := storage.ParseShortlistID(id.String()); err != nil || got != id {
		t.Errorf("%v is read as %v, %v", id, got, err)
	}
	for _, text := range []string{"", "7", "7-", "-9", "7-9-", "7-9-1", "7_9", "a-b", "-7-9", " 7-9"} {
		if got, err := storage.ParseShortlistID(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}
