package notify_test

import (
	"errors"
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

// A template that is wrong, fails, or could take long is refused with its line and what is wrong.
func TestWrongTemplatesAreRefused(t *testing.T) {
	t.Parallel()
	_, box := newOutbox(t, nil)
	loop := "{{range $.Changes}}"
	for text, want := range map[string]string{
		"{{.Title":                             `line 1: unclosed action`,
		"a\nb {{if .Title}}":                   `line 2: unexpected EOF`,
		"a\n{{.Nme}}":                          `line 2: there is no .Nme`,
		"{{if false}}{{.Nme}}{{end}}":          `line 1: there is no .Nme`,
		"{{range .Apps}}{{.Sentence}}{{end}}":  `line 1: there is no .Sentence here`,
		"{{$.Apps.Name}}":                      `there is no .Name here`,
		"{{(index .Apps 0).Nme}}":              `line 1: there is no .Nme`,
		"\n\n{{index .Apps 1}}":                `line 3: error calling index: slice index out of range`,
		"{{.Title | printf \"%1000000000d\"}}": `line 1: the function printf is not available`,
		"{{print .Title .Title}}":              `line 1: the function print is not available`,
		"{{js .Title}}{{html .Title}}":         `line 1: the function js is not available`,
		"{{eq .Apps .Apps}}":                   `line 1: error calling eq: only texts, numbers and conditions can be compared`,
		"{{call .Title}}":                      `line 1: the function call is not available`,
		"{{step}}":                             `function "step" not defined`,
		"{{$a := .Title}}\n{{range .Changes}}{{$a = .App}}{{end}}": `line 2: a variable cannot be changed`,
		`{{define "x"}}{{template "x"}}{{end}}{{template "x"}}`:    `define and block are not available`,
		`{{template "x"}}`:                                     `line 1: template and block are not available`,
		`{{define ""}}hi{{end}}`:                               `define and block are not available`,
		"{{range 1000000000}}{{end}}":                          `its loops take too many steps`,
		"{{range 40}}{{range 40}}{{end}}{{end}}":               `its loops take too many steps`,
		"{{range 600}}{{$x := upper $.Text}}{{end}}":           `its loops take too many steps`,
		"{{range 900}}" + strings.Repeat("x", 100) + "{{end}}": `its text is too long`,
		"{{cut 0 .Title}}":                                     `a text is cut to at least 1 character`,
		strings.Repeat(loop, 9) + strings.Repeat("{{end}}", 9): `its loops take too many steps`,
		strings.Repeat("x", 4001):                              `must be at most 4000 characters`,
		"\xff":                                                 `must be at most 4000 characters`,
	} {
		start := time.Now()
		_, err := box.Preview(t.Context(), notify.DestinationChange{BodyTemplate: &text})
		wrong, ok := errors.AsType[*notify.InvalidError](err)
		if !ok || wrong.Name != "bodyTemplate" || !strings.Contains(wrong.Reason, want) || strings.Contains(wrong.Reason, "notify.") {
			t.Errorf("%.60q: %v, want %q", text, err, want)
		}
		c := change(notify.Generic, "https://hook.example/")
		c.BodyTemplate = &text
		if _, saved := box.AddDestination(t.Context(), c); saved == nil || err == nil || saved.Error() != err.Error() {
			t.Errorf("%.60q: saving it: %v, want %v", text, saved, err)
		}
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%.60q took %v", text, took)
		}
	}
	long := strings.Repeat("x", 501)
	if _, err := box.Preview(t.Context(), notify.DestinationChange{TitleTemplate: &long}); err == nil || !strings.Contains(err.Error(), "titleTemplate must be at most 500 characters") {
		t.Errorf("a long title: %v", err)
	}
}

