package inprocess

import (
	"net/http"
	"sync"
)

// Server is a server as a transport: all requests that a client sends through it go to the server, whatever their
// address. It is safe for concurrent use.
type Server struct {
	server    *http.Server
	listener  *listener
	transport *http.Transport
	start     func()
	serving   sync.WaitGroup
}

// New returns a transport to a server, which must not serve anything else. The server is started by the first request.
func New(server *http.Server) *Server {
	s := &Server{server: server, listener: listen()}
	s.transport = &http.Transport{DialContext: s.listener.dial, DisableKeepAlives: true}
	s.start = sync.OnceFunc(func() {
		s.serving.Go(func() { _ = server.Serve(s.listener) }) // it fails only when it is closed: so does Accept
	})
	return s
}

// RoundTrip implements [http.RoundTripper]. It fails with [net.ErrClosed] after Close.
func (s *Server) RoundTrip(r *http.Request) (*http.Response, error) {
	s.start()
	return s.transport.RoundTrip(r)
}

// Close closes the server and all connections, and returns when it has ended. It may be called more than once.
func (s *Server) Close() error {
	s.listener.Close()
	err := s.server.Close()
	s.serving.Wait()
	return err
}
