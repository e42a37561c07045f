package pdftext

import "fmt"

const (
	maxPages     = 500     // of a file that are read
	maxPageDepth = 50      // of the page tree
	maxContent   = 8 << 20 // bytes of the content of a page
)

// page has the parts of a page that text extraction needs.
type page struct {
	node      value
	resources value // its own, or inherited from the page tree
}

// pages returns the first maxPages pages of a file in order (ISO 32000-1, section
// 7.7.3). The page tree may be malformed, with cycles for example.
func (f *file) pages(root value) []page {
	var pages []page
	nodes := 0
	var walk func(node, resources value, depth int)
	walk = func(node, resources value, depth int) {
		if node.kind != dict {
			return
		}
		if own := f.get(node, "Resources"); own.kind == dict {
			resources = own
		}
		kids := f.get(node, "Kids")
		if kids.kind != array {
			pages, _ = push(f.b, pages, maxPages, page{node, resources})
			return
		}
		each := f.elements(kids)
		for {
			if nodes++; depth == maxPageDepth || nodes > 4*maxPages || len(pages) == maxPages {
				return
			}
			kid, ok := each.resolved()
			if !ok {
				return
			}
			walk(kid, resources, depth+1)
		}
	}
	walk(f.get(root, "Pages"), value{}, 0)
	return pages
}

// text returns the text of a file. The error is that of the first
// page, if no page can be read.
func (f *file) text(root value) ([]byte, error) {
	pages := f.pages(root)
	if len(pages) == 0 {
		return nil, fmt.Errorf("%w: no pages", ErrMalformed)
	}
	pen, err := f.draw(pages)
	if err == nil && f.distrusts() {
		pen, err = f.draw(pages)
	}
	if err != nil {
		return nil, err
	}
	return newLayout(f.b, pen.text, pen.lines, len(pages)).join(), nil
}

// draw writes the text of pages.
func (f *file) draw(pages []page) (*pen, error) {
	pen := newPen(f)
	var first error
	readable := false
	for _, page := range pages {
		content, err := f.content(page.node)
		switch {
		case f.b.err != nil:
			return nil, f.b.err
		case err == nil || len(content) > 0:
			readable = true
		case first == nil:
			first = err
		}
		pen.draw(page, content)
	}
	if !readable {
		return nil, first
	}
	return pen, nil
}

// distrusts forgets the guessed encodings of fonts that show no text with them. It reports whether there are any.
func (f *file) distrusts() (any bool) {
	for _, font := range f.guessed {
		if !font.sample.isText() {
			font.simple, any = nil, true
		}
	}
	return any
}

// content returns the content stream of a page. Several streams are joined by line ends:
// a token ends with its stream. Unreadable ones are skipped; the error is that of the first.
func (f *file) content(node value) (content []byte, err error) {
	content = f.buffer[:0]
	defer func() { f.buffer = content[:0] }()
	contents := f.get(node, "Contents")
	if contents.kind == null {
		return content, nil
	}
	if contents.kind != array {
		content, err = f.decode(content, contents, maxContent)
		return content, err
	}
	each := f.elements(contents)
	for part, ok := each.resolved(); ok && len(content) < maxContent; part, ok = each.resolved() {
		var failed error
		content, failed = f.decode(content, part, maxContent)
		if err == nil {
			err = failed
		}
		if len(content) < maxContent {
			content, _ = push(f.b, content, maxContent, '\n')
		}
	}
	return content, err
}
