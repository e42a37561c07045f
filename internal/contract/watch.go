package contract

import (
	"io"
	"net/http"
	"sync"
	"testing"
)

// Handler returns a handler that fails the test if an answer does not fit the
// document.
func (c *Contract) Handler(t testing.TB, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		watched := &writer{ResponseWriter: w, status: http.StatusOK}
		method, path := r.Method, r.URL.Path
		next.ServeHTTP(watched, r) // after a panic the answer is incomplete and not checked
		if err := c.Check(Answer{method, path, watched.status, w.Header(), watched.sent.body()}); err != nil {
			t.Error(err)
		}
	})
}

// writer records an answer.
type writer struct {
	http.ResponseWriter
	sent   reads
	status int
}

func (w *writer) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

func (w *writer) Write(p []byte) (int, error) {
	n, err := w.ResponseWriter.Write(p)
	_, _ = w.sent.Write(p[:n])
	return n, err
}

// Unwrap is for http.ResponseController.
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Transport returns a transport that fails the test if an answer does not fit the
// document. It checks when the body has been read to its end.
func (c *Contract) Transport(t testing.TB, next http.RoundTripper) http.RoundTripper {
	return transport{c, t, next}
}

type transport struct {
	contract *Contract
	t        testing.TB
	next     http.RoundTripper
}

func (tr transport) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := tr.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	body := &reader{ReadCloser: res.Body}
	body.end = sync.OnceFunc(func() {
		if err := tr.contract.Check(Answer{r.Method, r.URL.Path, res.StatusCode, res.Header, body.taken.body()}); err != nil {
			tr.t.Error(err)
		}
	})
	res.Body = body
	return res, nil
}

// reader records a body.
type reader struct {
	io.ReadCloser
	taken reads
	end   func()
}

func (r *reader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	_, _ = r.taken.Write(p[:n])
	if err == io.EOF {
		r.end()
	}
	return n, err
}
