package digest

import (
	"slices"
	"strings"
	"unicode"
)

// longestTarget is how many bytes the target of a link has at most.
const longestTarget = 4096

// withoutTargets returns a text with the labels of the links of Markdown, without what
// they lead to: [label](target "title").
func withoutTargets(text string) string {
	at := strings.Index(text, "](")
	if at < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for ; at >= 0; at = strings.Index(text, "](") {
		b.WriteString(text[:at+1])
		text = text[at+1:]
		end := targetEnd(text)
		for ; end > 0; end = targetEnd(text) {
			text = text[end:]
		}
	}
	b.WriteString(text)
	return b.String()
}

// targetEnd returns where the target ends with which a text begins, in parentheses, or 0
// if there is none.
func targetEnd(text string) int {
	depth := 0
	if !strings.HasPrefix(text, "(") {
		return 0
	}
	for i, r := range text[:min(len(text), longestTarget)] {
		switch r {
		case '\n', '[', ']': // so that each byte is read once
			return 0
		case '(':
			depth++
		case ')':
			if depth--; depth > 0 {
				continue
			}
			if isTarget(text[1:i]) {
				return i + 1
			}
			return 0
		}
	}
	return 0
}

// isTarget reports whether a text is an address or a path, perhaps with a title in
// quotation marks. A remark in parentheses is none.
func isTarget(text string) bool {
	target, title := text, ""
	if end := strings.IndexFunc(text, unicode.IsSpace); end >= 0 {
		target, title = text[:end], strings.TrimSpace(text[end:])
	}
	if title != "" && !strings.HasPrefix(title, "\"") && !strings.HasPrefix(title, "'") {
		return false
	}
	target = strings.Trim(target, "<>")
	if strings.Contains(target, "://") {
		return true
	}
	return slices.ContainsFunc([]string{"mailto:", "tel:", "/", "#", "./", "../", "www."}, func(start string) bool { return strings.HasPrefix(target, start) })
}
