package pdftext_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/pdftext"
)

// tableOf draws rows line by line across their cells, whose lines are separated by bars. A row of
// lines without a gap continues the one before.
func tableOf(rows ...string) []byte {
	page := new(drawn)
	y := 700.0
	for _, row := range rows {
		gap := 20.0
		if rest, ok := strings.CutPrefix(row, "+"); ok {
			row, gap = rest, 12
		}
		y -= gap
		for n, cell := range strings.Split(row, "|") {
			if cell = strings.TrimSpace(cell); cell != "" {
				fmt.Fprintf(&page.content, "BT /F1 10 Tf 1 0 0 1 %d %.1f Tm (%s) Tj ET\n", 72+200*n, y, cell)
			}
		}
	}
	return setting{}.written([]*drawn{page})
}

func TestWrappedCells(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		rows []string
		want string
	}{
		"rows of a line":      {[]string{"Data | Purpose", "E-mail | Log in", "Phone | Call"}, "Data Purpose\n\nE-mail Log in\n\nPhone Call"},
		"two cells wrap":      {[]string{"Data | Purpose", "E-mail address and | To log in and to", "+phone number | send news", "Name | Greet"}, "Data Purpose\n\nE-mail address and phone number To log in and to send news\n\nName Greet"},
		"three lines":         {[]string{"E-mail address and | To log in and to", "+phone number and | send news and", "+ | offers of others"}, "E-mail address and phone number and To log in and to send news and offers of others"},
		"laid out anew":       {[]string{"E-mail address | To log in and to send", "+and phone number | news"}, "E-mail address and phone number To log in and to send news"},
		"the second one only": {[]string{"E-mail | To log in and to", "+ | send news", "Name | Greet"}, "E-mail To log in and to send news\n\nName Greet"},
		"rows close together": {[]string{"Data | Purpose", "+E-mail | Log in", "+Phone | Call"}, "Data Purpose\n\nE-mail Log in\n\nPhone Call"},
	} {
		doc, err := pdftext.Extract(t.Context(), tableOf(tt.rows...))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(tt.want, doc.Text); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
