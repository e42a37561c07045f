package fragment_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/web/fragment"
)

// A message ends at tags of blocks, and contains those of words within a sentence.
func TestMessages(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		html string
		want []string
	}{
		{"<p>One.</p><p>Two  {}\n\t\tthree.</p>", []string{"One.", "Two {1} three."}},
		{`<p>See <a href="{}/x{??y}">the list</a> of {}.</p>`, []string{"See <1>the list</1> of {1}."}},
		{`<div><a href="a">Apps</a> · <a href="b">Changes</a></div>`, []string{"Apps", "Changes"}},
		{`<p>{} <b>one</b> <i>two</i></p>`, []string{"one", "two"}},
		{`<ul><li>Item {}</li></ul> rest of it`, []string{"Item {1}", "rest of it"}},
		{`<input placeholder="A name" value="not read"{? aria-label="Take {} away"}><b>{}</b>: 12 &amp; x`, []string{"A name", "Take {1} away"}},
		{`<p>{} <span class="unseen">only</span></p>`, []string{"only"}},
		{`<p>Before <b>it`, []string{"Before", "it"}},
		{`it</b> after</p>`, []string{"it", "after"}},
		{`<input placeholder="https://example.org/">`, nil},
		{`<script src="{}"></script>a b`, nil},
		{`<a href="x">All <b>but one</b> of it</a>, {}`, []string{"All <1>but one</1> of it"}},
	} {
		got, err := fragment.Messages(test.html)
		if err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.html, diff)
		}
	}
}

// show writes the operations of a fragment, with a mark for each value.
func show(made *fragment.Fragment) string {
	kinds := map[fragment.Kind]string{
		fragment.Text: "text", fragment.Attribute: "attribute", fragment.AddressStart: "address", fragment.AddressPath: "path", fragment.AddressQuery: "query",
	}
	var out strings.Builder
	for i, op := range made.Ops {
		switch op.Kind {
		case fragment.Constant:
			out.WriteString(op.Text)
		case fragment.If:
			fmt.Fprintf(&out, "[if %d, up to %d]", op.Value, i+1+op.Skip)
		default:
			fmt.Fprintf(&out, "[%s %d]", kinds[op.Kind], op.Value)
		}
	}
	return out.String()
}

func TestCompile(t *testing.T) {
	t.Parallel()
	german := map[string]string{
		"See <1>the list</1> of {1}.": "{1}: <1>die Liste</1> ansehen.", "At {1}": "Bei {1}", "a list": "eine Liste", "One {1} two {2}": "{2} zwei {1} eins",
	}
	for _, test := range []struct{ name, html, want string }{
		{"nothing", ``, ``},
		{"a sentence in another order", `<p> See <a class="{}" href="{}/x">the list</a> of {}. </p>`, `<p> [text 2]: <a class="[attribute 0]" href="[address 1]/x">die Liste</a> ansehen. </p>`},
		{"an attribute that is read", `<i title="At {}" class="At {}">a list</i>`, `<i title="Bei [attribute 0]" class="At [attribute 1]">eine Liste</i>`},
		{"two values", `<p>One {} two {}</p>`, `<p>[text 1] zwei [text 0] eins</p>`},
		{"lines", "<ul>\n\t\t\t<li>a  b</li>\n\n\t</ul> <b>", "<ul>\n<li>a  b</li>\n</ul> <b>"},
		{"addresses", `<a href="{}{}?a={}&amp;b={}"><img src='/x/{}#{}'>`, `<a href="[address 0][address 1]?a=[query 2]&amp;b=[query 3]"><img src='/x/[path 4]#[query 5]'>`},
		{"a condition", `<a{? class="x {}"} id="a{? b}c">`, `<a[if 0, up to 5] class="x [attribute 1]" id="a[if 2, up to 8] bc">`},
		{"a condition at the end of an address", `<a href="{}{??x={}}">`, `<a href="[address 0][if 1, up to 5]?x=[query 2]">`},
		{"braces in a value", `<meta content='{"a":false}'>`, `<meta content='{"a":false}'>`},
		{"an entity", `<p>a list &amp; more</p>`, `<p>a list &amp; more</p>`},
		{"a doctype", `<!doctype html><p>`, `<!doctype html><p>`},
		{"an attribute without a value", `<input hidden required>`, `<input hidden required>`},
	} {
		made, err := fragment.Compile(test.html, func(key string) string {
			if text, ok := german[key]; ok {
				return text
			}
			return key
		})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if diff := cmp.Diff(test.want, show(made)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// No value is in a place where escaping does not make it safe, and a constant is whole tags.
func TestCompileRefuses(t *testing.T) {
	t.Parallel()
	for _, html := range []string{
		`<script>{}</script>`, `<script>x</script>`, `<style>{}</style>`, `<script>`, `<script><b>`, `<!-- {} -->`, `<!-- x -->`,
		`<a {}>`, `<a {}="x">`, `<a x{}="y">`, `<{}>`, `<a{}>`, `</{}>`, `<a href={}>`, `<a href=x>`, `<a href=>`,
		`<a onclick="f({})">`, `<a style="color:{}">`, `<img srcset="{}">`, `<iframe srcdoc="{}">`, `<meta content="{}">`, `<a hx-on:click="{}">`, `<a hx-vals="{}">`, `<script nonce="{}"></script>`,
		`<a href="{}`, `<a`, `<a href="x"`, `> x`, `a > b`, `a < b`, `<a href="x{?`, `<a{? b>`, `<a{? b="x>`, `<a b="{?x">`, `{?x}`, `a {?x} b`, `<a{? b{? c}}>`,
		`<a href="/x{??y}{}">`, `<a title="a > b">`, `<a b"c">`, `<a 'b'>`,
	} {
		if made, err := fragment.Compile(html, func(key string) string { return key }); err == nil {
			t.Errorf("%s: no error, but %s", html, show(made))
		}
	}
}

func TestMarks(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff([]string{"</1>", "<1>", "{1}", "{2}"}, fragment.Marks("{2} <1>a</1> {1} {} <b> {x} {0}")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
