package pagetext

import "strings"

// Scanner cuts a page into tokens (HTML, section 13.2.5). It reads each byte of the page
// a bounded number of times and allocates nothing that grows with a token, unlike the
// tokenizer of golang.org/x/net/html, whose table of the attributes of one tag outgrows
// the page many times over. It skips comments, doctypes, processing instructions, and a
// tag that the page ends within.
type Scanner struct {
	// CDATA allows the next token to be a CDATA section, as in SVG. Elsewhere that is a
	// comment.
	CDATA bool

	src string
	pos int
	raw string // the element whose start tag was the last token, if its content is raw
}

// NewScanner returns a scanner of a page.
func NewScanner(page string) *Scanner { return &Scanner{src: page} }

// Next returns the next token. The second result is false at the end.
func (s *Scanner) Next() (Token, bool) {
	s.raw = ""
	for s.pos < len(s.src) {
		if at := s.markup(); at > s.pos {
			text := s.src[s.pos:at]
			s.pos = at
			return Token{Kind: Text, text: text}, true
		}
		switch c := s.src[s.pos+1]; {
		case letter(c):
			return s.tag(Start, s.pos+1)
		case c == '/' && letter(s.src[s.pos+2]):
			return s.tag(End, s.pos+2)
		case strings.HasPrefix(s.src[s.pos:], "<!--"):
			s.pos = commentEnd(s.src, s.pos+len("<!--"))
		case s.CDATA && strings.HasPrefix(s.src[s.pos:], "<![CDATA["):
			return s.section(), true
		default:
			s.pos = after(s.src, s.pos+2, ">")
		}
	}
	return Token{}, false
}

// markup returns the position of the next markup.
func (s *Scanner) markup() int {
	for i := s.pos; ; i++ {
		n := strings.IndexByte(s.src[i:], '<')
		if n < 0 || i+n+1 == len(s.src) {
			return len(s.src)
		}
		i += n
		switch c := s.src[i+1]; {
		case letter(c), c == '!', c == '?', c == '/' && i+2 < len(s.src):
			return i
		}
	}
}

// tag reads the tag whose name begins at from.
func (s *Scanner) tag(kind Kind, from int) (Token, bool) {
	i := from
	for i < len(s.src) && !space(s.src[i]) && s.src[i] != '/' && s.src[i] != '>' {
		i++
	}
	end, valueEnd := eachAttribute(s.src, i, nil)
	s.pos = min(end+1, len(s.src))
	if end == len(s.src) {
		return Token{}, false
	}
	t := Token{Kind: kind, Name: lower(s.src[from:min(i, from+maxName)]), attrs: s.src[i:end]}
	t.SelfClosing = s.src[end-1] == '/' && valueEnd != end
	if kind == Start && rawContent(t.Name) {
		s.raw = t.Name
	}
	return t, true
}

// section reads a CDATA section.
func (s *Scanner) section() Token {
	from := s.pos + len("<![CDATA[")
	s.pos = after(s.src, from, "]]>")
	return Token{Kind: Text, text: strings.TrimSuffix(s.src[from:s.pos], "]]>"), literal: true}
}

// Offset returns where in the page the next token begins, in bytes.
func (s *Scanner) Offset() int { return s.pos }

// RawText returns the content of the element whose start tag was the last token if HTML
// defines it as characters, and skips it and the end tag. The second result is false if
// the content is markup. Without a call, Next returns the tokens of the content, which
// is right within SVG, and for noscript without scripts.
func (s *Scanner) RawText() (Token, bool) {
	name := s.raw
	if name == "" {
		return Token{}, false
	}
	s.raw = ""
	end := rawEnd(s.src, s.pos, name)
	t := Token{Kind: Text, text: s.src[s.pos:end], literal: name != "title" && name != "textarea"}
	s.pos = end
	if end < len(s.src) {
		s.tag(End, end+len("</"))
	}
	return t, true
}

// rawContent reports whether the content of an element is characters.
func rawContent(name string) bool {
	switch name {
	case "iframe", "noembed", "noframes", "noscript", "plaintext", "script", "style", "textarea", "title", "xmp":
		return true
	}
	return false
}

// rawEnd returns the position of the end tag of an element with raw content.
func rawEnd(s string, i int, name string) int {
	switch name {
	case "plaintext":
		return len(s)
	case "script":
		return scriptEnd(s, i)
	}
	for {
		n := strings.Index(s[i:], "</")
		if n < 0 {
			return len(s)
		}
		if i += n + len("</"); named(s[i:], name) {
			return i - len("</")
		}
	}
}

// scriptEnd returns the position of the end tag of a script. An end tag does not count if
// the script opens a comment and another script within it (HTML, sections 13.2.5.15 to
// 13.2.5.31).
func scriptEnd(s string, i int) int {
	const (
		plain = iota
		comment
		scriptInComment
	)
	state, dashes := plain, 0
	for ; i < len(s); i++ {
		if state == plain { // in which only an angle bracket means something
			n := strings.IndexByte(s[i:], '<')
			if n < 0 {
				break
			}
			i += n
		}
		switch s[i] {
		case '-':
			dashes++
			continue
		case '>':
			if dashes >= 2 {
				state = plain
			}
		case '<':
			rest := s[i+1:]
			switch {
			case state == plain && strings.HasPrefix(rest, "!--"):
				state, dashes, i = comment, 2, i+len("!--")
				continue
			case state != scriptInComment && strings.HasPrefix(rest, "/") && named(rest[1:], "script"):
				return i
			case state == comment && named(rest, "script"):
				state, i = scriptInComment, i+len("script")+1
			case state == scriptInComment && strings.HasPrefix(rest, "/") && named(rest[1:], "script"):
				state, i = comment, i+len("/script")+1
			}
		}
		dashes = 0
	}
	return len(s)
}

// named reports whether a tag has this name.
func named(s, name string) bool {
	if len(s) <= len(name) || !space(s[len(name)]) && s[len(name)] != '/' && s[len(name)] != '>' {
		return false
	}
	for i := range len(name) {
		if s[i]|0x20 != name[i] {
			return false
		}
	}
	return true
}

// commentEnd returns the position after a comment (HTML, sections 13.2.5.43 to
// 13.2.5.51).
func commentEnd(s string, from int) int {
	for i := from; ; i++ {
		n := strings.IndexByte(s[i:], '>')
		if n < 0 {
			return len(s)
		}
		i += n
		if text := s[from:i]; strings.HasSuffix(text, "--") || strings.HasSuffix(text, "--!") || text == "" || text == "-" {
			return i + 1
		}
	}
}

// after returns the position after the next mark.
func after(s string, from int, mark string) int {
	n := strings.Index(s[min(from, len(s)):], mark)
	if n < 0 {
		return len(s)
	}
	return from + n + len(mark)
}
