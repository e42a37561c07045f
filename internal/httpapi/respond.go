package httpapi

import (
	"cmp"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"

	"github.com/privacylabels/auditor/internal/httpapi/cache"
	"github.com/privacylabels/auditor/internal/httpapi/op"
)

// Header values that many answers share. They are never appended to, so answers can share the
// slices.
var (
	noStore = []string{"no-store"}
	noCache = []string{"no-cache"}

	noReferrer = []string{"no-referrer"}
	originOnly = []string{"strict-origin"} // without a referrer, browsers send no Origin with a form
)

// securityHeaders are set on every answer, including refusals. The content security policy is
// for pages that a host program serves from the same origin.
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
	// Otherwise a page of the same site could load icons, and so learn which apps are tracked.
	{"Cross-Origin-Resource-Policy", []string{"same-origin"}},
	// The default, because answers may be private. Cached answers replace it.
	{"Cache-Control", noStore},
}

// response records whether an answer has begun, and its status. It writes within the deadlines
// of the request.
type response struct {
	http.ResponseWriter
	began     bool
	code      int   // the status; zero: 200, or no answer yet
	bytes     int64 // bytes of the body so far
	deadlines deadlines
}

func (w *response) WriteHeader(status int) {
	w.began, w.code = true, status
	w.ResponseWriter.WriteHeader(status)
}

// Write sends p in pieces that a slow client can receive within the deadlines. Its errors wrap
// errSend, as those of Flush do.
func (w *response) Write(p []byte) (written int, err error) {
	w.began = true
	for {
		piece := p[:min(len(p), w.deadlines.piece)]
		n, err := w.deadlines.writing(len(piece), func() (int, error) { return w.ResponseWriter.Write(piece) })
		written += n
		w.bytes += int64(n)
		if err != nil {
			return written, fmt.Errorf("%w: %w", errSend, err)
		}
		if p = p[len(piece):]; len(p) == 0 {
			return written, nil
		}
	}
}

// The buffers of [response.ReadFrom]: those of 64 KiB are for slow clients, too.
var (
	shortPieces = sync.Pool{New: func() any { return new(make([]byte, 2*stallQuota)) }}
	longPieces  = sync.Pool{New: func() any { return new(make([]byte, largestPiece)) }}
)

// ReadFrom sends what r has until its end, as Write does. It holds one buffer: a short one, unless the client took what
// came before at once.
func (w *response) ReadFrom(r io.Reader) (sent int64, err error) {
	for {
		n, err := w.sendPiece(r)
		sent += int64(n)
		switch {
		case err == io.EOF: // as for io.Copy, an error that wraps it is not the end
			return sent, nil
		case err != nil:
			return sent, err
		}
	}
}

// sendPiece sends what r has, as much as may be sent at once.
func (w *response) sendPiece(r io.Reader) (sent int, err error) {
	from := &shortPieces
	if w.deadlines.piece > 2*stallQuota {
		from = &longPieces
	}
	buf := from.Get().(*[]byte)
	defer from.Put(buf)
	n, err := r.Read((*buf)[:w.deadlines.piece])
	if n == 0 {
		return 0, err
	}
	sent, failed := w.Write((*buf)[:n])
	return sent, cmp.Or(failed, err)
}

// Flush sends what was written so far.
func (w *response) Flush() error {
	w.began = true
	_, err := w.deadlines.writing(0, func() (int, error) { return 0, w.deadlines.control.Flush() })
	if err != nil {
		return fmt.Errorf("%w: %w", errSend, err)
	}
	return nil
}

// Unwrap is for http.ResponseController.
func (w *response) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// writeOut sends what a handler returned.
func writeOut(w *response, r *request, out any) error {
	if s, ok := out.(op.Stream); ok {
		s.SetHeader(w.Header())
		if r.Method == http.MethodHead {
			w.WriteHeader(http.StatusOK)
			return nil
		}
		return s.Stream(r.Context(), w)
	}
	status := http.StatusOK
	if s, ok := out.(op.Statuser); ok {
		status = s.StatusCode()
	}
	return writeStatus(w, r, status, out)
}

// writeStatus sends a value as JSON. It encodes the value before it sends the header.
func writeStatus(w *response, r *request, status int, out any) error {
	contentType, body, err := op.EncodeAnswer(out)
	if err != nil {
		return err
	}
	if headed, ok := out.(op.Headed); ok {
		headed.AddHeader(w.Header())
	}
	if len(body) > cache.MaxBody && r.Method != http.MethodHead {
		answer := r.api.cache.Of(contentType, body)
		r.api.offload(r, answer)
		defer func() { _ = answer.Close() }() // errors do not matter after reading
		w.Header()["Content-Type"], w.Header()["Content-Length"] = answer.ContentType, answer.Length
		w.WriteHeader(status)
		_, err := answer.WriteTo(w)
		return err
	}
	return writeBytes(w, r, status, contentType, []string{strconv.Itoa(len(body))}, body)
}

// writeBytes sends a body with its type and length.
func writeBytes(w *response, r *request, status int, contentType, length []string, body []byte) error {
	h := w.Header()
	h["Content-Type"] = contentType
	h["Content-Length"] = length
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return nil
	}
	_, err := w.Write(body)
	return err
}
