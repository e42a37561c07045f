package pdftext_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/pdftext"
)

func TestIs(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]bool{
		"%PDF-1.7": true, "a preface\r\n%PDF-1.4": true, strings.Repeat(" ", 1019) + "%PDF-": true,
		"": false, "PDF": false, strings.Repeat(" ", 1020) + "%PDF-": false,
	} {
		if got := pdftext.Is([]byte(body)); got != want {
			t.Errorf("Is(%.30q) = %v, want %v", body, got, want)
		}
	}
}

func TestExtract(t *testing.T) {
	t.Parallel()
	whole := parts{}.file()
	page := func(n int) string {
		return fmt.Sprintf("<< /Contents %d 0 R /Resources << /Font << /F1 6 0 R >> >> >>", n)
	}
	shows := func(text string) string { return streamOf("", "BT /F1 10 Tf ("+text+") Tj ET") }
	title := func(title string) []byte { return parts{info: "<< /Title " + title + " >>"}.file() }
	plain := func(text, font string) []byte { return parts{contents: shows(text), plain: font}.file() }
	for name, tt := range map[string]struct {
		file []byte
		want pdftext.Document
	}{
		"a file":              {whole, pdftext.Document{Title: "A title", Text: "text"}},
		"a title in UTF-16":   {title("<feff00c4d83dde00>"), pdftext.Document{Title: "Ä😀", Text: "text"}},
		"a title in UTF-8":    {title("<efbbbfc384ff>"), pdftext.Document{Title: "Ä\ufffd", Text: "text"}},
		"a title of its own":  {title("(\\222 \\200)"), pdftext.Document{Title: "™ •", Text: "text"}},
		"a referenced title":  {append(title("9 0 R"), "9 0 obj (referenced) endobj"...), pdftext.Document{Title: "referenced", Text: "text"}},
		"no information":      {replaced(t, whole, "/Info 5 0 R", ""), pdftext.Document{Text: "text"}},
		"the last trailer":    {append(bytes.Clone(whole), "9 0 obj << /Title (newer) >> endobj trailer << /Info %\n9 0 R >>"...), pdftext.Document{Title: "newer", Text: "text"}},
		"the last object":     {append(bytes.Clone(whole), "4 0 obj "+shows("newer")+" endobj"...), pdftext.Document{Title: "A title", Text: "newer"}},
		"another generation":  {replaced(t, whole, "4 0 obj", "4 7 obj"), pdftext.Document{Title: "A title", Text: "text"}},
		"inherited resources": {parts{pages: "<< /Kids [3 0 R] /Resources << /Font << /F1 6 0 R >> >> >>", page: "<< /Contents 4 0 R >>"}.file(), pdftext.Document{Title: "A title", Text: "text"}},
		"pages in order": {
			parts{pages: "<< /Kids [9 0 R 3 0 R 10 0 R] >>", further: []string{"<< /Kids [11 0 R 12 0 R] >>", page(15), page(13), page(14), shows("one"), shows("two"), shows("four")}}.file(),
			pdftext.Document{Title: "A title", Text: "one two text four"},
		},
		"a page that cannot be read": {
			parts{pages: "<< /Kids [9 0 R 3 0 R] >>", further: []string{page(10), streamOf("/Filter /FlateDecode", "nonsense")}}.file(),
			pdftext.Document{Title: "A title", Text: "text"},
		},
		"a part that cannot be read": {
			parts{page: "<< /Contents [4 0 R 9 0 R null 10 0 R] /Resources << /Font << /F1 6 0 R >> >> >>", further: []string{streamOf("/Filter /Unknown", "x"), shows(" more")}}.file(),
			pdftext.Document{Title: "A title", Text: "text more"},
		},
		"operands in two parts": {
			parts{page: "<< /Contents [9 0 R 10 0 R] /Resources << /Font << /F1 6 0 R >> >> >>", further: []string{streamOf("", "BT /F1 10 Tf (text)"), streamOf("", "Tj ET")}}.file(),
			pdftext.Document{Title: "A title", Text: "text"},
		},
		"a stream that says its end": {
			replaced(t, parts{contents: streamOf("", "BT /F1 10 Tf (text \nendstream\n more) Tj ET")}.file(), "(A title)", "(A title)"),
			pdftext.Document{Title: "A title", Text: "text \nendstream\n more"},
		},
		"ligatures":           {plain("e\\333ect o\\336ce", "<< /Encoding << /BaseEncoding /MacRomanEncoding /Differences [8#333 /ff 219 /ff 222 /ffi] >> >>"), pdftext.Document{Title: "A title", Text: "effect office"}},
		"names of letters":    {plain("abcdefg", "<< /Encoding << /Differences [97 /Aacute /afii10017 /uni20AC /u1F600 /a.sc /quoteright /acyrillic] >> >>"), pdftext.Document{Title: "A title", Text: "ÁА€😀a’а"}},
		"unknown names":       {parts{contents: shows("ab"), plain: "<< /Encoding << /Differences [97 /g1 /g2] >> /ToUnicode 8 0 R >>", table: streamOf("", "beginbfrange <61> <62> <0078>")}.file(), pdftext.Document{Title: "A title", Text: "xy"}},
		"the encoding of Mac": {plain("\\216", "<< /Encoding /MacRomanEncoding >>"), pdftext.Document{Title: "A title", Text: "é"}},
		"the standard":        {plain("\\252don't\\272", "<< /Encoding /StandardEncoding >>"), pdftext.Document{Title: "A title", Text: "“don’t”"}},
		"an unknown encoding": {plain("a\\344", "<< /Encoding /Unknown >>"), pdftext.Document{Title: "A title", Text: "a\ufffd"}},
		"brackets that close nothing": {
			parts{page: "<< /Annots [[<< /A [(]\\)>>(])) <5d3e> % ]] >>\n] >> >] ] /Contents 4 0 R /Resources << /Font << /F1 6 0 R >> >> >>", contents: streamOf("", "BT /F1 10 Tf [(a\\)b]) % ]\n 0<5d><< /X >> (c(d)) 0] TJ ET")}.file(),
			pdftext.Document{Title: "A title", Text: "a)b]]c(d)"},
		},
		"escapes":             {plain("\\(\\)\\\\\\101\\7\\\r\n\\n\\x", "<< /Encoding /WinAnsiEncoding >>"), pdftext.Document{Title: "A title", Text: "()\\A\a\nx"}},
		"more than 500 pages": {parts{pages: "<< /Kids [" + strings.Repeat("3 0 R ", 501) + "] >>"}.file(), pdftext.Document{Title: "A title", Text: strings.TrimSpace(strings.Repeat("text ", 500))}},
		"pages of no content": {parts{page: "<< /Type /Page >>"}.file(), pdftext.Document{Title: "A title", Text: ""}},
		"widths":              {parts{contents: streamOf("", "BT /F2 10 Tf <0001> Tj 6 0 Td <0002> Tj 9 0 Td <0003> Tj ET"), wide: "<< /Encoding /Identity-H /ToUnicode 8 0 R /DescendantFonts [<< /DW 600 /W [2 [550] 3 9 1] >>] >>"}.file(), pdftext.Document{Title: "A title", Text: "ab c"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := pdftext.Extract(t.Context(), tt.file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// countingContext counts how often it is asked whether it has ended, which it has
// after a number of times.
type countingContext struct {
	context.Context
	asked, end int
}

func (c *countingContext) Err() error {
	if c.asked++; c.asked > c.end {
		return context.Canceled
	}
	return nil
}

// Extraction ends with its context, whatever it is doing.
func TestExtract_ended(t *testing.T) {
	t.Parallel()
	for name, file := range map[string][]byte{
		"objects":     append(parts{}.file(), numbered("%d 0 obj 1 endobj ", 10, 50_000)...),
		"inflating":   parts{contents: flateOf(t, "", show+strings.Repeat("% comment\n", 1<<18))}.file(),
		"blocks":      parts{contents: streamOf("/Filter /FlateDecode", "\x78\x9c"+strings.Repeat("\x00\x00\x00\xff\xff", 1<<16)+"\x03\x00")}.file(),
		"LZW":         parts{contents: streamOf("/Filter /LZWDecode", lzwBomb(1<<16))}.file(),
		"run lengths": parts{contents: streamOf("/Filter /RunLengthDecode", strings.Repeat("\x81 ", 1<<18))}.file(),
		"operators":   parts{contents: streamOf("", strings.Repeat("q Q ", 1<<18))}.file(),
		"strings":     parts{contents: streamOf("", show+"["+strings.Repeat("(a)", 1<<18)+"] TJ")}.file(),
		"a string":    parts{contents: streamOf("", show+"("+strings.Repeat("a", 1<<20)+") Tj")}.file(),
		"letters":     parts{contents: streamOf("", show+"/F2 1 Tf <0001> Tj"), table: streamOf("", "beginbfchar "+strings.Repeat("<0001> <0001> ", 1<<15))}.file(),
		"widths":      parts{contents: streamOf("", show+"/F2 1 Tf <0001> Tj"), wide: "<< /DescendantFonts [<< /W [" + strings.Repeat("0 [1 2] ", 1<<15) + "] >>] >>"}.file(),
		"pages":       parts{pages: "<< /Kids [" + strings.Repeat("3 0 R ", 500) + "] >>"}.file(),
		"ligatures":   parts{contents: streamOf("", show+"/F2 1 Tf <"+strings.Repeat("0001", 1<<16)+"> Tj"), table: streamOf("", "beginbfchar <0001> <fb01>")}.file(),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			whole := &countingContext{Context: t.Context(), end: 1 << 30}
			if _, err := pdftext.Extract(whole, file); err != nil {
				t.Fatal(err)
			}
			if whole.asked < 4 {
				t.Errorf("asked %d times", whole.asked)
			}
			for end := range whole.asked {
				ended := &countingContext{Context: t.Context(), end: end}
				doc, err := pdftext.Extract(ended, file)
				if !errors.Is(err, context.Canceled) || doc != (pdftext.Document{}) {
					t.Errorf("after %d times: %.20q, error %v", end, doc.Text, err)
				}
				if ended.asked > end+1 {
					t.Errorf("asked %d times after the end", ended.asked-end-1)
				}
				if end > 20 {
					break
				}
			}
		})
	}
}

// panickingContext stands for a mistake of the package.
type panickingContext struct{ context.Context }

func (panickingContext) Err() error { panic("a mistake") }

func TestExtract_panic(t *testing.T) {
	t.Parallel()
	if doc, err := pdftext.Extract(panickingContext{t.Context()}, parts{}.file()); !errors.Is(err, pdftext.ErrMalformed) || doc != (pdftext.Document{}) {
		t.Errorf("%v, error %v", doc, err)
	}
}

// What is behind the end of the file's bytes is not read.
func TestExtract_capacity(t *testing.T) {
	t.Parallel()
	file := append(bytes.Clone(parts{contents: streamOf("", show)}.file()), "(behind) Tj endstream"...)
	n := bytes.Index(file, []byte("Tj"))
	file = replaced(t, file, fmt.Sprintf("/Length %d", len(show)), fmt.Sprintf("/Length %d", len(file)-n))
	doc, err := pdftext.Extract(t.Context(), file[:len(file)-len("(behind) Tj endstream")])
	if err != nil || doc.Text != "text" {
		t.Errorf("%q, error %v", doc.Text, err)
	}
}
