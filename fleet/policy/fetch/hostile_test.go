package fetch_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/internal/cost"
)

// scale is the part of what is allowed that hostile pages and texts take. What they
// cost grows with their length, and less than that beyond the limits. For a table of
// what they cost at their full length, set it to 1.
var scale = cost.Sized(8, 128)

// pageCap is how large a page may be, textCap how long its text, and tagCap how many
// tags it may have.
var (
	pageCap = 6 << 20 / scale
	textCap = 1 << 20 / scale
	tagCap  = 400_000 / scale
)

// form is a page that repeats a piece.
type form struct{ head, piece, tail string }

func fill(head, piece, tail string) form { return form{head, piece, tail} }

// wordy is the form with a text that is as long as texts may be.
func (f form) wordy() string {
	tags := max(1, strings.Count(f.piece, "<"))
	f.piece += strings.Repeat("Word ", 2*tags)
	n := max(0, min((pageCap-len(f.head)-len(f.tail)-100)/len(f.piece), (tagCap-2000)/tags, textCap/(11*tags)))
	return "<p>personal data</p>" + f.head + strings.Repeat(f.piece, n) + f.tail
}

// pages are the form in the sizes that differ for it.
func (f form) pages() map[string]string {
	if f.piece == "" {
		return map[string]string{"fixed": f.head}
	}
	if strings.Contains(f.piece, "<") {
		return map[string]string{"large": f.large(), "wordy": f.wordy()}
	}
	return map[string]string{"large": f.large(), "whole": f.whole()}
}

// large is the form at the maximum size of pages.
func (f form) large() string {
	return f.head + strings.Repeat(f.piece, (pageCap-len(f.head)-len(f.tail))/len(f.piece)) + f.tail
}

// whole is the form at the size up to which pages are read to their end and judged,
// if it is a policy.
func (f form) whole() string {
	n := max(0, (textCap-len(f.head)-len(f.tail)-100)/len(f.piece))
	if tags := strings.Count(f.piece, "<"); tags > 0 {
		n = min(n, (tagCap-2000)/tags)
	}
	return "<p>personal data</p>" + f.head + strings.Repeat(f.piece, n) + f.tail
}

