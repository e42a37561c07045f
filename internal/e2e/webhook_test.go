package e2e_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/internal/proctest"
	"github.com/privacylabels/auditor/storage"
)

// receiver is a webhook that remembers the messages that came.
type receiver struct {
	t    testing.TB
	url  string
	came chan []byte
}

func newReceiver(t testing.TB) *receiver {
	r := &receiver{t: t, came: make(chan []byte, 100)}
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(req.Body)
		if err != nil {
			t.Error(err)
		}
		r.came <- body
	}))
	t.Cleanup(server.Close)
	r.url = server.URL
	return r
}

// next waits for a message.
func (r *receiver) next() []byte {
	r.t.Helper()
	select {
	case body := <-r.came:
		return body
	case <-time.After(proctest.Busy):
		r.t.Fatal("no message came")
		return nil
	}
}

// Changes of an app whose texts are made to do harm reach a webhook: in order, with
// identifiers, and within the limits of the receiver.
func TestWebhookOfHostileTexts(t *testing.T) {
	t.Parallel()
	const id = 7
	evil := "\u202eevil\u2066 <b>@everyone</b> [x](http://y)\r\n\u2028" + strings.Repeat("漢&\"\\😀", 400)
	heading := func(identifier string, categories ...string) storage.PrivacyType {
		h := storage.PrivacyType{Identifier: identifier, Title: evil}
		for _, c := range categories {
			h.Categories = append(h.Categories, storage.LabelCategory{Identifier: c, Title: evil})
		}
		return h
	}
	app := func(rating string, types ...storage.PrivacyType) fakestore.App {
		return fakestore.App{ID: id, Name: evil, Developer: evil, Version: "1", AgeRating: rating, Label: &storage.Label{Types: types}}
	}
	first := app("4+", heading(storage.DataLinkedToYou, "LOCATION"))
	third := app("12+", heading(storage.DataLinkedToYou, "LOCATION", "PURCHASES"))
	fourth := app("17+", heading(storage.DataLinkedToYou, "LOCATION", "IDENTIFIERS"), heading(storage.DataNotLinkedToYou, "USAGE_DATA"))
	fifth := app("16+", heading(storage.DataLinkedToYou, "LOCATION", "CONTACTS"))
	second := app("9+", heading(storage.DataLinkedToYou, "LOCATION", "CONTACTS"), heading(storage.DataNotLinkedToYou, "DIAGNOSTICS"))

	store, hook := newStage(t, first), newReceiver(t)
	s := start(t, t.TempDir(), store, "SERVICE_OUTBOUND_ALLOW=127.0.0.1/32")
	s.scrape(id)
	show := func(format string, a fakestore.App) {
		t.Helper()
		must[any](s, "POST", "/api/settings", fmt.Sprintf(`{"notificationWebhookUrl":%q,"notificationWebhookFormat":%q}`, hook.url, format))
		store.Put(a)
		if got := s.scrape(id).Results[0]; got.Status != "success" || got.ChangeCount == 0 {
			t.Fatalf("%s: refreshed: %+v", format, got)
		}
	}

	show("generic", second)
	type change struct {
		Type, PrivacyType, DataCategory, From, To string
		Parts                                     []map[string]string
	}
	var got []any
	var names []string
	{
		body := hook.next()
		var m struct {
			Version       int
			Title, Text   string
			Notifications []struct {
				AppID   storage.AppID
				Type    string
				AppName string
				Changes []change
			}
		}
		if err := json.Unmarshal(body, &m); err != nil || len(m.Notifications) != 2 {
			t.Fatalf("the message is %s, %v", body, err)
		}
		for _, n := range m.Notifications {
			got = append(got, n.AppID, n.Type, n.Changes)
			names = append(names, n.AppName)
		}
		unsafe := func(r rune) bool { return r != '\n' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }
		for name, text := range map[string]string{"title": m.Title, "text": m.Text, "names": strings.Join(names, "\n")} {
			if strings.ContainsFunc(text, unsafe) || len(text) > 64<<10 {
				t.Errorf("the %s is %q", name, text)
			}
		}
		if strings.Contains(m.Title, "\n") || len(body) > 64<<10 {
			t.Errorf("the message has %d bytes and the title %q", len(body), m.Title)
		}
	}
	want := []any{
		storage.AppID(id), "labelChanges", []change{
			{Type: "added", PrivacyType: storage.DataLinkedToYou, DataCategory: "CONTACTS"},
			{Type: "modified", From: "4+", To: "9+"},
		},
		storage.AppID(id), "newPrivacyTypes", []change{
			{Type: "added", PrivacyType: storage.DataNotLinkedToYou, Parts: []map[string]string{{"type": "added", "dataCategory": "DIAGNOSTICS"}}},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}

	for _, step := range []struct {
		format   string
		shows    fakestore.App
		messages int
		most     int // UTF-16 units of a message
	}{{"slack", third, 1, 40_000}, {"discord", fourth, 1, 8_000}, {"teams", fifth, 1, 14_000}} {
		show(step.format, step.shows)
		for range step.messages {
			body := hook.next()
			if n := len(utf16.Encode([]rune(string(body)))); n > step.most || !json.Valid(body) {
				t.Errorf("%s: a message of %d units: %.200q", step.format, n, body)
			}
		}
	}
}
