package pagetext_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"
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
		"<nav>a<p>b</nav><main><header><h1>c</h1><p>d</header><footer>e</footer><p hidden>f</main>", "<div style='display:none'>a<div class=promo>b</div></div><ul><li class=menu>c<li>d</ul>",
		"A<nAv><mAin>A", "<a data-cfemail=7f1e3f1d>x</a>y<span data-cfemail=00614062>z", "<div aria-hidden=true><pre>a</pre></div><table class=nav><tr><td>b<td>c</table><div id=onetrust-banner>d</div>",
		"<select><option>a<input>b", "<button>a<button><p>b", "<h1><h2><div><h3>a", "<noscript><p>a", "<body class=cookie-bar>a", "<ol><li>a<pre>b\nc", "</p></br></table>", "<td></td><caption>",
	}
}

func lettersOf(text string) (count int) {
	for _, r := range text {
		if unicode.IsLetter(r) {
			count++
		}
	}
	return count
}

// FuzzRead checks that a page becomes a text, the same each time, that is not much
// longer than the page, and takes memory in proportion to it; and that each letter is in
// the text or beside it, once.
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
		if all, here := pagetext.Letters(page, !scriptless), lettersOf(got.Text)+lettersOf(got.Aside); all != here && len(got.Aside) < 100<<10 {
			t.Errorf("of %q, %d letters of %d are in the text %q or beside it: %q", page, here, all, got.Text, got.Aside)
		}
		again, err := pagetext.Read(t.Context(), page, o)
		if diff := cmp.Diff(got, again); err != nil || diff != "" {
			t.Errorf("read again: %v (-first +second):\n%s", err, diff)
		}
	})
}

