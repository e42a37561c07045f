package appstore_test

import (
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/internal/cost"
)

// What reading the largest input may take. The service's own bounds are 256 MB and
// ten seconds of CPU.
const (
	maxMemory = 160 << 20
	maxTime   = 10 * time.Second
	pageCap   = 4 << 20
	answerCap = 8 << 20
)

// measure fails the test when read takes too much. Tests that call it are not
// parallel, since what is allocated is counted for the whole process.
func measure(t *testing.T, read func()) {
	t.Helper()
	cost.SkipMost(t, 12)
	took := cost.Of(read)
	t.Logf("%d MB, %v", took.Bytes>>20, took.CPU)
	if took.Bytes > maxMemory {
		t.Errorf("allocated %d MB, want no more than %d", took.Bytes>>20, maxMemory>>20)
	}
	if took.CPU > maxTime {
		t.Errorf("took %v, want no more than %v", took.CPU, maxTime)
	}
}

// fill repeats a text as often as fits into a page beside what is around it.
func fill(before, text, after string) string {
	return before + strings.Repeat(text, max(0, pageCap-len(before)-len(after))/len(text)) + after
}

// numbered is fill for a text with a # in it, in place of which a number is put.
func numbered(before, text, after string) string {
	var b strings.Builder
	b.WriteString(before)
	for i := 0; b.Len() < pageCap-len(after)-len(text)-8; i++ {
		b.WriteString(strings.ReplaceAll(text, "#", itoa(i)))
	}
	return b.String() + after
}

func itoa(n int) string {
	const digits = "0123456789abcdefghijklmnopqrstuvwxyz"
	s := ""
	for {
		s = string(digits[n%36]) + s
		if n /= 36; n == 0 {
			return s
		}
	}
}

// halves is the first text repeated over half of a page, and the second over the
// other half.
func halves(before, first, middle, second string) string {
	n := (pageCap - len(before) - len(middle)) / 2
	return before + strings.Repeat(first, n/len(first)) + middle + strings.Repeat(second, n/len(second))
}

const (
	canonicalLink = `<link rel="canonical" href="https://apps.apple.com/us/app/one/id1">`
	sectionStart  = canonicalLink + `<section class="app-privacy">`
	cardStart     = sectionStart + `<div class="app-privacy__card"><h3 class="privacy-type__heading">Data Linked to You</h3>`
)

