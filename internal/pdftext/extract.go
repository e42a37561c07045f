package pdftext

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Document is the text of a PDF file, valid UTF-8.
type Document struct {
	Title string // of the file's information dictionary; may be empty
	Text  string // paragraphs, each a line, with an empty line between them
}

// Why a file has no text. Any other error of [Extract] is the context's.
var (
	// ErrMalformed reports that the file is not a PDF, or too broken to be read.
	ErrMalformed = errors.New("malformed PDF")
	// ErrEncrypted reports that the file needs a password.
	ErrEncrypted = errors.New("PDF is encrypted")
	// ErrLimit reports that the file takes more work or memory than one file may.
	ErrLimit = errors.New("PDF exceeds the extraction limits")
	// ErrUnknown reports that the file does not say which letters most of its shapes are.
	ErrUnknown = errors.New("PDF does not say which letters it shows")
)

// errTextLimit is the [ErrLimit] of text.
var errTextLimit = fmt.Errorf("%w: more than %d bytes of text", ErrLimit, maxText)

const (
	maxFile  = 8 << 20 // bytes of a file
	maxText  = 4 << 20 // bytes of its text
	maxTitle = 1 << 12 // bytes of its title, still encoded

	fewUnknown = 20 // letters that may be unknown in any text
)

// Is reports whether body begins like a PDF file.
func Is(body []byte) bool {
	return bytes.Contains(body[:min(len(body), 1024)], []byte("%PDF-"))
}

// Extract returns the title and the text of a PDF file. A page that cannot be read
// is skipped, unless no page can be read. It does not return before it has
// stopped working, which is soon after ctx has ended. It retains nothing of body.
func Extract(ctx context.Context, body []byte) (doc Document, err error) {
	defer func() {
		if v := recover(); v != nil {
			doc, err = Document{}, fmt.Errorf("%w: %v", ErrMalformed, v)
		}
	}()
	b := newBudget(ctx)
	doc, err = extract(b, body)
	if b.err != nil { // the text up to here is incomplete
		return Document{}, b.err
	}
	if err != nil {
		return Document{}, err
	}
	return doc, nil
}

func extract(b *budget, body []byte) (Document, error) {
	switch {
	case !b.check():
		return Document{}, b.err
	case len(body) > maxFile:
		return Document{}, fmt.Errorf("%w: larger than %d bytes", ErrLimit, maxFile)
	case bytes.Contains(body, []byte("/Encrypt")):
		return Document{}, ErrEncrypted
	}
	f := newFile(b, body)
	root, ok := f.trailing("Root")
	if !ok {
		return Document{}, fmt.Errorf("%w: no catalog", ErrMalformed)
	}
	text, err := f.text(root)
	if err != nil {
		return Document{}, err
	}
	if !understood(text) {
		return Document{}, ErrUnknown
	}
	title := ""
	if info, ok := f.trailing("Info"); ok {
		title = textString(b, f.get(info, "Title").appendText(nil, maxTitle))
	}
	return Document{Title: title, Text: compose(b, text)}, nil
}

// understood reports whether at least half of the letters of a text are known. Those for private use
// mean nothing to others.
func understood(text []byte) bool {
	unknown := 0
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		i += size
		if r == utf8.RuneError || isPrivate(r) {
			unknown++
		}
	}
	if unknown <= fewUnknown {
		return true
	}
	known := -unknown
	for _, r := range string(text) {
		if !unicode.IsSpace(r) {
			known++
		}
	}
	return unknown <= known
}

// compose returns text with ligatures and other presentation forms as plain
// letters. One such form may expand to eighteen letters, so the result is limited.
func compose(b *budget, text []byte) string {
	if norm.NFKC.IsNormal(text) {
		return string(text)
	}
	var out []byte
	var it norm.Iter
	for it.Init(norm.NFKC, text); !it.Done(); {
		segment := it.Next()
		ok := b.spend(4 + len(segment))
		if ok {
			out, ok = push(b, out, maxText, segment...)
		}
		if !ok {
			b.fail(errTextLimit)
			return ""
		}
	}
	return string(out)
}
