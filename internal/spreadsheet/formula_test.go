package spreadsheet_test

import (
	"testing"

	"github.com/privacylabels/auditor/internal/spreadsheet"
)

func TestCell(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "Chat": "Chat", "3 - 1": "3 - 1", "'=1": "'=1", "a=1": "a=1", "é": "é", "\xff": "\xff",
		"=1": "'=1", "+1": "'+1", "-1": "'-1", "@SUM(1)": "'@SUM(1)", "\t=1": "'\t=1", "\r=1": "'\r=1", "\n=1": "'\n=1", "＝1": "'＝1", "＋1": "'＋1", "－1": "'－1", "＠x": "'＠x",
	} {
		if got := spreadsheet.Cell(text); got != want || spreadsheet.IsFormula(text) != (want != text) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
