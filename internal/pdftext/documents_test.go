package pdftext_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/pdftext"
)

// Of a file with several documents, or several versions of one, the text is that of the last version
// of the outermost one.
func TestExtract_documents(t *testing.T) {
	t.Parallel()
	shows := func(text string) string { return streamOf("", "BT /F1 10 Tf ("+text+") Tj ET") }
	other := parts{contents: shows("attached"), info: "<< /Title (Another) >>"}.file()
	attachment := "<< /Type /Filespec /F (terms.pdf) /EF << /F 9 0 R >> >>"
	updated := func(objects string) []byte {
		return append(parts{}.file(), objects+"trailer << /Root 1 0 R /Info 5 0 R /Prev 9 >>\n%%EOF\n"...)
	}
	packed := streamOf("/Type /ObjStm /N 1 /First 4 ", "2 0 << /Kids [10 0 R] /Count 1 >>")
	for name, tt := range map[string]struct {
		file []byte
		want string
	}{
		"an attached file":             {parts{further: []string{streamOf("/Type /EmbeddedFile", string(other)), attachment}}.file(), "text"},
		"a packed attached file":       {parts{further: []string{flateOf(t, "/Type /EmbeddedFile", string(other)), attachment}}.file(), "text"},
		"two attached files":           {parts{further: []string{streamOf("", string(other)), streamOf("", string(other)+string(other)), attachment}}.file(), "text"},
		"two files in one":             {append(parts{}.file(), other...), "attached"},
		"an update of the content":     {updated("4 0 obj " + shows("newer") + " endobj "), "newer"},
		"two updates":                  {append(updated("4 0 obj "+shows("newer")+" endobj "), "4 0 obj "+shows("newest")+" endobj trailer << /Root 1 0 R >> %%EOF"...), "newest"},
		"an update with another page":  {updated("2 0 obj << /Kids [3 0 R 9 0 R] /Count 2 >> endobj 9 0 obj << /Contents 10 0 R /Resources << /Font << /F1 6 0 R >> >> >> endobj 10 0 obj " + shows("added.") + " endobj "), "text added."},
		"an update without a page":     {updated("2 0 obj << /Kids [9 0 R] /Count 1 >> endobj 9 0 obj << /Contents 10 0 R /Resources << /Font << /F1 6 0 R >> >> >> endobj 10 0 obj " + shows("other") + " endobj "), "other"},
		"an update, packed":            {updated("10 0 obj << /Contents 11 0 R /Resources << /Font << /F1 6 0 R >> >> >> endobj 11 0 obj " + shows("packed") + " endobj 12 0 obj " + packed + " endobj "), "packed"},
		"an update of the file's root": {append(parts{}.file(), "20 0 obj << /Type /Catalog /Pages 21 0 R >> endobj 21 0 obj << /Kids [22 0 R] >> endobj 22 0 obj << /Contents 23 0 R /Resources << /Font << /F1 6 0 R >> >> >> endobj 23 0 obj "+shows("moved")+" endobj trailer << /Root 20 0 R >> %%EOF"...), "moved"},
	} {
		got, err := pdftext.Extract(t.Context(), tt.file)
		if diff := cmp.Diff(tt.want, got.Text); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
}

// A file that does not say which letters it shows has no text, rather than another one.
func TestExtract_unknown(t *testing.T) {
	t.Parallel()
	wide := func(encoding, codes string) []byte {
		return parts{contents: streamOf("", "BT /F2 10 Tf "+codes+" Tj ET"), wide: "<< /Type /Font /Subtype /Type0 /Encoding /" + encoding + " /DescendantFonts [<< /DW 600 >>] >>"}.file()
	}
	shapes := "<" + strings.Repeat("00240003002b0057", 30) + ">"
	names := func(text, encoding string) []byte {
		return parts{contents: streamOf("", "BT /F1 10 Tf ("+text+") Tj ET"), plain: "<< /Type /Font /Subtype /Type3 /Encoding << /Differences [" + encoding + "] >> >>"}.file()
	}
	for name, tt := range map[string]struct {
		file []byte
		want string
		err  error
	}{
		"numbers of shapes":           {wide("Identity-H", shapes), "", pdftext.ErrUnknown},
		"numbers of shapes, upright":  {wide("Identity-V", shapes), "", pdftext.ErrUnknown},
		"names of shapes":             {names(strings.Repeat("abc", 30), "97 /g1 /g2 /g3"), "", pdftext.ErrUnknown},
		"a few numbers of shapes":     {wide("Identity-H", "<00240003>"), "\ufffd\ufffd", nil},
		"a font among others":         {parts{contents: streamOf("", "BT /F1 10 Tf ("+strings.Repeat("We collect data. ", 9)+") Tj /F2 10 Tf <00010002> Tj ET"), wide: "<< /Type /Font /Encoding /Identity-H /DescendantFonts [<< >>] >>"}.file(), strings.Repeat("We collect data. ", 9) + "\ufffd\ufffd", nil},
		"Japanese without a map":      {wide("90ms-RKSJ-H", "<8cc2906c8fee95f1>"), "個人情報", nil},
		"Chinese without a map":       {wide("GBK-EUC-H", "<d2fecbbd>"), "隐私", nil},
		"Chinese in Taiwan":           {wide("ETen-B5-H", "<c1f4a870>"), "隱私", nil},
		"Korean without a map":        {wide("KSCms-UHC-H", "<b0b3c0ce>"), "개인", nil},
		"the encoding of the country": {wide("UniJIS-UTF16-H", "<500b4eba>"), "個人", nil},
	} {
		got, err := pdftext.Extract(t.Context(), tt.file)
		if diff := cmp.Diff(tt.want, got.Text); diff != "" || !errors.Is(err, tt.err) {
			t.Errorf("%s: %v, want %v (-want +got):\n%s", name, err, tt.err, diff)
		}
	}
}

// A page that is shown turned has the text of the one that is not.
func TestExtract_rotated(t *testing.T) {
	t.Parallel()
	lines := []string{"Privacy Policy", "We collect your name and your address when you create", "an account with us, and we keep them for two years.", "We share them with those who host our servers."}
	for turned, matrix := range map[int]string{0: "1 0 0 1 72 %d", 90: "0 1 -1 0 %d 72", 180: "-1 0 0 -1 540 %d", 270: "0 -1 1 0 %d 700"} {
		var content bytes.Buffer
		content.WriteString("BT /F1 10 Tf ")
		for i, line := range lines {
			at := 700 - 14*i
			if turned == 90 || turned == 180 {
				at = 72 + 14*i
			}
			if i == 0 {
				at -= map[int]int{0: -20, 90: 20, 180: 20, 270: -20}[turned]
			}
			fmt.Fprintf(&content, matrix+" Tm (%s) Tj ", at, line)
		}
		content.WriteString("ET")
		file := parts{
			page:     fmt.Sprintf("<< /Type /Page /Rotate %d /Contents 4 0 R /Resources << /Font << /F1 6 0 R >> >> >>", turned),
			contents: streamOf("", content.String()),
			plain:    "<< /Type /Font /Encoding /WinAnsiEncoding /FirstChar 32 /Widths [" + strings.Repeat("500 ", 96) + "] >>",
		}.file()
		got, err := pdftext.Extract(t.Context(), file)
		want := lines[0] + "\n\n" + strings.Join(lines[1:], " ")
		if diff := cmp.Diff(want, got.Text); diff != "" || err != nil {
			t.Errorf("turned by %d: %v (-want +got):\n%s", turned, err, diff)
		}
	}
}

// Text in two columns is read column by column, whether the file has it in that order or line by line,
// and without the number of the page.
func TestExtract_columns(t *testing.T) {
	t.Parallel()
	columns := [][]string{
		{"We collect your name and your", "address when you create an", "account with us. We never sell", "them."},
		{"You may ask for a copy of your", "data at any time, and we an-", "swer within thirty days of", "your letter."},
	}
	show := func(b *bytes.Buffer, column, row int) {
		fmt.Fprintf(b, "1 0 0 1 %d %d Tm (%s) Tj ", 72+248*column, 700-12*row, columns[column][row])
	}
	for order, draw := range map[string]func(b *bytes.Buffer, n int){
		"by columns": func(b *bytes.Buffer, n int) { show(b, n/4, n%4) },
		"by lines":   func(b *bytes.Buffer, n int) { show(b, n%2, n/2) },
	} {
		var content bytes.Buffer
		content.WriteString("BT /F1 10 Tf 1 0 0 1 250 740 Tm (Privacy Policy) Tj ")
		for n := range 8 {
			draw(&content, n)
		}
		content.WriteString("1 0 0 1 300 40 Tm (Page 1 of 1) Tj ET")
		got, err := pdftext.Extract(t.Context(), parts{
			contents: streamOf("", content.String()),
			plain:    "<< /Type /Font /Encoding /WinAnsiEncoding /FirstChar 32 /Widths [" + strings.Repeat("500 ", 96) + "] >>",
		}.file())
		want := "Privacy Policy We collect your name and your address when you create an account with us. We never sell them. " +
			"You may ask for a copy of your data at any time, and we answer within thirty days of your letter."
		if diff := cmp.Diff(want, strings.Join(strings.Fields(got.Text), " ")); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", order, err, diff)
		}
	}
}

