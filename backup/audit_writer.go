package backup

import (
	"bufio"
	"bytes"
	"encoding/json"
)

// bundleWriter writes a bundle member by member. The first error is kept.
type bundleWriter struct {
	buf   *bufio.Writer
	began bool // whether the object has a member already
	err   error
}

// list writes a list whose elements each calls yield with. Yield says whether to
// go on.
func list(b *bundleWriter, name string, each func(yield func(any) bool) error) {
	b.name(name)
	b.text("[")
	n := 0
	b.keep(each(func(element any) bool {
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

func (b *bundleWriter) member(name string, value any) {
	b.name(name)
	b.value(value, 1)
}

func (b *bundleWriter) name(name string) {
	if b.began {
		b.text(",")
	}
	b.began = true
	b.text("\n" + margin(1) + `"` + name + `": `)
}

func (b *bundleWriter) value(value any, depth int) {
	text, err := written(value, depth)
	b.keep(err)
	b.text(string(text))
}

func (b *bundleWriter) text(s string) {
	if b.err == nil {
		_, b.err = b.buf.WriteString(s)
	}
}

func (b *bundleWriter) keep(err error) {
	if b.err == nil {
		b.err = err
	}
}

// written encodes a member of a bundle, so many levels deep in it.
func written(value any, depth int) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent(margin(depth), "  ")
	if err := enc.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimRight(buf.Bytes(), "\n"), nil
}

// margin is what a line begins with, so many levels deep.
func margin(depth int) string { return "            "[:2*depth] }
