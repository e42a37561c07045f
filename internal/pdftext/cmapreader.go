package pdftext

import "github.com/privacylabels/auditor/internal/order"

// readCmap reads a character map, and skips invalid entries.
func (f *file) readCmap(table value) *cmap {
	// A map whose stream is damaged is used up to there.
	f.table, _ = f.decode(f.table[:0], table, maxCmap)
	if !f.b.alloc(256) {
		return nil
	}
	r := cmapReader{cmap: new(cmap), l: lexer{b: f.b, src: f.table, content: true}}
	for {
		switch v := r.l.value(); {
		case v.kind == null:
			f.b.spend(64 * (len(r.letters) + len(r.ranges)))
			order.Sort(r.letters, meaning.compare)
			order.Sort(r.ranges, meaning.compare)
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

// cmapReader reads a character map.
type cmapReader struct {
	*cmap
	l lexer
}

// letter reads a code, the high byte first, and its size in bytes minus
// one. It returns false if the next token is not a code.
func (r *cmapReader) letter() (code uint32, size uint8, ok bool) {
	v := r.l.next()
	var buf [maxMeaning]byte // a longer string is not a code
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

// bounds reads the first and the last code of a range. The size is letterSizes
// if the two sizes differ, or are invalid.
func (r *cmapReader) bounds() (first, last uint32, size uint8, ok bool) {
	first, size, ok = r.letter()
	if !ok {
		return 0, 0, 0, false
	}
	last, lastSize, ok := r.letter()
	if lastSize != size {
		size = letterSizes
	}
	return first, last, size, ok
}

// readSpaces reads codespace ranges: first and last.
func (r *cmapReader) readSpaces() {
	for {
		first, last, size, ok := r.bounds()
		if !ok {
			return
		}
		if size < letterSizes {
			r.spaces[size], _ = push(r.l.b, r.spaces[size], maxCodeSpaces, codeSpan{first, last})
		}
	}
}

// readLetters reads single codes: the code and its text.
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

// readRanges reads ranges: first, last, and either a list of texts or the text of the
// first code, from which the others count up.
func (r *cmapReader) readRanges() {
	for {
		first, last, size, ok := r.bounds()
		if !ok {
			return
		}
		to := r.l.value()
		switch {
		case to.kind != array && !to.isString():
			return
		case size == letterSizes || last < first:
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

// add adds a range and its text to a list, if there is room.
func (r *cmapReader) add(list []meaning, first, last uint32, size uint8, to value) []meaning {
	var buf [4 * maxMeaning]byte // digits and escapes are longer than the bytes that they encode
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
