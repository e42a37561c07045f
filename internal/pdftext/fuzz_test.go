package pdftext_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/internal/pdftext"
)

// Any file has text of bounded length, or one of four errors, and takes bounded
// memory.
func FuzzExtract(f *testing.F) {
	f.Add(parts{}.file())
	f.Add(parts{contents: flateOf(f, "/DecodeParms << /Predictor 12 /Columns 8 >>", "\x02BT /F1 1\x02")}.file())
	f.Add(parts{contents: streamOf("/Filter [/ASCII85Decode /LZWDecode]", "J..)6T`?p&<!J9%_[umg\"B7/Z7KNXbN'S+,*Q/&\"OLT'F~>")}.file())
	f.Add(parts{contents: streamOf("", show+"0 -12 TD [(a)-400<62>] TJ /F2 10 Tf <00010002> ' ET"), plain: "<< /Encoding << /Differences [97 /ff /uni20AC] >> /Widths [500] >>"}.file())
	f.Add(append(parts{}.file(), "9 0 obj << /Type /ObjStm /N 1 /First 5 >> stream\n4 0 1 null endstream endobj"...))
	f.Add(parts{contents: streamOf("", wideContent), table: streamOf("", "begincodespacerange <00> <ff> beginbfrange <00> <ff> [<0041> <0042>] <0000> <ffff> <d83dde00>")}.file())
	f.Add(drawing("q 2 0 0 2 9 9 cm /X9 Do Q /X9 Do", streamOf("/Subtype /Form /Matrix [1 0 0 -1 0 9] /Resources << /Font << /F1 6 0 R >> >>", show+"(a-) Tj 0 -12 Td (b) Tj ET /X9 Do")))
	f.Add(parts{contents: plainText, plain: symbolFont, further: []string{streamOf("", trueType{map[[2]uint16]map[uint16]uint16{{3, 0}: {0xf074: 1}, {3, 1}: {'t': 1}}, []string{".notdef", "t"}}.file())}}.file())
	f.Fuzz(func(t *testing.T, file []byte) {
		var doc pdftext.Document
		var err error
		took := cost.Of(func() { doc, err = pdftext.Extract(context.Background(), file) })
		if took.Bytes > mostAllocated {
			t.Errorf("%d bytes allocated for a file of %d", took.Bytes, len(file))
		}
		if err != nil && !errors.Is(err, pdftext.ErrMalformed) && !errors.Is(err, pdftext.ErrEncrypted) && !errors.Is(err, pdftext.ErrLimit) && !errors.Is(err, pdftext.ErrUnknown) {
			t.Errorf("error %v", err)
		}
		if err != nil && (strings.Contains(err.Error(), "runtime error") || doc != (pdftext.Document{})) {
			t.Errorf("%v, error %v", doc, err)
		}
		if !utf8.ValidString(doc.Title) || !utf8.ValidString(doc.Text) {
			t.Errorf("not UTF-8: title %q, text %q", doc.Title, doc.Text)
		}
		if len(doc.Text) > 4<<20 || len(doc.Title) > 3*4096 {
			t.Errorf("a title of %d bytes, a text of %d", len(doc.Title), len(doc.Text))
		}
	})
}

// wideContent shows letters of the wide font.
const wideContent = show + "/F2 10 Tf <00410042> Tj ET"
