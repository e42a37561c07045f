package pdftext

import (
	"cmp"
	"slices"
	"unicode"
)

const (
	maxCmap       = 1 << 20 // bytes of a font's character map
	maxCodeSpaces = 100     // codespace ranges of one size, the limit of the format
	maxLetters    = 1 << 17 // entries of a character map; a range counts as one
	maxMeaning    = 64      // bytes of the text of one code; a ligature has eight
	maxMeanings   = 1 << 20 // bytes of all texts longer than four bytes
	letterSizes   = 4       // the maximum size of a code, in bytes
)

// cmap is the character map of a font, from its codes to Unicode
// (ISO 32000-1, section 9.10.3). A range is stored as a range, whatever
// its length.
type cmap struct {
	spaces  [letterSizes][]codeSpan // the valid codes, by their size minus one
	sizes   [letterSizes]bool       // whether a code of this size has a text
	letters []meaning               // of single codes, sorted
	ranges  []meaning               // of ranges, sorted
	longer  []byte                  // texts of more than four bytes
}

// codeSpan is a range of codes of the same size.
type codeSpan struct{ first, last uint32 }

// meaning is the text of the codes from first to last: that of the first code, from
// which the others count up.
type meaning struct {
	first, last uint32
	to          uint32 // UTF-16 as a number; of a text of more than four bytes the index in longer
	length      uint8  // bytes of the text
	size        uint8  // the size of the codes in bytes, minus one
}

func (m meaning) compare(other meaning) int {
	return cmp.Or(cmp.Compare(m.size, other.size), cmp.Compare(m.first, other.first))
}

// appendText appends the text of a string of codes.
func (m *cmap) appendText(b *budget, dst, raw []byte) []byte {
	for len(raw) > 0 {
		n, found, ok := m.next(b, raw)
		if ok {
			dst = m.appendMeaning(b, dst, found, raw[:n])
		} else {
			dst, ok = appendRune(b, dst, unicode.ReplacementChar)
		}
		if !ok || b.err != nil {
			break
		}
		raw = raw[n:]
	}
	return dst
}

// next returns the size and the text of the first code. If it is unknown, ok is false
// and the size is one byte unless the map defines another.
func (m *cmap) next(b *budget, raw []byte) (size int, found meaning, ok bool) {
	code := uint32(0)
	for n := range min(letterSizes, len(raw)) {
		code = code<<8 | uint32(raw[n])
		if !b.spend(16 + len(m.spaces[n])) {
			return 1, meaning{}, false
		}
		if m.sizes[n] {
			if found, ok := m.find(code, uint8(n)); ok {
				return n + 1, found, true
			}
		}
		for _, space := range m.spaces[n] {
			if space.first <= code && code <= space.last {
				return n + 1, meaning{}, false
			}
		}
	}
	return 1, meaning{}, false
}

// find returns the text of a code.
func (m *cmap) find(code uint32, size uint8) (meaning, bool) {
	wanted := meaning{first: code, size: size}
	if i, ok := slices.BinarySearchFunc(m.letters, wanted, meaning.compare); ok {
		return m.letters[i], true
	}
	i, ok := slices.BinarySearchFunc(m.ranges, wanted, meaning.compare)
	if !ok {
		i--
	}
	if i < 0 || m.ranges[i].size != size || code > m.ranges[i].last {
		return meaning{}, false
	}
	return m.ranges[i], true
}

// appendMeaning appends the text of a code.
func (m *cmap) appendMeaning(b *budget, dst []byte, found meaning, letter []byte) []byte {
	var buf [maxMeaning]byte
	code := uint32(0)
	for _, c := range letter {
		code = code<<8 | uint32(c)
	}
	units := buf[:found.length]
	if found.length > 4 {
		copy(units, m.longer[found.to:])
	} else {
		for i, to := len(units)-1, found.to; i >= 0; i-- {
			units[i] = byte(to)
			to >>= 8
		}
	}
	carry := code - found.first
	for i := len(units) - 1; i >= 0 && carry > 0; i-- {
		carry += uint32(units[i])
		units[i] = byte(carry)
		carry >>= 8
	}
	return appendUTF16(b, dst, units)
}
