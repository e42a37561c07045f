package jsondepth

// Exceeds says whether arrays and objects lie more than limit deep in each
// other. Brackets in strings do not count. It does not check the syntax
// otherwise, and looks at no byte behind the answer.
func Exceeds(text []byte, limit int) bool {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > limit {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}
