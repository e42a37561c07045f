package fragment

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// piece is a part of a constant: text, a tag, or a value outside of tags.
type piece struct {
	text string // of a text
	tag  string // the name of a tag
	ends bool   // the tag ends an element
	ops  []Op   // of a tag or a value
}

func (p piece) isText() bool { return p.tag == "" && len(p.ops) == 0 }

// scanner cuts a constant into pieces.
type scanner struct {
	rest     string
	values   int // that were found
	messages messages
}

func (s *scanner) scan() (pieces []piece, err error) {
	for s.rest != "" {
		switch {
		case s.take("{}"):
			pieces = append(pieces, piece{ops: []Op{s.value(Text)}})
		case strings.HasPrefix(s.rest, "{?"):
			return nil, errors.New("a condition outside of tags")
		case s.rest[0] == '<':
			tag, err := s.tag()
			if err != nil {
				return nil, err
			}
			if n := len(pieces); n > 0 && raw(pieces[n-1]) && (tag.tag != pieces[n-1].tag || !tag.ends) {
				return nil, fmt.Errorf("content of <%s>", pieces[n-1].tag)
			}
			pieces = append(pieces, tag)
		default:
			end := len(s.rest)
			for _, mark := range []string{"{}", "{?", "<"} {
				if at := strings.Index(s.rest, mark); at >= 0 {
					end = min(end, at)
				}
			}
			if strings.Contains(s.rest[:end], ">") {
				return nil, errors.New("a > outside of tags")
			}
			pieces = append(pieces, piece{text: s.rest[:end]})
			s.rest = s.rest[end:]
		}
		if n := len(pieces); n > 1 && pieces[n-1].tag == "" && raw(pieces[n-2]) {
			return nil, fmt.Errorf("content of <%s>", pieces[n-2].tag)
		}
	}
	if n := len(pieces); n > 0 && raw(pieces[n-1]) {
		return nil, fmt.Errorf("<%s> has no end", pieces[n-1].tag)
	}
	return pieces, nil
}

// raw reports whether a tag begins an element in which nothing is HTML, and which has to be empty.
func raw(p piece) bool { return !p.ends && slices.Contains([]string{"script", "style"}, p.tag) }

// take removes a text from the beginning of what is left, and reports whether it was there.
func (s *scanner) take(text string) (ok bool) {
	s.rest, ok = strings.CutPrefix(s.rest, text)
	return ok
}

// until returns what is before one of some characters, all that is left without one.
func (s *scanner) until(characters string) (text string) {
	end := strings.IndexAny(s.rest, characters)
	if end < 0 {
		end = len(s.rest)
	}
	text, s.rest = s.rest[:end], s.rest[end:]
	return text
}

// value returns the operation for the next value.
func (s *scanner) value(kind Kind) Op {
	s.values++
	return Op{Kind: kind, Value: s.values - 1}
}

// tag scans a tag.
func (s *scanner) tag() (p piece, err error) {
	if len(s.rest) > 1 && s.rest[1] == '!' {
		if !strings.HasPrefix(strings.ToLower(s.rest), "<!doctype") {
			return p, errors.New("a comment")
		}
		text := s.until(">")
		s.rest = strings.TrimPrefix(s.rest, ">")
		return piece{tag: "!doctype", ops: []Op{constant(text + ">")}}, nil
	}
	s.take("<")
	begins := "<"
	if p.ends = s.take("/"); p.ends {
		begins = "</"
	}
	name := s.until(" \t\n/>{=\"'")
	if name == "" || strings.Contains(name, "<") {
		return p, errors.New("a tag without a name")
	}
	p.tag = strings.ToLower(name)
	p.ops = []Op{constant(begins + name)}
	err = s.attributes(&p, false)
	return p, err
}

// attributes scans the attributes of a tag up to its end, or those that depend on a value up to the end of the condition.
func (s *scanner) attributes(p *piece, conditional bool) error {
	for s.rest != "" {
		switch c := s.rest[0]; {
		case c == ' ', c == '\t', c == '\n', c == '/':
			p.ops = append(p.ops, constant(s.rest[:1]))
			s.rest = s.rest[1:]
		case c == '>':
			if conditional {
				return errors.New("a tag ends within a condition")
			}
			p.ops = append(p.ops, constant(">"))
			s.rest = s.rest[1:]
			return nil
		case c == '}' && conditional:
			s.rest = s.rest[1:]
			return nil
		case strings.HasPrefix(s.rest, "{?") && !conditional:
			err := s.condition(&p.ops, func() error { return s.attributes(p, true) })
			if err != nil {
				return err
			}
		default:
			if err := s.attribute(p); err != nil {
				return err
			}
		}
	}
	return errors.New("a tag or a condition has no end")
}

// condition scans what depends on a value. Inside scans up to its end, and adds to the operations.
func (s *scanner) condition(ops *[]Op, inside func() error) error {
	s.take("{?")
	at := len(*ops)
	*ops = append(*ops, s.value(If))
	if err := inside(); err != nil {
		return err
	}
	(*ops)[at].Skip = len(*ops) - at - 1
	return nil
}

