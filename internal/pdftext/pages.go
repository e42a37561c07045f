package pdftext

import "fmt"

const (
	maxPages     = 500     // read of a file
	maxPageDepth = 50      // of the tree that they are in
	maxContent   = 8 << 20 // bytes of the content of a page
)

// page is a page as far as text needs it.
type page struct {
	node      value
	resources value // which it may have from the tree that it is in
}

// pages returns the pages of a file in their order (ISO 32000-1, section 7.7.3): no
// more than are read, of a tree that may be any shape.
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

// text returns the text of a file, page by page. The error is that of the first
// page, where no page can be read.
func (f *file) text(root value) ([]byte, error) {
	pages := f.pages(root)
	if len(pages) == 0 {
		return nil, fmt.Errorf("%w: no pages", ErrMalformed)
	}
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
		pen.write([]byte("\n\n"))
	}
	if !readable {
		return nil, first
	}
	return pen.text, nil
}

// content returns what draws a page: a stream, or several, between which only tokens
// end. Those that cannot be read are left out. The error is that of the first one.
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