// numbered repeats a piece with a number in it, up to a count or the largest page.
func numbered(format string, most int) string {
	var b strings.Builder
	for i := 0; i < most && b.Len() < pageCap-64; i++ {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// hostilePages are pages that are made to take time or memory, each as large as
// pages may be, or as small as one has to be to hurt most.
func hostilePages() map[string]form {
	deep := func(tag string, n int) string { return strings.Repeat("<"+tag+">", n) }
	forms := map[string]form{
		"one text":               fill("<p>", "word ", ""),
		"one word":               fill("<p>", "w", ""),
		"empty and hidden":       fill("<p>a</p>", "<div hidden></div>", ""),
		"capital letters":        fill("<p>", "A ", ""),
		"angle brackets":         fill("", "<", ""),
		"spaced brackets":        fill("", "< ", ""),
		"ends of tags":           fill("", "</", ""),
		"empty end tags":         fill("", "</>", ""),
		"references":             fill("<p>", "&amp;", ""),
		"long references":        fill("<p>", "&CounterClockwiseContourIntegral;", ""),
		"references that grow":   fill("<p>", "&nGt;", ""),
		"references, unfinished": fill("<p>", "&am", ""),
		"one reference":          fill("<p>&", "a", ""),
		"numbers of characters":  fill("<p>", "&#1;", ""),
		"NUL":                    fill("<p>a", "\x00", ""),
		"bytes that are no text": fill("<p>a", "\xff", ""),
		"ligatures":              fill("<p>", "\ufdfa", ""),
		"marks on a letter":      fill("<p>a", "\u0301\u0323", ""),
		"soft hyphens":           fill("<p>", "a\u00ad", ""),
		"comments":               fill("", "<!>", ""),
		"comments, unfinished":   fill("", "<!--", ""),
		"comments with dashes":   fill("<!--", "--!", ""),
		"doctypes":               fill("", "<!doctype a>", ""),
		"processing":             fill("", "<?", ""),
		"sections":               fill("<svg>", "<![CDATA[", ""),
		"sections, closed":       fill("<svg>", "<![CDATA[]]>", ""),
		"a tag of names":         fill("<p", " a", ">"),
		"a tag of new names":     fixed("<p" + numbered(" a%d", 1<<30) + ">"),
		"a tag of values":        fixed("<p" + numbered(" a%d=b", 1<<30) + ">"),
		"an end tag of names":    fixed("</p" + numbered(" a%d", 1<<30) + ">"),
		"a tag, unfinished":      fill("<p a='", "b", ""),
		"a long name":            fill("<", "a", ">"),
		"long names":             fixed(strings.Repeat("<"+strings.Repeat("A", 6000)+">", 500) + strings.Repeat("</"+strings.Repeat("A", 6000)+">", 500)),
		"slashes":                fill("<p", "/", ">"),
		"equals signs":           fill("<p", "=", ">"),
		"a long class":           fill("<div class='", "c g ", "'>a"),
		"classes":                fill("", "<div class='cc cookie-banne'></div>", ""),
		"paragraphs":             fill("", "<p>x", ""),
		"line breaks":            fill("", "<br>", ""),
		"line breaks and text":   fill("", "<br>a", ""),
		"closed paragraphs":      fill("", "</p>", ""),
		"blocks, closed":         fill("", "<div></div>", ""),
		"divs":                   fill(deep("div", 505), "<p>x</p>", ""),
		"spans of blocks":        fill(deep("button", 1)+deep("x-y", 500), "<p>x", ""),
		"deeper than any":        fill("", "<div>", ""),
		"quotations":             fill(deep("blockquote", 505), "<p>x", ""),
		"lists":                  fill(strings.Repeat("<ul><li>", 250), "<p>x", ""),
		"lists, side by side":    fill("", "<ol><li>", ""),
		"lists of breaks":        fill(strings.Repeat("<ol><li>x<li>", 5), "<br>x", ""),
		"items":                  fill("<ol>", "<li>x", ""),
		"items, deep":            fill(deep("x-y", 500)+"<ul>", "<li>", ""),
		"items in divs":          fill("<ul>"+deep("div", 500), "<li>", ""),
		"closed items":           fill(deep("x-y", 500), "</li>", ""),
		"terms":                  fill("<dl>"+deep("x-y", 490), "<dd>", ""),
		"other end tags":         fill(deep("x-y", 500), "</z>", ""),
		"headings":               fill("", "<h1>x</h1>", ""),
		"headings, open":         fill("", "<h1>", ""),
		"headings within":        fill(strings.Repeat("<h1><div>", 250), "<h2>x</h2>", ""),
		"one heading":            fill("<h1>", "x<br>", ""),
		"preformatted":           fill("<pre>", "\n", "</pre>"),
		"preformatted in lists":  fill(strings.Repeat("<ol><li>a<li>", 5)+"<pre>", "x\n", "</pre>"),
		"preformatted within":    fill(deep("pre", 500), "<pre>x</pre>", ""),
		"fences":                 fill("<pre>", "`", ""),
		"tables":                 fill("", "<table>", ""),
		"tables within":          fill(strings.Repeat("<table><tr><td>", 120), "<p>x", ""),
		"cells":                  fill("<table><tr>", "<td>x", ""),
		"rows":                   fill("<table>", "<tr><td>x<td>y", ""),
		"wide cells":             fill("<table>", "<td colspan=1000000>", ""),
		"text in a table":        fill("<table>", "x<tr>", ""),
		"blocks in a table":      fill("<table>", "<p>x</p><tr>", ""),
		"tables in tables":       fill("<table><tr>", "<table><tr>", ""),
		"captions":               fill("<table>", "<caption>x", ""),
		"columns":                fill("<table>", "<col>", ""),
		"forms":                  fill("", "<form>", ""),
		"forms, closed":          fill(deep("div", 500), "<form></form>", ""),
		"buttons":                fill("", "<button>", ""),
		"options":                fill("<select>", "<option>x", ""),
		"selects":                fill("", "<select>", ""),
		"templates":              fill("", "<template></template>", ""),
		"shadows":                fill("", "<template shadowrootmode=open>x</template>", ""),
		"ruby":                   fill("<ruby>", "<rt>x", ""),
		"frames":                 fill("", "<frameset><frame>", ""),
		"main parts":             fill("", "<main><article>x</main>", ""),
		"headers":                fill(deep("div", 500), "<header></header>", ""),
		"scripts":                fill("", "<script></script>", ""),
		"scripts, unfinished":    fill("", "<script>", ""),
		"scripts in comments":    fill("<script><!--", "<script></script>", ""),
		"titles":                 fill("", "<title></title>", ""),
		"one title":              fill("<title>", "&amp;", ""),
		"text areas":             fill("", "<textarea></textarea", ""),
		"plain text":             fill("<plaintext>", "<p>", ""),
		"UTF-16":                 fixed(inUTF16(strings.Repeat("<p>x", pageCap/8-1))),
		"foreign elements":       fill("<svg>", "<g>", ""),
		"foreign, side by side":  fill("", "<svg></svg>", ""),
		"foreign hosts":          fill("", "<svg><foreignObject><div>", ""),
		"MathML":                 fill("<math>", "<mi><p>x</p></mi>", ""),
		"JSON":                   fill("<script>[", "[", "</script>"),
		"JSON, members":          fill("<script>", `{"a":`, "</script>"),
		"JSON numbers":           fill("<script>[1", ",1", "]</script>"),
		"JSON strings":           fixed(`<script>["` + numbered(`text number %d that is read","`, 1<<30) + `"]</script>`),
		"JSON escapes":           fill(`<script>["a `, `\u0041`, `"]</script>`),
		"JSON, unfinished":       fill("", `<script>{"a b c d e f g h i j k`, ""),
		"JSON with pages":        fixed(`<script>["` + numbered(`<p>text number %d</p> `, 1<<30) + `"]</script>`),
		"frames with pages":      fill("", "<iframe srcdoc='<p>a</p>'></iframe>", ""),
		"a page in a frame":      fill("<iframe srcdoc='", "<p>word ", "'></iframe>"),
		"pages in frames":        fixed(strings.Repeat("<iframe srcdoc='"+strings.Repeat("<p>x y ", 40_000)+"'></iframe>", 20)),
		"links":                  fill("", "<a href=/privacy>privacy</a>", ""),
		"links, open":            fill("", "<a href=b>", ""),
		"a link":                 fill("<a href='", "a", "'>privacy</a>"),
		"refreshes":              fill("", "<meta http-equiv=refresh content='0;url=http://['>", ""),
		"canonical links":        fill("", "<link rel=alternate type=text/html href=':'>", ""),
		"bases":                  fill("", "<base href=':'>", ""),
		"redirections":           fill("", "<script>location='"+strings.Repeat("a", 1100)+"'</script>", ""),
		"noscript":               fill("<noscript>", "<p>x ", "</noscript>"),
		"dates":                  fill("<p>last updated ", "3 May 2024 ", ""),
		"dates that wait":        fill("<p>updated ", "may 3 ", ""),
		"counters":               fill("<p>", "1 2 3 views ", ""),
		"long words and dates":   fill("<p>", strings.Repeat("w", 100_000)+" 1 ", ""),
		"addresses":              fill("<p>", "a://b?c ", ""),
		"words without spaces":   fill("<p>", "個1", ""),
		"almost stems":           fill("<p>", "personal dat ", ""),
		"almost Arabic":          fill("<p>", "البيانات ", ""),
		"a policy":               fill("", "<h2>What we share</h2><p>We collect personal data about you, and <a href='/x'>share</a> it with third parties.</p><ul><li>Name<li>E-mail</ul>\n", ""),
	}
	for name, raw := range map[string]string{
		"style in SVG": "<svg><style>", "title in SVG": "<svg><title>", "style in MathML": "<math><style>", "noscript": "<noscript>", "xmp": "<xmp>",
		"style in foreignObject": "<svg><foreignObject><style>", "noembed": "<noembed>", "noframes": "<noframes>", "iframe": "<iframe>",
		"textarea in SVG": "<svg><textarea>", "script in SVG": "<svg><script>", "SVG in capitals": "<SVG ><STYLE/>", "listing": "<listing>", "select": "<select>", "desc": "<svg><desc><style>",
	} {
		formatting := numbered("<b id=%d>", 480)
		forms["formatting in "+name] = fixed(raw + "<p>" + formatting + strings.Repeat("<p>x", 25_000))
		forms["bodies in "+name] = fixed(raw + numbered("<body a%d>", 1<<30))
		forms["links in "+name] = fixed(raw + numbered("<a id=%d><table>", 480) + strings.Repeat("<a><p>x", 25_000))
	}
	return forms
}

// fixed is a form of one size.
func fixed(page string) form { return form{head: page[:min(len(page), pageCap)]} }

func inUTF16(text string) string {
	b := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(text)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return string(b)
}

// printCost prints what a call took where a table of that is asked for.
func printCost(took cost.Cost, what, name string, err error) {
	if os.Getenv("HOSTILE_TABLE") != "" {
		fmt.Printf("%7.2fs %5d MB  %s %-28s %.60v\n", took.CPU.Seconds(), took.Bytes>>20, what, name, err)
	}
}

// No page makes the service allocate more than 64 bytes for each that a page may
// have, and 8 MiB, or more than 256 MB in all, on the way from its bytes to a text
// that is judged; nor does one take longer than pages may. With HOSTILE_TABLE=1 it
// prints what each form took. It does not run beside other tests, whose memory it
// would measure.
func TestHostilePages(t *testing.T) {
	most := uint64(min(256<<20, 16<<20+64*pageCap))
	for name, form := range hostilePages() {
		for size, page := range form.pages() {
			if len(page) > pageCap {
				t.Errorf("%s, %s: the page has %d bytes, more than are read", name, size, len(page))
			}
			var err error
			took := cost.Of(func() {
				var doc fetch.Document
				if doc, err = read(t, page); err == nil {
					_, err = fetch.Judge(doc, "")
				}
			})
			var failed *fetch.Error
			if err != nil && !errors.As(err, &failed) {
				t.Errorf("%s, %s: %v, want a FetchError or none", name, size, err)
			}
			if err != nil && strings.Contains(err.Error(), "took longer") {
				t.Errorf("%s, %s: %v", name, size, err)
			}
			if took.Bytes > most {
				t.Errorf("%s, %s: allocated %d MB, more than %d", name, size, took.Bytes>>20, most>>20)
			}
			printCost(took, size, name, err)
		}
	}
}
