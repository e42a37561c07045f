package jsonlimit

import "bytes"

// ExceedsDepth reports whether arrays and objects are nested deeper than limit. It does
// not check the syntax, and reads no further than needed.
func ExceedsDepth(text []byte, limit int) bool {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			i += 1 + stringEnd(text[i+1:])
		case '{', '[':
			if depth++; depth > limit {
				return true
			}
		case '}', ']':
			depth--
		}
	}
	return false
}

// stringEnd returns where the string ends whose text begins here: at its quote, or at the
// end of the text.
func stringEnd(text []byte) int {
	for end := 0; ; end++ {
		i := bytes.IndexByte(text[end:], '"')
		if i < 0 {
			return len(text)
		}
		begin := end
		end += i
		escapes := 0
		for end-escapes > begin && text[end-escapes-1] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return end
		}
	}
}
