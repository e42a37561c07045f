package inprocess

import (
	"context"
	"net"
	"sync"
)

// listener is a listener for connections within the process.
type listener struct {
	open   chan net.Conn
	closed chan struct{}
	end    func()
}

func listen() *listener {
	closed := make(chan struct{})
	return &listener{make(chan net.Conn), closed, sync.OnceFunc(func() { close(closed) })}
}

// dial returns a connection, whatever the address.
func (l *listener) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case l.open <- local{server}:
		return local{client}, nil
	case <-l.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept implements [net.Listener].
func (l *listener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.open:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close implements [net.Listener]. It may be called more than once.
func (l *listener) Close() error {
	l.end()
	return nil
}

// Addr implements [net.Listener].
func (*listener) Addr() net.Addr { return loopback }

// loopback is the address of both ends of a [local] connection.
var loopback = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)}

// local is a connection that appears to come from this machine.
type local struct{ net.Conn }

func (local) LocalAddr() net.Addr  { return loopback }
func (local) RemoteAddr() net.Addr { return loopback }
