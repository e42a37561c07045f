package pdftext_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/pdftext"
)

// drawing writes a file whose page has this content and the forms X9, X10 and so on.
func drawing(content string, forms ...string) []byte {
	page := "<< /Contents 4 0 R /Resources << /Font << /F1 6 0 R >> /XObject << " + numbered("/X%[1]d %[1]d 0 R ", 9, len(forms)) + ">> >> >>"
	return parts{page: page, contents: streamOf("", content), further: forms}.file()
}

// Text is where matrices and forms place it.
func TestExtract_placed(t *testing.T) {
	t.Parallel()
	const font = "/F1 10 Tf "
	form := func(entries, content string) string { return streamOf("/Subtype /Form "+entries, content) }
	for name, tt := range map[string]struct {
		file []byte
		want string
	}{
		"lines placed by cm":     {drawing("q 1 0 0 1 60 700 cm BT " + font + "(one) Tj ET Q q 1 0 0 1 60 650 cm BT " + font + "(two) Tj ET Q"), "one\n\ntwo"},
		"words placed by cm":     {drawing("q 1 0 0 1 60 700 cm BT " + font + "(one) Tj ET Q q 1 0 0 1 90 700 cm BT " + font + "(two) Tj ET Q"), "one two"},
		"a scaled page":          {drawing(".1 0 0 .1 0 0 cm BT /F1 100 Tf 1 0 0 1 600 7000 Tm (one) Tj 1 0 0 1 780 7000 Tm (two) Tj ET"), "one two"},
		"upside down":            {drawing("1 0 0 -1 0 800 cm BT " + font + "1 0 0 -1 60 100 Tm (one) Tj 1 0 0 -1 60 150 Tm (two) Tj ET"), "one\n\ntwo"},
		"turned":                 {drawing("0 1 -1 0 0 0 cm BT " + font + "60 700 Td (one) Tj 22 0 Td (two) Tj ET"), "one two"},
		"one direction, another": {drawing("BT " + font + "60 700 Td (one) Tj ET 0 1 -1 0 0 0 cm BT (two) Tj ET"), "one\n\ntwo"},
		"Q brings back the font": {drawing("BT " + font + "ET q /F2 1 Tf Q BT (one) Tj ET"), "one"},
		"a form":                 {drawing("BT "+font+"(one) Tj ET q 1 0 0 1 0 -50 cm /X9 Do Q BT 0 -100 Td (three) Tj ET", form("", "BT "+font+"(two) Tj ET")), "one\n\ntwo\n\nthree"},
		"a form with a matrix":   {drawing("BT "+font+"(one) Tj ET /X9 Do", form("/Matrix [1 0 0 1 30 0]", "BT "+font+"(two) Tj ET")), "one two"},
		"a form's own font":      {drawing("/X9 Do", form("/Resources << /Font << /G 6 0 R >> >>", "BT /G 10 Tf (one) Tj ET")), "one"},
		"Q in a form":            {drawing("q 1 0 0 1 0 -50 cm /X9 Do BT (two) Tj ET Q", form("", "Q Q BT "+font+"(one) Tj ET")), "one"},
		"a form in itself":       {drawing("/X9 Do", form("", "BT "+font+"(one) Tj ET /X9 Do")), "one"},
		"no form":                {drawing("/X9 Do BT "+font+"(one) Tj ET", streamOf("/Subtype /Image", "BT "+font+"(two) Tj ET")), "one"},
		"deep states":            {drawing(strings.Repeat("q ", 5000) + "BT " + font + "(one) Tj ET " + strings.Repeat("Q ", 9000) + "BT " + font + "0 -50 Td (two) Tj ET"), "one\n\ntwo"},
		"huge numbers":           {drawing(strings.Repeat("9", 400) + " 0 0 " + strings.Repeat("9", 400) + " 0 0 cm BT " + font + "(one) Tj ET"), "one"},
		"no extent":              {drawing("0 0 0 0 0 0 cm BT " + font + "(one) Tj ET"), "one"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc, err := pdftext.Extract(t.Context(), tt.file)
			if got := strings.TrimSpace(doc.Text); err != nil || got != tt.want {
				t.Errorf("%q, error %v; want %q", got, err, tt.want)
			}
		})
	}
}

// Forms, any number of times.
func TestExtract_forms(t *testing.T) {
	each := make([]string, 12) // each one draws the next
	for i := range each {
		each[i] = streamOf("/Subtype /Form", show+strings.Repeat(fmt.Sprintf("/X%d Do ", 10+i), 100))
	}
	for name, file := range map[string][]byte{
		"the same form":   drawing(show+strings.Repeat("/X9 Do ", 100_000), streamOf("/Subtype /Form /Resources <<>>", "q")),
		"forms in forms":  drawing(show+"/X9 Do", each...),
		"forms of nought": drawing(show+strings.Repeat("/X9 Do ", 100_000), streamOf("/Subtype /Form", strings.Repeat(" ", 1<<16))),
		"matrices":        drawing(show + strings.Repeat("2 2 2 2 2 2 cm ", 200_000)),
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := extractBounded(t, file); err != nil && !errors.Is(err, pdftext.ErrLimit) {
				t.Error(err)
			}
		})
	}
}
