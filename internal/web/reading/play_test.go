package reading_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// An app of Google Play is shown in the words of that store.
func TestAppOfGooglePlay(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	of := func(optional bool) []storage.LabelCategory {
		return []storage.LabelCategory{{Identifier: "PERSONAL_INFO", Title: "Personal info", DataTypes: []storage.DataType{
			{Identifier: "EMAIL_ADDRESS", Title: "Email address", Optional: optional},
		}}}
	}
	label := storage.Label{
		Types: []storage.PrivacyType{
			{Identifier: storage.DataShared, Title: "Data shared", Categories: of(false), Purposes: []storage.Purpose{
				{Identifier: "ADVERTISING_OR_MARKETING", Title: "Advertising or marketing", Categories: of(false)},
			}},
			{Identifier: storage.DataCollected, Title: "Data collected", Categories: of(true)},
		},
		Practices: []string{"DATA_ISNT_ENCRYPTED"},
	}
	digest, err := changelog.Digest(label)
	if err != nil {
		t.Fatal(err)
	}
	app := storage.App{
		ID: storage.Number(storage.SourcePlay, "org.example.chat", 0), Source: storage.SourcePlay, Name: "Chat", Developer: "Chat Ltd",
		URL: "https://play.google.com/store/apps/details?id=org.example.chat", FirstSeen: 1, LastSynced: storage.TimeOf(now),
		LabelDigest: digest, HasPrivacyDetails: new(true), TrackCount: 1, LinkedCount: 1, CategoryCount: 1,
	}
	s.update(func(tx *storage.Tx) error {
		return errors.Join(tx.Labels.Put(storage.LabelBody{Digest: digest, Label: label}), tx.Apps.Put(app))
	})
	text := s.get("GET /apps/{id}", "/apps/"+app.ID.String(), map[string]string{"id": app.ID.String()})
	for _, want := range []string{
		">Google Play</a>", "shared with others for advertising or marketing. Shared: Personal info.", `<th scope="col">Shared</th><th scope="col">Collected</th>`,
		"Email address (optional)", "for Advertising or marketing", "Data isn’t encrypted", "<dt>Shared</dt>",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the screen lacks %q", want)
		}
	}
	for _, other := range []string{"Not linked", "<dt>Tracking</dt>", ">App Store</a>", "The label is not known yet"} {
		if strings.Contains(text, other) {
			t.Errorf("the screen has %q, which is about the App Store", other)
		}
	}
	if list := s.get("GET /apps", "/apps", nil); !strings.Contains(list, "Chat Ltd · Google Play") {
		t.Error("the list does not say that the app is of Google Play")
	}
}

// What an app of Google Play does not say, and why it could not be read, is told in its store's words.
func TestWordsOfGooglePlay(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for name, tt := range map[string]struct {
		label storage.Label
		why   storage.FailureCode
		want  []string
		not   string
	}{
		"nothing": {
			storage.Label{Types: []storage.PrivacyType{{Identifier: storage.DataNotCollected}}}, storage.FailureNotFound,
			[]string{"neither collects nor shares data", "The developer declares none.", "The app may have left Google Play."}, "not filled in",
		},
		"missing": {
			storage.Label{Types: []storage.PrivacyType{{Identifier: storage.DataNotProvided}}}, storage.FailureLayout,
			[]string{"has not filled in the data safety section", "The page of Google Play has changed"}, "Security practices",
		},
		"silent": {
			storage.Label{Types: []storage.PrivacyType{{Identifier: storage.DataNotCollected}}}, storage.FailureUnconfirmed,
			[]string{"The next check confirms it."}, "in the App Store to see",
		},
	} {
		digest, err := changelog.Digest(tt.label)
		if err != nil {
			t.Fatal(err)
		}
		app := storage.App{
			ID: storage.Number(storage.SourcePlay, "org.example."+name, 0), Source: storage.SourcePlay, Name: name, FirstSeen: 1, LastSynced: 2,
			URL: "https://play.google.com/store/apps/details?id=org.example." + name, LabelDigest: digest, HasPrivacyDetails: tt.label.Provided(),
			LastError: &storage.Failure{Code: tt.why, Message: "x", At: 3},
		}
		s.update(func(tx *storage.Tx) error {
			return errors.Join(tx.Labels.Put(storage.LabelBody{Digest: digest, Label: tt.label}), tx.Apps.Put(app))
		})
		text := s.get("GET /apps/{id}", "/apps/"+app.ID.String(), map[string]string{"id": app.ID.String()})
		for _, want := range tt.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the screen lacks %q", name, want)
			}
		}
		if strings.Contains(text, tt.not) {
			t.Errorf("%s: the screen has %q", name, tt.not)
		}
	}
}

