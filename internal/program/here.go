package program

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"

	"github.com/privacylabels/auditor/internal/program/serving"
)

// hereURL is the URL of the service of [serveHere]. The dialer ignores it.
const hereURL = "http://localhost"

// serveHere opens the data folder and serves the API to this process only. It does no
// scheduled work.
func serveHere(ctx context.Context, c config, log *slog.Logger) (at remote, stop func() error, err error) {
	c.Settings = c.Unguarded()
	i, err := openInstallation(ctx, c)
	if err != nil {
		return at, nil, err
	}
	a, err := i.auditor(ctx, log)
	if err != nil {
		return at, nil, errors.Join(err, i.store.Close())
	}
	at, end := servePipes(ctx, a.Handler(), log)
	return at, func() error { return errors.Join(end(), a.Close(), i.store.Close()) }, nil
}

// servePipes serves a handler on [pipes].
func servePipes(ctx context.Context, h http.Handler, log *slog.Logger) (at remote, stop func() error) {
	listener := newPipes()
	server := serving.NewServer(h, log)
	var requests sync.WaitGroup
	requests.Go(func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.ErrorContext(ctx, "service in this process failed", "error", err)
		}
	})
	at = newRemote(hereURL, "")
	at.most = 0
	at.client.Transport = &http.Transport{DialContext: listener.dial, DisableKeepAlives: true}
	return at, func() error {
		defer requests.Wait()
		return server.Close()
	}
}

// pipes is a listener for connections within the process.
type pipes struct {
	open   chan net.Conn
	closed chan struct{}
	end    func()
}

func newPipes() *pipes {
	closed := make(chan struct{})
	return &pipes{make(chan net.Conn), closed, sync.OnceFunc(func() { close(closed) })}
}

// dial returns a connection, whatever the address.
func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case p.open <- local{server}:
		return local{client}, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept implements [net.Listener].
func (p *pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.open:
		return conn, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close implements [net.Listener].
func (p *pipes) Close() error {
	p.end()
	return nil
}

// Addr implements [net.Listener].
func (*pipes) Addr() net.Addr { return loopback }

// loopback is the address of both ends of a [local] connection.
var loopback = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)}

// local is a connection that appears to come from this machine.
type local struct{ net.Conn }

func (local) LocalAddr() net.Addr  { return loopback }
func (local) RemoteAddr() net.Addr { return loopback }
