package applist

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// bom is the byte order mark that some programs write before a text.
const bom = "\ufeff"

// decode returns the text of a file in UTF-8, or in UTF-16 with a byte order mark, which
// spreadsheets write.
func decode(file []byte) (string, error) {
	file = bytes.TrimLeft(file, " \t\r\n")
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(file, []byte{0xff, 0xfe}):
		order = binary.LittleEndian
	case bytes.HasPrefix(file, []byte{0xfe, 0xff}):
		order = binary.BigEndian
	default:
		file = bytes.TrimPrefix(file, []byte(bom))
	}
	if order != nil {
		units := make([]uint16, 0, len(file)/2)
		for pair := range slices.Chunk(file[2:], 2) {
			if len(pair) == 2 {
				units = append(units, order.Uint16(pair))
			}
		}
		file = []byte(string(utf16.Decode(units)))
	}
	if !utf8.Valid(file) || bytes.IndexByte(file, 0) >= 0 {
		return "", ErrNotText
	}
	return string(file), nil
}

// newlines returns a text with line feeds for the ends of lines of other systems.
func newlines(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// clean returns a text without what is around it, and in one line.
func clean(text string) string {
	text = strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return ' '
		}
		return c
	}, text)
	return strings.TrimFunc(text, func(c rune) bool { return unicode.IsSpace(c) || unicode.Is(unicode.Cf, c) })
}

// isComment reports whether a line is a comment. A name may begin with #.
func isComment(line string) bool {
	rest, ok := strings.CutPrefix(line, "#")
	return ok && (rest == "" || strings.ContainsAny(rest[:1], "# "))
}

// unquote returns a line without the quotation marks around all of it.
func unquote(line string) string {
	if len(line) < 2 || line[0] != '"' || line[len(line)-1] != '"' {
		return line
	}
	inner := line[1 : len(line)-1]
	if strings.Contains(strings.ReplaceAll(inner, `""`, ""), `"`) { // several quoted texts
		return line
	}
	return clean(strings.ReplaceAll(inner, `""`, `"`))
}
