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

// readCmap reads a table. What it cannot make sense of is skipped.
func (f *file) readCmap(table value) *cmap {
	// One that breaks off has letters, too.
	f.table, _ = f.decode(f.table[:0], table, maxCmap)
	if !f.b.alloc(256) {
		return nil
	}
	r := cmapReader{cmap: new(cmap), l: lexer{b: f.b, src: f.table, content: true}}
	for {
		switch v := r.l.value(); {
		case v.kind == null:
			f.b.spend(64 * (len(r.letters) + len(r.ranges)))
			slices.SortStableFunc(r.letters, meaning.compare)
			slices.SortStableFunc(r.ranges, meaning.compare)
			return r.cmap
		case v.kind != keyword:
		case string(v.raw) == "begincodespacerange":
			r.readSpaces()
		case string(v.raw) == "beginbfchar":
			r.readLetters()
		case string(v.raw) == "beginbfrange":
			r.readRanges()
		}
	}
}

// cmapReader reads a table.
type cmapReader struct {
	*cmap
	l lexer
}

// letter reads the number of a letter, the high byte first, and its size in bytes,
// less one; not ok: there is none.
func (r *cmapReader) letter() (code uint32, size uint8, ok bool) {
	v := r.l.next()
	var buf [maxMeaning]byte // one that is longer is no letter
	if !v.isString() {
		return 0, 0, false
	}
	raw := v.appendText(buf[:0], len(buf))
	if len(raw) == 0 || len(raw) > letterSizes {
		return 0, letterSizes, true
	}
	for _, c := range raw {
		code = code<<8 | uint32(c)
	}
	return code, uint8(len(raw) - 1), true
}

// readSpaces reads stretches of letters that there are: first and last.
func (r *cmapReader) readSpaces() {
	for {
		first, size, ok := r.letter()
		if !ok {
			return
		}
		last, lastSize, ok := r.letter()
		if !ok {
			return
		}
		if size == lastSize && size < letterSizes {
			r.spaces[size], _ = push(r.l.b, r.spaces[size], maxCodeSpaces, codeSpan{first, last})
		}
	}
}

// readLetters reads single letters: the letter and what it stands for.
func (r *cmapReader) readLetters() {
	for {
		letter, size, ok := r.letter()
		if !ok {
			return
		}
		to := r.l.value()
		if !to.isString() {
			return
		}
		r.letters = r.add(r.letters, letter, letter, size, to)
	}
}

// readRanges reads letters that follow each other: first, last, and what they stand
// for: a list, or what the first one does, from which the others count on.
func (r *cmapReader) readRanges() {
	for {
		first, size, ok := r.letter()
		if !ok {
			return
		}
		last, lastSize, ok := r.letter()
		if !ok {
			return
		}
		to := r.l.value()
		switch {
		case to.kind != array && !to.isString():
			return
		case size != lastSize || last < first:
		case to.kind == array:
			list := lexer{b: r.l.b, src: to.raw, content: true}
			for i := first; ; i++ {
				part := list.next()
				if part.kind == null {
					break
				}
				r.letters = r.add(r.letters, i, i, size, part)
				if i == last {
					break
				}
			}
		default:
			r.ranges = r.add(r.ranges, first, last, size, to)
		}
	}
}

// add adds letters and what they stand for to a list, if there is room.
func (r *cmapReader) add(list []meaning, first, last uint32, size uint8, to value) []meaning {
	var buf [4 * maxMeaning]byte // digits and escapes take more than what they say
	if size >= letterSizes || !to.isString() || len(to.raw) > len(buf) {
		return list
	}
	raw := to.appendText(buf[:0], len(buf))
	if len(raw) > maxMeaning {
		return list
	}
	m := meaning{first: first, last: last, length: uint8(len(raw)), size: size}
	if len(raw) > 4 {
		m.to = uint32(len(r.longer))
		var ok bool
		if r.longer, ok = push(r.l.b, r.longer, maxMeanings, raw...); !ok {
			return list
		}
	} else {
		for _, c := range raw {
			m.to = m.to<<8 | uint32(c)
		}
	}
	list, ok := push(r.l.b, list, maxLetters, m)
	r.sizes[size] = r.sizes[size] || ok
	return list
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
		if !b.spend(8 + len(m.spaces[n])) {
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
