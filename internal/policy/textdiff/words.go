package textdiff

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"znkr.io/diff"

	"github.com/privacylabels/auditor/internal/policy/plaintext"
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
				for end < len(line) && line[end] < utf8.RuneSelf && isWord(rune(line[end])) {
					end++
				}
				if end < len(line) && line[end] >= utf8.RuneSelf {
					end = until(line, end, func(r rune) bool { return isWord(r) && !unspaced(r) })
				}
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

func isWord(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
}

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

// scratch compares words. It is used for all lines of a comparison, so that its parts grow only
// once.
type scratch struct {
	ids      dictionary
	was, now parts
	spans    []span
	kept     []span
	runs     runs
}

// words returns the runs of two forms of a line, which have a head and a tail of these lengths in
// common, and the number of their tokens between these. If there are more than most, it
// returns nothing.
func (s *scratch) words(older, newer string, head, tail, most int) (was, now []Run, tokens int) {
	if s.ids == nil {
		s.ids = make(dictionary)
	}
	if !s.was.set(s.ids, older[head:len(older)-tail], head, most) || !s.now.set(s.ids, newer[head:len(newer)-tail], head, most-len(s.was.numbers)) {
		return nil, nil, 0
	}
	s.compare(older, newer)
	s.tidy(older)
	for side := range 2 {
		s.runs.line, s.runs.all = older, s.runs.all[:0]
		kind := Removed
		if side == 1 {
			s.runs.line, kind = newer, Added
		}
		for _, p := range s.kept {
			from, to := p.oldFrom, p.oldTo
			if side == 1 {
				from, to = p.newFrom, p.newTo
			}
			if p.same {
				s.runs.add(Unchanged, from, to)
			} else if from < to {
				s.runs.add(kind, from, to)
			}
		}
		if side == 0 {
			was = slices.Clone(s.runs.all)
		} else {
			now = slices.Clone(s.runs.all)
		}
	}
	return was, now, len(s.was.numbers) + len(s.now.numbers)
}

// runs are the runs of a line, one after the other.
type runs struct {
	line string
	all  []Run
	from int // where the last one begins
}

// add adds the next run. Runs of the same kind are adjacent where the other form of the line
// has a run in between; they are one.
func (r *runs) add(kind Kind, from, to int) {
	if n := len(r.all); n > 0 && r.all[n-1].Kind == kind {
		r.all[n-1].Text = r.line[r.from:to]
		return
	}
	r.from = from
	r.all = append(r.all, Run{kind, r.line[from:to]})
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

// compare compares two lines token by token between their common ends. Equal and changed spans
// alternate.
func (s *scratch) compare(older, newer string) {
	s.spans = s.spans[:0]
	at := span{same: true}
	add := func(fromX, toX, fromY, toY int) {
		changed := span{oldFrom: s.was.begin(fromX), oldTo: s.was.begin(toX), newFrom: s.now.begin(fromY), newTo: s.now.begin(toY)}
		at.oldTo, at.newTo = changed.oldFrom, changed.newFrom
		s.spans = append(s.spans, at, changed)
		at = span{same: true, oldFrom: changed.oldTo, newFrom: changed.newTo}
	}
	was, now := s.was.numbers, s.now.numbers
	switch {
	case len(was) == 0 || len(now) == 0 || len(was) == 1 && len(now) == 1 && was[0] != now[0]: // mostly a word
		if len(was)+len(now) > 0 {
			add(0, len(was), 0, len(now))
		}
	default:
		options := []diff.Option{diff.Context(0)}
		if len(was)+len(now) > maxThorough {
			options = append(options, diff.Fast())
		}
		for _, h := range diff.Hunks(was, now, options...) {
			add(h.PosX, h.EndX, h.PosY, h.EndY)
		}
	}
	at.oldTo, at.newTo = len(older), len(newer)
	s.spans = append(s.spans, at)
}

// parts is a part of a line as the numbers of its tokens.
type parts struct {
	from    int // where it begins
	numbers []int32
	ends    []int32 // where each token ends in the line
}

// set makes it a part of a line. It reports whether that has most tokens or fewer.
func (p *parts) set(ids dictionary, text string, from, most int) bool {
	p.from, p.numbers, p.ends = from, p.numbers[:0], p.ends[:0]
	end := from
	for t := range tokens(text) {
		if len(p.numbers) >= most {
			return false
		}
		end += len(t.text)
		p.numbers, p.ends = append(p.numbers, ids.number(t.text)), append(p.ends, int32(end))
	}
	return true
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
func (s *scratch) tidy(older string) {
	kept := s.kept[:0]
	for _, p := range s.spans {
		if p.long() == 0 {
			continue
		}
		kept = append(kept, p)
		for n := len(kept); n >= 3 && !p.same && !worth(kept[n-2], kept[n-3], kept[n-1], older); n = len(kept) {
			kept[n-3].oldTo, kept[n-3].newTo = kept[n-1].oldTo, kept[n-1].newTo
			kept = kept[:n-2]
		}
	}
	s.kept = kept
}

// worth reports whether an unchanged span between two changes is worth showing.
func worth(same, before, after span, older string) bool {
	return same.long() > min(before.long(), after.long()) && strings.ContainsFunc(older[same.oldFrom:same.oldTo], isWord)
}
