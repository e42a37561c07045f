package policy

import (
	"io"
	"strings"
	"unicode"
)

const (
	maxEncoding = 1 << 20 // bytes of a font's table of letters
	maxSpans    = 100     // stretches of letters of one size, as the format has it
	maxLetter   = 64      // bytes of what one letter stands for; a ligature has eight
)

// pdfCmap is the encoding of a font that brings a table of its own from its letters
// to Unicode (ISO 32000-1, section 9.10.3).
type pdfCmap struct {
	spaces  [4][]pdfSpan      // the letters that there are, by their bytes less one
	letters map[string]string // what they stand for
}

// pdfSpan is a stretch of letters of the same number of bytes.
type pdfSpan struct{ first, last string }

// readPDFCmap reads a table, as much as there is room for. What it cannot make
// sense of is passed over.
func readPDFCmap(table io.Reader, room *int) *pdfCmap {
	source, _ := io.ReadAll(io.LimitReader(table, maxEncoding)) // one that breaks off has letters, too
	m := &pdfCmap{letters: make(map[string]string)}
	lexer := pdfLexer{data: source}
	var operands []pdfOperand
	for {
		o, ok := lexer.next()
		switch {
		case !ok:
			return m
		case o.kind == pdfString || o.kind == pdfArray:
			if len(operands) < maxParts {
				operands = append(operands, o)
			}
			continue
		case o.kind != pdfOperator:
			continue
		}
		switch o.text {
		case "endcodespacerange":
			m.addSpaces(operands)
		case "endbfchar":
			m.addLetters(operands, room)
		case "endbfrange":
			m.addRanges(operands, room)
		}
		operands = operands[:0]
	}
}

// addSpaces adds stretches of letters that there are: first and last.
func (m *pdfCmap) addSpaces(operands []pdfOperand) {
	for ; len(operands) >= 2; operands = operands[2:] {
		first, last := operands[0].text, operands[1].text
		if n := len(first); n == 0 || n > len(m.spaces) || n != len(last) || len(m.spaces[n-1]) == maxSpans {
			continue
		}
		m.spaces[len(first)-1] = append(m.spaces[len(first)-1], pdfSpan{first, last})
	}
}

// addLetters adds single letters: the letter and what it stands for.
func (m *pdfCmap) addLetters(operands []pdfOperand, room *int) {
	for ; len(operands) >= 2; operands = operands[2:] {
		m.add(operands[0].text, operands[1].text, room)
	}
}

// addRanges adds letters that follow each other: first, last, and what they stand
// for: a list, or what the first one does, from which the others count on.
func (m *pdfCmap) addRanges(operands []pdfOperand, room *int) {
	for ; len(operands) >= 3; operands = operands[3:] {
		first, last, to := operands[0].text, operands[1].text, operands[2]
		if len(first) != len(last) || len(first) > len(m.spaces) {
			continue
		}
		for i := range min(codeOf(last)-codeOf(first)+1, 1<<16) {
			if *room <= 0 {
				return
			}
			meant := plus(to.text, i)
			if to.kind == pdfArray {
				if i == len(to.parts) {
					break
				}
				meant = to.parts[i].text
			}
			m.add(plus(first, i), meant, room)
		}
	}
}

// codeOf returns the number that the bytes of a letter are, the highest first.
func codeOf(letter string) (code int) {
	for i := range len(letter) {
		code = code<<8 | int(letter[i])
	}
	return code
}

// plus adds to the number that bytes are.
func plus(bytes string, n int) string {
	b := []byte(bytes)
	for at := len(b) - 1; at >= 0 && n > 0; at-- {
		n += int(b[at])
		b[at] = byte(n)
		n >>= 8
	}
	return string(b)
}

// add adds a letter, of which the first one counts, and what it stands for, in
// UTF-16.
func (m *pdfCmap) add(letter, utf16 string, room *int) {
	if *room--; *room < 0 || len(utf16) > maxLetter || len(letter) > len(m.spaces) {
		return
	}
	if _, known := m.letters[letter]; !known {
		m.letters[letter] = unicodeEncoding{}.Decode(utf16)
	}
}

// Decode returns the text of letters.
func (m *pdfCmap) Decode(raw string) string {
	var b strings.Builder
	for len(raw) > 0 && b.Len() <= maxText {
		n := m.sizeOf(raw)
		if text, known := m.letters[raw[:n]]; known {
			b.WriteString(text)
		} else {
			b.WriteRune(unicode.ReplacementChar)
		}
		raw = raw[n:]
	}
	return b.String()
}

// sizeOf returns how many bytes the first letter has: one, if there is no such
// letter.
func (m *pdfCmap) sizeOf(raw string) int {
	for n := 1; n <= min(len(m.spaces), len(raw)); n++ {
		if _, known := m.letters[raw[:n]]; known {
			return n
		}
		for _, space := range m.spaces[n-1] {
			if space.first <= raw[:n] && raw[:n] <= space.last {
				return n
			}
		}
	}
	return 1
}
