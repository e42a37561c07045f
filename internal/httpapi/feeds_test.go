package httpapi_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/storage"
)

// atom is what a reader makes of an Atom feed.
type atom struct {
	XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string   `xml:"id"`
	Title   string   `xml:"title"`
	Updated string   `xml:"updated"`
	Author  string   `xml:"author>name"`
	Links   []struct {
		Rel  string `xml:"rel,attr"`
		Href string `xml:"href,attr"`
	} `xml:"link"`
	Entries []struct {
		ID      string `xml:"id"`
		Title   string `xml:"title"`
		Updated string `xml:"updated"`
		Author  string `xml:"author>name"`
		Link    struct {
			Rel  string `xml:"rel,attr"`
			Href string `xml:"href,attr"`
		} `xml:"link"`
		Content struct {
			Type string `xml:"type,attr"`
			HTML string `xml:",chardata"`
		} `xml:"content"`
	} `xml:"entry"`
}

func (a *api) atom(query string, more ...option) (feed atom) {
	a.t.Helper()
	got := a.do("GET", "/api/feeds/atom"+query, more...).status(200)
	got.header("Content-Type", "application/atom+xml; charset=utf-8")
	if err := xml.Unmarshal(got.Body.Bytes(), &feed); err != nil {
		a.t.Errorf("%v in %s", err, got.Body)
	}
	return feed
}

func TestAtomFeed(t *testing.T) {
	t.Parallel()
	a := changed(t)
	feed := a.atom("")
	at := func(hours int) string {
		return newClock().Now().Add(time.Duration(hours) * time.Hour).Format(time.RFC3339)
	}
	if feed.Title != "Changes to the privacy labels of apps" || feed.Updated != at(5) || feed.Author == "" || !strings.HasPrefix(feed.ID, "urn:uuid:") {
		t.Errorf("the feed is %+v", feed)
	}
	if len(feed.Links) != 1 || feed.Links[0].Rel != "self" || feed.Links[0].Href != "http://localhost:3000/api/feeds/atom" {
		t.Errorf("its links are %+v", feed.Links)
	}
	seen := map[string]bool{feed.ID: true}
	var got []string
	for _, e := range feed.Entries {
		got = append(got, strings.Join([]string{e.Title, e.Updated, e.Link.Rel, e.Link.Href, e.Content.Type, e.Content.HTML}, " | "))
		if seen[e.ID] || !strings.HasPrefix(e.ID, "urn:uuid:") || len(e.ID) != len("urn:uuid:")+36 {
			t.Errorf("an id is %q", e.ID)
		}
		seen[e.ID] = true
	}
	const title = `got worse: "Data Linked to You" now collects: Contacts and 1 more`
	const html = "html | <ul><li>&#34;Data Linked to You&#34; now collects: Contacts</li><li>&#34;Data Linked to You&#34; no longer collects: Location</li></ul>"
	want := []string{
		"App 3 " + title + " | " + at(5) + " | alternate | https://store.example/id3 | " + html,
		"App 2 " + title + " | " + at(4) + " | alternate | https://store.example/id2 | " + html,
		"App 1 " + title + " | " + at(3) + " | alternate | https://store.example/id1 | " + html,
	}
	equal(t, want, got, "entries")

	one := a.atom("?appId=2")
	if len(one.Entries) != 1 || one.Entries[0] != feed.Entries[1] || one.ID == feed.ID || one.Title != "Changes to the privacy label of App 2" ||
		one.Links[0].Href != "http://localhost:3000/api/feeds/atom?appId=2" {
		t.Errorf("of one app it is %+v", one)
	}
}

func TestAtomChanges(t *testing.T) {
	t.Parallel()
	body := changed(t).do("GET", "/api/feeds/atom?appId=1").status(200).Body.String()
	for _, want := range []string{
		`<change xmlns="https://github.com/privacylabels/auditor" type="added" category="privacy-label" privacyType="DATA_LINKED_TO_YOU" dataCategory="CONTACTS"></change>`,
		`<change xmlns="https://github.com/privacylabels/auditor" type="removed" category="privacy-label" privacyType="DATA_LINKED_TO_YOU" dataCategory="LOCATION"></change>`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("%s is not in %s", want, body)
		}
	}
}

