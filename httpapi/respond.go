package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
)

// pieceSize is how much of a long answer is buffered before it is written.
const pieceSize = 256 << 10

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

// response remembers whether an answer has begun, and its status. Writing takes no
// longer than the request's deadlines allow.
type response struct {
	http.ResponseWriter
	began     bool
	code      int // zero: 200, or none yet
	deadlines deadlines
}

func (w *response) WriteHeader(status int) {
	w.began, w.code = true, status
	w.ResponseWriter.WriteHeader(status)
}

// Write sends p in pieces that are small enough for a slow client to take each
// within the stall timeout.
func (w *response) Write(p []byte) (written int, err error) {
	w.began = true
	for {
		piece := p[:min(len(p), stallQuota)]
		n, err := w.deadlines.writing(func() (int, error) { return w.ResponseWriter.Write(piece) })
		written += n
		if p = p[len(piece):]; err != nil || len(p) == 0 {
			return written, err
		}
	}
}

// flush sends what was written so far.
func (w *response) flush() error {
	w.began = true
	_, err := w.deadlines.writing(func() (int, error) { return 0, w.deadlines.control.Flush() })
	return err
}

// Unwrap is for http.ResponseController.
func (w *response) Unwrap() http.ResponseWriter { return w.ResponseWriter }

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

// pieces writes a stream. Its errors wrap errSend.
type pieces struct{ w *response }

func newPieces(w *response) *pieces { return &pieces{w} }

// Write sends b.
func (p *pieces) Write(b []byte) (int, error) {
	n, err := p.w.Write(b)
	if err != nil {
		return n, fmt.Errorf("%w: %w", errSend, err)
	}
	return n, nil
}

// Flush sends what was written so far.
func (p *pieces) Flush() error {
	if err := p.w.flush(); err != nil {
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
	_, err := newPieces(w).Write(body)
	return err
}
