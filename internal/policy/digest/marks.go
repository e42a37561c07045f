package digest

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// plainly writes all styles of punctuation in one: it drops quotation marks, the signs of links to
// headings and asterisks, which emphasize in Markdown, turns
// bullets and long dashes into spaces, and keeps an apostrophe or a hyphen only between
// two letters or numbers.
func plainly(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	last := ' ' // as written
	for i, r := range text {
		switch r {
		case '*', '"', '“', '”', '„', '‟', '«', '»', '‹', '›', '「', '」', '『', '』', '″', '\uff02', '¶', '🔗':
			continue
		case '•', '◦', '▪', '▫', '●', '○', '■', '□', '►', '‣', '⁃', '—', '―', '⸺', '⸻':
			r = ' '
		case '‘', '’', '‚', '‛', '′', '`', '´', 'ʼ', '\uff07', '\'':
			r = '\''
		case '‐', '‑', '‒', '–', '−', '﹣', '\uff0d', '-':
			r = '-'
		case '…':
			b.WriteString("...")
			last = '.'
			continue
		}
		if r == '\'' || r == '-' {
			_, size := utf8.DecodeRuneInString(text[i:])
			next, _ := utf8.DecodeRuneInString(text[i+size:])
			switch {
			case meaningful(last) && meaningful(next):
			case r == '-' && (isHyphen(next) || last == ' '):
				r = ' ' // a dash of several hyphens
			default:
				continue
			}
		}
		b.WriteRune(r)
		last = r
	}
	return b.String()
}

func isHyphen(r rune) bool { return strings.ContainsRune("-‐‑‒–−", r) }

// withoutMarkers drops the numbers of items of lists and of headings: "1." at the
// beginning of a line that does not continue a paragraph.
func withoutMarkers(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	starts := true // the line may begin an item
	for line := range strings.SplitAfterSeq(text, "\n") {
		rest, marked := line, false
		if starts || line != "" && (line[0] == '#' || line[0] == '-') {
			rest, marked = withoutMarker(line)
		}
		b.WriteString(rest)
		trimmed := strings.TrimSpace(line)
		starts = trimmed == "" || marked || strings.HasPrefix(line, "  ") || strings.HasPrefix(trimmed, "- ") || trimmed[0] == '#'
	}
	return b.String()
}

// withoutMarker returns a line without the marks and the numbers that it begins with.
func withoutMarker(line string) (rest string, marked bool) {
	rest = line
	for {
		rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
		word := rest
		if end := strings.IndexFunc(rest, unicode.IsSpace); end >= 0 {
			word = rest[:end]
		}
		digits := strings.TrimRight(word, ".")
		switch {
		case len(digits) > 0 && len(digits) <= 4 && len(word) == len(digits)+1 && strings.Trim(digits, "0123456789") == "":
			rest, marked = rest[len(word):], true
		case word != "" && !strings.ContainsFunc(word, meaningful) && !strings.Contains(word, "©"):
			rest = rest[len(word):]
		default:
			return " " + rest, marked
		}
	}
}

// random reports whether a word is a key or a number of a visit, not one to read.
func random(word string) bool {
	const least = 20
	if len(word) < least {
		return false
	}
	letters, digits := 0, 0
	for _, c := range []byte(word) {
		switch {
		case '0' <= c && c <= '9':
			digits++
		case 'a' <= c|0x20 && c|0x20 <= 'z':
			letters++
		case c != '-' && c != '_':
			return false
		}
	}
	return digits >= 4 && letters >= 4
}
