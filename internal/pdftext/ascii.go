package pdftext

// ascii85 decodes src, in the ASCII base-85 encoding (ISO 32000-1,
// section 7.4.3), and appends the result to dst.
func ascii85(b *budget, dst, src []byte, most int) ([]byte, error) {
	dst, room := room(b, dst, len(src), 4, most)
	var group uint64
	digits := 0
	if len(src) >= 2 && src[0] == '<' && src[1] == '~' {
		src = src[2:]
	}
	for _, c := range src {
		switch {
		case c == '~':
			return flush85(dst, group, digits, room), nil
		case classes[c] == space:
			continue
		case c == 'z' && digits == 0:
			digits = 5
		case c >= '!' && c <= 'u':
			group = group*85 + uint64(c-'!')
			digits++
		default:
			return dst, errData
		}
		if digits == 5 {
			if group > 1<<32-1 {
				return dst, errData
			}
			if len(dst)+4 > room {
				return dst, nil
			}
			dst = append(dst, byte(group>>24), byte(group>>16), byte(group>>8), byte(group))
			group, digits = 0, 0
		}
	}
	return flush85(dst, group, digits, room), nil
}

// flush85 decodes an incomplete group of digits.
func flush85(dst []byte, group uint64, digits, room int) []byte {
	if digits < 2 {
		return dst
	}
	for range 5 - digits {
		group = group*85 + 84
	}
	for i := range digits - 1 {
		if len(dst) < room {
			dst = append(dst, byte(group>>(24-8*i)))
		}
	}
	return dst
}

// asciiHex decodes src, in the hexadecimal encoding (ISO 32000-1,
// section 7.4.2), and appends the result to dst.
func asciiHex(b *budget, dst, src []byte, most int) ([]byte, error) {
	dst, room := room(b, dst, len(src), 1, most)
	high, half := byte(0), false
	for _, c := range src {
		digit, ok := hexDigit(c)
		switch {
		case c == '>':
			if half && len(dst) < room {
				dst = append(dst, high)
			}
			return dst, nil
		case classes[c] == space:
		case !ok:
			return dst, errData
		case !half:
			high, half = digit<<4, true
		case len(dst) == room:
			return dst, nil
		default:
			dst, half = append(dst, high|digit), false
		}
	}
	return dst, nil
}

// room grows dst for the decoded source, at most so many bytes for each of its bytes,
// and returns the maximum final length of dst.
func room(b *budget, dst []byte, source, each, most int) ([]byte, int) {
	n := min(source*each, most-len(dst))
	if !b.spend(2 * source) {
		return dst, len(dst)
	}
	dst, ok := reserve(b, dst, n, most)
	if !ok {
		return dst, len(dst)
	}
	return dst, len(dst) + n
}