// attribute scans an attribute.
func (s *scanner) attribute(p *piece) error {
	name := s.until(" \t\n=/>{}\"'<")
	if name == "" {
		return fmt.Errorf("%.10q within <%s>", s.rest, p.tag)
	}
	p.ops = append(p.ops, constant(name))
	if !s.take("=") {
		return nil
	}
	quote := s.rest[:min(1, len(s.rest))]
	if quote != `"` && quote != "'" {
		return fmt.Errorf("the value of %s has no quotes", name)
	}
	s.take(quote)
	value, err := s.attributeValue(strings.ToLower(name), quote)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	p.ops = append(p.ops, constant("="+quote))
	p.ops = append(p.ops, value...)
	p.ops = append(p.ops, constant(quote))
	return nil
}

// read are the attributes that people read or hear.
var read = []string{
	"aria-label", "placeholder", "title", "alt", "data-th", "data-zone", "data-many", "data-one", "data-some", "data-chosen", "data-unanswered", "data-unreached", "data-say",
}

// attributeValue scans the value of an attribute with its last quote.
func (s *scanner) attributeValue(name, quote string) ([]Op, error) {
	v := valueScanner{scanner: s, name: name, quote: quote}
	if err := v.scan(false); err != nil {
		return nil, err
	}
	if slices.Contains(read, name) && !v.conditions {
		return s.messages.sentence(v.pieces), nil
	}
	return operations(v.pieces), nil
}

// operations returns the operations of pieces, without a translation.
func operations(pieces []piece) (ops []Op) {
	for _, p := range pieces {
		if p.isText() {
			ops = append(ops, constant(p.text))
		}
		ops = append(ops, p.ops...)
	}
	return ops
}

// valueScanner scans the value of an attribute.
type valueScanner struct {
	*scanner

	name, quote string
	pieces      []piece
	conditions  bool // it has some
	at          Kind // the place in an address
	unsure      bool // the place depends on a condition
}

func (v *valueScanner) scan(conditional bool) error {
	for v.rest != "" {
		switch {
		case v.rest[:1] == v.quote:
			if conditional {
				return errors.New("a value ends within a condition")
			}
			v.rest = v.rest[1:]
			return nil
		case v.rest[0] == '}' && conditional:
			v.rest = v.rest[1:]
			return nil
		case v.take("{}"):
			kind, err := v.kind()
			if err != nil {
				return err
			}
			v.pieces = append(v.pieces, piece{ops: []Op{v.value(kind)}})
		case strings.HasPrefix(v.rest, "{?") && !conditional:
			if err := v.condition(); err != nil {
				return err
			}
		default:
			text := v.rest[:1]
			v.rest = v.rest[1:]
			if conditional {
				text += v.until("{}" + v.quote)
			} else {
				text += v.until("{" + v.quote)
			}
			if strings.Contains(text, ">") { // who looks for the end of a tag need not know quotes
				return errors.New("a value with >: write &gt;")
			}
			v.pieces = append(v.pieces, piece{text: text})
			v.move(text)
		}
	}
	return errors.New("a value or a condition has no end")
}

// condition scans a part of the value that depends on another value.
func (v *valueScanner) condition() error {
	before, place := v.pieces, v.at
	v.pieces, v.conditions = nil, true
	var ops []Op
	err := v.scanner.condition(&ops, func() error {
		err := v.scan(true)
		ops = append(ops, operations(v.pieces)...)
		return err
	})
	v.pieces = append(before, piece{ops: ops})
	v.unsure = v.unsure || v.at != place
	return err
}

// move notes how a text changes the place in an address.
func (v *valueScanner) move(text string) {
	switch {
	case strings.ContainsAny(text, "?#"):
		v.at = AddressQuery
	case v.at == Constant && strings.TrimSpace(text) != "":
		v.at = AddressPath
	}
}

// addresses are the attributes that hold an address.
var addresses = []string{"href", "src", "action", "formaction", "poster", "cite", "data", "hx-get", "hx-post", "hx-put", "hx-patch", "hx-delete", "hx-push-url", "hx-replace-url", "ping", "background", "longdesc", "manifest", "usemap"}

// kind returns how a value has to be escaped, an error if nothing makes it safe.
func (v *valueScanner) kind() (Kind, error) {
	for _, unsafe := range []string{"on", "style", "hx-on", "hx-vals", "hx-headers", "hx-vars"} {
		if strings.HasPrefix(v.name, unsafe) {
			return 0, errors.New("no value is safe here")
		}
	}
	switch {
	case slices.Contains([]string{"srcset", "imagesrcset", "srcdoc", "content", "http-equiv", "nonce"}, v.name):
		return 0, errors.New("no value is safe here")
	case !slices.Contains(addresses, v.name):
		return Attribute, nil
	case v.unsure:
		return 0, errors.New("a value after a condition that changes the part of the address")
	case v.at == Constant:
		return AddressStart, nil
	}
	return v.at, nil
}
