package ui_test

import (
	"html/template"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/services"
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
var inTemplate = template.Must(template.New("").Funcs(template.FuncMap{"isolate": func(value any) string {
	if words, ok := value.(language.Words); ok {
		return ui.Isolate(string(words), true)
	}
	return ui.Isolate(value.(string), false)
}}).Parse(`<p class="a {{.}}"><a href="/x" title='{{.}}'>{{. | isolate}}</a>, {{. | isolate}}<option value="{{.}}">{{. | isolate}}</option>
<a href="{{.}}">1</a><a href='{{.}}{{.}}'>2</a><a href="{{.}}/apps/{{.}}">3</a><a href="/apps/{{.}}?q={{.}}&amp;r={{.}}#{{.}}">4</a>
<img src="/icons/{{.}}" alt="{{.}}"><form action="{{.}}?back={{.}}"><button formaction=" {{.}}">5</button></form><textarea>{{. | isolate}}</textarea>
<video poster="{{.}}"></video><input{{if .}} checked value="{{.}}"{{end}} class="a{{if .}} b{{.}}{{end}}"></p>`))

// write writes the same without one.
func write(m *ui.Markup, value any, text string) string {
	m.Add(`<p class="a {}"><a href="/x" title='{}'>{}</a>, {}<option value="{}">{}</option>`, value, value, value, value, value, value)
	m.Add(`
		<a href="{}">1</a><a href='{}{}'>2</a><a href="{}/apps/{}">3</a><a href="/apps/{}?q={}&amp;r={}#{}">4</a>`, value, value, value, value, value, value, value, value, value)
	m.Add(`
		<img src="/icons/{}" alt="{}"><form action="{}?back={}"><button formaction=" {}">5</button></form><textarea>{}</textarea>`, value, value, value, value, value, value)
	m.Add(`
		<video poster="{}"></video><input{? checked value="{}"} class="a{? b{}}"></p>`, value, text != "", value, text != "", value)
	return m.Written()
}

// hostileTexts would leave the place that they are written to if they were not escaped.
var hostileTexts = []string{
	"", "Tidewatch", `<script>alert(1)</script>`, `"'><img src=x onerror=alert(2)>`, `" onmouseover="alert(3)`, `' x='`, "javascript:alert(4)", "a&amp;b & c + d = e`f`",
	"</option></select>", "<!--", "-->", "]]>", "\x00\x01\x1f\x7f", "a\xff\xc0\xafb", "\u202eevil\u2066", "שלום", "\u200fשלום <b>", "\ufdd0x\ufdd1\ufdd2", "שלום\ufdd1</bdi>", "\uffff\ufffe", "{}{1}{{.}}%s",
	" JavaScript:alert(5)", "java\nscript:alert(6)", "data:text/html,<b>", "HTTPS://example.org/%zz%41?a=b&c#d", "mailto:a@example.org", "//example.org/\\", "a/b:c", ":", "?x:y", "%", "%2", "/a b/(c)*[d];e,f!g$h~i|j^k`l",
}

// What is written is what a template writes, byte for byte.
func TestMarkupIsThatOfTemplates(t *testing.T) {
	t.Parallel()
	m := newMarkup(t, "")
	for _, text := range hostileTexts {
		for _, value := range []any{text, language.Words(text)} {
			if diff := cmp.Diff(fromTemplate(t, value), write(m, value, text)); diff != "" {
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
		if diff := cmp.Diff(fromTemplate(t, text), write(m, text, text)); diff != "" {
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
		want           string
	}{
		{"nothing", "en", func(*ui.Markup) {}, ""},
		{"the prefix", "en", func(m *ui.Markup) { m.Add(`<a href="{}/apps">x</a>`, m.Base) }, `<a href="/labels&#43;1/apps">x</a>`},
		{"a number", "de", func(m *ui.Markup) { m.Add(`<rect x="{}"/>`, 12345) }, `<rect x="12345"/>`},
		{"an ID", "de", func(m *ui.Markup) { m.Add(`<a href="/apps/{}">{}</a>`, storage.AppID(7), storage.AppID(7)) }, `<a href="/apps/7">7</a>`},
		{"text of a record", "en", func(m *ui.Markup) { m.Add(`{}`, storage.Text("<b>")) }, `&lt;b&gt;`},
		{"words", "de", func(m *ui.Markup) { m.Add(`<b>{}</b>`, language.Words("paused")) }, `<b>pausiert</b>`},
		{"a text", "de", func(m *ui.Markup) { m.Add(`<b>paused</b>`) }, `<b>pausiert</b>`},
		{"a name like words", "de", func(m *ui.Markup) { m.Add(`<b>{}</b>`, "paused") }, `<b>paused</b>`},
		{"HTML", "en", func(m *ui.Markup) { m.Add(`<b>{}</b>`, m.Part(`<i>&amp;</i>`)) }, `<b><i>&amp;</i></b>`},
		{"HTML in a tag", "en", func(m *ui.Markup) { m.Add(`<b title="{}">x</b>`, m.Part(`<i>x</i>`)) }, `<b title="&lt;i&gt;x&lt;/i&gt;">x</b>`},
		{"a sentence", "de", func(m *ui.Markup) { m.Add(`<b>Mark all {} reviewed</b>`, "<9>") }, `<b>Alle &lt;9&gt; als durchgesehen markieren</b>`},
		{"a sentence with HTML", "en", func(m *ui.Markup) { m.Add(`Reminder {}`, m.Clock(storage.Time(1))) }, `Reminder <time class="clock" datetime="1970-01-01T00:00Z">00:00</time>`},
		{"a time", "fr", func(m *ui.Markup) { m.Add(`{}`, m.Since(storage.Time(1))) }, `<time datetime="1970-01-01T00:00Z">1er janvier 1970</time>`},
		{"no time", "de", func(m *ui.Markup) { m.Add(`{}`, m.Ago(storage.NullTime(0))) }, `<span class="none">nie</span>`},
		{"captured", "en", func(m *ui.Markup) {
			m.Add(`a`)
			part := m.Capture(func() { m.Add(`{}`, "b"); m.Add(`<i>{}</i>`, "c") })
			m.Add(`{}-{}`, part, part)
		}, `ab<i>c</i>-b<i>c</i>`},
		{"conditions", "en", func(m *ui.Markup) {
			for _, is := range []bool{false, true} {
				m.Add(`<a{? id="{}"} class="x{? y}"{? hidden}>-</a>`, is, "<", !is, is)
			}
		}, `<a class="x y">-</a><a id="&lt;" class="x" hidden>-</a>`},
	} {
		m := newMarkup(t, test.language)
		test.write(m)
		if diff := cmp.Diff(test.want, m.Written()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		if rest := m.Written(); rest != "" {
			t.Errorf("%s: %q is left", test.name, rest)
		}
	}
}

// A call that is wrong does not write anything that only looks right.
func TestMarkupPanics(t *testing.T) {
	t.Parallel()
	for name, write := range map[string]func(*ui.Markup){
		"too few values":  func(m *ui.Markup) { m.Add(`{} {}`, "a") },
		"too many values": func(m *ui.Markup) { m.Add(`{}`, "a", "b") },
		"another type":    func(m *ui.Markup) { m.Add(`{}`, 1.5) },
		"nothing":         func(m *ui.Markup) { m.Add(`{}`, nil) },
		"no condition":    func(m *ui.Markup) { m.Add(`<a{? hidden}>x</a>`, "true") },
		"a script":        func(m *ui.Markup) { m.Add(`<script>{}</script>`, "alert(1)") },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			write(newMarkup(t, ""))
		}()
	}
}
