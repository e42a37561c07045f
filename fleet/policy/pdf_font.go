package policy

import (
	"io"
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

const maxWidths = 1 << 17

// newPDFFont returns a font, or nil for one that is not read.
func newPDFFont(f pdf.Font) *pdfFont {
	if f.V.Kind() != pdf.Dict {
		return nil
	}
	if table := f.V.Key("ToUnicode"); table.Kind() == pdf.Stream {
		if n, _ := io.Copy(io.Discard, io.LimitReader(table.Reader(), maxEncoding+1)); n > maxEncoding {
			return nil
		}
	}
	font := &pdfFont{encoding: f.Encoder(), widths: make(map[int]float64), other: 500}
	if name := f.V.Key("Encoding").Name(); strings.HasPrefix(name, "Uni") && (strings.Contains(name, "UCS2") || strings.Contains(name, "UTF16")) {
		font.encoding = unicodeEncoding{}
	}
	if below := f.V.Key("DescendantFonts"); below.Len() > 0 {
		font.wide = true
		font.readWide(below.Index(0))
		return font
	}
	first, widths := f.FirstChar(), f.V.Key("Widths")
	for i := range min(widths.Len(), 256) {
		font.widths[first+i] = widths.Index(i).Float64()
	}
	return font
}

// readWide reads the widths of a font with many letters (ISO 32000-1, section
// 9.7.4.3): the first one and an array, or first, last and what they have in
// common.
func (f *pdfFont) readWide(font pdf.Value) {
	f.other = 1000
	if common := font.Key("DW"); common.Kind() == pdf.Integer || common.Kind() == pdf.Real {
		f.other = common.Float64()
	}
	table := font.Key("W")
	for i := 0; i+1 < table.Len() && len(f.widths) < maxWidths; {
		first, second := max(int(table.Index(i).Int64()), 0), table.Index(i+1)
		if second.Kind() == pdf.Array {
			for j := range min(second.Len(), maxWidths) {
				f.widths[first+j] = second.Index(j).Float64()
			}
			i += 2
			continue
		}
		for code := first; code <= min(int(second.Int64()), 0xffff); code++ {
			f.widths[code] = table.Index(i + 2).Float64()
		}
		i += 3
	}
}

// unicodeEncoding is that of fonts whose letters are numbered as in Unicode.
type unicodeEncoding struct{}

func (unicodeEncoding) Decode(raw string) string {
	units := make([]uint16, len(raw)/2)
	for i := range units {
		units[i] = uint16(raw[2*i])<<8 | uint16(raw[2*i+1])
	}
	return string(utf16.Decode(units))
}

func (f *pdfFont) decode(raw string) string { return f.encoding.Decode(raw) }

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
