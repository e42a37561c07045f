package pdftext

import (
	"cmp"
	"slices"
	"unicode"
)

const (
	maxCmap       = 1 << 20 // bytes of a font's table of letters
	maxCodeSpaces = 100     // stretches of letters of one size, as the format has it
	maxLetters    = 1 << 17 // in the table of a font; stretches of them count as one
	maxMeaning    = 64      // bytes of what one letter stands for; a ligature has eight
	maxMeanings   = 1 << 20 // bytes of the longer of those
	letterSizes   = 4       // bytes of a letter are at most so many
)

// cmap is the encoding of a font that brings a table from its letters to Unicode
// (ISO 32000-1, section 9.10.3). Stretches of letters stay stretches, whatever
// their length.
type cmap struct {
	spaces  [letterSizes][]codeSpan // the letters that there are, by their bytes less one
	sizes   [letterSizes]bool       // of which any letter has a meaning
	letters []meaning               // of single letters, sorted
	ranges  []meaning               // of stretches, sorted
	longer  []byte                  // meanings of more than four bytes
}

// codeSpan is a stretch of letters of the same number of bytes.
type codeSpan struct{ first, last uint32 }

// meaning is what the letters from first to last stand for: the first one for what
// follows, and the others for what counts on from there.
type meaning struct {
	first, last uint32
	to          uint32 // UTF-16 as a number; where it is in longer if it is longer
	length      uint8  // bytes of that
	size        uint8  // bytes of a letter less one
}

func (m meaning) compare(other meaning) int {
	return cmp.Or(cmp.Compare(m.size, other.size), cmp.Compare(m.first, other.first))
}

// appendText appends the text of letters.
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

// next returns the bytes of the first letter and what it stands for; not ok: nothing
// is known of it, and its size is one byte unless the table says otherwise.
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

// find returns what a letter stands for.
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

// appendMeaning appends what a letter stands for.
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
