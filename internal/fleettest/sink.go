package fleettest

import "net/http"

// Sink is an [http.ResponseWriter] that counts what is written and keeps nothing, for
// benchmarks: a recorder would cost more than many an answer.
type Sink struct {
	Code  int // 200 until WriteHeader
	Bytes int64
	head  http.Header
}

// NewSink returns an empty Sink.
func NewSink() *Sink { return &Sink{Code: http.StatusOK, head: make(http.Header)} }

// Header implements [http.ResponseWriter].
func (s *Sink) Header() http.Header { return s.head }

// WriteHeader implements [http.ResponseWriter].
func (s *Sink) WriteHeader(code int) { s.Code = code }

// Write implements [http.ResponseWriter].
func (s *Sink) Write(b []byte) (int, error) {
	s.Bytes += int64(len(b))
	return len(b), nil
}
