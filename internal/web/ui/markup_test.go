package ui_test

import (
	"html/template"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/httpapi/services"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// asked is a request for a screen in a language.
type asked struct {
	ui.Request
	language string
}

func (asked) Base() string            { return "/labels+1" }
func (asked) Cookies(string) []string { return nil }
func (a asked) HTTP() (r *http.Request) {
	r = httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("Accept-Language", a.language)
	return r
}

// newMarkup returns what writes HTML in a language.
func newMarkup(t testing.TB, code string) *ui.Markup {
	t.Helper()
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	kit, err := ui.New(ui.Services{Set: services.Set{Env: storage.Env{Now: func() time.Time { return now }}}})
	if err != nil {
		t.Fatal(err)
	}
	return kit.Markup(asked{language: code})
}

// inTemplate is what [TestMarkupIsThatOfTemplates] writes, as a template.
var inTemplate = template.Must(template.New("").Funcs(template.FuncMap{"isolate": ui.Isolate}).
	Parse(`<p class="a {{.}}"><a href="/x" title='{{.}}'>{{. | isolate}}</a>, {{. | isolate}}<option value="{{.}}">{{. | isolate}}</option>`))

// write writes the same without one.
func write(m *ui.Markup, text any) string {
	m.Add(`<p class="a {}"><a href="/x" title='{}'>`, text, text)
	m.Add(`{}</a>, {}<option value="{}">{}</option>`, text, text, text, text)
	return string(m.HTML())
}

// hostileTexts would leave the place that they are written to if they were not escaped.
var hostileTexts = []string{
	"", "Tidewatch", `<script>alert(1)</script>`, `"'><img src=x onerror=alert(2)>`, `" onmouseover="alert(3)`, `' x='`, "javascript:alert(4)", "a&amp;b & c + d = e`f`",
	"</option></select>", "<!--", "-->", "]]>", "\x00\x01\x1f\x7f", "a\xff\xc0\xafb", "\u202eevil\u2066", "שלום", "\u200fשלום <b>", "\ufdd0x\ufdd1\ufdd2", "שלום\ufdd1</bdi>", "\uffff\ufffe", "{}{1}{{.}}%s",
}

// What is written is what a template writes, byte for byte.
func TestMarkupIsThatOfTemplates(t *testing.T) {
	t.Parallel()
	m := newMarkup(t, "")
	for _, text := range hostileTexts {
		for _, value := range []any{text, language.Words(text), template.HTMLEscapeString(text)} {
			if diff := cmp.Diff(fromTemplate(t, value), write(m, value)); diff != "" {
				t.Errorf("%T %q (-want +got):\n%s", value, text, diff)
			}
		}
	}
}

func FuzzMarkup(f *testing.F) {
	for _, text := range hostileTexts {
		f.Add(text)
	}
	m := newMarkup(f, "")
	f.Fuzz(func(t *testing.T, text string) {
		if diff := cmp.Diff(fromTemplate(t, text), write(m, text)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

func fromTemplate(t *testing.T, value any) string {
	t.Helper()
	var out strings.Builder
	if err := inTemplate.Execute(&out, value); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestMarkup(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, language string
		write          func(*ui.Markup)
		want           template.HTML
	}{
		{"nothing", "en", func(*ui.Markup) {}, ""},
		{"the prefix", "en", func(m *ui.Markup) { m.Add(`<a href="{}/apps">`, m.Base) }, `<a href="/labels&#43;1/apps">`},
		{"a number", "de", func(m *ui.Markup) { m.Add(`<rect x="{}"/>`, 12345) }, `<rect x="12345"/>`},
		{"words", "de", func(m *ui.Markup) { m.Add(`<b>{}</b>`, language.Words("paused")) }, `<b>pausiert</b>`},
		{"a name like words", "de", func(m *ui.Markup) { m.Add(`<b>{}</b>`, "paused") }, `<b>paused</b>`},
		{"HTML", "en", func(m *ui.Markup) { m.Add(`<b>{}</b>`, template.HTML(`<i>&amp;</i>`)) }, `<b><i>&amp;</i></b>`},
		{"HTML in a tag", "en", func(m *ui.Markup) { m.Add(`<b title="{}">`, template.HTML(`"><i>`)) }, `<b title="&#34;&gt;&lt;i&gt;">`},
		{"a sentence", "de", func(m *ui.Markup) { m.Add(`<b>{}</b>`, m.Part(`Mark all {} reviewed`, "<9>")) }, `<b>Alle &lt;9&gt; als durchgesehen markieren</b>`},
		{"a sentence with HTML", "en", func(m *ui.Markup) { m.Add(`{}`, m.Part(`Reminder {}`, m.Clock(storage.Time(1)))) }, `Reminder <time class="clock" datetime="1970-01-01T00:00Z">00:00</time>`},
		{"a time", "fr", func(m *ui.Markup) { m.Add(`{}`, m.Since(storage.Time(1))) }, `<time datetime="1970-01-01T00:00Z">1er janvier 1970</time>`},
	} {
		m := newMarkup(t, test.language)
		test.write(m)
		if diff := cmp.Diff(test.want, m.HTML()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		if rest := m.HTML(); rest != "" {
			t.Errorf("%s: %q is left", test.name, rest)
		}
	}
}
