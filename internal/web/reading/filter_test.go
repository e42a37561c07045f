package reading_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// rename gives an app another name.
func (s *site) rename(id storage.AppID, name string) {
	s.t.Helper()
	s.edit(id, func(app *storage.App) { app.Name = name })
}

func TestChangesOfOneApp(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for id, name := range map[storage.AppID]string{1: "Tide Table", 2: "Tide Table", 3: "Tidewatch", 4: "Ledger", 5: strings.Repeat("Long ", 50)} {
		s.fill(id)
		s.rename(id, name)
	}
	field := func(value string) string { return `name="app" value="` + value + `"` }
	for name, test := range map[string]struct {
		query    string
		has, not []string
	}{
		"by id":                {"app=4", []string{field("Ledger"), `name="of" value="4"`, "Changes of <a", "/apps/4/review"}, []string{"/apps/3/review"}},
		"by name":              {"app=ledger", []string{field("Ledger"), "/apps/4/review"}, []string{"/apps/3/review"}},
		"by a part of a name":  {"app=watch", []string{field("Tidewatch"), "/apps/3/review"}, []string{"/apps/4/review"}},
		"several names":        {"app=tide&kind=privacy", []string{"Which app is it?", field("tide"), "?app=1&amp;kind=privacy", "?app=3"}, []string{"/review"}},
		"the same name":        {"app=Tide+Table", []string{"Which app is it?", "?app=1", "?app=2"}, []string{"/review"}},
		"the name that it had": {"app=Tide+Table&of=2", []string{field("Tide Table"), "/apps/2/review"}, []string{"Which app", "/apps/1/review"}},
		"another name":         {"app=Ledger&of=2", []string{"/apps/4/review"}, []string{"/apps/2/review"}},
		"no such name":         {"app=zzz", []string{"None of your apps is “zzz”", field("zzz")}, []string{"/review"}},
		"an unknown id":        {"app=99", []string{field("99"), "No change matches"}, []string{"/review"}},
		"a long name":          {"app=5", []string{field("5"), "/apps/5/review"}, []string{"/apps/4/review"}},
		"no name":              {"app=+&of=4", []string{field(""), "/apps/3/review", "/apps/4/review"}, []string{"Show all</a>"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := s.get("GET /", "/?"+test.query, nil)
			for _, want := range test.has {
				if !strings.Contains(text, want) {
					t.Errorf("no %s in\n%s", want, text)
				}
			}
			for _, bad := range test.not {
				if strings.Contains(text, bad) {
					t.Errorf("there is %s in\n%s", bad, text)
				}
			}
		})
	}
}

// exceed makes an app collect the location, which the profile does not accept.
func (s *site) exceed(id storage.AppID) {
	s.t.Helper()
	label := storage.Label{Types: []storage.PrivacyType{{
		Identifier: storage.DataUsedToTrackYou, Title: "Tracking", Categories: []storage.LabelCategory{{Identifier: "LOCATION", Title: "Location"}},
	}}}
	digest, err := changelog.Digest(label)
	if err != nil {
		s.t.Fatal(err)
	}
	s.update(func(tx *storage.Tx) error {
		return errors.Join(tx.Labels.Put(storage.LabelBody{Digest: digest, Label: label}),
			profile.SavePrivacy(tx, profile.Privacy{Tiers: map[string]profile.Tier{"LOCATION": profile.NotCollected}}))
	})
	s.edit(id, func(app *storage.App) { app.LabelDigest, app.Footprint = digest, profile.FootprintOf(label) })
}

