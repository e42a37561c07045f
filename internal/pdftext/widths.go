package pdftext

import (
	"cmp"
	"slices"

	"github.com/privacylabels/auditor/internal/order"
)

const maxWidthSpans = 1 << 16 // of a font

// widthSpan is the width of a range of codes.
type widthSpan struct {
	first, last int32
	width       float32
}

// readWidths reads the widths of a composite font (ISO 32000-1, section
// 9.7.4.3): a first code and an array, or first and last code and their common
// width.
func (f *file) readWidths(font *font, v value) {
	font.other = 1000
	if common := f.get(v, "DW"); common.kind == number {
		font.other = common.number
	}
	each := f.elements(f.get(v, "W"))
	for {
		begin, ok1 := each.resolved()
		second, ok2 := each.resolved()
		first, ok3 := begin.integer()
		if !ok1 || !ok2 || !ok3 || first < 0 {
			break
		}
		if second.kind == array {
			if !f.readWidthList(font, first, second) {
				break
			}
			continue
		}
		common, ok := each.resolved()
		last, isNumber := second.integer()
		if !ok || !isNumber || !font.addWidth(f.b, first, last, common.number) {
			break
		}
	}
	f.b.spend(64 * len(font.spans))
	order.Sort(font.spans, func(a, b widthSpan) int { return cmp.Compare(a.first, b.first) })
}

// readWidthList reads widths one by one, and reports whether there was room.
func (f *file) readWidthList(font *font, first int, list value) bool {
	each := f.elements(list)
	for i := 0; ; i++ {
		width, ok := each.resolved()
		if !ok {
			return true
		}
		if !font.addWidth(f.b, first+i, first+i, width.number) {
			return false
		}
	}
}

// addWidth adds a width, and reports whether there was room.
func (font *font) addWidth(b *budget, first, last int, width float64) (ok bool) {
	if first > 0xffff || last < first {
		return true
	}
	span := widthSpan{int32(first), int32(min(last, 0xffff)), float32(width)}
	if n := len(font.spans); n > 0 && font.spans[n-1].width == span.width && font.spans[n-1].last+1 == span.first {
		font.spans[n-1].last = span.last
		return true
	}
	font.spans, ok = push(b, font.spans, maxWidthSpans, span)
	return ok
}

// width returns how far a string moves the pen, in thousandths of the size.
func (font *font) width(b *budget, raw []byte) (sum float64) {
	if !font.wide {
		for _, c := range raw {
			if i := int(c) - font.first; i >= 0 && i < len(font.widths) {
				sum += float64(font.widths[i])
			} else {
				sum += font.other
			}
		}
		return sum
	}
	for ; len(raw) >= 2 && b.spend(16); raw = raw[2:] {
		sum += font.widthOf(int32(raw[0])<<8 | int32(raw[1]))
	}
	return sum
}

// widthOf returns the width of a two-byte code.
func (font *font) widthOf(letter int32) float64 {
	i, found := slices.BinarySearchFunc(font.spans, letter, func(s widthSpan, letter int32) int { return cmp.Compare(s.first, letter) })
	if !found {
		i--
	}
	if i >= 0 && letter <= font.spans[i].last {
		return float64(font.spans[i].width)
	}
	return font.other
}