// Messages have the words of the templates, in whatever form the channel has.
func TestTemplates(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		generic, chat, phone := new(endpoint), new(endpoint), new(endpoint)
		o := newOffice(t, storagetest.Strict(t, memory.New()))
		o.set(settings.PageURL, "http://auditor.lan:3000/")
		box := o.open(map[string]*endpoint{"hook.example": generic, "chat.example": chat, "ntfy.example": phone})
		for channel, address := range map[notify.Channel]string{
			notify.Generic: "http://hook.example/", notify.Discord: "http://chat.example/", notify.Ntfy: "http://ntfy.example/topic",
		} {
			c := change(channel, address)
			c.TitleTemplate = ptr("{{range .Apps}}{{.Name | upper}}{{end}}:\n{{len .Changes}} *changes*")
			c.BodyTemplate = ptr("{{range .Changes}}- {{.Direction}}, {{.Weight}}: {{.Sentence | cut 20}}{{with .Details}} [{{.}}]{{end}}\r\n{{end}}\n{{.Link}}\n")
			add(t, box, c)
		}
		post(t, o.store, storage.TimeOf(time.Now()), tracked(7, "Chat")...)
		time.Sleep(2 * time.Second)
		const link = "http://auditor.lan:3000/apps/7/label?at=946684800000"
		want := "CHAT: 4 *changes*\n- worse, tracking: New privacy label: …[Identifiers]\n- worse, age_rating: The age rating chan…\n" +
			"- neutral, ownership: Another developer o…\n- better, linked: \"Data Linked to You…\n\n" + link
		want = strings.Replace(want, "…[", "… [", 1)
		if got := summariesSent(t, generic); len(got) != 1 || got[0].Text != want {
			t.Errorf("sent is %q, want %q", got, want)
		}
		if text := textOf(t, "discord", chat.messages()[0].body); !strings.HasPrefix(text, `CHAT: 4 \*changes\*`) || !strings.HasSuffix(text, "\n"+link) || !strings.Contains(text, `\[Identifiers\]`) {
			t.Errorf("the chat got %q", text)
		}
		if body := string(phone.messages()[0].body); !strings.Contains(body, `"click":"`+link) || !strings.Contains(body, `"title":"CHAT: 4 *changes*"`) {
			t.Errorf("the phone got %s", body)
		}
	})
}

// A template that fails on a message does not keep it back: the message has the standard words.
func TestTemplateThatFailsLater(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := new(endpoint)
		o := newOffice(t, storagetest.Strict(t, memory.New()))
		box := o.open(map[string]*endpoint{"hook.example": e})
		c := change(notify.Generic, "http://hook.example/")
		c.TitleTemplate = ptr("{{if gt (len .Changes) 3}}{{index .Apps 8}}{{end}}")
		add(t, box, c)
		post(t, o.store, storage.TimeOf(time.Now()), tracked(7, "Chat")...)
		time.Sleep(2 * time.Second)
		if got := summariesSent(t, e); len(got) != 1 || got[0].Title != "Chat began to track you: Identifiers" {
			t.Errorf("sent is %+v", got)
		}
	})
}

// A preview shows what the newest notifications would have been, without sending anything.
func TestPreview(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o, box := newOutbox(t, nil)
		preview := func(c notify.DestinationChange) notify.PreviewedMessages {
			t.Helper()
			p, err := box.Preview(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		if p := preview(notify.DestinationChange{}); !p.Sample || len(p.Messages) != 3 || p.Messages[0].Title != "Chat began to track you: Identifiers" {
			t.Errorf("without notifications: %+v", p)
		}
		for i, name := range []string{"Old", "Mail", "Maps", "Chat"} {
			post(t, o.store, storage.TimeOf(time.Now()), tracked(storage.AppID(i+1), name)...)
			time.Sleep(time.Minute)
		}
		p := preview(notify.DestinationChange{})
		var titles []string
		for _, m := range p.Messages {
			titles = append(titles, m.Title)
		}
		if diff := cmp.Diff([]string{"Chat began to track you: Identifiers", "Maps began to track you: Identifiers", "Mail began to track you: Identifiers"}, titles); p.Sample || diff != "" {
			t.Errorf("of the newest (-want +got):\n%s", diff)
		}
		p = preview(notify.DestinationChange{Apps: &[]storage.AppID{2, 3}, Frequency: ptr(settings.DailySummary), BodyTemplate: ptr("{{range .Apps}}{{.ID}} {{.Name}}\n{{end}}")})
		want := notify.PreviewedMessages{Messages: []notify.PreviewMessage{{Title: "Daily summary: 2 apps began to track you", Text: "3 Maps\n2 Mail"}}}
		if diff := cmp.Diff(want, p); diff != "" {
			t.Errorf("a summary of two apps (-want +got):\n%s", diff)
		}
		if p = preview(notify.DestinationChange{Devices: &[]string{"none"}}); !p.Sample {
			t.Errorf("of no app: %+v", p)
		}
		if all := o.deliveries(); len(all) != 0 {
			t.Errorf("%d messages were queued", len(all))
		}
	})
}
