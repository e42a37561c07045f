package notify_test

import (
	"crypto/rand"
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// tracked returns the notices of a refresh in which an app began to track, and more.
func tracked(app storage.AppID, name string) []notify.Notice {
	return notify.OfChanges(storage.App{ID: app, Name: name}, []storage.Entry{
		{Type: storage.EntryModified, Category: storage.CategoryAgeRating, Description: "The age rating changed from 4+ to 12+", Subject: storage.Subject{From: "4+", To: "12+"}},
		{Type: storage.EntryModified, Category: storage.CategoryListing, Description: "Another developer offers it", Subject: storage.Subject{Fact: storage.FactDeveloper}},
		{
			Type: storage.EntryAdded, Description: `New privacy label: "Data Used to Track You"`, Details: []string{"Identifiers"},
			Subject: storage.Subject{PrivacyType: storage.DataUsedToTrackYou},
		},
		{Type: storage.EntryRemoved, Description: `"Data Linked to You" no longer collects: Location`, Subject: storage.Subject{PrivacyType: storage.DataLinkedToYou, DataCategory: "LOCATION"}},
	})
}

// A refresh of an app is one message, however many notifications it has: the worst change is its
// title, and it links to the page.
func TestOneMessageForAnApp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		generic, phone := new(endpoint), new(endpoint)
		o := newOffice(t, storagetest.Strict(t, memory.New()))
		o.set(settings.PageURL, "http://auditor.lan:3000/")
		box := o.open(map[string]*endpoint{"hook.example": generic, "ntfy.example": phone})
		add(t, box, change(notify.Generic, "http://hook.example/"))
		add(t, box, change(notify.Ntfy, "http://ntfy.example/topic"))
		at := storage.TimeOf(time.Now())
		update(t, o.store, func(tx *storage.Tx) error {
			return notify.Post(tx, at, rand.Reader, append(tracked(7, "Chat"), tracked(8, "Mail")[0])...)
		})
		time.Sleep(2 * time.Second)
		var got, want []map[string]any
		for _, m := range append(generic.messages(), phone.messages()...) {
			var members map[string]any
			if err := json.Unmarshal(m.body, &members); err != nil {
				t.Fatal(err)
			}
			if of, ok := members["notifications"].([]any); ok {
				members["notifications"] = len(of)
			}
			got = append(got, members)
		}
		const lines = "The age rating changed from 4+ to 12+\nAnother developer offers it\n\"Data Linked to You\" no longer collects: Location"
		link := "http://auditor.lan:3000/apps/7/label?at=" + string(must(json.Marshal(at)))
		mail := strings.Replace(link, "/7/", "/8/", 1)
		want = []map[string]any{
			{"version": 1.0, "title": "Chat began to track you: Identifiers", "text": "Chat began to track you: Identifiers\n" + lines + "\n" + link, "url": link, "notifications": 3},
			{"version": 1.0, "title": "Mail began to track you: Identifiers", "text": "Mail began to track you: Identifiers\n" + mail, "url": mail, "notifications": 1},
			{"topic": "topic", "title": "Chat began to track you: Identifiers", "message": lines, "priority": 4.0, "click": link},
			{"topic": "topic", "message": "Mail began to track you: Identifiers", "priority": 4.0, "click": mail},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("messages (-want +got):\n%s", diff)
		}
	})
}

// A summary names each app once, the worst one first, and says in its title how many did what.
func TestSummaryHasTheWorstFirst(t *testing.T) {
	t.Parallel()
	var e endpoint
	inBubble(t, &e, func(t *testing.T, o *office) {
		o.set(settings.WebhookFrequency, settings.DailySummary, settings.PageURL, "https://auditor.example/apps-of-us")
		update(t, o.store, func(tx *storage.Tx) error {
			at := storage.TimeOf(time.Now()).Add(-time.Hour)
			better := storage.Entry{Type: storage.EntryRemoved, Description: "less", Subject: storage.Subject{PrivacyType: storage.DataLinkedToYou}}
			for i, notices := range [][]notify.Notice{
				tracked(7, "Chat"),
				{{App: 9, AppName: "Maps", Type: storage.NoticeLabelChanges, Changes: []storage.Entry{better}}},
				{{AppName: "Import", Type: storage.NoticeImportCompleted, Changes: []storage.Entry{{Type: "import_completed", Description: "Import of a list: 3 of 3 apps are tracked"}}}},
			} {
				if err := notify.Post(tx, at.Add(time.Duration(i)*time.Minute), rand.Reader, notices...); err != nil {
					return err
				}
			}
			return nil
		})
		time.Sleep(2 * time.Second)
		want := []string{
			"Daily summary: 1 app began to track you, 1 got better", "Chat began to track you: Identifiers and 3 more",
			"Import of a list: 3 of 3 apps are tracked", "Maps got better: less", "https://auditor.example/apps-of-us/",
		}
		got := summariesSent(t, &e)
		if len(got) != 1 {
			t.Fatalf("%d messages", len(got))
		}
		if diff := cmp.Diff(want, strings.Split(got[0].Text, "\n")); diff != "" {
			t.Errorf("lines (-want +got):\n%s", diff)
		}
	})
}

func must(text []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return text
}