// A change by the App Store is marked, for programs and for people.
func TestFeedsMarkChangesByTheAppStore(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	for _, rating := range []string{"12+", "13+"} {
		a.pages.show(1, "App 1", "LOCATION")
		a.pages.rate(1, rating)
		a.post("/api/scrape", fmt.Sprintf(`{"urls":[%q],"resync":true}`, address(1))).status(200)
		a.clock.Advance(time.Hour)
	}
	const sentence = "Age rating changed from 12+ to 13+ (by the App Store)"
	for path, wants := range map[string][]string{
		"/api/feeds/atom": {`from="12+" to="13+" storeWide="true"`, sentence},
		"/api/feeds/json": {`"storeWide":true`, `"content_text":"` + sentence + `"`},
	} {
		body := a.do("GET", path).status(200).Body.String()
		for _, want := range wants {
			if !strings.Contains(body, want) {
				t.Errorf("%s: %s is not in %s", path, want, body)
			}
		}
	}
}

func TestJSONFeed(t *testing.T) {
	t.Parallel()
	a := changed(t)
	got := a.do("GET", "/api/feeds/json?appId=1").status(200)
	got.header("Content-Type", "application/feed+json")
	var feed map[string]any
	must(t, json.Unmarshal(got.Body.Bytes(), &feed))
	at := newClock().Now().Add(3 * time.Hour).Format(time.RFC3339)
	want := map[string]any{
		"version": "https://jsonfeed.org/version/1.1", "title": "Changes to the privacy label of App 1",
		"feed_url": "http://localhost:3000/api/feeds/json?appId=1", "authors": []any{map[string]any{"name": "Privacy label auditor"}},
		"items": []any{map[string]any{
			"id": a.atom("?appId=1").Entries[0].ID, "url": "https://store.example/id1", "title": `App 1 got worse: "Data Linked to You" now collects: Contacts and 1 more`,
			"content_html":   "<ul><li>&#34;Data Linked to You&#34; now collects: Contacts</li><li>&#34;Data Linked to You&#34; no longer collects: Location</li></ul>",
			"content_text":   "\"Data Linked to You\" now collects: Contacts\n\"Data Linked to You\" no longer collects: Location",
			"date_published": at, "date_modified": at,
			"_changes": map[string]any{"about": "https://github.com/privacylabels/auditor", "appId": 1.0, "list": []any{
				map[string]any{
					"type": "added", "description": "\"Data Linked to You\" now collects: Contacts",
					"privacyType": "DATA_LINKED_TO_YOU", "dataCategory": "CONTACTS", "category": "privacy-label", "direction": "worse", "weight": "linked",
				},
				map[string]any{
					"type": "removed", "description": "\"Data Linked to You\" no longer collects: Location",
					"privacyType": "DATA_LINKED_TO_YOU", "dataCategory": "LOCATION", "category": "privacy-label", "direction": "better", "weight": "linked",
				},
			}},
		}},
	}
	equal(t, want, feed, "feed")
}

func TestEmptyFeeds(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	a.track(1, "One", "LOCATION")
	for _, query := range []string{"", "?appId=1"} {
		if feed := a.atom(query); len(feed.Entries) != 0 || feed.Updated != "1970-01-01T00:00:00Z" || feed.ID == "" || feed.Title == "" {
			t.Errorf("%q: an empty feed is %+v", query, feed)
		}
		if got := a.do("GET", "/api/feeds/json"+query).Body.String(); !strings.Contains(got, `"items":[]`) {
			t.Errorf("%q: an empty feed is %s", query, got)
		}
	}
}

func TestFeedsOfWhatIsNoApp(t *testing.T) {
	t.Parallel()
	a := changed(t)
	for _, path := range []string{"/api/feeds/atom", "/api/feeds/json"} {
		for query, status := range map[string]int{
			"9": 404, "0": 404, "99999999999999999999": 404, "": 400, "x": 400, "-1": 400, "1.0": 400, "+1": 400, "123456789012345678901": 400,
		} {
			a.do("GET", path+"?appId="+query).error(status, "")
		}
	}
}

func TestFeedsAreConditional(t *testing.T) {
	t.Parallel()
	a := changed(t)
	for _, path := range []string{"/api/feeds/atom", "/api/feeds/json?appId=1"} {
		first := a.do("GET", path).status(200)
		tag := first.Header().Get("Etag")
		again := a.do("GET", path, header("If-None-Match", tag)).status(304)
		if tag == "" || again.Body.Len() != 0 || first.Header().Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: tag %q, then %d bytes", path, tag, again.Body.Len())
		}
		if head := a.do("HEAD", path).status(200); head.Body.Len() != 0 || head.Header().Get("Etag") != tag {
			t.Errorf("%s: HEAD has %d bytes", path, head.Body.Len())
		}
		a.track(1, "App 1", "LOCATION", "CONTACTS", path)
		if next := a.do("GET", path, header("If-None-Match", tag)).status(200); next.Header().Get("Etag") == tag {
			t.Errorf("%s: changed, and the tag is the same", path)
		}
	}
}

