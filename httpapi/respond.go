package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

const (
	// stallPatience is how long one piece of an answer may take to leave.
	stallPatience = 30 * time.Second
	// pieceSize is the largest piece that is written under one deadline.
	pieceSize = 256 << 10
)

// Header values that many answers share. A value is never appended to, so one
// slice serves all.
var (
	jsonType = []string{"application/json"}
	noStore  = []string{"no-store"}
	noCache  = []string{"no-cache"}
)

// securityHeaders are on every answer, refusals included. The content policy is
// for pages that somebody serves beside the API from the same origin.
var securityHeaders = [...]struct {
	name  string
	value []string
}{
	{"Content-Security-Policy", []string{"default-src 'self'; base-uri 'self'; frame-ancestors 'none'; form-action 'self'; img-src 'self' data: blob:; " +
		"font-src 'self' data:; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; object-src 'none'"}},
	{"Referrer-Policy", []string{"strict-origin-when-cross-origin"}},
	{"X-Content-Type-Options", []string{"nosniff"}},
	{"X-Frame-Options", []string{"DENY"}},
	{"Permissions-Policy", []string{"camera=(), microphone=(), geolocation=(), usb=(), payment=()"}},
	{"Cross-Origin-Opener-Policy", []string{"same-origin"}},
	// What an answer holds may be private; a kept one says otherwise.
	{"Cache-Control", noStore},
}

// response remembers whether an answer has begun, and its status.
type response struct {
	http.ResponseWriter
	began bool
	code  int // zero: 200, or none yet
}

func (w *response) WriteHeader(status int) {
	w.began, w.code = true, status
	w.ResponseWriter.WriteHeader(status)
}

func (w *response) Write(p []byte) (int, error) {
	w.began = true
	return w.ResponseWriter.Write(p)
}

// Unwrap is for http.ResponseController.
func (w *response) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// past is a deadline that is over. Deadlines are set when a timer fires, so
// that it is the timer's clock that counts.
var past = time.Unix(1, 0)

// limitRead lets reading the body fail after a time. The returned function
// ends the limit.
func (w *response) limitRead(patience time.Duration) (stop func() bool) {
	control := http.NewResponseController(w.ResponseWriter)
	return time.AfterFunc(patience, func() {
		_ = control.SetReadDeadline(past) // not supported: then whoever serves has limits of its own
	}).Stop
}

// stream is an answer that is written piece by piece as it comes about. The
// first error ends it.
type stream interface {
	// header sets what the answer's header says of it, the type at least.
	header(http.Header)
	writeTo(ctx context.Context, w *pieces) error
}

// document is an answer that is not JSON.
type document struct {
	contentType string
	body        []byte
}

// pieces writes a stream. Each piece must leave within stallPatience, however
// long the whole takes.
type pieces struct {
	w       *response
	control *http.ResponseController
	timer   *time.Timer
}

func newPieces(w *response) *pieces {
	p := &pieces{w: w, control: http.NewResponseController(w.ResponseWriter)}
	_ = p.control.SetWriteDeadline(time.Time{}) // not the whole answer's, from here on
	p.timer = time.AfterFunc(stallPatience, func() { _ = p.control.SetWriteDeadline(past) })
	p.timer.Stop()
	return p
}

// Write sends b, in pieces of bounded size.
func (p *pieces) Write(b []byte) (int, error) {
	written := 0
	for len(b) > 0 {
		piece := b[:min(len(b), pieceSize)]
		p.timer.Reset(stallPatience)
		n, err := p.w.Write(piece)
		p.timer.Stop()
		written += n
		if err != nil {
			return written, fmt.Errorf("%w: %w", errSend, err)
		}
		b = b[n:]
	}
	return written, nil
}

// Flush sends what was written so far.
func (p *pieces) Flush() error {
	p.timer.Reset(stallPatience)
	defer p.timer.Stop()
	p.w.began = true
	if err := p.control.Flush(); err != nil {
		return fmt.Errorf("%w: %w", errSend, err)
	}
	return nil
}

// encode returns an answer's type and bytes.
func encode(out any) (contentType []string, body []byte, err error) {
	if d, ok := out.(document); ok {
		return []string{d.contentType}, d.body, nil
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(out); err != nil {
		return nil, nil, fmt.Errorf("encode an answer: %w", err)
	}
	return jsonType, buf.Bytes(), nil
}

// writeOut answers with what a handler returned.
func writeOut(w *response, r *request, out any) error {
	if s, ok := out.(stream); ok {
		s.header(w.Header())
		if r.Method == http.MethodHead {
			w.WriteHeader(http.StatusOK)
			return nil
		}
		return s.writeTo(r.Context(), newPieces(w))
	}
	status := http.StatusOK
	if s, ok := out.(interface{ status() int }); ok {
		status = s.status()
	}
	return writeStatus(w, r, status, out)
}

// writeJSON answers 200 with a value.
func writeJSON(w http.ResponseWriter, r *request, out any) error {
	return writeStatus(w.(*response), r, http.StatusOK, out)
}

// writeStatus answers with a value, encoded before the header is sent.
func writeStatus(w *response, r *request, status int, out any) error {
	contentType, body, err := encode(out)
	if err != nil {
		return err
	}
	return writeBytes(w, r, status, contentType, []string{strconv.Itoa(len(body))}, body)
}

// writeBytes answers with bytes, their type and their length.
func writeBytes(w *response, r *request, status int, contentType, length []string, body []byte) error {
	h := w.Header()
	h["Content-Type"] = contentType
	h["Content-Length"] = length
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return nil
	}
	if len(body) > pieceSize/4 {
		_, err := newPieces(w).Write(body)
		return err
	}
	if _, err := w.Write(body); err != nil {
		return fmt.Errorf("%w: %w", errSend, err)
	}
	return nil
}
