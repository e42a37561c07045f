package apps

import (
	"bufio"
	"encoding/json"
	"io"
)

// pieceSize is the size of the write buffer for large answers, in bytes.
const pieceSize = 256 << 10

// arrayWriter writes a JSON array element by element. Method end returns the first
// error.
type arrayWriter struct {
	buf   *bufio.Writer
	first bool // the open array has no element yet
	err   error
}

func newArrayWriter(w io.Writer) *arrayWriter {
	a := &arrayWriter{buf: bufio.NewWriterSize(w, pieceSize), first: true}
	a.text("[")
	return a
}

// encoded writes an element that is already encoded.
func (a *arrayWriter) encoded(element string) error {
	a.separate()
	a.text(element)
	return a.err
}

// open writes the beginning of an element that is an object with a list as its last member.
// Elements that are written until close go into that list.
func (a *arrayWriter) open(members any, list string) {
	text, err := json.Marshal(members)
	if err != nil {
		a.err = err
		return
	}
	a.separate()
	a.text(string(text[:len(text)-1]) + `,"` + list + `":[`)
	a.first = true
}

// close ends the list and the object that open began.
func (a *arrayWriter) close() {
	a.text("]}")
	a.first = false
}

// end closes the array and flushes the buffer.
func (a *arrayWriter) end() error {
	a.text("]\n")
	if a.err != nil {
		return a.err
	}
	return a.buf.Flush()
}

func (a *arrayWriter) separate() {
	if !a.first {
		a.text(",")
	}
	a.first = false
}

func (a *arrayWriter) text(s string) {
	if a.err == nil {
		_, a.err = a.buf.WriteString(s)
	}
}