// A feed says where it is as the client knows it.
func TestFeedKnowsItsAddress(t *testing.T) {
	t.Parallel()
	a := newAPI(t, func(cfg *httpapi.Config) {
		cfg.AllowedHosts, cfg.TrustProxy = []string{"auditor.example", "2001:db8::1"}, true
	})
	self := func(more ...option) string { return a.atom("", more...).Links[0].Href }
	for want, more := range map[string][]option{
		"http://auditor.example/api/feeds/atom":       {hostHeader("auditor.example")},
		"http://[2001:db8::1]:8080/api/feeds/atom":    {hostHeader("[2001:db8::1]:8080")},
		"https://localhost:3000/api/feeds/atom":       {func(r *http.Request) { r.TLS = tlsState }},
		"https://auditor.example:8443/api/feeds/atom": {header("X-Forwarded-Proto", "https"), header("X-Forwarded-Host", "auditor.example:8443")},
	} {
		if got := self(more...); got != want {
			t.Errorf("the address is %s, want %s", got, want)
		}
	}
	server := httptest.NewServer(http.StripPrefix("/privacy", a))
	t.Cleanup(server.Close)
	resp, err := http.Get(server.URL + "/privacy/api/feeds/json")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var feed struct {
		URL string `json:"feed_url"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&feed); err != nil || feed.URL != server.URL+"/privacy/api/feeds/json" {
		t.Errorf("below a prefix it is %s, %v", feed.URL, err)
	}
}

// Whatever an app is called and its changes say, the feeds are well-formed and
// nothing in them is a mark-up.
func FuzzFeeds(f *testing.F) {
	f.Add("Notes", "location added", "detail")
	f.Add("]]><script>", "\x01\x1b\u0085\ufffe", "</li></ul>&amp;")
	f.Add("<![CDATA[", "😀\u2028\"'", "\U0010ffff")
	f.Fuzz(func(t *testing.T, name, sentence, detail string) {
		a := newAPI(t, quiet(nil))
		id := storage.SnapshotID{App: 1, At: 1000}
		err := a.store.Update(t.Context(), func(tx *storage.Tx) error {
			if err := tx.Apps.Put(storage.App{ID: 1, Name: name, URL: "https://store.example/" + detail, Developer: storage.Text(name)}); err != nil {
				return err
			}
			if err := tx.Snapshots.Put(storage.Snapshot{ID: id, Source: storage.SourceLive, Changed: true, Entries: 1}); err != nil {
				return err
			}
			return tx.Changes.Put(storage.Change{ID: storage.ChangeID{Snapshot: id}, Changed: true,
				Entry: storage.Entry{Type: storage.EntryAdded, Description: sentence, Details: []string{detail}}})
		})
		if errors.Is(err, storage.ErrInvalid) {
			t.Skip("not a record")
		} else if err != nil {
			t.Fatal(err)
		}
		body := a.do("GET", "/api/feeds/atom").status(200).Body.String()
		for d := xml.NewDecoder(strings.NewReader(body)); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%v in %q", err, body)
			}
		}
		feed := a.atom("")
		if len(feed.Entries) != 1 {
			t.Fatalf("the feed is %q", body)
		}
		content := feed.Entries[0].Content.HTML
		for _, tag := range []string{"<ul>", "</ul>", "<li>", "</li>"} {
			content = strings.ReplaceAll(content, tag, "")
		}
		if strings.ContainsAny(content, "<>") || !utf8.ValidString(body) {
			t.Errorf("the content is %q", feed.Entries[0].Content.HTML)
		}
		var items struct{ Items []struct{ Title string } }
		must(t, json.Unmarshal(a.do("GET", "/api/feeds/json").status(200).Body.Bytes(), &items))
		if want := fmt.Sprint(name, ": ", sentence); items.Items[0].Title != want {
			t.Errorf("the title is %q, want %q", items.Items[0].Title, want)
		}
	})
}

// A database may hold times for which RFC 3339 has no form.
func TestFeedsShowNoTimeBeyondTheYear9999(t *testing.T) {
	t.Parallel()
	a := changed(t)
	a.update(func(tx *storage.Tx) error {
		return timeline.Save(tx, storage.Snapshot{
			ID: storage.SnapshotID{App: 1, At: storage.MaxTime + 1}, Source: storage.SourceLive, Changed: true, Entries: 1,
		}, []storage.Entry{{Type: storage.EntryAdded, Description: "From far away"}})
	})
	for _, path := range []string{"/api/feeds/atom", "/api/feeds/json"} {
		text := a.do("GET", path).status(http.StatusOK).Body.String()
		if !strings.Contains(text, "From far away") || !strings.Contains(text, "9999-12-31T23:59:59.999Z") || strings.Contains(text, "10000-") {
			t.Errorf("%s: %s", path, text)
		}
	}
}