func TestConcernsAreDecided(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.fill(7)
	s.exceed(7)
	seven := map[string]string{"id": "7"}
	location := map[string]string{"id": "7", "category": "LOCATION"}
	app := func() string { return s.get("GET /apps/{id}", "/apps/7", seven) }
	shows := func(want ...string) {
		t.Helper()
		text := app()
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("no %q in\n%s", part, text)
			}
		}
	}
	const route = "POST /apps/{id}/concerns/{category}"
	shows("Beyond your profile", "Undecided", `<td data-th="You allow">Not collected</td>`, `<span class="kind mismatch">Used to track you</span>`, `action="/privacy/apps/7/concerns/LOCATION"`, `value="accept"`)
	reply := s.post(route, location, url.Values{"decision": {"accept"}, "note": {hostile}})
	if reply.Location != "/privacy/apps/7" || len(reply.Cookies) != 1 {
		t.Fatalf("accepting leads to %q with %d cookies", reply.Location, len(reply.Cookies))
	}
	shows("Accepted", "&lt;script&gt;alert(1)", "Decide again")
	reopened := s.post(route, location, url.Values{"decision": {"reopen"}})
	shows(`value="accept"`)
	if undo := flashOf(t, reopened); undo.Undo.Name != "concern" || undo.Undo.Args != (ui.UndoConcern{App: 7, Category: "LOCATION", Decision: ui.ConcernAccept, Note: hostile}) {
		t.Errorf("opening it again is undone by %+v", undo)
	}
	// What is too long for the undo is asked for.
	s.post(route, location, url.Values{"decision": {"accept"}, "note": {strings.Repeat("語", 1500)}})
	asked := s.post(route, location, url.Values{"decision": {"reopen"}})
	if text := string(asked.Body); !strings.Contains(text, "Open it again?") || !strings.Contains(text, `name="sure"`) {
		t.Errorf("a long note is deleted without a question: %s", text)
	}
	shows("Accepted")
	if undo := flashOf(t, s.post(route, location, url.Values{"decision": {"reopen"}, "sure": {"yes"}})); undo.Undo.Name != "" {
		t.Errorf("what was asked for is undone by %+v", undo)
	}
	s.post(route, location, url.Values{"decision": {"defer"}})
	shows("Put off until", "22 December")
	if _, err := s.screens[route].Serve(t.Context(), visit{form: url.Values{"decision": {"x"}}, params: location}); err == nil {
		t.Error("another decision is taken")
	}
	if strings.Contains(app(), "<script>alert") {
		t.Error("a note is markup")
	}
}

// A change of one kind is found below thousands of others that are newer.
func TestKindBelowManyOthers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.fill(7)
	s.changePolicy(7, "We sell nothing.", "We sell your location.", 48*time.Hour)
	const others = changelog.MaxFeedLimit*changelog.SnapshotsPerRow + 10
	s.update(func(tx *storage.Tx) error {
		for i := range others {
			id := storage.SnapshotID{App: 7, At: storage.TimeOf(now.Add(-24 * time.Hour)).Add(time.Duration(i) * time.Second)}
			if err := tx.Snapshots.Put(storage.Snapshot{ID: id, Source: storage.SourceLive, Changed: true, Entries: 1}); err != nil {
				return err
			}
			if err := tx.Changes.Put(storage.Change{ID: storage.ChangeID{Snapshot: id}, Changed: true, Entry: storage.Entry{
				Type: storage.EntryModified, Description: "Another rating", Category: storage.CategoryAgeRating,
			}}); err != nil {
				return err
			}
		}
		return nil
	})
	if text := s.get("GET /", "/?kind=policy", nil); !strings.Contains(text, "What changed in the text") || strings.Contains(text, "Older changes") {
		t.Errorf("the only change of a policy is shown as\n%s", text)
	}
}

// message is a message as a cookie carries it, with the undo of a concern.
type message struct {
	Text string `json:"t"`
	Undo struct {
		Name string         `json:"n"`
		Args ui.UndoConcern `json:"a"`
	} `json:"u"`
}

// flashOf returns the message of an answer.
func flashOf(t *testing.T, reply ui.Reply) (flash message) {
	t.Helper()
	if len(reply.Cookies) != 1 {
		t.Fatalf("the answer has %d cookies", len(reply.Cookies))
	}
	text, err := base64.RawURLEncoding.DecodeString(reply.Cookies[0].Value)
	if err == nil {
		err = json.Unmarshal(text, &flash)
	}
	if err != nil {
		t.Fatal(err)
	}
	return flash
}
