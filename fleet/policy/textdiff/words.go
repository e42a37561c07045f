package textdiff

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"znkr.io/diff"

	"github.com/privacylabels/auditor/fleet/policy/internal/plaintext"
)

// maxThorough is the number of tokens of two lines up to which the smallest difference
// is computed. Beyond it, a faster search may find a larger one.
const maxThorough = 4000

// token is a part of a line that is compared whole: a word, a run of space, or
// a mark.
type token struct {
	text string
	word bool
}

// tokens returns the tokens of a line.
func tokens(line string) iter.Seq[token] {
	return func(yield func(token) bool) {
		for i := 0; i < len(line); {
			r, size := utf8.DecodeRuneInString(line[i:])
			end, word := i+size, isWord(r)
			switch {
			case word && !unspaced(r):
				end = until(line, end, func(r rune) bool { return isWord(r) && !unspaced(r) })
			case unicode.IsSpace(r):
				end = until(line, end, unicode.IsSpace)
			}
			if !yield(token{line[i:end], word}) {
				return
			}
			i = end
		}
	}
}

// until returns the end of a run of runes.
func until(line string, from int, is func(rune) bool) int {
	for i, r := range line[from:] {
		if !is(r) {
			return from + i
		}
	}
	return len(line)
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }

// unspaced reports whether each letter is a token, because its script has no
// spaces between words.
func unspaced(r rune) bool { return r > unicode.MaxLatin1 && plaintext.Unspaced(r) }

// span is a part of two lines, as ranges of bytes: the same in both, or
// not.
type span struct {
	same           bool
	oldFrom, oldTo int
	newFrom, newTo int
}

// long returns the bytes of the longer side.
func (s span) long() int { return max(s.oldTo-s.oldFrom, s.newTo-s.newFrom) }

// compareWords returns the runs of two forms of a line, which have a head and a tail of these
// lengths in common.
func compareWords(older, newer string, head, tail int) (was, now []Run) {
	for _, s := range tidy(spans(older, newer, head, tail), older) {
		if s.same {
			same := Run{Unchanged, older[s.oldFrom:s.oldTo]}
			was, now = append(was, same), append(now, same)
			continue
		}
		if s.oldFrom < s.oldTo {
			was = append(was, Run{Removed, older[s.oldFrom:s.oldTo]})
		}
		if s.newFrom < s.newTo {
			now = append(now, Run{Added, newer[s.newFrom:s.newTo]})
		}
	}
	return joined(was), joined(now)
}

// count counts the tokens of a line, and stops above most.
func count(line string, most int) (n int) {
	for range tokens(line) {
		if n++; n > most {
			break
		}
	}
	return n
}

// joined merges adjacent runs of the same kind, which occur where the other form
// of the line has a run in between.
func joined(runs []Run) []Run {
	var all []Run
	for _, r := range runs {
		if n := len(all); n > 0 && all[n-1].Kind == r.Kind {
			all[n-1].Text += r.Text
			continue
		}
		all = append(all, r)
	}
	return all
}

// ends returns the lengths of a head and a tail that two lines have in common, without the
// spaces next to what changed: a word or a run of space changes as a whole.
func ends(older, newer string) (head, tail int) {
	n := 0
	for n < min(len(older), len(newer)) && older[n] == newer[n] {
		n++
	}
	head = len(strings.TrimRightFunc(older[:max(0, strings.LastIndexByte(older[:n], ' '))], unicode.IsSpace))
	older, newer = older[head:], newer[head:]
	n = 0
	for n < min(len(older), len(newer)) && older[len(older)-1-n] == newer[len(newer)-1-n] {
		n++
	}
	if at := strings.IndexByte(older[len(older)-n:], ' '); at >= 0 {
		tail = len(strings.TrimLeftFunc(older[len(older)-n+at:], unicode.IsSpace))
	}
	return head, tail
}

// spans compares two lines token by token between their common ends. Equal and changed spans
// alternate.
func spans(older, newer string, head, tail int) []span {
	ids := make(dictionary)
	was, now := ids.parts(older[head:len(older)-tail], head), ids.parts(newer[head:len(newer)-tail], head)
	options := []diff.Option{diff.Context(0)}
	if len(was.numbers)+len(now.numbers) > maxThorough {
		options = append(options, diff.Fast())
	}
	var all []span
	at := span{same: true}
	for _, h := range diff.Hunks(was.numbers, now.numbers, options...) {
		changed := span{oldFrom: was.begin(h.PosX), oldTo: was.begin(h.EndX), newFrom: now.begin(h.PosY), newTo: now.begin(h.EndY)}
		at.oldTo, at.newTo = changed.oldFrom, changed.newFrom
		all = append(all, at, changed)
		at = span{same: true, oldFrom: changed.oldTo, newFrom: changed.newTo}
	}
	at.oldTo, at.newTo = len(older), len(newer)
	return append(all, at)
}

// parts is a part of a line as the numbers of its tokens.
type parts struct {
	from    int // where it begins
	numbers []int32
	ends    []int32 // where each token ends in the line
}

func (d dictionary) parts(text string, from int) parts {
	n := count(text, len(text))
	p, end := parts{from, make([]int32, 0, n), make([]int32, 0, n)}, from
	for t := range tokens(text) {
		end += len(t.text)
		p.numbers, p.ends = append(p.numbers, d.number(t.text)), append(p.ends, int32(end))
	}
	return p
}

// begin returns where a token begins. A token after the last one begins at the end.
func (p parts) begin(n int) int {
	if n == 0 {
		return p.from
	}
	return int(p.ends[n-1])
}

// tidy makes spans readable: an equal span between two changes counts as
// changed if it has no word, or is shorter than the changes on both sides.
func tidy(all []span, older string) []span {
	var kept []span
	for _, s := range all {
		if s.long() == 0 {
			continue
		}
		kept = append(kept, s)
		for n := len(kept); n >= 3 && !s.same && !worth(kept[n-2], kept[n-3], kept[n-1], older); n = len(kept) {
			kept[n-3].oldTo, kept[n-3].newTo = kept[n-1].oldTo, kept[n-1].newTo
			kept = kept[:n-2]
		}
	}
	return kept
}

// worth reports whether an unchanged span between two changes is worth showing.
func worth(same, before, after span, older string) bool {
	return same.long() > min(before.long(), after.long()) && strings.ContainsFunc(older[same.oldFrom:same.oldTo], isWord)
}
