package pagetext

import (
	"context"
	"errors"
)

// ErrTooLong is the error of [Read] for a page with more text than is read.
var ErrTooLong = errors.New("more text than is read")

// Page is what a page says.
type Page struct {
	Title string // of the page, or else its first heading; at most 4 KiB
	Text  string // Markdown: headings, lists, preformatted text, and rows of tables as lines
}

// Options are how a page is read.
type Options struct {
	Scriptless bool // as a reader sees it whose browser runs no scripts
	MaxText    int  // bytes of text, beyond which the error is [ErrTooLong]
}

// Read returns the text of a page, which is valid UTF-8: of its main part, where
// that is most of the text, without what belongs to the site around it, and without
// what asks visitors for their consent.
//
// The error names the limit that the page exceeds, or is the cause of the end of
// the context, which is looked at every few hundred elements.
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

// content returns the node with the text of a page: what is marked as the main
// part, where that is most of the text.
func (b *builder) content() int32 {
	for _, part := range []int32{b.main, b.article} {
		if part != 0 && 2*b.nodes[part].letters >= b.nodes[0].letters {
			return part
		}
	}
	return 0
}
