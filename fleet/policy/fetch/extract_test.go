package fetch_test

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/internal/policy/policytest"
)

// read returns what a fetcher makes of a page, without a network.
func read(t testing.TB, page string) (fetch.Document, error) {
	t.Helper()
	return readAs(t, page, "text/html; charset=utf-8", 0)
}

// readAs is read for a page of another type, within a time limit if that is not zero.
func readAs(t testing.TB, page, contentType string, limit time.Duration, exclude ...string) (fetch.Document, error) {
	t.Helper()
	answer := transport(func(r *http.Request) (*http.Response, error) {
		resp := plain(r, page)
		resp.Header.Set("Content-Type", contentType)
		return resp, nil
	})
	return newClient(t, fetch.Config{HTTPClient: &http.Client{Transport: answer}, ExtractionTimeout: limit}).Fetch(t.Context(), "https://apps.example/", exclude...)
}

func TestExtract(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ page, want string }{
		"headings and paragraphs": {"<h1>Privacy</h1><p>One\n  two.<p>Three.<h3>More</h3>Four<br>five", "# Privacy\n\nOne two.\n\nThree.\n\n### More\n\nFour\nfive"},
		"lists":                   {"<ul><li>a<li>b<ol><li>x<li>y</ol></ul>", "- a\n- b\n\n  1. x\n  2. y"},
		"formatting":              {"<p>We <b>never <i>se</i>ll</b> <a href='/x?sid=1'>your <span>data</span></a>, <u>see</u> *this* [1] under_scored.</p>", "We never sell your data, see *this* [1] under_scored."},
		"a table":                 {"<table><caption>Uses</caption><tr><th>Data<th>Purpose<tr><td>E-mail<td>Log in</table>", "Uses\n\nData | Purpose\n\nE-mail | Log in"},
		"a table as layout":       {"<table><tr><td><h2>Left</h2><p>one</p><td><table><tr><td>a<td>b</table></table>", "## Left\n\none\n\na | b"},
		"preformatted":            {"<pre>one\n  two</pre>", "```\none\n  two\n```"},
		"definitions and details": {"<dl><dt>Cookie<dd>A file</dl><details><summary>More</summary>text</details>", "Cookie\n\nA file\n\nMore\n\ntext"},
		"an accordion":            {"<h2><button>Your rights</button></h2><my-panel hidden>Opt out</my-panel><my-panel>any time</my-panel>", "## Your rights\n\nOpt out\n\nany time"},
		"no furniture": {"<header>Shop</header><nav>Home</nav><aside>Ads</aside><div role=navigation>Menu</div><p>Text<script>track()</script><style>p{}</style>" +
			"<noscript>Enable it</noscript><svg><text>logo</text></svg><footer>Imprint</footer><!-- secret -->", "Text"},
		"furniture of the main part": {"<footer>Imprint</footer><main><header><h1>Privacy</h1></header><p>Text</p><footer>Updated</footer></main>", "# Privacy\n\nText"},
		"a banner": {"<div id=onetrust-consent-sdk>Accept?</div><div class='x cookie-banner-2'>Accept?</div><div role=dialog>Join us</div>" +
			"<div class=cookie-policy>We use cookies.</div>", "We use cookies."},
		"the main part":           {"<div>Share this</div><main>The policy of this company</main>", "The policy of this company"},
		"a main part that is not": {"<main>Loading</main><div>The policy of this company</div>", "Loading\n\nThe policy of this company"},
		"an article":              {"<div>Share this</div><article>The policy of this company</article><article>Another</article>", "The policy of this company"},
		"right to left":           {"<html dir=rtl><p>نحن نجمع <b>البيانات الشخصية</b></p><p>סעיף 3: מידע אישי", "نحن نجمع البيانات الشخصية\n\nסעיף 3: מידע אישי"},
		"without spaces":          {"<h2>個人情報</h2><p>当社は<em>個人情報</em>を取得します。", "## 個人情報\n\n当社は個人情報を取得します。"},
		"entities":                {"<p>a &amp; b &lt;c&gt; d&nbsp;e &#0; f&shy;g", "a & b <c> d\u00a0e \ufffd fg"},
		"quotations":              {"<blockquote><blockquote>Said</blockquote></blockquote>", "Said"},
		"frames":                  {"<frameset><frame src=a></frameset>", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := read(t, tt.page)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got.Text); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
		})
	}
}

func TestExtractTitle(t *testing.T) {
	t.Parallel()
	for page, want := range map[string]string{
		"<title> Our\n policy </title><h1>Privacy</h1>": "Our policy",
		"<title> </title><h1><b>Our</b> privacy</h1>":   "Our privacy",
		"<p>Nothing": "",
		"<title>" + strings.Repeat("ü", 999) + "</title>": strings.Repeat("ü", 300),
	} {
		if got, err := read(t, page); err != nil || got.Title != want {
			t.Errorf("title of %.40q is %q, %v, want %q", page, got.Title, err, want)
		}
	}
}

