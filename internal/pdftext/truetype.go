package pdftext

import (
	"encoding/binary"
	"strings"
	"unicode"
)

// The bounds of an embedded font.
const (
	maxFont     = 512 << 10 // bytes of one that are read
	maxFonts    = 2 << 20   // and of all of a file
	maxTables   = 64
	maxShapes   = 1 << 16
	maxMappings = 1 << 17 // from codes to shapes, in one subtable
)

// trueType is an embedded TrueType font. It numbers its shapes; which letters they are is in its
// tables "cmap" and "post", if they are still there.
type trueType struct {
	b    *budget
	data []byte
}

// number returns the two bytes at a place, 0 outside of the font.
func (t trueType) number(at int) int {
	if at < 0 || at+2 > len(t.data) {
		return 0
	}
	return int(binary.BigEndian.Uint16(t.data[at:]))
}

// long returns the four bytes at a place, 0 outside of the font and for what is too large.
func (t trueType) long(at int) int {
	if at < 0 || at+4 > len(t.data) {
		return 0
	}
	return int(binary.BigEndian.Uint32(t.data[at:]) & (1<<31 - 1))
}

// table returns where a table begins, 0 if there is none.
func (t trueType) table(tag string) int {
	for i := range min(t.number(4), maxTables) {
		at := 12 + 16*i
		if t.b.spend(8) && at+16 <= len(t.data) && string(t.data[at:at+4]) == tag {
			return t.long(at + 8)
		}
	}
	return 0
}

// maps returns where the subtables of "cmap" begin: from the codes of a symbol font and of the Macintosh, and
// from Unicode. They are 0 if there is none.
func (t trueType) maps() (symbol, mac, letters int) {
	const windows, macintosh = 3, 1
	cmap := t.table("cmap")
	if cmap == 0 {
		return 0, 0, 0
	}
	for i := range min(t.number(cmap+2), maxTables) {
		at := cmap + 4 + 8*i
		platform, encoding, sub := t.number(at), t.number(at+2), cmap+t.long(at+4)
		switch {
		case !t.b.spend(8):
			return 0, 0, 0
		case platform == windows && encoding == 0:
			symbol = sub
		case platform == macintosh && encoding == 0:
			mac = sub
		case platform == windows && (encoding == 1 || encoding == 10), platform == 0:
			letters = sub
		}
	}
	return symbol, mac, letters
}

// each calls yield with the codes of a subtable and their shapes.
func (t trueType) each(sub int, yield func(code, shape int)) {
	left := maxMappings
	one := func(code, shape int) bool {
		if left--; left < 0 || !t.b.spend(8) {
			return false
		}
		if shape > 0 && shape < maxShapes {
			yield(code, shape)
		}
		return true
	}
	switch format := t.number(sub); {
	case sub == 0:
	case format == 0:
		for code := range 256 {
			if at := sub + 6 + code; at >= len(t.data) || !one(code, int(t.data[at])) {
				return
			}
		}
	case format == 4:
		t.eachSegment(sub, one)
	case format == 6:
		first := t.number(sub + 6)
		for i := range t.number(sub + 8) {
			if !one(first+i, t.number(sub+10+2*i)) {
				return
			}
		}
	case format == 12:
		for i := range min(t.long(sub+12), maxMappings) {
			at := sub + 16 + 12*i
			first, last, shape := t.long(at), t.long(at+4), t.long(at+8)
			for code := first; code <= last; code++ {
				if !one(code, shape+code-first) {
					return
				}
			}
			if !one(0, 0) {
				return
			}
		}
	}
}

// eachSegment is each of a subtable with segments of codes.
func (t trueType) eachSegment(sub int, yield func(code, shape int) bool) {
	size := t.number(sub+6) &^ 1 // bytes of each list of the segments
	ends := sub + 14
	starts, deltas, offsets := ends+size+2, ends+2*size+2, ends+3*size+2
	for i := 0; i < size; i += 2 {
		offset := t.number(offsets + i)
		for code := t.number(starts + i); code <= t.number(ends+i) && code < 0xffff; code++ {
			shape := (code + t.number(deltas+i)) & 0xffff
			if offset > 0 {
				shape = t.number(offsets + i + offset + 2*(code-t.number(starts+i)))
				if shape != 0 { // otherwise the code has none
					shape = (shape + t.number(deltas+i)) & 0xffff
				}
			}
			if !yield(code, shape) {
				return
			}
		}
		if !yield(0, 0) {
			return
		}
	}
}

// moreNames are the letters of the shapes with the numbers 226 to 257 in the order of the Macintosh, which follow
// those of ASCII and of its encoding.
var moreNames = []rune("ŁłŠšŽž¦ÐðÝýÞþ−×¹²³½¼¾₣ĞğİŞşĆćČčđ")

