package terminal

import (
	"io"
	"os"
	"slices"
	"sync"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/term"
)

// Writer makes text safe to show on a terminal. It keeps line feeds, tabs and spaces. All other
// space becomes a space, and bytes that are not UTF-8 become U+FFFD. It drops control and
// formatting characters, which a terminal would obey. Characters may be split between calls.
// It is safe for concurrent use.
type Writer struct {
	to   io.Writer
	json bool // escape what is otherwise dropped or replaced

	mu      sync.Mutex
	pending []byte // the beginning of a character
}

// NewWriter returns a writer of text to w.
func NewWriter(w io.Writer) *Writer { return &Writer{to: w} }

// NewJSONWriter returns a writer of JSON to w. It changes no value: characters that cannot be
// shown are escaped (RFC 8259, section 7).
func NewJSONWriter(w io.Writer) *Writer { return &Writer{to: w, json: true} }

// Write implements [io.Writer]. It writes to the writer below once, or not at all.
func (w *Writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := append(w.pending, p...)
	out := make([]byte, 0, len(text))
	for len(text) > 0 && utf8.FullRune(text) {
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		out = w.appendRune(out, r)
	}
	w.pending = slices.Clone(text)
	if len(out) == 0 {
		return len(p), nil
	}
	if _, err := w.to.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (w *Writer) appendRune(out []byte, r rune) []byte {
	switch {
	case r == '\n', r == '\t', unicode.IsPrint(r):
		return utf8.AppendRune(out, r)
	case w.json:
		return appendEscaped(out, r)
	case unicode.IsSpace(r) && r != '\r':
		return append(out, ' ')
	}
	return out
}

// appendEscaped appends a character as one escape of JSON, or as the two of its surrogates.
func appendEscaped(out []byte, r rune) []byte {
	if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
		return appendEscaped(appendEscaped(out, high), low)
	}
	const digits = "0123456789abcdef"
	return append(out, '\\', 'u', digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15])
}

// File returns the terminal that a writer writes to, also through a [Writer] and a writer with a
// method Unwrap.
func File(w io.Writer) (f *os.File, ok bool) {
	w = below(w)
	if wrapped, is := w.(interface{ Unwrap() io.Writer }); is {
		w = wrapped.Unwrap()
	}
	f, ok = w.(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// Data returns a writer for data such as a backup, which must not change on its way to a file or
// another program: that below a [Writer], unless it is a terminal.
func Data(w io.Writer) io.Writer {
	if _, shown := File(w); shown {
		return w
	}
	return below(w)
}

// below returns the writer that a [Writer] writes to, or another writer itself.
func below(w io.Writer) io.Writer {
	if text, wrapped := w.(*Writer); wrapped {
		return text.to
	}
	return w
}

// eraseLine moves to the start of the line and erases it (ECMA-48, EL).
const eraseLine = "\r\x1b[K"

// EraseLine erases the line of a terminal that the cursor is in, also through a [Writer].
func EraseLine(w io.Writer) error {
	_, err := io.WriteString(below(w), eraseLine)
	return err
}