// Columns that a file draws line by line are told from the rows of a table: most of their lines go on below.
func TestExtract_rowsOfColumns(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		rows [][2]string
		want string
	}{
		"columns": {
			[][2]string{
				{"We collect your name and your", "You may ask for a copy of it."}, {"address when you create an", "We answer within thirty days of"}, {"account.", "your letter. Partners sign a"},
				{"We never sell them to anyone,", "contract with us."}, {"even if they ask for that.", "Children may not use the"}, {"You may object.", "service at all."},
			},
			"We collect your name and your address when you create an account. We never sell them to anyone, even if they ask for that. You may object. " +
				"You may ask for a copy of it. We answer within thirty days of your letter. Partners sign a contract with us. Children may not use the service at all.",
		},
		"a table": {
			[][2]string{{"Account", "until you delete it"}, {"Logs", "for two weeks only"}, {"Invoices", "for seven whole years"}, {"Mails", "as long as needed"}, {"Photos", "until you delete them"}},
			"Account until you delete it Logs for two weeks only Invoices for seven whole years Mails as long as needed Photos until you delete them",
		},
	} {
		content := "BT /F1 10 Tf "
		for i, row := range tt.rows {
			content += fmt.Sprintf("1 0 0 1 72 %d Tm (%s) Tj 1 0 0 1 320 %[1]d Tm (%[3]s) Tj ", 700-12*i, row[0], row[1])
		}
		got, err := pdftext.Extract(t.Context(), parts{
			contents: streamOf("", content+"ET"),
			plain:    "<< /Type /Font /Encoding /WinAnsiEncoding /FirstChar 32 /Widths [" + strings.Repeat("500 ", 96) + "] >>",
		}.file())
		if diff := cmp.Diff(tt.want, strings.Join(strings.Fields(got.Text), " ")); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
}
