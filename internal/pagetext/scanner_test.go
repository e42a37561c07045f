package pagetext_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/privacylabels/auditor/internal/pagetext"
)

// scanned returns the tokens of a page, one a line.
func scanned(page string) (lines []string) {
	s := pagetext.NewScanner(page)
	for {
		t, ok := s.Next()
		if !ok {
			return lines
		}
		switch t.Kind {
		case pagetext.Text:
			lines = withText(lines, t.Text())
		case pagetext.End:
			lines = append(lines, "</"+t.Name+">")
		case pagetext.Start:
			line, seen := "<"+t.Name, make(map[string]bool)
			for key, value := range t.Attributes() {
				if !seen[key] {
					line += fmt.Sprintf(" %s=%q", key, t.Attribute(key, len(value)))
				}
				seen[key] = true
			}
			lines = append(lines, line+">")
			if raw, ok := s.RawText(); ok {
				if text := raw.Text(); text != "" {
					lines = withText(lines, text)
				}
				lines = append(lines, "raw")
			}
		}
	}
}

// withText adds a text to lines, to the one before if that is text.
func withText(lines []string, text string) []string {
	if n := len(lines); n > 0 && strings.HasPrefix(lines[n-1], "text ") {
		lines[n-1] += text
		return lines
	}
	return append(lines, "text "+text)
}

// tokenized returns the tokens that golang.org/x/net/html finds, in the same form.
func tokenized(page string) (lines []string) {
	z := html.NewTokenizer(strings.NewReader(page))
	raw := ""
	for {
		kind := z.Next()
		if raw != "" && kind != html.TextToken {
			lines = append(lines, "raw")
			name, _ := z.TagName()
			ended := kind == html.EndTagToken && string(name) == raw
			raw = ""
			if ended {
				continue
			}
		}
		switch kind {
		case html.ErrorToken:
			return lines
		case html.TextToken:
			lines = withText(lines, string(z.Text()))
		case html.EndTagToken:
			name, _ := z.TagName()
			lines = append(lines, "</"+string(name)+">")
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			line := "<" + t.Data
			for _, a := range t.Attr {
				line += fmt.Sprintf(" %s=%q", a.Key, a.Val)
			}
			lines = append(lines, line+">")
			if strings.Contains(" iframe noembed noframes noscript plaintext script style textarea title xmp ", " "+t.Data+" ") {
				raw = t.Data
			}
		}
	}
}

func scannerSeeds() []string {
	return []string{
		"", "text", "a<b>c</b>d", "<p class=a id='b' c=\"d\" e>x", "<p a=1 a=2>", "<br/><br a/><br a=/><br a=b/ >", "<p / a / = b>", "<p =a ==>", "<P CLASS=X>y</P >",
		"a < b <", "</", "</>", "</ x>", "<!", "<!>", "<!-->a-->", "<!--->a-->", "<!--a--!>b", "<!--a--!-->b", "<!--a", "<!doctype html>x", "<?php x ?>y", "<![CDATA[x]]>y",
		"<script>a</script>b", "<script><!--<script></script>--></script>c", "<script><!-- <script> </script x> --></script>d", "<script><!--></script>e", "<script/>f</script>",
		"<style></p></style>g", "<title>a &amp; b</title>", "<textarea>&lt;</textarea >h", "<xmp><b></xmp>i", "<plaintext></plaintext>j", "<noscript><p></noscript>k", "<iframe><p></iframe>",
		"<script>a</scriptx></script", "<p", "<p a", "<p a=", "<p a='", "<p a='b", "&amp;&lt;&notit;",
		"<a b='?a=1&region=2&copy=3&copy&amp;lt&lt;&notit;&not;&not&hearts&hearts;&#65&#x42;&#;&#x;&&;& &=&#65=&#65a&#xzz;&amp'>", "<a\x00b c\x00=d\x00>", "x\r\ny",
	}
}

// The scanner finds what the tokenizer of golang.org/x/net/html finds.
func TestScanner(t *testing.T) {
	t.Parallel()
	for _, page := range scannerSeeds() {
		if diff := cmp.Diff(plainly(tokenized(page)), plainly(scanned(page))); diff != "" {
			t.Errorf("%q (-want +got):\n%s", page, diff)
		}
	}
}

// plainly undoes what the tokenizer does to characters that this scanner leaves to
// others: line ends and NUL.
func plainly(lines []string) []string {
	for i := range lines {
		lines[i] = strings.NewReplacer("\r\n", "\n", "\r", "\n", `\r\n`, `\n`, `\r`, `\n`, "\x00", "\ufffd", `\x00`, "\ufffd").Replace(lines[i])
	}
	return lines
}

func FuzzScanner(f *testing.F) {
	for _, page := range scannerSeeds() {
		f.Add(page)
	}
	f.Fuzz(func(t *testing.T, page string) {
		page = strings.ToValidUTF8(page, "?")
		if strings.ContainsAny(page, "\x00\r&") || longName(page) {
			return
		}
		if strings.Contains(page, "<!--") && strings.Contains(strings.ToLower(page), "<script") {
			return // it leaves a comment in a script at any angle bracket, which the standard does not
		}
		if diff := cmp.Diff(tokenized(page), scanned(page)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", page, diff)
		}
	})
}

// longName reports whether a page may have a name that the scanner cuts, or more
// attributes than it returns.
func longName(page string) bool {
	for part := range strings.FieldsFuncSeq(page, func(r rune) bool { return strings.ContainsRune(" \t\n\f/>", r) }) {
		if len(part) > 64 {
			return true
		}
	}
	return len(page) > 250
}

// A section is text where the scanner is asked for it, and a comment elsewhere.
func TestScannerSections(t *testing.T) {
	t.Parallel()
	s := pagetext.NewScanner("<![CDATA[<b>&amp;]]><![CDATA[x")
	s.CDATA = true
	for _, want := range []string{"<b>&amp;", "x"} {
		if token, ok := s.Next(); !ok || token.Text() != want {
			t.Errorf("%q, %v, want %q", token.Text(), ok, want)
		}
	}
}

// FuzzAttribute compares the value of an attribute with what golang.org/x/net/html reads.
func FuzzAttribute(f *testing.F) {
	for _, value := range []string{
		"a&amp;b&region=2&copy;&copy&copy=3", "a&#59;b&#x3b;&semi;c", "?a&amp#frag&lt#x&#", "&notin;&notit;&not", "&#0;&#128;&#xD800;&#x110000;", "é&#é;", "&;&#;&#x;",
	} {
		f.Add(value)
	}
	f.Fuzz(func(t *testing.T, value string) {
		value = strings.ToValidUTF8(value, "?")
		if strings.ContainsAny(value, "\"\x00\r") {
			return
		}
		page := `<a href="` + value + `">`
		oracle := html.NewTokenizer(strings.NewReader(page))
		oracle.Next()
		oracle.TagName()
		_, want, _ := oracle.TagAttr()
		tag, _ := pagetext.NewScanner(page).Next()
		if got := tag.Attribute("href", len(value)); got != string(want) {
			t.Errorf("%q is read as %q, want %q", value, got, want)
		}
	})
}
