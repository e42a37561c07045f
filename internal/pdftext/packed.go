package pdftext

// runLength decodes src, in run-length encoding (ISO 32000-1,
// section 7.4.5), and appends the result to dst.
func runLength(b *budget, dst, src []byte, most int) ([]byte, error) {
	const endOfData = 128
	for len(src) > 0 && src[0] != endOfData {
		n := int(src[0]) + 1
		if !b.spend(8 + n) {
			return dst, b.err
		}
		var ok bool
		if n > endOfData {
			if len(src) < 2 {
				return dst, errSource
			}
			n = 257 - int(src[0])
			n = min(n, most-len(dst))
			dst, ok = reserve(b, dst, n, most)
			for i := 0; i < n && ok; i++ {
				dst = append(dst, src[1])
			}
			src = src[2:]
		} else {
			run := src[1:min(1+n, len(src))]
			src = src[1+len(run):]
			dst, ok = push(b, dst, most, run[:min(len(run), most-len(dst))]...)
		}
		if !ok || b.err != nil {
			return dst, b.err
		}
		if len(dst) == most {
			break
		}
	}
	return dst, nil
}

// lzw is the table of the LZW decoder: each code stands for bytes that were decoded
// before.
type lzw struct {
	begin  [1 << 12]int32
	length [1 << 12]int32
}

// codeReader reads codes, the highest bits first.
type codeReader struct {
	src   []byte
	bits  uint32
	count int // of the bits that are not read yet
}

// next returns the next code, which has so many bits. It returns false at the end.
func (r *codeReader) next(width int) (code int, ok bool) {
	for r.count < width {
		if len(r.src) == 0 {
			return 0, false
		}
		r.bits = r.bits<<8 | uint32(r.src[0])
		r.src = r.src[1:]
		r.count += 8
	}
	r.count -= width
	return int(r.bits >> r.count & (1<<width - 1)), true
}

// expand decodes src, in LZW encoding (ISO 32000-1, section 7.4.4), and appends the result
// to dst. If early is 1, codes get longer one code earlier than needed.
func (z *lzw) expand(b *budget, dst, src []byte, most, early int) ([]byte, error) {
	const clear, endOfData, first = 256, 257, 258
	next, width := first, 9
	before, beforeLength := -1, 0 // the decoded bytes of the last code
	codes := codeReader{src: src}
	for {
		code, ok := codes.next(width)
		if !ok || code == endOfData {
			return dst, nil
		}
		if code == clear {
			next, width, before = first, 9, -1
			if !b.spend(2) {
				return dst, b.err
			}
			continue
		}
		n := 1
		switch {
		case code < clear:
		case code < next:
			n = int(z.length[code])
		case code == next && before >= 0:
			n = beforeLength + 1
		default:
			return dst, errData
		}
		if before >= 0 && next < len(z.begin) {
			z.begin[next], z.length[next] = int32(before), int32(beforeLength+1)
			next++
		}
		begin := len(dst)
		n = min(n, most-begin)
		if dst, ok = reserve(b, dst, n, most); !ok || !b.spend(4+n) {
			return dst, b.err
		}
		if code < clear {
			dst = append(dst, []byte{byte(code)}[:n]...)
		} else { // source and target may overlap
			for i := range n {
				dst = append(dst, dst[int(z.begin[code])+i])
			}
		}
		if len(dst) == most {
			return dst, nil
		}
		before, beforeLength = begin, n
		if next+early >= 1<<width && width < 12 {
			width++
		}
	}
}
