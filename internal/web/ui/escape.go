package ui

import "strings"

// What these functions write is what html/template writes, byte for byte, but for the marks of direction.

// appendText appends a text of an element. It marks one with characters that are read from right to left, or that change the
// direction, so that it does not reorder what is beside it. What html/template writes has no marks.
func appendText(out []byte, text, begin string) []byte {
	if !fromRight(text) {
		return appendEscaped(out, text)
	}
	out = append(out, begin...)
	out = appendEscaped(out, withoutMarks.Replace(strings.ToValidUTF8(text, "\ufffd")))
	return append(out, isolateEnd...)
}

// appendEscaped appends a text in which all that HTML gives a meaning is escaped.
func appendEscaped(out []byte, text string) []byte {
	done := 0
	for i := range len(text) {
		var entity string
		switch text[i] {
		case '<':
			entity = "&lt;"
		case '>':
			entity = "&gt;"
		case '&':
			entity = "&amp;"
		case '"':
			entity = "&#34;"
		case '\'':
			entity = "&#39;"
		case '+':
			entity = "&#43;"
		case 0:
			entity = "\ufffd"
		default:
			continue
		}
		out = append(out, text[done:i]...)
		out = append(out, entity...)
		done = i + 1
	}
	return append(out, text[done:]...)
}

// harmless returns an address if it has no scheme or one that runs nothing, otherwise one that leads nowhere.
func harmless(address string) string {
	scheme, _, ok := strings.Cut(address, ":")
	if !ok || strings.Contains(scheme, "/") {
		return address
	}
	for _, known := range []string{"http", "https", "mailto"} {
		if strings.EqualFold(scheme, known) {
			return address
		}
	}
	return "#ZgotmplZ"
}

// appendAddress appends an address or a part of its path. What an address cannot have is escaped, what it has escaped stays.
func appendAddress(out []byte, text string) []byte {
	for i := range len(text) {
		switch c := text[i]; {
		case unreserved(c), strings.IndexByte("!#$*,/:;=?@[]", c) >= 0:
			out = append(out, c)
		case c == '&':
			out = append(out, "&amp;"...)
		case c == '+':
			out = append(out, "&#43;"...)
		case c == '%' && i+2 < len(text) && isHex(text[i+1]) && isHex(text[i+2]):
			out = append(out, c)
		default:
			out = appendPercent(out, c)
		}
	}
	return out
}

// appendQuery appends a text as the value of a parameter of an address.
func appendQuery(out []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; unreserved(c) {
			out = append(out, c)
		} else {
			out = appendPercent(out, c)
		}
	}
	return out
}

// unreserved reports whether a character has no meaning in an address (RFC 3986, section 2.3).
func unreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func appendPercent(out []byte, c byte) []byte {
	const digits = "0123456789abcdef"
	return append(out, '%', digits[c>>4], digits[c&0xf])
}