// standardName returns the letter with a number in the order of the Macintosh, 0 if it is unknown.
func standardName(number int) rune {
	const firstASCII, firstHigh, firstMore = 3, 98, 226
	switch {
	case number < firstASCII:
		return 0
	case number < firstHigh:
		return rune(' ' + number - firstASCII)
	case number < firstMore:
		return macRoman[0x80+number-firstHigh]
	case number < firstMore+len(moreNames):
		return moreNames[number-firstMore]
	}
	return 0
}

// names returns the letters of the shapes by the names that the table "post" has of them.
func (t trueType) names() []rune {
	post := t.table("post")
	const named, countAt, firstAt = 0x00020000, 32, 34
	if post == 0 || t.long(post) != named {
		return nil
	}
	count := t.number(post + countAt)
	if !t.b.alloc(4 * count) {
		return nil
	}
	var own []rune // of the names that follow, in their order
	for at := post + firstAt + 2*count; at < len(t.data) && len(own) < count && t.b.spend(64); {
		end := at + 1 + int(t.data[at])
		if end > len(t.data) {
			break
		}
		var ok bool
		if own, ok = push(t.b, own, maxShapes, glyph(t.data[at+1:end])); !ok {
			break
		}
		at = end
	}
	const standardNames = 258
	letters := make([]rune, count)
	for shape := range letters {
		switch number := t.number(post + firstAt + 2*shape); {
		case !t.b.spend(4):
			return nil
		case number < standardNames:
			letters[shape] = standardName(number)
		case number-standardNames < len(own):
			letters[shape] = own[number-standardNames]
		}
	}
	return letters
}

// letters returns the letters of the shapes, nil if the font has none. A shape of several letters is the first one
// of them that texts have.
func (t trueType) letters() []rune {
	letters := t.names()
	_, _, unicodes := t.maps()
	if unicodes == 0 {
		return letters
	}
	t.each(unicodes, func(code, shape int) {
		if shape >= len(letters) {
			more, ok := reserve(t.b, letters, shape+1-len(letters), maxShapes)
			if !ok {
				return
			}
			letters = more[:shape+1]
		}
		if known := letters[shape]; known == 0 || isPrivate(known) {
			letters[shape] = rune(code)
		}
	})
	return letters
}

// isPrivate reports whether a character is one without a meaning of its own.
func isPrivate(r rune) bool { return r >= 0xe000 && unicode.Is(unicode.Co, r) }

// embedded returns the TrueType font that is embedded for a font with a descriptor. What it returns is only
// valid until the next one, or a character map, is read.
func (f *file) embedded(descriptor value) (t trueType, ok bool) {
	program := f.get(descriptor, "FontFile2")
	if program.kind != stream || f.fontBytes >= maxFonts {
		return trueType{b: f.b}, false
	}
	f.table, _ = f.decode(f.table[:0], program, maxFont) // one that is damaged is used up to there
	f.fontBytes += len(f.table)
	return trueType{f.b, f.table}, f.b.err == nil
}

// readShapes reads which letters the codes of a font mean from the font that is embedded in the file. Codes of
// which nothing tells that are taken for those of Windows until a sample says otherwise.
func (f *file) readShapes(font *font, descriptor value) {
	const symbolic, symbols = 4, 0xf000
	flags, _ := f.get(descriptor, "Flags").integer()
	t, _ := f.embedded(descriptor)
	symbol, mac, _ := t.maps()
	if flags&symbolic == 0 && symbol == 0 || !f.b.alloc(4*256) {
		return
	}
	letters, made, named := t.letters(), winAnsi, false
	for _, sub := range []int{mac, symbol} {
		t.each(sub, func(code, shape int) {
			if code >= symbols {
				code &= 0xff
			}
			if code < len(made) && shape < len(letters) && letters[shape] != 0 && !isPrivate(letters[shape]) {
				made[code], named = letters[shape], true
			}
		})
	}
	font.simple, font.guessed = &made, !named
	if font.guessed {
		f.guessed, _ = push(f.b, f.guessed, maxObjects, font)
	}
}

// readNumbers reads which letters the shapes of a composite font are whose codes are their numbers.
func (f *file) readNumbers(font *font, descendant value) {
	if to := f.get(descendant, "CIDToGIDMap"); to.kind != null && !to.is("Identity") {
		return
	}
	if t, ok := f.embedded(f.get(descendant, "FontDescriptor")); ok {
		font.shapes = t.letters()
	}
}

// sample counts the letters that a font is taken to show.
type sample struct{ all, letters, common int }

// add counts the codes of a string.
func (s *sample) add(raw []byte) {
	for _, c := range raw {
		if classes[c] == space {
			continue
		}
		s.all++
		if c |= 0x20; c >= 'a' && c <= 'z' {
			s.letters++
			if strings.IndexByte("eainorst", c) >= 0 {
				s.common++
			}
		}
	}
}

// isText reports whether the letters are like those of a text in any language with Latin letters.
func (s *sample) isText() bool {
	return s.all <= fewUnknown || 10*s.letters >= 6*s.all && 10*s.common >= 4*s.letters
}