// hostileMarkup are pages that make a reader of HTML work.
func hostileMarkup() map[string]string {
	var formatting strings.Builder
	for i := range 480 {
		formatting.WriteString("<b id=" + itoa(i) + ">")
	}
	// A tag with very many attributes, and others with one.
	var attributes strings.Builder
	attributes.WriteString("<i ")
	for i := 0; attributes.Len() < 500<<10; i++ {
		attributes.WriteString("x" + itoa(i) + " ")
	}
	attributes.WriteString(">")
	few := "<i " + strings.Repeat("x ", 1)
	for i := range 200 {
		few += "x" + itoa(i) + " "
	}
	return map[string]string{
		"body tags with attributes":           numbered("", "<body a#>", ""),
		"body tags in a style of a drawing":   numbered("<svg><style>", "<body a#>", ""),
		"html tags with attributes":           numbered("", "<html a#>", ""),
		"html tags with languages":            numbered("", "<html lang=#>", ""),
		"formatting in a style of a drawing":  fill("<svg><style><p>"+formatting.String(), "<p>x", ""),
		"formatting in noscript of a drawing": fill("<svg><noscript><p>"+formatting.String(), "<p>x", ""),
		"formatting in xmp of a formula":      fill("<math><xmp><p>"+formatting.String(), "<p>x", ""),
		"formatting":                          fill("<p>"+formatting.String(), "<p>x", ""),
		"formatting never closed":             numbered("", "<b id=#><p>", ""),
		"formatting closed out of order":      fill("", "<b><i></b></i>", ""),
		"links in links":                      fill("", "<a><div>", ""),
		"just below the deepest":              fill(strings.Repeat("<div>", 500), "</b><i></i>", ""),
		"end tags without a start":            fill(strings.Repeat("<em>", 500), "</b>", ""),
		"ends of headings without a start":    fill(strings.Repeat("<em>", 500), "</h1>", ""),
		"items that search for a list":        fill(strings.Repeat("<em>", 500), "<li></li>", ""),
		"paragraphs below formatting":         fill(strings.Repeat("<em>", 500), "<p></p>", ""),
		"blocks that break out of drawings":   fill("", "<svg><g><p></p>", ""),
		"drawings in drawings":                fill(strings.Repeat("<svg>", 500), "<desc><p></p></desc>", ""),
		"cells without a table":               fill(strings.Repeat("<table><td>", 200), "<td>", ""),
		"tables in tables":                    fill("", "<table><tr><td>", ""),
		"elements without end":                fill("", "<q>", ""),
		"custom elements":                     numbered("", "<x-#></x-#>", ""),
		"a name as long as the page":          fill("<x", "y", ">"),
		"attributes of one tag":               fill("<i ", "x ", ">"),
		"attributes of one tag, all other":    numbered("<i ", "x# ", ">"),
		"attributes of one end tag":           numbered("</i ", "x# ", ">"),
		"one tag of very many attributes":     fill(attributes.String(), "<i x>", ""),
		"many tags of many attributes":        fill(few+">", "<i x></i>", ""),
		"tags of as many as there may be":     fill("", few+"></i>", ""),
		"an attribute as long as the page":    fill(`<a href="`, "&amp;", `">`),
		"a class as long as the page":         fill(`<p class="privacy`, " a", `">`),
		"classes":                             fill(sectionStart, `<p class="privacy app-privacy app-privacy__card">`, ""),
		"entities":                            fill(cardStart+`<p class="privacy-type__description">`, "&#0;&notit;&x", ""),
		"a long entity":                       fill(cardStart+`<p class="privacy-type__description">&`, "a", ""),
		"comments":                            fill("", "<!---->", ""),
		"a comment without end":               fill("<!--", "-", ""),
		"declarations":                        fill("", "<!a><?b>", ""),
		"less than":                           fill("", "<", ""),
		"NUL":                                 fill("", "\x00", ""),
		"NULs in a script":                    fill(`<script id="serialized-server-data">`, "\x00", ""),
		"scripts in comments in scripts":      fill("<script>", "<!--<script></script>-->", ""),
		"scripts":                             fill("", "<script></script>", ""),
		"linked data":                         fill(canonicalLink, `<script type="application/ld+json">{"@type":"A"}</script>`, ""),
		"a plaintext":                         fill("<plaintext>", "<p>", ""),
		"titles":                              fill("", "<title>a</title>", ""),
		"cards":                               fill(sectionStart, `<p class="app-privacy__card">`, "</section><p>"),
		"cards in cards":                      fill(sectionStart, `<div class="app-privacy__card"><b class="privacy-type__heading">x`, "</section><p>"),
		"headings of a card":                  fill(cardStart, `<i class="privacy-type__data-category-heading">x</i>`, "</section><p>"),
		"headings in headings":                halves(cardStart, `<i class="privacy-type__data-category-heading">`, "", "x<b></b>"),
		"a heading as long as the page":       fill(cardStart+`<i class="privacy-type__data-category-heading">`, "\ufdfa<b></b>", "</section><p>"),
		"terms":                               fill(canonicalLink, "<dt>a", ""),
		"terms of the age rating":             fill(canonicalLink, "<dt>Age Rating<dd>", ""),
		"terms in terms":                      fill(canonicalLink, "<dt><b>a", ""),
		"labelled links":                      fill(canonicalLink, `<a aria-label="a&nbsp;b"></a>`, ""),
		"policies":                            fill(sectionStart, `<p><a data-metrics-click='"LinkToPrivacyPolicy"'>`, ""),
		"canonical links":                     numbered("", `<link rel=canonical href=/id#>`, ""),
		"a canonical link of many parts":      fill(`<link rel=canonical href="`, "/id1", `">`),
		"a title of ligatures":                fill(canonicalLink+`<meta property="og:title" content="`, "\ufdfa", `">`),
	}
}

// TestParse_hostileMarkup: no page takes long or much, and each has an end.
func TestParse_hostileMarkup(t *testing.T) {
	for name, page := range hostileMarkup() {
		t.Run(name, func(t *testing.T) {
			if len(page) > pageCap {
				t.Fatalf("the page has %d bytes, more than may be", len(page))
			}
			measure(t, func() { _, _ = appstore.Parse([]byte(page), 1) })
		})
	}
}
