package pagetext_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/internal/pagetext"
)

func TestRead(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ page, title, text string }{
		"nothing":                      {"", "", ""},
		"a title, and a heading":       {"<title>A &amp; B</title><h1>C</h1>", "A & B", "# C"},
		"a heading for a title":        {"<header><h1>A <b>B</b></h1></header>C", "A B", "C"},
		"paragraphs without ends":      {"<p>a<p>b<div>c</div>d", "", "a\n\nb\n\nc\n\nd"},
		"an end without a paragraph":   {"a</p>b", "", "a\n\nb"},
		"breaks":                       {"a<br>b<br><br>c<br> <br><br>d", "", "a\nb\n\nc\n\nd"},
		"a list in a list":             {"<ul><li>a<ul><li>b</ul><li>c</ul>", "", "- a\n\n  - b\n- c"},
		"a list that begins with one":  {"<ul><li><ul><li>b</ul></ul>", "", "- - b"},
		"a list of ten":                {"<ol>" + strings.Repeat("<li>x", 10) + "</ol>", "", "01. x\n02. x\n03. x\n04. x\n05. x\n06. x\n07. x\n08. x\n09. x\n10. x"},
		"items without text":           {"<ul><li> <li>a<li><p></ul>", "", "- a"},
		"text between items":           {"<ul>a<li>b</li>c<p>d</p><li>e</ul>", "", "- a\n- bc\n\n  d\n- e"},
		"lines of an item":             {"<ul><li>a<br>b<pre>c\nd</pre></ul>", "", "- a\n  b\n\n  ```\n  c\n  d\n  ```"},
		"a heading is one line":        {"<h2>a<br>b<p>c</p><ul><li>d</ul></h2>", "", "## a b c d"},
		"a heading with a mark":        {"<h2>C#</h2><h3>#</h3>", "", "## C#\n\n### #"},
		"a heading without text":       {"<h2> <img></h2>a", "", "a"},
		"cells":                        {"<table><tr><td>a <td> b<td></table>", "", "a | b |"},
		"cells with blocks":            {"<table><tr><td>a<td><p>b</table>", "", "a\n\nb"},
		"text in a table, not a cell":  {"a<table>b<tr><td>c</table>d", "", "ab\n\nc\n\nd"},
		"a block in a table":           {"<table><tr><div>a</div><td>b</table>", "", "a\n\nb"},
		"a table in a cell":            {"<table><tr><td><table><tr><td>a<td>b</table><td>c</table>", "", "a | b\n\nc"},
		"a table after a table":        {"<table><table><tr><td>a", "", "a"},
		"cells without a table":        {"<td>a<tr>b", "", "ab"},
		"forms":                        {"<form>a<form>b</form>c</form>d", "", "ab\n\ncd"},
		"a form around rows":           {"<table><form><tr><td>a</form></table>", "", "a"},
		"what is left out":             {"a<svg><text>b</text></svg><script>c</script><style>d</style><select><option>e</select><iframe>f</iframe>g", "", "ag"},
		"a template, and a shadow":     {"<template><p>a</template><template shadowrootmode=open><p>b</template>", "", "b"},
		"style in SVG":                 {"<svg><style><p>a</style></svg>b", "", "ab"},
		"style in SVG, in capitals":    {"<SVG><STYLE></p><P>a", "", "a"},
		"title in SVG":                 {"<svg><title><b>a</title></svg><p>b", "", "b"},
		"a section in SVG":             {"<svg><![CDATA[<p>a]]></svg>b", "", "b"},
		"no section":                   {"<![CDATA[<p>a]]>b", "", "a]]>b"},
		"HTML in SVG":                  {"<svg><foreignObject><div>a</div></foreignObject><g></svg>b", "", "b"},
		"the end of SVG":               {"<div><svg><g></div>a", "", "a"},
		"MathML":                       {"a<math><mi>x</mi><annotation-xml><g>y</annotation-xml></math>b", "", "ab"},
		"an element of xmp":            {"<xmp><p>a</xmp>b", "", "<p>a\n\nb"},
		"plain text":                   {"<plaintext><p>a</plaintext>", "", "<p>a</plaintext>"},
		"comments":                     {"a<!-- <p>b --!>c<!-->d<!--->e<? f>g", "", "acdeg"},
		"roles of the page":            {"<body class=cookie-notice role=main><nav>a</nav>b", "", "b"},
		"the first of two attributes":  {"<div role=x role=dialog>a</div><div class='cc-window'>b</div><div id=gdpr-banner>c</div>", "", "a"},
		"references":                   {"&lt;b&gt; &amp;amp; &#65; &notit; &#0;", "", "<b> &amp; A ¬it; \ufffd"},
		"spaces without line breaks":   {"<p>\u00a0a<p>b\u00a0 c", "", "a\n\nb\u00a0 c"},
		"preformatted":                 {"<pre>\na\n\n  b ``` c\n</pre>", "", "````\na\n\n  b ``` c\n````"},
		"preformatted, with elements":  {"<pre>a<br>b<div>c</div><p>d", "", "```\na\nb\ncd\n```"},
		"buttons, and a block in one":  {"a<button>b</button>c<button><p>d</button>e", "", "abc\n\nd\n\ne"},
		"deep lists have no more room": {strings.Repeat("<ul><li>", 7) + "a", "", "- - - - - a"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := pagetext.Read(t.Context(), tt.page, pagetext.Options{MaxText: 1 << 20})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(pagetext.Page{Title: tt.title, Text: tt.text, Aside: got.Aside}, got); diff != "" && (tt.title != "" || got.Text != tt.text) {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A reader without scripts sees what is for such readers.
func TestReadScriptless(t *testing.T) {
	t.Parallel()
	const page = "a<noscript><p>b<svg></noscript>c"
	for scriptless, want := range map[bool]string{false: "ac", true: "a\n\nb"} {
		got, err := pagetext.Read(t.Context(), page, pagetext.Options{Scriptless: scriptless, MaxText: 100})
		if err != nil || got.Text != want {
			t.Errorf("scriptless %v: %q, %v, want %q", scriptless, got.Text, err, want)
		}
	}
}

// What is beyond a limit is an error that names it.
func TestReadLimits(t *testing.T) {
	t.Parallel()
	for want, page := range map[string]string{
		"512 elements within":       strings.Repeat("<div>", 600),
		"400000 tags":               strings.Repeat("</b>", 400_001),
		"400000 elements and texts": strings.Repeat("<p>a", 300_000),
		"too much text":             strings.Repeat("a ", 2000),
	} {
		_, err := pagetext.Read(t.Context(), page, pagetext.Options{MaxText: 1000})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one of %q", err, want)
		}
	}
	ended, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	cancel(why)
	if _, err := pagetext.Read(ended, "<p>a", pagetext.Options{MaxText: 1000}); !errors.Is(err, why) {
		t.Errorf("error %v, want the cause of the end of the context", err)
	}
}

// What the trees of browsers multiply is here once.
func TestNodes(t *testing.T) {
	t.Parallel()
	var formatting strings.Builder
	for i := range 480 {
		fmt.Fprintf(&formatting, "<b id=%d>", i)
	}
	for _, head := range []string{"<svg><style>", "<math><style>", "<svg><title>", "<svg><desc><style>", "<SVG\n><STYLE >", "<noscript>", "<xmp>", "<template>", "<select>", "<table>", "<applet>"} {
		count, depth, err := pagetext.Nodes(head + "<p>" + formatting.String() + strings.Repeat("<p>x", 25_000))
		if err != nil || count > 50_010 || depth > 10 {
			t.Errorf("%s: %d nodes, %d deep, %v", head, count, depth, err)
		}
	}
}

func pageSeeds() []string {
	return []string{
		"<h1>Privacy</h1><p>We <b>collect</b> it.", "<table><tr><td>a<td><p>b<table>c<tr><td>d", "<ul><li><ol><li>x</ol>y</ul>", "<title>\xff\x00</title><pre>\n\na",
		"<main><p>個人情報<p>2024年3月1日", "<div role=dialog>x<p hidden>y", "<plaintext><b>", "<svg><foreignObject><p>a</svg>b", "<svg><style><p>a", "<math><mi><p>x</mi>",
		"<a href=x><table><a href=y>", "<template><tr><td>", "<script>/*</script>*/</script>", "<frameset>", "<form><div></form>a", "<ruby><rt>a<rp>b", "<dl><dt>a<dd>b",
		"<select><option>a<input>b", "<button>a<button><p>b", "<h1><h2><div><h3>a", "<noscript><p>a", "<body class=cookie-bar>a", "<ol><li>a<pre>b\nc", "</p></br></table>", "<td></td><caption>",
	}
}

// FuzzRead checks that a page becomes a text, the same each time, that is not much
// longer than the page, and takes memory in proportion to it.
func FuzzRead(f *testing.F) {
	for _, page := range pageSeeds() {
		f.Add(page, false)
		f.Add(page, true)
	}
	f.Fuzz(func(t *testing.T, page string, scriptless bool) {
		page = strings.ToValidUTF8(page, "\ufffd")
		o := pagetext.Options{Scriptless: scriptless, MaxText: 1 << 20}
		var got pagetext.Page
		var err error
		took := cost.Of(func() { got, err = pagetext.Read(t.Context(), page, o) })
		if took.Bytes > 1<<20+uint64(512*len(page)) {
			t.Errorf("allocated %d bytes for a page of %d", took.Bytes, len(page))
		}
		if err != nil {
			return
		}
		if !utf8.ValidString(got.Text+got.Title) || strings.ContainsRune(got.Text+got.Title, 0) || len(got.Text) > 64*len(page)+64 {
			t.Errorf("of %q the text is %q", page, got.Text)
		}
		if again, err := pagetext.Read(t.Context(), page, o); err != nil || again != got {
			t.Errorf("read again: %+v, %v, want %+v", again, err, got)
		}
	})
}
