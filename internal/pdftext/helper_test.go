package pdftext_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"strings"
	"testing"
)

// pdf writes a file of objects, the first of which is number 1 and the catalog.
func pdf(objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	for i, object := range objects {
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	b.WriteString("trailer\n<< /Root 1 0 R /Info 5 0 R >>\n%%EOF\n")
	return b.Bytes()
}

// parts are the objects of a file that tests put something else in the place of.
type parts struct {
	pages, page, contents, info, plain, wide, table string
	further                                         []string // from number 9 on
}

// file writes a file of one page, with a plain font F1 and a wide one F2.
func (p parts) file() []byte {
	or := func(text, other string) string {
		if text == "" {
			return other
		}
		return text
	}
	return pdf(append([]string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		or(p.pages, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>"),
		or(p.page, "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 6 0 R /F2 7 0 R >> >> >>"),
		or(p.contents, plainText),
		or(p.info, "<< /Title (A title) >>"),
		or(p.plain, "<< /Type /Font /Subtype /TrueType /Encoding /WinAnsiEncoding >>"),
		or(p.wide, "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /ToUnicode 8 0 R /DescendantFonts [<< /DW 600 >>] >>"),
		or(p.table, streamOf("", "1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0001> <001a> <0061> endbfrange")),
	}, p.further...)...)
}

// plainText is the content of a page that shows "text".
var plainText = streamOf("", "BT /F1 10 Tf (text) Tj ET")

// streamOf writes a stream.
func streamOf(dict, data string) string {
	return fmt.Sprintf("<< /Length %d %s >>\nstream\n%s\nendstream", len(data), dict, data)
}

// flateOf writes a compressed stream.
func flateOf(t testing.TB, dict, data string) string {
	t.Helper()
	return streamOf("/Filter /FlateDecode "+dict, deflated(t, data, 1))
}

// deflated compresses data so many times.
func deflated(t testing.TB, data string, times int) string {
	t.Helper()
	for range times {
		var b bytes.Buffer
		w, err := zlib.NewWriterLevel(&b, zlib.BestCompression)
		if err == nil {
			_, err = io.WriteString(w, data)
		}
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		data = b.String()
	}
	return data
}

// replaced returns a file with one text in the place of another one, which it must
// have.
func replaced(t testing.TB, file []byte, old, text string) []byte {
	t.Helper()
	if !bytes.Contains(file, []byte(old)) {
		t.Fatalf("the file has no %q", old)
	}
	return bytes.Replace(file, []byte(old), []byte(text), 1)
}

// numbered writes so many texts with their numbers from first on.
func numbered(format string, first, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, first+i)
	}
	return b.String()
}
