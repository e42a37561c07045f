package inprocess

import (
	"fmt"
	"net"
	"net/http"
	"sync"
)

// Server is a server as a transport: all requests of a client go to the server, whatever their host. Their scheme
// has to be http. It is safe for concurrent use.
type Server struct {
	server    *http.Server
	handler   http.Handler
	listener  *listener
	transport *http.Transport

	mu      sync.Mutex
	started bool
	closed  bool
	work    sync.WaitGroup // serving, and handlers; nothing is added when closed is set
}

// New returns a transport to a server, which must not serve anything else. The server is started by the first request.
func New(server *http.Server) *Server {
	s := &Server{server: server, handler: server.Handler, listener: listen()}
	s.transport = &http.Transport{DialContext: s.listener.dial, DisableKeepAlives: true}
	server.Handler = http.HandlerFunc(s.handle)
	return s
}

// RoundTrip implements [http.RoundTripper]. It fails with [net.ErrClosed] after Close, and when Close ends the request.
func (s *Server) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	if !s.started && !s.closed {
		s.started = true
		s.work.Go(func() { _ = s.server.Serve(s.listener) }) // it fails only when it is closed: so does Accept
	}
	s.mu.Unlock()

	answer, err := s.transport.RoundTrip(r)
	if err != nil && s.isClosed() && r.Context().Err() == nil {
		return nil, fmt.Errorf("%w: %w", net.ErrClosed, err)
	}
	return answer, err
}

// handle handles a request unless the server is closed.
func (s *Server) handle(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		panic(http.ErrAbortHandler)
	}
	s.work.Add(1)
	s.mu.Unlock()
	defer s.work.Done()
	s.handler.ServeHTTP(w, r)
}

func (s *Server) isClosed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

// Close closes all connections, which ends the contexts of requests, and returns when the handlers have returned. So a
// handler must not call it. It may be called more than once.
func (s *Server) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.listener.Close()
	err := s.server.Close()
	s.work.Wait()
	return err
}
