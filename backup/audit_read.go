package backup

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/jsondepth"
)

const (
	// maxPart is the largest part of a bundle that is held at once, in bytes: an
	// app, a note, a member that is no list.
	maxPart = 1 << 20
	// maxDepth is how deep such a part may lie in itself.
	maxDepth = 64
	// maxParts is how many elements a list of a bundle has at most.
	maxParts = 100_000
)

// partReader reads JSON part by part, none of which it holds longer than the
// caller does.
type partReader struct {
	meter *meter
	dec   *json.Decoder
}

// errPartSize says that a part is too large.
var errPartSize = errors.New("too large")

// meter ends reading at a limit, which moves on with the parts.
type meter struct {
	from        io.Reader
	read, limit int64
}

func (m *meter) Read(p []byte) (int, error) {
	left := m.limit - m.read
	if left <= 0 {
		return 0, errPartSize
	}
	n, err := m.from.Read(p[:min(int64(len(p)), left)])
	m.read += int64(n)
	return n, err
}

// newPartReader reads a file from an offset on.
func newPartReader(file io.ReaderAt, offset, size int64) *partReader {
	m := &meter{from: io.NewSectionReader(file, offset, size-offset)}
	return &partReader{m, json.NewDecoder(m)}
}

// allow lets the next part be read.
func (p *partReader) allow() { p.meter.limit = p.dec.InputOffset() + maxPart }

// more says whether the list or object that is open has another part.
func (p *partReader) more() bool {
	p.allow()
	return p.dec.More()
}

// token returns the next bracket, or the name of a member.
func (p *partReader) token() (json.Token, error) {
	p.allow()
	t, err := p.dec.Token()
	return t, readError(err)
}

// part returns the next value whole.
func (p *partReader) part() (json.RawMessage, error) {
	p.allow()
	var text json.RawMessage
	switch err := p.dec.Decode(&text); {
	case err != nil:
		return nil, readError(err)
	case !utf8.Valid(text):
		return nil, refuse("The bundle is not UTF-8")
	case jsondepth.Exceeds(text, maxDepth):
		return nil, refuse("The bundle is nested too deep")
	}
	return text, nil
}

// end makes sure that nothing follows.
func (p *partReader) end() error {
	p.allow()
	switch _, err := p.dec.Token(); {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return readError(err)
	}
	return errSyntax
}

// elements calls each with every element of the list that comes next.
func (p *partReader) elements(name string, each func(int, json.RawMessage) error) error {
	if _, err := p.token(); err != nil { // the bracket
		return err
	}
	for n := 0; p.more(); n++ {
		if n == maxParts {
			return refuse("%s has more than %d elements", name, maxParts)
		}
		text, err := p.part()
		if err != nil {
			return err
		}
		if err := each(n, text); err != nil {
			return err
		}
	}
	_, err := p.token()
	return err
}

// errSyntax is what is said of a file that is no JSON.
var errSyntax = refuse("The bundle is not valid JSON")

// readError says of an error of reading JSON whether it is the file's.
func readError(err error) error {
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &syntax), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errSyntax
	case errors.Is(err, errPartSize):
		return refuse("A part of the bundle is larger than %d bytes", maxPart)
	}
	return fmt.Errorf("read a bundle: %w", err)
}

// valueAt returns where the value after the name of a member begins, and its
// first byte.
func valueAt(file io.ReaderAt, offset, size int64) (int64, byte, error) {
	var buf [64]byte
	for offset < size {
		n, err := file.ReadAt(buf[:min(int64(len(buf)), size-offset)], offset)
		for i, c := range buf[:n] {
			switch c {
			case ' ', '\t', '\r', '\n', ':':
			default:
				return offset + int64(i), c, nil
			}
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, 0, readError(err)
		}
		if offset += int64(n); n == 0 {
			break
		}
	}
	return 0, 0, errSyntax
}
