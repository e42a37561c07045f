package pdftext

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
)

// font has the parts of a font that text extraction needs. It has one of five encodings, or none: then
// its codes are numbers of shapes, and what they mean is unknown.
type font struct {
	simple *[256]rune // single-byte
	table  *cmap      // the font's own character map
	shapes []rune     // the letters by the numbers of their shapes, 0: unknown
	utf16  bool
	legacy encoding.Encoding // of a country, with codes of one or two bytes

	guessed bool   // nothing says that simple is its encoding
	sample  sample // of what it shows, if it is guessed

	wide   bool        // its widths are of two-byte codes
	first  int         // the code of the first width
	widths []float32   // of single-byte codes, in thousandths of the size
	spans  []widthSpan // of two-byte codes
	other  float64     // the default width
}

const maxDifferences = 1 << 12 // of a single-byte encoding

// fontOf returns a font, or nil if the value is not a font. It reads each referenced font
// once.
func (f *file) fontOf(v value) *font {
	number := -1
	if v.kind == reference {
		number = int(v.number)
		if known, ok := f.fonts[number]; ok {
			return known
		}
	}
	var made *font
	if v = f.resolve(v); v.kind == dict {
		made = f.newFont(v)
	}
	if number >= 0 && f.b.alloc(64) {
		f.fonts[number] = made
	}
	return made
}

func (f *file) newFont(v value) *font {
	if !f.b.alloc(512) || !f.b.spend(1024) {
		return nil
	}
	font := &font{other: 500}
	below := f.elements(f.get(v, "DescendantFonts"))
	descendant, wide := below.resolved()
	font.wide = wide
	f.readEncoding(font, v, descendant)
	if wide {
		f.readWidths(font, descendant)
		return font
	}
	font.first, _ = f.get(v, "FirstChar").integer()
	each := f.elements(f.get(v, "Widths"))
	for w, ok := each.resolved(); ok; w, ok = each.resolved() {
		if font.widths, ok = push(f.b, font.widths, 256, float32(w.number)); !ok {
			break
		}
	}
	return font
}

// readEncoding reads the encoding of a font, which may have a descendant.
func (f *file) readEncoding(font *font, v, descendant value) {
	coding, table := f.get(v, "Encoding"), f.get(v, "ToUnicode")
	name := coding.nameText()
	switch {
	case strings.HasPrefix(name, "Uni") && (strings.Contains(name, "UCS2") || strings.Contains(name, "UTF16")):
		font.utf16 = true
	case table.kind == stream && (font.wide || coding.kind == null || name == "Identity-H"):
		font.table = f.readCmap(table)
	case coding.kind == dict:
		known := false
		if font.simple, known = f.differences(coding); !known && table.kind == stream {
			font.simple, font.table = nil, f.readCmap(table)
		}
	case font.wide:
		if font.legacy = legacyOf(name); strings.HasPrefix(name, "Identity") {
			f.readNumbers(font, descendant)
		}
	default:
		if font.simple = encodingOf(name); name == "" {
			f.readShapes(font, f.get(v, "FontDescriptor"))
		}
	}
}

// differences returns a copy of an encoding with the differences of an array applied,
// and reports whether all of their glyph names are known.
func (f *file) differences(encoding value) (letters *[256]rune, known bool) {
	base := &winAnsi
	if name := f.get(encoding, "BaseEncoding").nameText(); name != "" {
		base = encodingOf(name)
	}
	if !f.b.alloc(4 * 256) {
		return base, true
	}
	made := *base
	code, known := 0, true
	var buf [maxName]byte
	each := f.elements(f.get(encoding, "Differences"))
	for range maxDifferences {
		e, ok := each.resolved()
		if !ok {
			break
		}
		if e.kind == number {
			code, _ = e.integer()
			continue
		}
		if e.kind != name || !f.b.spend(64) {
			continue
		}
		if code >= 0 && code < len(made) {
			if letter := glyph(e.appendName(buf[:0])); letter != 0 {
				made[code] = letter
			} else if !e.is(".notdef") {
				made[code], known = utf8.RuneError, false
			}
		}
		code++
	}
	return &made, known
}

// step returns how many bytes a code has.
func (font *font) step() int {
	if font.wide {
		return 2
	}
	return 1
}

// measured reports whether the font says how wide its letters are.
func (font *font) measured() bool { return font.wide || len(font.widths) > 0 }

// appendText appends the text of a string.
func (font *font) appendText(b *budget, dst, raw []byte) []byte {
	switch {
	case font.table != nil:
		return font.table.appendText(b, dst, raw)
	case font.utf16:
		return appendUTF16(b, dst, raw)
	case font.legacy != nil:
		return appendLegacy(b, dst, raw, font.legacy)
	case font.simple != nil:
		return appendSimple(b, dst, raw, font.simple, font.step())
	}
	for ; len(raw) > 0; raw = raw[min(len(raw), font.step()):] {
		letter, ok := utf8.RuneError, false
		if font.shapes != nil && len(raw) > 1 {
			if shape := int(raw[0])<<8 | int(raw[1]); shape < len(font.shapes) && font.shapes[shape] != 0 {
				letter = font.shapes[shape]
			}
		}
		if dst, ok = appendRune(b, dst, letter); !ok {
			break
		}
	}
	return dst
}

// appendSimple appends text in a single-byte encoding. Only the first byte of each step counts.
func appendSimple(b *budget, dst, raw []byte, letters *[256]rune, step int) []byte {
	if !b.spend(4 * len(raw)) {
		return dst
	}
	for i := 0; i < len(raw); i += step {
		if cap(dst)-len(dst) < utf8.UTFMax {
			var ok bool
			if dst, ok = reserve(b, dst, utf8.UTFMax, maxText+utf8.UTFMax); !ok {
				break
			}
		}
		if letter := letters[raw[i]]; letter < utf8.RuneSelf {
			dst = append(dst, byte(letter))
		} else {
			dst = utf8.AppendRune(dst, letter)
		}
	}
	return dst
}

// appendLegacy appends text in the encoding of a country.
func appendLegacy(b *budget, dst, raw []byte, from encoding.Encoding) []byte {
	if !b.spend(8*len(raw)) || !b.alloc(4*len(raw)+512) {
		return dst
	}
	text, err := from.NewDecoder().Bytes(raw)
	if err != nil {
		return dst
	}
	dst, _ = push(b, dst, maxText, text...)
	return dst
}

// appendUTF16 appends text in UTF-16, the high byte of each unit first.
func appendUTF16(b *budget, dst, raw []byte) []byte {
	for len(raw) >= 2 {
		letter := rune(raw[0])<<8 | rune(raw[1])
		raw = raw[2:]
		if utf16.IsSurrogate(letter) && len(raw) >= 2 {
			if pair := utf16.DecodeRune(letter, rune(raw[0])<<8|rune(raw[1])); pair != utf8.RuneError {
				letter, raw = pair, raw[2:]
			}
		}
		var ok bool
		if dst, ok = appendRune(b, dst, letter); !ok {
			break
		}
	}
	return dst
}

// appendRune appends a character, and reports whether there was room.
func appendRune(b *budget, dst []byte, letter rune) ([]byte, bool) {
	dst, ok := reserve(b, dst, utf8.UTFMax, maxText+utf8.UTFMax)
	if !ok || !b.spend(4) {
		return dst, false
	}
	return utf8.AppendRune(dst, letter), true
}
