package fetch_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
)

// pdfFile writes a PDF file of objects, the first of which is number 1, with a
// table of them.
func pdfFile(objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
	var at []int
	for i, object := range objects {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	table := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, offset := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R /Info 5 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, table)
	return b.Bytes()
}

// stream writes a stream object.
func stream(dict, data string) string {
	return fmt.Sprintf("<< /Length %d %s >>\nstream\n%s\nendstream", len(data), dict, data)
}

// pdfOf writes a PDF file of one page, with a plain font F1 and a wide one F2.
func pdfOf(contents string) []byte {
	cmap := "1 begincodespacerange <0000> <ffff> endcodespacerange 2 beginbfrange <0001> <0003> <0061> <0010> <0010> <500b4eba> endbfrange"
	return pdfFile(
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 6 0 R /F2 7 0 R >> >> >>",
		contents,
		"<< /Title (Our\n policy) >>",
		"<< /Type /Font /Subtype /TrueType /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 33 /Widths [250 300] >>",
		"<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /ToUnicode 8 0 R /DescendantFonts [<< /DW 600 /W [1 [500 500] 3 4 700] >>] >>",
		stream("", cmap),
	)
}

func servePDF(t *testing.T, file []byte) (fetch.Document, error) {
	t.Helper()
	site, fetcher := serve(t, func(w http.ResponseWriter, _ *http.Request) { send(w, "application/pdf", file) })
	return fetcher.Fetch(t.Context(), site)
}

func TestPDF(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ drawing, want string }{
		"a line":          {"BT /F1 10 Tf 72 700 Td (Hello \\(you\\)\\041) Tj ET", "Hello (you)!"},
		"lines":           {"BT /F1 10 Tf 72 700 Td (one) Tj 0 -12 Td (two) Tj 12 TL T* (three) Tj (four) ' ET", "one two three four"},
		"paragraphs":      {"BT /F1 10 Tf 72 700 Td (one) Tj 0 -30 Td (two) Tj ET", "one\n\ntwo"},
		"kerning":         {"BT /F1 10 Tf 72 700 Td [(k)20(ern)-30(ing)-400(gap)] TJ ET", "kerning gap"},
		"runs of a line":  {"BT /F1 10 Tf 72 700 Td (ab) Tj ET BT /F1 10 Tf 82 700 Td (cd) Tj ET BT /F1 10 Tf 140 700 Td (ef) Tj ET", "abcd ef"},
		"a scaled matrix": {"BT /F1 1 Tf 10 0 0 10 72 700 Tm (one) Tj 0 -1.2 TD (two) Tj T* (three) Tj ET", "one two three"},
		"hexadecimal":     {"BT /F1 10 Tf (a) Tj <62 63 6> Tj ET", "abc`"},
		"ligatures":       {"BT /F2 10 Tf <000100020003> Tj ET", "abc"},
		"wide letters":    {"BT /F2 10 Tf 72 700 Td <0001> Tj 5 0 Td <0010> Tj ET", "a個人"},
		"a picture":       {"BI /W 1 ID \x00(\xff EI BT /F1 10 Tf (after) Tj ET", "after"},
		"no such font":    {"BT /F9 10 Tf (lost) Tj /F1 10 Tf (kept) Tj ET", "kept"},
		"truncated":       {"BT /F1 10 Tf (kept) Tj (lost", "kept"},
		"nonsense":        {"] ) >> Tj 1 2 Td ET BT [ [ (x) ] TJ /F1 Tf /F1 10 Tf % (no)\n(kept) Tj Td Tm", "kept"},
	} {
		for how, contents := range map[string]string{
			"plain": stream("", tt.drawing), "packed": stream("/Filter /FlateDecode", string(zlibbed(t, tt.drawing))),
		} {
			t.Run(name+", "+how, func(t *testing.T) {
				t.Parallel()
				got, err := servePDF(t, pdfOf(contents))
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(tt.want, got.Text); diff != "" || got.Title != "Our policy" || got.ContentType != "application/pdf" {
					t.Errorf("title %q, text (-want +got):\n%s", got.Title, diff)
				}
			})
		}
	}
}

// Files whose table is lost, or whose objects are packed.
func TestPDF_files(t *testing.T) {
	t.Parallel()
	drawing := stream("", "BT /F1 10 Tf (kept) Tj ET")
	whole := pdfOf(drawing)
	packedObjects := "1 0 2 33 3 85\n<< /Type /Catalog /Pages 2 0 R >>\n<< /Type /Pages /Kids [3 0 R] /Count 1          >>\n" +
		"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 6 0 R >> >> >>"
	first := strings.Index(packedObjects, "<<")
	inStream := []byte("%PDF-2.0\n9 0 obj\n" + stream(fmt.Sprintf("/Type /ObjStm /N 3 /First %d /Filter /FlateDecode", first), string(zlibbed(t, packedObjects))) +
		"\nendobj\n4 0 obj\n" + drawing + "\nendobj\n6 0 obj\n<< /Type /Font /Encoding /WinAnsiEncoding >>\nendobj\n" +
		"10 0 obj\n" + stream("/Type /XRef /Size 11 /Root 1 0 R /W [1 2 1]", "nonsense") + "\nendobj\nstartxref\n0\n%%EOF")
	for name, file := range map[string][]byte{
		"whole":               whole,
		"without a table":     whole[:bytes.Index(whole, []byte("startxref"))],
		"with another table":  bytes.Replace(whole, []byte("0 9\n"), []byte("0 99999999999\n"), 1),
		"with a preface":      append([]byte("HTTP said so\r\n"), whole...),
		"with an appendix":    append(bytes.Clone(whole), strings.Repeat("<!-- served by -->", 20)...),
		"of objects in one":   inStream,
		"changed at its end":  append(bytes.Replace(whole, []byte("(kept)"), []byte("(lost)"), 1), "4 0 obj\n"+drawing+"\nendobj\n"...),
		"with pages in pages": bytes.Replace(whole, []byte("/Count 1"), []byte("/Count 9999999"), 1),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, err := servePDF(t, file); err != nil || got.Text != "kept" {
				t.Errorf("%q, %v", got.Text, err)
			}
		})
	}
}