// What surrounds a policy is beside it, by what it is and by what it is called.
func TestSurroundings(t *testing.T) {
	t.Parallel()
	sentence := func(n int) string {
		return fmt.Sprintf("<p>Clause %d: we keep your name, your address and your orders for as long as you have an account with us.</p>", n)
	}
	policy := "<h1>Privacy</h1>" + sentence(1) + "<h2>Sharing</h2>" + sentence(2) + sentence(3) + sentence(4) + sentence(5) + sentence(6)
	for name, around := range map[string]string{
		"a menu in the main part":                  "<main><nav><a href=/>Outside</a></nav>%s</main>",
		"a footer in the main part":                "<main>%s<footer><a>Outside</a></footer></main>",
		"a remark in the main part":                "<main>%s<aside>Outside</aside></main>",
		"a breadcrumb":                             "<main><ol class=breadcrumb-list><li>Outside<li>Privacy</ol>%s</main>",
		"a breadcrumb, labelled":                   "<main><div aria-label='Breadcrumb'>Outside</div>%s</main>",
		"a menu by its name":                       "<main><div class='header_navbar-component'>Outside</div>%s</main>",
		"a menu in camel case":                     "<main><div class='siteNavBar mobileMenu__x'>Outside</div>%s</main>",
		"hidden":                                   "<main><div hidden>Outside</div>%s</main>",
		"hidden for readers":                       "<main><div aria-hidden=true>Outside</div>%s</main>",
		"not displayed":                            "<main><div style='color: red; Display : NONE !important'>Outside</div>%s</main>",
		"not visible":                              "<main><div style='visibility:hidden'>Outside</div>%s</main>",
		"a consent tool":                           "<body>%s<div class=cky-consent-container>" + sentence(99) + "Outside</div>",
		"another consent tool":                     "<body>%s<div id=qc-cmp2-container>Outside</div>",
		"a dialog":                                 "<body>%s<div role=dialog>Outside</div>",
		"a list of links":                          "<body><div class=wrap><div><a href=/a>Outside</a> <a href=/b>Other</a></div><div>%s</div></div>",
		"promotion":                                "<body><div>%s</div><div class='cta-section'><p>Outside: all that you need to organize the day of your family, in one place, for ever and ever, at no cost.</p></div>",
		"testimonials, in a wrapper":               "<body><div>%s</div><section><div class='testimonials-slider'><p>Outside is the best that ever happened to me and my family, and I will always be thankful for that, she says.</p></div></section>",
		"a version":                                "<body><div>%s</div><div>Outside v2.3</div>",
		"before the policy":                        "<body><div>Outside</div><div>%s</div>",
		"cards that link":                          "<body><div>%s</div><div><a href=/1><h3>Outside</h3><p>A long text about something else that anybody may want to read on a rainy day at home, with tea.</p></a></div>",
		"a footer with all its text":               "<body>%s<footer>" + sentence(98) + "Outside</footer>",
		"testimonials in the main part":            "<main>%s<section class=testimonials><h2>Voices</h2><blockquote>Outside is the best that ever happened to me and my family, and I will always be thankful for that, she says.</blockquote></section></main>",
		"promotion under the title":                "<main><div class=promo-bar>Outside: 20 percent until Sunday</div>%s</main>",
		"an advertisement in an aside":             "<main>%s<aside><p>Outside is our new book on orders, and readers of this site get it for half of its price this week, with tea.</p></aside></main>",
		"a tool by its class":                      "<body>%s<div class='CookieConsent'><span>Outside cookies are used here.</span></div>",
		"a law by its ID":                          "<body>%s<div id='cookie-law-info-bar'><span>Outside cookies are used here, to make your visit of the site as pleasant as it can be, for you and for us.</span></div>",
		"an offer":                                 "<body>%s<div>Outside: 30 percent off all plans <a href=/s>Shop now</a></div>",
		"an offer with a heading":                  "<body>%s<div><h2>Outside is ready when you are</h2><p>Join our teams that plan each day of their work with us.</p><a href=/s>Get started →</a></div>",
		"an offer in a wrapper":                    "<body><div>%s</div><div><div><div><p>Outside is free for all of your friends, too.</p><a href=/s>Try it for free</a></div></div></div>",
		"a date of two digits, below an offer":     "<main>%s<div>30 percent off <a href=/s>Shop now</a></div><div>Outside since June 30, 2026</div></main>",
		"a date of one digit, below an offer":      "<main>%s<div>30 percent off <a href=/s>Shop now</a></div><div>Outside since June 3, 2026</div></main>",
		"praise":                                   "<body><div>%s</div><div><figure><p>“Outside of this I would never go back to what we had before, and neither would my colleagues.”</p><figcaption>Ann Lee, Acme</figcaption></figure></div>",
		"how long it took":                         "<main>%s<p>Outside was made in 32 ms</p></main>",
		"who reads":                                "<main>%s<p>Outside: 203.0.113.4</p></main>",
		"an identifier":                            "<main>%s<p>Outside 7f03ab12</p></main>",
		"the time of the server":                   "<main>%s<p>Outside: 2026-11-20T10:40:12Z</p></main>",
		"how long ago":                             "<main>%s<p>Outside, 3 days ago</p></main>",
		"years of a copyright":                     "<body>%s<p>2019–2026 Outside Ltd.</p>",
		"a rating":                                 "<body><div>%s</div><div>Outside is rated 4.2/5 in 1200 reviews</div>",
		"an event with a heading of its own level": "<body><div>%s</div><div><h4>Outside with us</h4><p>The event of the year, live in Berlin.</p><a href=/e>Save your seat</a></div>",
		"an event above the title":                 "<body><div><h4>Outside with us</h4><p>The event of the year, live in Berlin.</p><a href=/e>Save your seat</a></div><div>%s</div>",
		"columns of links":                         "<main>%s<div><div><h6>Outside</h6><a href=/a>Team</a> <a href=/b>Careers</a></div><div><h6>Help</h6><a href=/c>Support</a> <a href=/d>Safety</a></div></div></main>",
		"a choice of languages, above":             "<main><header><h1>Policy</h1><div><div>Outside</div></div></header>%s</main>",
	} {
		o := pagetext.Options{MaxText: 1 << 20}
		if strings.HasPrefix(name, "an event with") { // nothing but its subject tells it from a section
			o.OnSubject = func(text string) bool { return strings.Contains(text, "clause") }
		}
		got, err := pagetext.Read(t.Context(), fmt.Sprintf(around, policy), o)
		if err != nil || strings.Contains(got.Text, "Outside") || !strings.Contains(got.Aside, "Outside") || !strings.Contains(got.Text, "# Privacy") || strings.Count(got.Text, "Clause") != 6 {
			t.Errorf("%s: %v, text:\n%s\nbeside:\n%s", name, err, got.Text, got.Aside)
		}
	}
	for name, within := range map[string]string{
		"a section in an accordion":   "<main>%s<h2>More</h2><div aria-hidden=true><p>Inside of this panel there is a sentence of the policy that readers may want to read, when it is open.</p></div></main>",
		"details":                     "<main>%s<details><summary>More</summary>Inside</details></main>",
		"a section named newsletter":  "<main>%s<section id=newsletter><h2>Newsletter</h2><p>Inside</p></section></main>",
		"a section about menus":       "<main>%s<div class=navigation-block><h2>Inside</h2></div></main>",
		"an address":                  "<body><div>%s</div><div>Inside: a@b.example</div>",
		"a number with a year in it":  "<body><div>%s</div><div>Inside 0049 30 2026 12</div>",
		"a phone number":              "<body><div>%s</div><div>Inside 0049 30 123456</div>",
		"a number with hyphens":       "<body><div>%s</div><div>Inside 800-555-0100</div>",
		"a number with points":        "<body><div>%s</div><div>Inside 415.555.0100</div>",
		"a number in brackets":        "<body><div>%s</div><div>Inside (800) 555-0100</div>",
		"a number in pairs":           "<body><div>%s</div><div>Inside 12.34.56.78</div>",
		"a number with a slash":       "<body><div>%s</div><div>Inside 030/123-4567</div>",
		"a list of partners":          "<main>%s<ul><li><a href=/g>Inside</a><li><a href=/h>Others</a></ul></main>",
		"a header of the policy":      "<main><header><h1>Inside</h1></header>%s</main>",
		"a section after the policy":  "<body><div>%s</div><section><h2>Contact</h2><p>Inside</p></section>",
		"all of it is called a menu":  "<div class=menu>%s Inside</div>",
		"all of it is hidden":         "<div style='display:none'>%s<p>Inside</div>",
		"all of it is in a header":    "<header>%s<p>Inside</header>",
		"all of it is in an aside":    "<main><aside>%s<p>Inside</aside></main>",
		"all of it is in a dialog":    "<div role=dialog>%s<p>Inside</div>",
		"the main part is a carousel": "<main class=carousel>%s<p>Inside</main>",
		"a heading with its ID":       "<main>%s<h2 id=cookie-consent>Inside</h2><p>We ask first.</p></main>",
		"a section with its ID":       "<main>%s<section id=cookie-notice><h2>Inside</h2><p>We ask first.</p></section></main>",
		"an address in a call":        "<main>%s<div class=cta>Inside: a@b.example</div></main>",
		"all sections are called so":  "<main>%s<div class=social><p>Inside</p></div><div class=ads>More</div><div class=newsletter>More</div><div class=reviews>More</div><div class=share>More</div></main>",
		"a short panel of a heading":  "<main>%s<h2>Contact</h2><div hidden><p>Inside of a panel</div></main>",
		"a last section that links":   "<main>%s<section><h2><a href=/c>Cookies</a></h2><p>Inside are some for each visit.</p><p>See there.</p></section></main>",
		"and outside of the element":  "<body><div>%s</div><section><h2><a href=/c>Cookies</a></h2><p>Inside are some for each visit.</p></section>",
		"a link to read on":           "<main>%s<div><h2>Cookies</h2><p>Inside are some.</p><a href=/c>Learn more</a></div></main>",
		"a way to ask":                "<main>%s<div><h2>Contact</h2><p>Inside of our form you may ask.</p><a href=/c>Contact us</a></div></main>",
		"a panel of tabs":             "<main>%s<div role=tabpanel hidden><div>Inside of it</div></div></main>",
		"a panel that a search finds": "<main>%s<div hidden=until-found>Inside of it</div></main>",
		"a panel below its button":    "<main>%s<div><button>Do you sell data?</button><div style='display:none'>Inside: no.</div></div></main>",
		"a panel below its line":      "<main>%s<div><div>Do you sell data?</div><div hidden>Inside: no.</div></div></main>",
		"a line that is named a menu": "<main><h1>Privacy Policy</h1><p>These are our rules for all personal data of the people who use our service, all of them.</p><div><div class=navigation-block>Inside</div><div><p>Here is what we do.</p></div></div>%s</main>",
		"hours to call":               "<body>%s<p>Inside: Monday to Friday, 9:00 to 17:00</p>",
		"a number of a register":      "<body>%s<p>Inside VAT DE123456789</p>",
		"a sentence before it":        "<body><div><p>Inside: we never sell it.</p><div>%s</div></div>",
		"a sentence after it":         "<body><div>%s</div><div><p>Inside we sell.</p></div>",
	} {
		got, err := pagetext.Read(t.Context(), fmt.Sprintf(within, policy), pagetext.Options{MaxText: 1 << 20})
		if err != nil || !strings.Contains(got.Text, "Inside") || strings.Count(got.Text, "Clause") != 6 {
			t.Errorf("%s: %v, text:\n%s\nbeside:\n%s", name, err, got.Text, got.Aside)
		}
	}
}

