package notify_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

func TestFormats(t *testing.T) {
	t.Parallel()
	const title, first, second = "Notes & <Co>: 2 changes", "@everyone *look* [here](http://x)", "A_B: <!channel> <@U1> #1"
	for format, want := range map[string]string{
		"generic": `{"version":1,"title":"Notes \u0026 \u003cCo\u003e: 2 changes",` +
			`"text":"Notes \u0026 \u003cCo\u003e: 2 changes\n@everyone *look* [here](http://x)\nA_B: \u003c!channel\u003e \u003c@U1\u003e #1\n… and 3 more",` +
			`"notifications":[{"id":"","appId":null,"appName":"@everyone *look* [here](http://x)","type":"","summary":"","createdAt":1,"changes":[]},` +
			`{"id":"","appId":null,"appName":"A_B","type":"","summary":"\u003c!channel\u003e \u003c@U1\u003e #1","createdAt":1,"changes":[]}]}`,
		"slack": `{"text":"Notes \u0026amp; \u0026lt;Co\u0026gt;: 2 changes\n@everyone *look* [here](http://x)\n` +
			`A_B: \u0026lt;!channel\u0026gt; \u0026lt;@U1\u0026gt; #1\n… and 3 more"}`,
		"discord": `{"allowed_mentions":{"parse":[]},"content":"Notes \u0026 \\\u003cCo\\\u003e: 2 changes\n` +
			`@everyone \\*look\\* \\[here\\](http://x)\nA\\_B: \\\u003c!channel\\\u003e \\\u003c@U1\\\u003e \\#1\n… and 3 more"}`,
		"teams": `{"@context":"https://schema.org/extensions","@type":"MessageCard","summary":"Notes \u0026 \u003cCo\u003e: 2 changes",` +
			`"text":"@everyone \\*look\\* \\[here\\](http://x)\n\nA\\_B: \u0026lt;!channel\u0026gt; \u0026lt;@U1\u0026gt; \\#1\n\n… and 3 more",` +
			`"themeColor":"0a84ff","title":"Notes \u0026amp; \u0026lt;Co\u0026gt;: 2 changes"}`,
	} {
		got, err := notify.Write(format, title, 3, first, second)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", format, diff)
		}
	}
	if got, err := notify.Write("teams", "Title", 0); err != nil || !strings.Contains(string(got), `"text":"Title"`) {
		t.Errorf("a card without lines is %s, %v", got, err)
	}
	generic, _ := notify.Write("generic", title, 0, first)
	if other, err := notify.Write("irc", title, 0, first); err != nil || string(other) != string(generic) {
		t.Errorf("of an unknown format it is %s, %v", other, err)
	}
}

// textOf returns the text that people get to read.
func textOf(t testing.TB, format string, body []byte) string {
	t.Helper()
	var members map[string]any
	if err := json.Unmarshal(body, &members); err != nil {
		t.Fatalf("%s: %v in %s", format, err, body)
	}
	name := map[string]string{"discord": "content"}[format]
	if name == "" {
		name = "text"
	}
	text, _ := members[name].(string)
	return text
}

func TestLongMessagesAreCut(t *testing.T) {
	t.Parallel()
	lines := make([]string, 50)
	for i := range lines {
		lines[i] = strings.Repeat("*", 900)
	}
	for format, fits := range map[string]string{"discord": "… and 50 more", "teams": "… and 47 more", "slack": "… and 46 more"} {
		body, err := notify.Write(format, "Title", 1, lines...)
		if err != nil {
			t.Fatal(err)
		}
		if text := textOf(t, format, body); !strings.HasSuffix(text, fits) {
			t.Errorf("%s ends with %q, want %q", format, text[len(text)-30:], fits)
		}
	}
	for _, hostile := range []string{"&", "<", "*", "漢", "😀", "\\", "\"", "\u2028", "e\u0301"} {
		for i := range lines {
			lines[i] = strings.Repeat(hostile, 900)
		}
		body, err := notify.Write("teams", strings.Repeat(hostile, 256), 0, lines...)
		if units := len(utf16.Encode([]rune(string(body)))); err != nil || units > 14_000 || len(body) > 28_000 {
			t.Errorf("a card of %q has %d bytes, %v", hostile, len(body), err)
		}
	}
	body, err := notify.Write("discord", "Title", 0, strings.Repeat("😀", 5000))
	if text := textOf(t, "discord", body); err != nil || !strings.HasSuffix(text, "😀…") || len(utf16.Encode([]rune(text))) < 1800 {
		t.Errorf("a long line is cut to %d bytes, %v", len(text), err)
	}
}