// What letters stand for is in tables of three kinds.
func TestPDF_letters(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ table, shown, want string }{
		"one":               {"1 beginbfchar <0001> <00660069> endbfchar", "<0001>", "fi"},
		"twice":             {"2 beginbfchar <0001> <0061> <0001> <0062> endbfchar", "<0001>", "a"},
		"in a row":          {"1 beginbfrange <00fe> <0101> <0061> endbfrange", "<00fe00ff01000101>", "abcd"},
		"in a list":         {"1 beginbfrange <0001> <0003> [<0061> <0062>] endbfrange", "<000100020003>", "ab\ufffd"},
		"of two units":      {"1 beginbfrange <0001> <0002> <d83dde00> endbfrange", "<00010002>", "😀😁"},
		"backwards":         {"1 beginbfrange <0003> <0001> <0061> endbfrange", "<0002>", "\ufffd"},
		"of another length": {"1 beginbfrange <01> <0003> <0061> endbfrange", "<0001>", "\ufffd"},
		"broken off":        {"1 beginbfchar <0001> <0061> <0002> endbfchar", "<00010002>", "a\ufffd"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := servePDF(t, wideOf(tt.table, tt.shown))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, strings.TrimSpace(strings.TrimPrefix(got.Text, "kept"))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// wideOf writes a file whose wide font has these letters, too, and whose
// page shows "kept" and then some of its letters.
func wideOf(letters, shown string) []byte {
	file := string(pdfOf(stream("", "BT /F1 10 Tf (kept) Tj /F2 10 Tf "+shown+" Tj ET")))
	at := strings.LastIndex(file, "8 0 obj")
	return append([]byte(file[:at]), "8 0 obj\n"+stream("", "1 begincodespacerange <0000> <ffff> endcodespacerange "+letters)+"\nendobj\ntrailer << /Root 1 0 R >>\n"...)
}

func FuzzPDF(f *testing.F) {
	for _, contents := range []string{
		stream("", "BT /F1 10 Tf 72 700 Td [(k)20(ern)] TJ 0 -12 TD (two) ' ET"), stream("", "BT /F2 1 Tf 1 0 0 1 2 3 Tm <0001> Tj BI ID x EI"),
	} {
		f.Add(pdfOf(contents))
	}
	f.Add([]byte("%PDF-1.5\n1 0 obj\n<< /Type /ObjStm /N 1 /First 4 >>\nstream\n2 0 \nendstream /Root 2 0 R"))
	f.Fuzz(func(t *testing.T, file []byte) {
		got, err := readAs(t, "%PDF-"+string(file), "application/pdf", 0)
		if err != nil && !errors.Is(err, fetch.ErrUnreadable) {
			t.Errorf("error %v", err)
		}
		if !utf8.ValidString(got.Text+got.Title) || strings.ContainsRune(got.Text+got.Title, 0) {
			t.Errorf("text %q, title %q", got.Text, got.Title)
		}
	})
}

// PDFs that cannot be read are reported, and the next one is read.
func TestPDF_unreadable(t *testing.T) {
	t.Parallel()
	fine := pdfOf(stream("", "BT /F1 10 Tf (text) Tj ET"))
	files := [][]byte{
		[]byte("%PDF-1.4\n"),
		bytes.Replace(fine, []byte("/Size"), []byte("/Encrypt 5 0 R /Size"), 1),
		bytes.Replace(fine, []byte("/Length"), []byte("/DecodeParms << /Predictor 12 /Columns 99999999999 >> /Length"), 1),
		fine,
	}
	var asked atomic.Int64
	site, fetcher := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		send(w, "application/pdf", files[asked.Add(1)-1])
	})
	for n := range len(files) - 1 {
		if got, err := fetcher.Fetch(t.Context(), site); !errors.Is(err, fetch.ErrUnreadable) {
			t.Fatalf("file %d: %q, error %v, want ErrUnreadable", n, got.Text, err)
		}
	}
	if got, err := fetcher.Fetch(t.Context(), site); err != nil || got.Text != "text" || got.Extractor != "pdf/7" {
		t.Errorf("%+v, error %v", got, err)
	}
}
