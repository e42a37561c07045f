package pdftext

import "bytes"

const (
	maxLines = 1 << 16 // of a file; text beyond them is in the last one
	maxFirst = 64      // codes of a string that are searched for the end of a word
)

// line is where a line of text, or a cell of a table, is on its page. Lengths are in the
// direction in which the text runs.
type line struct {
	begin, end  int32 // of its text
	page        uint16
	turned      bool // it runs in another direction than the line before it
	cell        bool // it is on one line with the line before it
	measured    bool // its fonts say how wide their letters are
	left, right float32
	down        float32 // from the origin, greater further below
	em          float32 // the size of most of its letters
	word        float32 // the length of its first word
}

// height and width return the coordinates of a spot in the directions across and along the text.
func (s spot) height() float64 { return s.x*s.uy - s.y*s.ux }
func (s spot) width() float64  { return s.x*s.ux + s.y*s.uy }

// beginLine ends a line and begins the next one. Lines beyond maxLines are only separated.
func (p *pen) beginLine(cell bool) {
	p.endLine()
	if len(p.lines) == maxLines {
		p.write([]byte("\n"))
		return
	}
	next := line{
		begin: int32(len(p.text)), page: uint16(p.number), cell: cell, measured: true,
		turned: len(p.text) > p.begin && p.here.turned(p.end),
		left:   float32(p.here.width()), right: float32(p.here.width()), down: float32(p.here.height()), em: float32(p.here.em),
	}
	p.lines, _ = push(p.f.b, p.lines, maxLines, next)
	p.inWord, p.blank, p.sized = true, true, 0
}

// endLine ends the line that was begun last.
func (p *pen) endLine() {
	if n := len(p.lines); n > 0 && p.lines[n-1].page == uint16(p.number) {
		p.endWord(p.end)
		p.lines[n-1].end = int32(len(p.text))
	}
}

// endWord ends the first word of the line.
func (p *pen) endWord(at spot) {
	if n := len(p.lines); p.inWord && n > 0 {
		p.lines[n-1].word = float32(at.width()) - p.lines[n-1].left
		p.inWord = false
	}
}

// marked reports whether the line has only a marker of a list yet, as "•" or "12.".
func (p *pen) marked() bool {
	n := len(p.lines)
	if n == 0 || len(p.text)-int(p.lines[n-1].begin) > 2*maxMarker {
		return false
	}
	text := bytes.TrimSpace(p.text[p.lines[n-1].begin:])
	length, _ := marker(text)
	return length > 0 && length == len(text)
}

// measure notes where the line begins and ends, and where its first word ends, as far as the
// string to be written, which ends at a spot, tells. Spaces at the ends of a line have no length.
func (p *pen) measure(to spot) {
	n, step := len(p.lines), p.font.step()
	if n == 0 || !p.f.b.spend(16) {
		return
	}
	current := &p.lines[n-1]
	current.measured = current.measured && p.font.measured()
	end := len(p.raw) / step * step
	for end > 0 && p.isSpace(p.raw[end-step:end]) {
		end -= step
	}
	if end == 0 {
		if p.blank {
			current.left = float32(to.width())
			current.right = current.left
		} else {
			p.endWord(p.here)
		}
		return
	}
	right := float32(to.width())
	if end < len(p.raw) {
		right = p.after(end)
	}
	current.right = max(current.right, right)
	if em := float32(p.here.em); em == current.em {
		p.sized += end
	} else if end > p.sized {
		current.em, p.sized = em, end
	}
	begin := 0
	for p.blank && begin < end && p.isSpace(p.raw[begin:begin+step]) {
		begin += step
	}
	if begin > 0 {
		current.left = p.after(begin)
	}
	p.blank = false
	for at := begin; p.inWord && at < min(end, begin+maxFirst*step); at += step {
		if p.isSpace(p.raw[at : at+step]) {
			current.word, p.inWord = p.after(at)-current.left, false
		}
	}
	if p.inWord && end < len(p.raw)/step*step {
		current.word, p.inWord = p.after(end)-current.left, false
	}
}

// after returns where the pen will be along the line after so many bytes of the string.
func (p *pen) after(n int) float32 { return float32(p.spot(p.length(p.raw[:n])).width()) }

// isSpace reports whether a code of the font means a space.
func (p *pen) isSpace(code []byte) bool {
	if p.font.simple != nil {
		return p.font.simple[code[0]] == ' '
	}
	p.letter = p.font.appendText(p.f.b, p.letter[:0], code)
	return string(p.letter) == " "
}
