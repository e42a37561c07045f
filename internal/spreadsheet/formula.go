package spreadsheet

import (
	"strings"
	"unicode/utf8"
)

// Mark is what stands before a text that would be taken for a formula. Spreadsheets do not show it.
const Mark = '\''

// IsFormula reports whether a spreadsheet takes a cell for a formula, which may call programs and
// send what other cells hold. White space at the start does not keep it from that.
func IsFormula(cell string) bool {
	first, _ := utf8.DecodeRuneInString(cell)
	return cell != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", first)
}

// Cell returns a text that is none.
func Cell(text string) string {
	if IsFormula(text) {
		return string(Mark) + text
	}
	return text
}
