package commands_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/program/commands"
)

// TestShowInTheWordsOfTheStore prints what is known of an app in the words of its store: what its label
// names, that it names nothing, that it is not filled in, and that no page was understood.
func TestShowInTheWordsOfTheStore(t *testing.T) {
	t.Parallel()
	email := []client.LabelCategory{{Identifier: "PERSONAL_INFO", Title: "Personal info", DataTypes: []client.DataType{
		{Identifier: "EMAIL_ADDRESS", Title: "Email address", Optional: new(true)}, {Identifier: "NAME", Title: "Name"},
	}}}
	for name, tt := range map[string]struct {
		app  client.AppDetail
		want string
	}{
		"Google Play": {
			client.AppDetail{
				AppSource: new("play"), Practices: []string{"DATA_ISNT_ENCRYPTED"}, Availability: client.Availability{DelistedAt: new(client.Time(1))},
				PrivacyTypes: []client.PrivacyType{{Identifier: "DATA_COLLECTED", Title: "Data collected", Categories: email, Purposes: []client.Purpose{
					{Identifier: "ANALYTICS", Title: "Analytics", Categories: email},
				}}},
			},
			"store        Google Play\ndelisted     1970-01-01 by Google Play\n" +
				"\nData collected\n  Personal info: Email address (optional), Name, for Analytics\nSecurity practices\n  Data isn’t encrypted\n",
		},
		"Google Play, nothing": {
			client.AppDetail{AppSource: new("play"), PrivacyTypes: []client.PrivacyType{{Identifier: "DATA_NOT_COLLECTED", Title: "No data collected or shared"}}},
			"store        Google Play\n\nNo data collected or shared\n  The developer declares that this app neither collects nor shares data.\n",
		},
		"Google Play, not filled in": {
			client.AppDetail{AppSource: new("play"), PrivacyTypes: []client.PrivacyType{{Identifier: "DATA_NOT_PROVIDED", Title: "No information available"}}},
			"store        Google Play\n\nNo information available\n  The developer has not filled in the data safety section.\n",
		},
		"Google Play, not understood": {
			client.AppDetail{AppSource: new("play")},
			"store        Google Play\n\nThe label is not known yet: no page of Google Play was understood so far.\n",
		},
		"App Store": {
			client.AppDetail{PrivacyTypes: []client.PrivacyType{{Identifier: "DATA_NOT_PROVIDED", Title: "No Details Provided"}}},
			"store        App Store\n\nNo Details Provided\n  The developer has not given privacy details yet.\n",
		},
		"App Store, not understood": {
			client.AppDetail{}, "store        App Store\n\nThe label is not known yet: no page of the App Store was understood so far.\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.app.ID, tt.app.Name = 7, "Notes"
			out, _, err := do(t, commands.Show{ID: 7}, "", func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(tt.app) })
			if diff := cmp.Diff("Notes (7)\n"+tt.want, without(out, "tracked ", "checked ", "changes ")); err != nil || diff != "" {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}

// without returns a text without the lines that begin with one of these words.
func without(text string, words ...string) (rest string) {
	for line := range strings.Lines(text) {
		if !slices.ContainsFunc(words, func(word string) bool { return strings.HasPrefix(line, word) }) {
			rest += line
		}
	}
	return rest
}

// TestListInTheWordsOfTheStore prints what the labels of apps declare in few words.
func TestListInTheWordsOfTheStore(t *testing.T) {
	t.Parallel()
	apps := []client.App{
		{ID: 1, Name: "Notes", HasPrivacyDetails: new(true), CategoryCount: 2},
		{ID: 2, Name: "Notes", AppSource: new("play"), HasPrivacyDetails: new(true)},
		{ID: 3, Name: "Maps", AppSource: new("play"), HasPrivacyDetails: new(false)},
		{ID: 4, Name: "Mail", AppSource: new("play"), LastError: &client.Failure{Code: "layout"}},
	}
	out, _, err := do(t, commands.List{Risk: "any"}, "", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(client.AppsPage{Apps: apps, Total: 4})
	})
	want := `
ID  NAME   DEVELOPER  STORE     LABEL              CHANGES  CHECKED  STATE
1   Notes             appstore  data collected     0        -        ok
2   Notes             play      nothing collected  0        -        ok
3   Maps              play      not filled in      0        -        ok
4   Mail              play      not known          0        -        failed: layout
`
	if diff := cmp.Diff(want, "\n"+out); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// TestChangesSayWhatChanged prints what an entry says that only names a category.
func TestChangesSayWhatChanged(t *testing.T) {
	t.Parallel()
	entries := []client.Entry{
		{Type: "modified", Category: "privacy-label", Description: `"Data collected" changed what it says about: Location`, Details: []string{"Now optional: Precise location", "Now used for: Analytics"}},
		{Type: "added", Category: "privacy-label", Description: `New in the data safety section: "Data shared"`, Details: []string{"Location"}},
		{Type: "added", Category: "pair", Description: "The stores are told different things: the App Store is told of which advertisements were seen, Google Play is not"},
	}
	var rows []client.FeedRow
	for i, e := range entries {
		rows = append(rows, client.FeedRow{AppName: "Notes", Entry: e, ScrapedAt: client.Time(9 - i)})
	}
	want := []string{
		`Notes: modified "Data collected" changed what it says about: Location (Now optional: Precise location; Now used for: Analytics)`,
		`Notes: added New in the data safety section: "Data shared"`,
		`Notes: added The stores are told different things: the App Store is told of which advertisements were seen, Google Play is not`,
	}
	out, _, err := do(t, commands.Changes{}, "", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("to") != "" {
			rows = nil
		}
		_ = json.NewEncoder(w).Encode(client.Feed{Rows: rows, Total: int64(len(rows))})
	})
	var got []string
	for line := range strings.Lines(out) {
		_, said, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		got = append(got, said)
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// TestShowOfAPackageThatIsNotTracked does not name the number of the app, which the person did not give.
func TestShowOfAPackageThatIsNotTracked(t *testing.T) {
	t.Parallel()
	var id commands.AppID
	if err := id.UnmarshalText([]byte("org.example.notes")); err != nil {
		t.Fatal(err)
	}
	_, _, err := do(t, commands.Show{ID: id}, "", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) })
	if err == nil || !strings.HasPrefix(err.Error(), "the app is not tracked; ") {
		t.Error(err)
	}
}