// The paragraphs of short policies are often shorter than a sentence is elsewhere: none of
// them surrounds the longest one.
func TestShortParagraphs(t *testing.T) {
	t.Parallel()
	for name, page := range map[string]string{
		"each in an element":    "<body><div><div><span>Privacy</span></div><div><span>We collect nothing.</span></div><div><span>%s</span></div><div><span>Write to us.</span></div></div>",
		"each in a widget":      "<main><div class=a><div><h1>Privacy</h1></div></div><div class=a><div><p>We collect nothing.</p></div></div><div class=a><div><p>%s</p></div></div><div class=a><div><p>Write to us.</p></div></div></main>",
		"a row for each":        "<main><h1>Privacy</h1><table><tr><th>Data<td>We collect nothing.<tr><th>Sharing<td><p>%s</p><tr><th>Contact<td>Write to us.</table></main>",
		"without any main part": "<h1>Privacy</h1><section><p>We collect nothing.</p></section><section><p>%s</p></section><section><ul><li>Write to us.</ul></section>",
	} {
		long := "Your games stay on your device, and no one but you can see them, at any time, on any network, whatever you do."
		got, err := pagetext.Read(t.Context(), fmt.Sprintf(page, long), pagetext.Options{MaxText: 1 << 20})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, part := range []string{"Privacy", "We collect nothing.", long, "Write to us."} {
			if !strings.Contains(got.Text, part) {
				t.Errorf("%s: %q is not in the text:\n%s", name, part, got.Text)
			}
		}
	}
}

