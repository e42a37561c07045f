package bundle

import (
	"bufio"
	"bytes"
	"encoding/json"
)

// writer writes a bundle member by member. After an error it writes nothing.
type writer struct {
	buf   *bufio.Writer
	comma bool // the object has a member already
	err   error
}

// list writes a list. Each calls yield with every element and stops when yield
// returns false.
func (b *writer) list(name string, each func(yield func(any) bool) error) {
	b.name(name)
	b.text("[")
	n := 0
	b.fail(each(func(element any) bool {
		if n++; n > 1 {
			b.text(",")
		}
		b.text("\n" + margin(2))
		b.value(element, 2)
		return b.err == nil
	}))
	if n > 0 {
		b.text("\n" + margin(1))
	}
	b.text("]")
}

func (b *writer) member(name string, value any) {
	b.name(name)
	b.value(value, 1)
}

func (b *writer) name(name string) {
	if b.comma {
		b.text(",")
	}
	b.comma = true
	b.text("\n" + margin(1) + `"` + name + `": `)
}

func (b *writer) value(value any, depth int) {
	text, err := indented(value, depth)
	b.fail(err)
	b.text(string(text))
}

func (b *writer) text(s string) {
	if b.err == nil {
		_, b.err = b.buf.WriteString(s)
	}
}

func (b *writer) fail(err error) {
	if b.err == nil {
		b.err = err
	}
}

// indented encodes a value at a depth of the bundle.
func indented(value any, depth int) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent(margin(depth), "  ")
	if err := enc.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimRight(buf.Bytes(), "\n"), nil
}

// margin returns the indentation of a line at a depth.
func margin(depth int) string { return "            "[:2*depth] }
