package policy

import (
	"strings"
	"unicode/utf16"

	"github.com/ledongthuc/pdf"
)

// pdfFont is a font as far as text needs it.
type pdfFont struct {
	encoding pdf.TextEncoding
	wide     bool            // two bytes a letter
	widths   map[int]float64 // thousandths of the size
	other    float64         // of letters that are not among them
}

const (
	maxLetters     = 1 << 18 // in the tables of all fonts of a page
	maxDifferences = 1 << 10 // in the table of a font with one byte a letter
)

// newPDFFont returns a font, or nil for one that is not read or that there is no
// room for.
func newPDFFont(f pdf.Font, room *int) *pdfFont {
	if f.V.Kind() != pdf.Dict {
		return nil
	}
	font := &pdfFont{encoding: pdfEncodingOf(f, room), widths: make(map[int]float64), other: 500}
	if font.encoding == nil {
		return nil
	}
	if below := f.V.Key("DescendantFonts"); below.Len() > 0 {
		font.wide = true
		font.readWide(below.Index(0), room)
		return font
	}
	first, widths := f.FirstChar(), f.V.Key("Widths")
	for i := range min(widths.Len(), 256) {
		font.widths[first+i] = widths.Index(i).Float64()
	}
	return font
}

// pdfEncodingOf returns the encoding of a font, or nil for one that is not read.
func pdfEncodingOf(f pdf.Font, room *int) pdf.TextEncoding {
	encoding, table := f.V.Key("Encoding"), f.V.Key("ToUnicode")
	name := encoding.Name()
	switch {
	case strings.HasPrefix(name, "Uni") && (strings.Contains(name, "UCS2") || strings.Contains(name, "UTF16")):
		return unicodeEncoding{}
	case table.Kind() == pdf.Stream && (encoding.Kind() == pdf.Null || name == "Identity-H"):
		unpacked, err := unpackedPDF(table)
		if err != nil {
			return nil
		}
		return readPDFCmap(unpacked, room)
	case encoding.Key("Differences").Len() > maxDifferences:
		return nil
	}
	if *room -= 256; *room < 0 {
		return nil
	}
	var letters byteEncoding
	for b := range letters {
		letters[b] = f.Encoder().Decode(string([]byte{byte(b)}))
	}
	return &letters
}

// readWide reads the widths of a font with many letters (ISO 32000-1, section
// 9.7.4.3): the first one and an array, or first, last and what they have in
// common.
func (f *pdfFont) readWide(font pdf.Value, room *int) {
	f.other = 1000
	if common := font.Key("DW"); common.Kind() == pdf.Integer || common.Kind() == pdf.Real {
		f.other = common.Float64()
	}
	table := font.Key("W")
	set := func(code int, width float64) bool {
		*room--
		if *room >= 0 && code <= 0xffff {
			f.widths[code] = width
		}
		return *room > 0
	}
	for i := 0; i+1 < table.Len(); {
		first, second := max(int(table.Index(i).Int64()), 0), table.Index(i+1)
		if second.Kind() == pdf.Array {
			for j := range second.Len() {
				if !set(first+j, second.Index(j).Float64()) {
					return
				}
			}
			i += 2
			continue
		}
		common := table.Index(i + 2).Float64()
		for code := first; code <= min(int(second.Int64()), 0xffff); code++ {
			if !set(code, common) {
				return
			}
		}
		i += 3
	}
}

// byteEncoding is that of fonts with one byte a letter: what each byte stands for.
type byteEncoding [256]string

// Decode returns the text of letters.
func (e *byteEncoding) Decode(raw string) string {
	var b strings.Builder
	for i := 0; i < len(raw) && b.Len() <= maxText; i++ {
		b.WriteString(e[raw[i]])
	}
	return b.String()
}

// unicodeEncoding is that of fonts whose letters are numbered as in Unicode.
type unicodeEncoding struct{}

// Decode returns the text of letters.
func (unicodeEncoding) Decode(raw string) string {
	units := make([]uint16, len(raw)/2)
	for i := range units {
		units[i] = uint16(raw[2*i])<<8 | uint16(raw[2*i+1])
	}
	return string(utf16.Decode(units))
}

// width returns how far letters move the pen, in thousandths of the size.
func (f *pdfFont) width(raw string) (sum float64) {
	step := 1
	if f.wide {
		step = 2
	}
	for i := 0; i+step <= len(raw); i += step {
		code := int(raw[i])
		if f.wide {
			code = code<<8 | int(raw[i+1])
		}
		width, ok := f.widths[code]
		if !ok {
			width = f.other
		}
		sum += width
	}
	return sum
}