// Whatever is in a message, its text is not longer than allowed, and is valid.
func FuzzFormats(f *testing.F) {
	f.Add("Title", "a\nb", 3)
	f.Add(strings.Repeat("<😀&*", 900), "x", 0)
	f.Add("\x00\x1b", "\u202eevil\u2028", -1)
	f.Fuzz(func(t *testing.T, title, text string, omitted int) {
		for _, format := range []string{"generic", "slack", "discord", "teams"} {
			body, err := notify.Write(format, title, omitted, strings.Split(text, "\n")...)
			if err != nil {
				t.Fatal(err)
			}
			got := textOf(t, format, body)
			if n := len(utf16.Encode([]rune(got))); n > notify.Longest(format) || !utf8.ValidString(got) {
				t.Errorf("%s: a text of %d units", format, n)
			}
			if format == "slack" && strings.ContainsAny(got, "<>") {
				t.Errorf("a mark-up is left in %q", got)
			}
		}
	})
}

// What a message says is made for people, of the sentences of the entries.
func TestWordsOfAMessage(t *testing.T) {
	entry := func(text string) storage.Entry {
		return storage.Entry{Type: storage.EntryAdded, Description: text}
	}
	long := strings.TrimSpace(strings.Repeat("long ", 20))
	var many []storage.Entry
	for range 40 {
		many = append(many, entry(long+" "))
	}
	modified := storage.Entry{Type: storage.EntryModified, Description: "changed", Details: []string{"Now collects X", "No longer collects Y"}}
	whole := storage.Entry{Type: storage.EntryAdded, Description: "new", Details: []string{"Location", "Contacts"}}
	t.Parallel()
	for name, tt := range map[string]struct {
		app     string
		entries []storage.Entry
		title   string
		text    string
		summary string
	}{
		"one":     {"Notes", []storage.Entry{entry("location added")}, "Notes: location added", "Notes: location added", "location added"},
		"two":     {"Notes", []storage.Entry{entry("a"), entry("b")}, "Notes: a", "Notes: a\nb", "a; b"},
		"details": {"Notes", []storage.Entry{modified, modified}, "Notes: changed", "Notes: changed\nNow collects X\nNo longer collects Y\nchanged: Now collects X; No longer collects Y", "changed: Now collects X; changed: Now collects X"},
		"names":   {"Notes", []storage.Entry{whole}, "Notes: new", "Notes: new\nLocation, Contacts", "new: Location, Contacts"},
		"none":    {"Notes", nil, "Notes: notification", "Notes: notification", ""},
		"no app":  {"", []storage.Entry{entry("The run went on")}, "The run went on", "The run went on", "The run went on"},
		"hostile": {"No\ntes\u202e", []storage.Entry{entry("a\r\nb\u2028c\x1b[31m")}, "No tes: a  b c [31m", "No tes: a  b c [31m", "a  b c [31m"},
		"many": {
			"Notes", many, "Notes: " + long, "Notes: " + long + strings.Repeat("\n"+long, 5) + "\n… and 34 more", long + strings.Repeat("; "+long, 8) + "; and 31 more",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var e endpoint
			inBubble(t, &e, func(t *testing.T, o *office) {
				post(t, o.store, storage.TimeOf(time.Now()), notify.Notice{AppName: tt.app, Type: storage.NoticeLabelChanges, Changes: tt.entries})
				time.Sleep(2 * time.Second)
				got := summariesSent(t, &e)
				if len(got) != 1 {
					t.Fatalf("%d messages", len(got))
				}
				if diff := cmp.Diff([]string{tt.title, tt.text, tt.summary}, []string{got[0].Title, got[0].Text, got[0].Notifications[0].Summary}); diff != "" {
					t.Errorf("words (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// The message of a changed policy has a short title, says how much changed, quotes it and
// links to it, in every format.
func TestPolicyMessage(t *testing.T) {
	t.Parallel()
	const told = "2 paragraphs added: “We may share it with _partners_.”"
	n := storage.Notification{AppName: "Maps", Changes: []storage.Entry{{
		Type: storage.EntryPolicy, Category: storage.CategoryPrivacyPolicy, Description: "The privacy policy at maps.example changed",
		Details: []string{told}, More: json.RawMessage(`{"policyUrl":"https://maps.example/privacy_policy.html"}`),
	}}}
	for _, format := range []string{"generic", "slack", "discord", "teams", "ntfy", "gotify", "matrix", "telegram"} {
		body, err := notify.WriteNotification(format, n)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.NewReplacer(`\\`, "", `\n`, "\n").Replace(string(body))
		for _, want := range []string{"Maps: The privacy policy at maps.example changed", told, "https://maps.example/privacy_policy.html"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %s\nlacks %q", format, body, want)
			}
		}
		if !strings.Contains(string(body), "https://maps.example/privacy_policy.html") {
			t.Errorf("%s: the link is escaped: %s", format, body)
		}
	}
	for _, bad := range []string{"javascript:alert(1)", "https://a.example/[x](y)", "https://u:p@a.example/", "https://a.example/<b>", "//a.example"} {
		n.Changes[0].More, _ = json.Marshal(map[string]string{"policyUrl": bad})
		body, err := notify.WriteNotification("telegram", n)
		if err != nil || strings.Contains(string(body), "a.example") || strings.Contains(string(body), "alert") {
			t.Errorf("%s is sent as a link: %s, %v", bad, body, err)
		}
	}
}
