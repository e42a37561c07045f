package fragment

import (
	"fmt"
	"slices"
	"strings"
)

// Kind is what an [Op] writes.
type Kind uint8

const (
	Constant     Kind = iota // the text of the operation, as it is
	Text                     // a value, as the text of an element
	Attribute                // a value, within an attribute
	AddressStart             // a value at the beginning of an address, whose scheme has to be harmless
	AddressPath              // a value within the path of an address
	AddressQuery             // a value within the query of an address
	If                       // nothing: the next Skip operations are left out unless the value is true
)

// Op writes a part of a fragment.
type Op struct {
	Kind  Kind
	Text  string
	Value int // the index of the value
	Skip  int
}

// Fragment is a compiled constant. It begins and ends outside of tags.
type Fragment struct {
	Ops    []Op
	Values int // how many values it takes
}

// Compile compiles a constant in a language: translated returns the text of a message, HTML in which only marks have
// a meaning. The error names a value in a place that is not safe, or what the constant lacks.
func Compile(html string, translated func(key string) string) (*Fragment, error) {
	s := scanner{rest: html, messages: messages{translated}}
	pieces, err := s.scan()
	if err != nil {
		return nil, fmt.Errorf("fragment %q: %w", html, err)
	}
	return &Fragment{Ops: joined(s.messages.list(pieces)), Values: s.values}, nil
}

// Messages returns the keys of the messages of a constant.
func Messages(html string) (keys []string, err error) {
	_, err = Compile(html, func(key string) string {
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
		return key
	})
	return keys, err
}

// joined joins constants that follow each other, except where a condition ends between them.
func joined(ops []Op) (out []Op) {
	at := make([]int, len(ops)+1) // where each operation is in out
	ends := make(map[int]bool)
	for i, op := range ops {
		if op.Kind == If {
			ends[i+1+op.Skip] = true
		}
	}
	for i, op := range ops {
		if last := len(out) - 1; op.Kind == Constant && last >= 0 && out[last].Kind == Constant && !ends[i] {
			out[last].Text += op.Text
			at[i] = last
			continue
		}
		at[i] = len(out)
		out = append(out, op)
	}
	at[len(ops)] = len(out)
	for i, op := range ops {
		if op.Kind == If {
			out[at[i]].Skip = at[i+1+op.Skip] - at[i] - 1
		}
	}
	return out
}

// constant returns an operation for a text, without the indentation of its lines.
func constant(text string) Op { return Op{Kind: Constant, Text: unindented(text)} }

// unindented returns a text in which space that has a line break is one line break.
func unindented(text string) string {
	if !strings.ContainsAny(text, "\n\t") {
		return text
	}
	var out strings.Builder
	for text != "" {
		at := strings.IndexAny(text, " \t\n")
		if at < 0 {
			break
		}
		out.WriteString(text[:at])
		rest := strings.TrimLeft(text[at:], " \t\n")
		if space := text[at : len(text)-len(rest)]; strings.Contains(space, "\n") {
			out.WriteByte('\n')
		} else {
			out.WriteString(space)
		}
		text = rest
	}
	return out.String() + text
}
