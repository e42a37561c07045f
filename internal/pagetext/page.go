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

	// Host is that of the page's URL: links to other pages there often stand around texts.
	Host string

	// Exclude has the elements to leave out: "#" and an ID, or "." and a class.
	Exclude []string
}

// Read returns the text of a page, which is valid UTF-8, without what belongs to the site
// around it: navigation, banners, what is hidden or has no sentence. If the page marks a
// main part with most of the text, it returns that part. What has the greatest part of the
// sentences is never left out, whatever it is called.
//
// The error names the limit that the page exceeds, or is the cause of the end of the
// context, which is checked every few hundred elements.
func Read(ctx context.Context, page string, o Options) (Page, error) {
	b, err := build(ctx, page, o)
	if err != nil {
		return Page{}, err
	}
	b.measure()
	p := Page{Title: b.title}
	if p.Title == "" {
		p.Title = withoutNUL(b.heading.String())
	}
	at := b.choose()
	b.hold(false)
	if p.Text, err = b.written(ctx, []int32{at}, o.MaxText, false); err != nil {
		return Page{}, err
	}
	b.hold(true)
	p.Aside, err = b.written(ctx, b.beside(at), maxAside, true)
	if errors.Is(err, ErrTooLong) {
		err = nil // it is cut
	}
	return p, err
}

// maxAside is how many bytes of what is left out are returned.
const maxAside = 128 << 10

// written returns nodes as Markdown. A text that is too long is returned with the error,
// cut.
func (t *tree) written(ctx context.Context, nodes []int32, most int, aside bool) (string, error) {
	size := 0
	for _, at := range nodes {
		size += t.size(at, aside)
	}
	w := writer{tree: t, ctx: ctx, most: most, aside: aside}
	w.out.Grow(min(size+size/16, most+most/16))
	for _, at := range nodes {
		w.end(2)
		w.write(at)
		if w.check() {
			break
		}
	}
	if w.err != nil && !errors.Is(w.err, ErrTooLong) {
		return "", w.err
	}
	return w.out.String(), w.err
}
