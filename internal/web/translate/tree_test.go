package translate_test

import (
	"html/template"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/web/translate"
)

func parse(t *testing.T, text string) *template.Template {
	t.Helper()
	made, err := template.New("x").Funcs(template.FuncMap{
		"words":  func(v any) any { return v },
		"plural": func(n int, one, many string) string { return many },
		"dict":   func(pairs ...any) map[string]any { return map[string]any{pairs[0].(string): pairs[1]} },
	}).Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// A message ends at tags of blocks, and contains those of words within a sentence.
func TestMessages(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text string
		want []string
	}{
		{`<p>One.</p><p>Two  {{.A}}
three.</p>`, []string{"One.", "Two {1} three."}},
		{`<p>See <a href="{{.A}}/x{{if .B}}?y{{end}}">the list</a> of {{.B}}.</p>`, []string{"See <1>the list</1> of {1}."}},
		{`<div><a href="a">Apps</a> · <a href="b">Changes</a></div>`, []string{"Apps", "Changes"}},
		{`<p>{{if .A}}Yes{{else}}No{{end}}</p>`, []string{"Yes", "No"}},
		{`<p>Checked {{if .A}}every day{{else}}never{{end}}.</p>`, []string{"every day", "never", "Checked {1}."}},
		{`<ul>{{range .A}}<li>Item {{.}}</li>{{end}}</ul>`, []string{"Item {1}"}},
		{`<p>Text{{if .A}}<p>Block</p>{{end}}more</p>`, []string{"Text", "Block", "more"}},
		{`<input placeholder="A name" value="not read"{{if .A}} aria-label="Take {{.A}} away"{{end}}><b>{{.A}}</b>: 12 &amp; x`, []string{"A name", "Take {1} away"}},
		{`{{plural .A "app" "apps"}} of {{or .B "none"}}`, []string{"%s app|%s apps", "none", "{1} of {2}"}},
		{`{{define "p"}}{{.}}{{end}}{{template "p" dict "Label" "First app"}}`, []string{"First app"}},
		{`<p>{{.A}} <span class="unseen">only</span></p>`, []string{"only"}},
	} {
		got := translate.Messages(parse(t, test.text).Tree)
		less := func(all []string) map[string]bool {
			set := make(map[string]bool)
			for _, key := range all {
				set[key] = true
			}
			return set
		}
		if diff := cmp.Diff(less(test.want), less(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.text, diff)
		}
	}
}

// A translation has the marks of its message in its own order, and what is filled in is escaped.
func TestTranslation(t *testing.T) {
	t.Parallel()
	const text = `<p class="x"> See <a href="/{{.A}}">the list</a> of {{.B}}. </p><i title="At {{.B}}">{{if .B}}a list{{end}}</i>`
	made := parse(t, text)
	translate.Tree(made.Tree, func(key string) string {
		return map[string]string{
			"See <1>the list</1> of {1}.": "{1}: <1>die Liste</1> ansehen.", "At {1}": "Bei {1}", "a list": "eine Liste",
		}[key]
	})
	var out strings.Builder
	if err := made.Execute(&out, map[string]string{"A": "a b", "B": `<"&`}); err != nil {
		t.Fatal(err)
	}
	want := `<p class="x"> &lt;&#34;&amp;: <a href="/a%20b">die Liste</a> ansehen. </p><i title="Bei &lt;&#34;&amp;">eine Liste</i>`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A template whose messages have no other translation shows the same.
func TestUntranslated(t *testing.T) {
	t.Parallel()
	const text = `<p>A {{.A}} <b{{if .B}} class="y"{{end}}>b</b>{{range .C}}<br>- {{.}}{{else}} none{{end}}, <a title='x' href="{{.A}}">c > d</a></p>`
	show := func(made *template.Template) string {
		var out strings.Builder
		if err := made.Execute(&out, map[string]any{"A": "a", "B": true, "C": []int{1, 2}}); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	other := parse(t, text)
	translate.Tree(other.Tree, func(key string) string { return key })
	if diff := cmp.Diff(show(parse(t, text)), show(other)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
