package pagetext

import (
	"context"
	"errors"
)

// ErrTooLong reports that a page has more text than [Options.MaxText].
var ErrTooLong = errors.New("the page has too much text")

// Page is the text of a page.
type Page struct {
	Title string // of the page, or else its first heading; at most 4 KiB
	Text  string // Markdown: headings, lists, preformatted text, and rows of tables as lines
	Aside string // the text that was left out, likewise, up to a bound
}

// Options configure [Read].
type Options struct {
	Scriptless bool // as shown by a browser that runs no scripts
	MaxText    int  // bytes of text, beyond which the error is [ErrTooLong]

	// Exclude has the elements to leave out: "#" and an ID, or "." and a class.
	Exclude []string
}

// Read returns the text of a page, which is valid UTF-8, without navigation and consent
// banners. If the page marks a main part with most of the text, it returns that part.
//
// The error names the limit that the page exceeds, or is the cause of the end of the
// context, which is checked every few hundred elements.
func Read(ctx context.Context, page string, o Options) (Page, error) {
	b, err := build(ctx, page, !o.Scriptless)
	if err != nil {
		return Page{}, err
	}
	b.measure()
	p := Page{Title: b.title}
	if p.Title == "" {
		p.Title = withoutNUL(b.heading.String())
	}
	w := writer{tree: &b.tree, ctx: ctx, most: o.MaxText, out: make([]byte, 0, len(b.text)+len(b.text)/16)}
	w.write(b.content())
	if w.check() {
		return Page{}, w.err
	}
	p.Text = string(w.out)
	return p, nil
}

// content returns the node with the text of a page: the marked main part if it has most
// of the text, else the root.
func (b *builder) content() int32 {
	for _, part := range []int32{b.main, b.article} {
		if part != 0 && 2*b.nodes[part].letters >= b.nodes[0].letters {
			return part
		}
	}
	return 0
}