// Pages that are small and would make much work, or much text.
func TestExtractOfTraps(t *testing.T) {
	t.Parallel()
	var formatting, bodies strings.Builder
	for i := range 400 {
		fmt.Fprintf(&formatting, "<b title=%d>", i)
	}
	for i := range 150_000 {
		fmt.Fprintf(&bodies, "<body x%d><html x%d>", i, i)
	}
	for name, page := range map[string]string{
		"quotations":   strings.Repeat("<blockquote>", 400) + strings.Repeat("<p>a</p>", 3_000),
		"lists":        strings.Repeat("<ul><li>", 200) + strings.Repeat("<p>a</p>", 3_000),
		"blocks":       strings.Repeat("<div>", 400) + strings.Repeat("<p>a</p>", 3_000),
		"formatting":   formatting.String() + strings.Repeat("<p>a", 3_000),
		"bodies":       bodies.String() + strings.Repeat("<p>a", 3_000),
		"tables":       strings.Repeat("<table><tr><td>", 120) + strings.Repeat("<p>a</p>", 3_000),
		"wide cells":   "<table>" + strings.Repeat("<tr><td colspan=1000000>a<td>b", 3_000) + "</table>",
		"line breaks":  strings.Repeat("a<br>", 3_000),
		"many entries": "<ol>" + strings.Repeat("<li>a", 3_000),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			got, err := read(t, page)
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(got.Text, "a"); n != 3_000 || len(got.Text) > 4*len(page) {
				t.Errorf("%d of 3000 letters, %d bytes of %d", n, len(got.Text), len(page))
			}
			if took := time.Since(began); took > 20*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// A page that takes longer than pages may is not read, and the error names the limit.
func TestExtractionTimeout(t *testing.T) {
	t.Parallel()
	for name, page := range map[string]string{
		"text": "<p>" + policytest.Text("you"), "little": "<p>x", "data": "<script>[" + strings.Repeat(`"a text that is read",`, 1000), "links": strings.Repeat("<a href=/privacy>b</a>", 5000),
	} {
		_, err := readAs(t, page, "text/html; charset=utf-8", time.Nanosecond)
		if !errors.Is(err, fetch.ErrUnreadable) || !strings.Contains(err.Error(), "took longer than 1ns") {
			t.Errorf("%s: error %v, want ErrUnreadable with the limit", name, err)
		}
	}
}

// Pages that are read at once wait for each other, not for longer than they are
// wanted.
func TestExtractionsAtOnce(t *testing.T) {
	t.Parallel()
	page := "<ul>" + strings.Repeat("<li>We collect personal data about you.", 2000)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if got, err := read(t, page); err != nil || strings.Count(got.Text, "\n") != 1999 {
				t.Errorf("%d bytes, %v", len(got.Text), err)
			}
		})
	}
	all.Wait()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	fetcher := newClient(t, fetch.Config{})
	if _, err := fetcher.Fetch(gone, "https://apps.example/"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
}

// Of any page, in any encoding, allocations are in proportion to its length: of its
// text, what is hidden on it, where it leads, its words, and its summary.
func FuzzExtract(f *testing.F) {
	for _, page := range []string{
		"<h1>Privacy</h1><p>We <b>collect</b> it.", "<table><tr><td>a<td><p>b", "<ul><li><ul><li>x", "<title>\xff\x00</title><pre>\n\na",
		"<main><p>個人情報<p>2024年3月1日", "<div role=dialog>x<p hidden>y", "<plaintext><b>", "<svg><foreignObject><p>a", "last updated: 3 May 2024",
		"<a href=x><table><a href=y>", "<template><tr><td>", "<script>/*</script>*/</script>", "<frameset>",
		"<script>x = {\"a\": [\"We collect \\u0061ll your <p>data.\", 1e9, null]}</script>", "<iframe srcdoc='&lt;p>We collect it'></iframe><noscript>Enable",
		"<base href=/b/><a href=privacy>Privacy</a><meta http-equiv=refresh content='0;url=c'>", "<script>location.href='/privacy'</script><link rel=alternate type=text/html href=d>",
	} {
		f.Add(page, "utf-8")
	}
	f.Add("\xfe\xff\x00<\x00p\x00>\x00a", "")
	f.Add("<meta charset=gbk>\x81\x30\x81\x30", "gb18030")
	f.Add("\x1b$B$3$s$K$A$O\x1b(B", "iso-2022-jp")
	f.Fuzz(func(t *testing.T, page, charset string) {
		header := mime.FormatMediaType("text/html", map[string]string{"charset": charset})
		var got fetch.Document
		var summarised error
		var err error
		took := cost.Of(func() {
			if got, err = readAs(t, page, header, 0); err != nil {
				return
			}
			_, _ = fetch.Judge(got, "")
			_, summarised = summary.Extractive{}.Summarize(t.Context(), summary.Request{Text: got.Text})
		})
		if most := 4<<20 + uint64(2048*len(page)); took.Bytes > most {
			t.Errorf("allocated %d bytes for a page of %d", took.Bytes, len(page))
		}
		if err != nil {
			return
		}
		if summarised != nil {
			t.Errorf("summarise %q: %v", got.Text, summarised)
		}
		if !utf8.ValidString(got.Text+got.Title) || strings.ContainsRune(got.Text+got.Title, 0) {
			t.Fatalf("of %q the text is %q", page, got.Text)
		}
		if len(got.Text) > 64*len(page)+64 {
			t.Errorf("%d bytes of %d", len(got.Text), len(page))
		}
		if again, err := readAs(t, page, header, 0); err != nil || !cmp.Equal(again, got) {
			t.Errorf("read again: %+v, %v, want %+v", again, err, got)
		}
	})
}