// Two labels side by side, of one app at two times or of two apps, are told in the words of their stores.
func TestLabelsSideBySideInTheWordsOfTheStore(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	plain := func(privacyType string, practices ...string) storage.Label {
		return storage.Label{Types: []storage.PrivacyType{{Identifier: privacyType}}, Practices: practices}
	}
	put := func(source storage.Text, id storage.AppID, name string, labels ...storage.Label) {
		app := storage.App{ID: id, Source: source, Name: name, URL: "https://store.example/" + name, FirstSeen: 1, LastSynced: storage.TimeOf(now)}
		s.update(func(tx *storage.Tx) error {
			for i, l := range labels {
				digest, err := changelog.Digest(l)
				if err != nil {
					return err
				}
				if app.LabelDigest = digest; i == 0 {
					err = tx.Apps.Put(app)
				}
				snapshot := storage.Snapshot{ID: storage.SnapshotID{App: id, At: storage.Time(1000 * (i + 1))}, Label: digest, Source: storage.SourceLive}
				if err := errors.Join(err, tx.Labels.Put(storage.LabelBody{Digest: digest, Label: l}), tx.Snapshots.Put(snapshot)); err != nil {
					return err
				}
			}
			app.HasPrivacyDetails = labels[len(labels)-1].Provided()
			return tx.Apps.Put(app)
		})
	}
	play := storage.Number(storage.SourcePlay, "org.example.chat", 0)
	put(storage.SourcePlay, play, "Chat", plain(storage.DataNotProvided), plain(storage.DataNotCollected, "DATA_ISNT_ENCRYPTED"))
	put("", 7, "Notes", plain(storage.DataNotProvided), plain(storage.DataNotCollected))
	const missing, nothing = "The developer has not filled in the data safety section.", "The developer declares that this app neither collects nor shares data."
	const unprovided, none = "The developer has not given privacy details yet.", "The developer declares that this app collects no data."
	for target, tt := range map[string]struct{ want, not []string }{
		"/apps/" + play.String() + "/label": {[]string{missing, nothing, "Data isn’t encrypted"}, []string{unprovided, none}},
		"/apps/7/label":                     {[]string{unprovided, none}, []string{missing, nothing, "Security practices"}},
		"/compare?a=7&b=" + play.String():   {[]string{none, nothing, "Data isn’t encrypted", "Notes · App Store", "Chat · Google Play"}, []string{unprovided, missing, ">differs<"}},
	} {
		route, params := "GET /compare", map[string]string(nil)
		if id, found := strings.CutSuffix(strings.TrimPrefix(target, "/apps/"), "/label"); found {
			route, params = "GET /apps/{id}/label", map[string]string{"id": id}
		}
		text := s.get(route, target, params)
		for _, want := range tt.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %q:\n%s", target, want, text)
			}
		}
		for _, not := range tt.not {
			if strings.Contains(text, not) {
				t.Errorf("%s has %q", target, not)
			}
		}
	}
}

// The list of apps counts what apps of Google Play declare in its words, and tells what is not filled in from
// what is not known.
func TestListInTheWordsOfTheStore(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		app       storage.App
		want, not []string
	}{
		"Google Play": {
			storage.App{Source: storage.SourcePlay, HasPrivacyDetails: new(true), TrackCount: 2, LinkedCount: 3, UnlinkedCount: 1, CategoryCount: 5},
			[]string{"2 shared for ads", "3 required", "1 optional"}, []string{"not filled in", "no label known"},
		},
		"not filled in": {storage.App{Source: storage.SourcePlay, HasPrivacyDetails: new(false)}, []string{"not filled in"}, []string{"no label known"}},
		"not known":     {storage.App{Source: storage.SourcePlay}, []string{"no label known"}, []string{"not filled in"}},
		"App Store": {
			storage.App{HasPrivacyDetails: new(true), LinkedCount: 3, UnlinkedCount: 1, CategoryCount: 4}, []string{"3 linked"}, []string{"required", "1 optional"},
		},
	} {
		s := newSite(t)
		app := tt.app
		app.ID, app.Name, app.URL, app.FirstSeen, app.LastSynced = 7, "Chat", "https://store.example/7", 1, 1
		s.update(func(tx *storage.Tx) error { return tx.Apps.Put(app) })
		text := s.get("GET /apps", "/apps", nil)
		for _, want := range tt.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the list lacks %q", name, want)
			}
		}
		rows := text[strings.Index(text, "<tbody>"):strings.Index(text, "</tbody>")]
		for _, not := range tt.not {
			if strings.Contains(rows, not) {
				t.Errorf("%s: the list has %q:\n%s", name, not, rows)
			}
		}
	}
}