// What visitors click below a short policy takes no sentence of it away.
func TestControlsBelowShortPolicies(t *testing.T) {
	t.Parallel()
	for page, want := range map[string]string{
		"<main><h1>Privacy</h1><div><p>We use no cookies and collect no data from anybody at all, ever, in this little game of ours, whatever.</div><button>OK</button></main>": "no data",
		"<h1>Privacy</h1><p>We use no cookies.<p>We collect nothing.</p><button>OK</button>":                                                                                    "We use no cookies.\n\nWe collect nothing.",
		"<h1>Privacy</h1><p>We collect no data with cookies.</p><button>Accept</button><button>No</button>":                                                                     "We collect no data with cookies.",
		"<h2>Privacy</h2><p>We collect nothing.</p><h2>Children</h2><p>None may play.</p><form><input type=email><button>Send</button></form>":                                  "None may play.",
		"<h1>Privacy</h1><div><button>Data</button><p>We collect nothing.</p></div><div><button>Cookies</button><p>We use no cookies.</p></div>":                                "We use no cookies.",
		"<h1>Privacy</h1><p>We collect nothing.</p><h2>Cookies</h2><p>We use cookies to sign you in.</p><button>Settings</button>":                                              "We use cookies to sign you in.",
	} {
		got, err := pagetext.Read(t.Context(), page, pagetext.Options{MaxText: 1 << 20})
		if err != nil || !strings.Contains(got.Text, want) {
			t.Errorf("%s: %v, text:\n%s\nbeside:\n%s", page, err, got.Text, got.Aside)
		}
	}
}

// What the caller excludes is beside the text, whatever it holds.
func TestExclude(t *testing.T) {
	t.Parallel()
	page := "<main><p>a<div id=stats>b</div><div class='x counter y'>c</div><div class=counters>d</div><div id=counter>e</div></main>"
	got, err := pagetext.Read(t.Context(), page, pagetext.Options{MaxText: 100, Exclude: []string{"#stats", ".counter"}})
	want := pagetext.Page{Text: "a\n\nd\n\ne", Aside: "b\n\nc", Excluded: map[string]int{"#stats": 1, ".counter": 1}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// An address that Cloudflare hides is read, and the words that stand for it are not.
func TestHiddenMail(t *testing.T) {
	t.Parallel()
	coded := func(address string) string {
		text := "2a"
		for _, c := range []byte(address) {
			text += fmt.Sprintf("%02x", c^0x2a)
		}
		return text
	}
	for page, want := range map[string]string{
		`<p>Write to <a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="` + coded("me@a.example") + `">[email&#160;protected]</a>, please.`: "Write to me@a.example, please.",
		`<p>Or <span class="__cf_email__" data-cfemail="` + coded("ü@b.example") + `">[email&#160;protected]</span>`:                                              "Or ü@b.example",
		`<p>Or <a data-cfemail="` + coded("no address") + `">[email]</a>`:                                                                                         "Or [email]",
		`<p>Or <a data-cfemail="xyz">[email]</a> and`:                                                                                                             "Or [email] and",
		`<p>Or <a data-cfemail="` + coded("c@d.example") + `">[email]<p>Then`:                                                                                     "Or c@d.example\n\nThen",
	} {
		got, err := pagetext.Read(t.Context(), page, pagetext.Options{MaxText: 1 << 20})
		if err != nil || got.Text != want {
			t.Errorf("%s: %q, %v, want %q", page, got.Text, err, want)
		}
	}
}
