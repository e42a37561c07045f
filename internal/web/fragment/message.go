package fragment

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// inline are the elements that a sentence may contain.
var inline = []string{"a", "strong", "b", "em", "i", "small", "span", "code", "kbd", "abbr"}

// messages puts pieces into a language.
type messages struct{ translated func(key string) string }

// breaks reports whether a sentence ends before a piece.
func (p piece) breaks() bool { return p.tag != "" && !slices.Contains(inline, p.tag) }

// list translates what is between pieces that end a sentence.
func (m messages) list(all []piece) (out []Op) {
	var run []piece
	end := func() {
		out = append(out, m.elements(run)...)
		run = nil
	}
	for i, p := range all {
		switch {
		case p.breaks(), p.ends && !opened(run, p), p.tag != "" && !p.ends && !closes(all[i:]):
			end()
			out = append(out, operations(all[i:i+1])...)
		default:
			run = append(run, p)
		}
	}
	end()
	return out
}

// opened reports whether a tag ends an element that began in the run.
func opened(run []piece, end piece) bool {
	depth := 0
	for _, p := range run {
		switch {
		case p.tag != end.tag:
		case p.ends:
			depth--
		default:
			depth++
		}
	}
	return depth > 0
}

// closes reports whether the element that begins with the first piece ends before a piece that ends a sentence.
func closes(all []piece) bool { return endOf(all) > 0 }

// endOf returns the index after the tag that ends the element that begins with the first piece, zero if a sentence ends
// before.
func endOf(all []piece) int {
	depth := 0
	for i, p := range all {
		switch {
		case p.breaks():
			return 0
		case p.tag == "":
		case p.ends:
			depth--
		default:
			depth++
		}
		if depth == 0 {
			return i + 1
		}
	}
	return 0
}

// elements translates pieces without a break as one message if there are words outside of their elements, else each
// element.
func (m messages) elements(run []piece) (out []Op) {
	if wordsOutside(run) {
		first, last := 0, len(run)
		for first < last && run[first].isText() && strings.TrimSpace(run[first].text) == "" {
			first++
		}
		for last > first && run[last-1].isText() && strings.TrimSpace(run[last-1].text) == "" {
			last--
		}
		out = append(out, operations(run[:first])...)
		out = append(out, m.sentence(run[first:last])...)
		return append(out, operations(run[last:])...)
	}
	for i := 0; i < len(run); i++ {
		out = append(out, operations(run[i:i+1])...)
		if run[i].tag == "" || run[i].ends {
			continue
		}
		if end := i + endOf(run[i:]); end > i {
			out = append(out, m.elements(run[i+1:end-1])...)
			i = end - 2 // its end is next
		}
	}
	return out
}

// wordsOutside reports whether there is a word in a text outside of elements.
func wordsOutside(run []piece) bool {
	depth := 0
	for _, p := range run {
		switch {
		case p.tag != "" && p.ends:
			depth--
		case p.tag != "":
			depth++
		case depth == 0 && hasWord(p.text):
			return true
		}
	}
	return false
}

// hasWord reports whether a text has two letters in a row.
func hasWord(text string) bool {
	before, inEntity := false, false
	for _, c := range text {
		switch c {
		case '&':
			inEntity = true
		case ';', ' ':
			inEntity = false
		}
		letter := unicode.IsLetter(c) && !inEntity
		if letter && before {
			return true
		}
		before = letter
	}
	return false
}

// sentence translates a message.
func (m messages) sentence(run []piece) (out []Op) {
	key, values, tags := keyOf(run)
	if !hasWord(outsideMarks(key)) || isAddress(strings.TrimSpace(key)) {
		return operations(run)
	}
	lead, trail := spaces(key)
	add := func(text string) {
		if text != "" {
			out = append(out, constant(text))
		}
	}
	add(lead)
	text := m.translated(strings.TrimSpace(key))
	for {
		at, end, kind, n := nextMark(text)
		if at < 0 {
			break
		}
		add(text[:at])
		text = text[end:]
		switch {
		case kind == '{' && n <= len(values):
			out = append(out, values[n-1].ops...)
		case kind == '<' && n <= len(tags):
			out = append(out, tags[n-1][0].ops...)
		case kind == '/' && n <= len(tags):
			out = append(out, tags[n-1][1].ops...)
		}
	}
	add(text)
	add(trail)
	return out
}

// isAddress reports whether a text is the example of an address.
func isAddress(text string) bool {
	return strings.Contains(text, "://") && !strings.ContainsAny(text, " &")
}

// keyOf returns the key of a message, its values, and its tags, each with its end.
func keyOf(run []piece) (key string, values []piece, tags [][2]piece) {
	var out strings.Builder
	var open []int
	for _, p := range run {
		switch {
		case p.isText():
			out.WriteString(p.text)
		case p.tag == "":
			values = append(values, p)
			out.WriteString("{" + strconv.Itoa(len(values)) + "}")
		case p.ends && len(open) > 0:
			n := open[len(open)-1]
			open = open[:len(open)-1]
			tags[n-1][1] = p
			out.WriteString("</" + strconv.Itoa(n) + ">")
		default:
			tags = append(tags, [2]piece{p, {}})
			open = append(open, len(tags))
			out.WriteString("<" + strconv.Itoa(len(tags)) + ">")
		}
	}
	lead, trail := spaces(out.String())
	return lead + strings.Join(strings.Fields(out.String()), " ") + trail, values, tags
}

// spaces returns the space at both ends of a text.
func spaces(text string) (lead, trail string) {
	inner := strings.TrimLeftFunc(text, unicode.IsSpace)
	lead = text[:len(text)-len(inner)]
	return lead, inner[len(strings.TrimRightFunc(inner, unicode.IsSpace)):]
}

// nextMark returns the first mark of a text: {1}, <1> or </1>.
func nextMark(text string) (at, end int, kind byte, n int) {
	for i := range len(text) {
		if text[i] != '{' && text[i] != '<' {
			continue
		}
		kind, rest, last := text[i], text[i+1:], byte('}')
		if kind == '<' {
			last = '>'
			if after, ends := strings.CutPrefix(rest, "/"); ends {
				kind, rest = '/', after
			}
		}
		close := strings.IndexByte(rest, last)
		if close < 1 {
			continue
		}
		if n, err := strconv.Atoi(rest[:close]); err == nil && n > 0 {
			return i, len(text) - len(rest) + close + 1, kind, n
		}
	}
	return -1, 0, 0, 0
}

// Marks returns the marks of a message, in order.
func Marks(text string) (marks []string) {
	for {
		at, end, _, _ := nextMark(text)
		if at < 0 {
			slices.Sort(marks)
			return marks
		}
		marks = append(marks, text[at:end])
		text = text[end:]
	}
}

// outsideMarks returns a message without its marks.
func outsideMarks(text string) string {
	var out strings.Builder
	for {
		at, end, _, _ := nextMark(text)
		if at < 0 {
			return out.String() + text
		}
		out.WriteString(text[:at] + " ")
		text = text[end:]
	}
}
