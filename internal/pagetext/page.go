package pagetext

import (
	"context"
	"errors"
	"slices"
)

// ErrTooLong reports that a page has more text than [Options.MaxText].
var ErrTooLong = errors.New("the page has too much text")

// Page is the text of a page.
type Page struct {
	Title string // of the page, or else its first heading; at most 4 KiB
	Text  string // Markdown: headings, lists, preformatted text, and rows of tables as lines
	Aside string // the text that was left out, likewise, up to a bound; first that of [Options.Exclude]

	// Regained is the part of Text that earlier rules left out, likewise. A text that they made
	// is compared without it.
	Regained string

	// Consent is the text of the largest part that was left out because of the name of a
	// consent tool, likewise; empty if that is short.
	Consent string

	// Excluded has the number of elements that each one of [Options.Exclude] names. What names none is
	// not in it.
	Excluded map[string]int

	// Documents reports whether other documents than the wanted ones were left out, see
	// [Options.Document].
	Documents bool
}

// Name is what the name of a part of a page, such as its heading, tells of it.
type Name uint8

// The names.
const (
	NoDocument      Name = iota // it is not that of a document of its own
	WantedDocument              // it is that of the document that the caller wants
	RelatedDocument             // it may be that of a section of the wanted document, or of a document of its own
	OtherDocument               // it is that of another document
)

// Options configure [Read].
type Options struct {
	Scriptless bool // as shown by a browser that runs no scripts
	MaxText    int  // bytes of text, beyond which the error is [ErrTooLong]

	// Host is that of the page's URL: links to other pages there often stand around texts.
	Host string

	// Exclude has the elements to leave out: "#" and an ID, or "." and a class.
	Exclude []string

	// OnSubject reports whether a text in lower case is on what the caller wants to read. What is, and has
	// sentences, is not left out for being like promotion. If it is nil, all texts are.
	OnSubject func(text string) bool

	// Document returns what the name of a part tells of it. Where all parts of a page are
	// documents, the text is that of the wanted ones. If it is nil, all are the text.
	Document func(name string) Name
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
	p := Page{Title: b.title, Excluded: b.excluded}
	if p.Title == "" {
		p.Title = withoutNUL(b.heading.String())
	}
	at := b.choose()
	p.Documents = b.documented
	b.hold(false)
	if p.Text, err = b.written(ctx, []int32{at}, o.MaxText, false); err != nil {
		return Page{}, err
	}
	if p.Regained, err = b.written(ctx, b.regained, o.MaxText, false); err != nil {
		return Page{}, err
	}
	b.hold(true)
	p.Aside, err = b.written(ctx, b.beside(at), maxAside, true)
	if errors.Is(err, ErrTooLong) {
		err = nil // it is cut
	}
	if err == nil {
		p.Consent, err = b.consentText(ctx, o.MaxText)
	}
	return p, err
}

// maxAside is how many bytes of what is left out are returned. A page may have other long
// documents beside the text.
const maxAside = 256 << 10

// minConsent is how many letters a part with the name of a consent tool has at least that may be
// the text.
const minConsent = 400

// consentText returns the text of the largest part that has the name of a consent tool. It
// changes the tree.
func (b *builder) consentText(ctx context.Context, most int) (string, error) {
	var parts []int32
	for i := range b.nodes {
		switch n := &b.nodes[i]; {
		case !n.holds.has(leftOut):
		case n.role == banner:
			n.holds &^= leftOut
			parts = append(parts, int32(i))
		case n.role == dialog, n.role == hidden: // consent tools have such parts
			n.holds &^= leftOut
		}
	}
	if len(parts) == 0 {
		return "", nil
	}
	b.sum()
	best := slices.MaxFunc(parts, func(x, y int32) int { return int(b.nodes[x].letters - b.nodes[y].letters) })
	if b.nodes[best].letters < minConsent {
		return "", nil
	}
	b.surroundings(best)
	b.hold(false)
	text, err := b.written(ctx, []int32{best}, most, false)
	if errors.Is(err, ErrTooLong) {
		return "", nil
	}
	return text, err
}

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
