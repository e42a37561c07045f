package main

import (
	"net"
	"net/netip"
	"sync"
)

const (
	// maxConnections is how many connections are open at once. Those beyond wait in
	// the system's queue until one closes.
	maxConnections = 1000
	// maxClientConnections is how many of them one address has; those beyond are
	// closed at once. A person's browser opens six.
	maxClientConnections = 200
	// sendBuffer is how much of an answer the system holds for a client. With a
	// larger one the server learns too late that a slow client makes progress.
	sendBuffer = 128 << 10
)

// limitedListener bounds the number of open connections, in all and by client.
// IPv6 addresses of one subnet (/64) are one client. Connections from this machine
// count as none's, because they may be a reverse proxy's.
type limitedListener struct {
	net.Listener
	perClient int           // 0: no limit, for clients that a proxy hides
	slots     chan struct{} // one for each open connection
	closed    chan struct{}
	close     func()

	mu   sync.Mutex
	open map[netip.Addr]int
}

func newLimitedListener(l net.Listener, total, perClient int) *limitedListener {
	closed := make(chan struct{})
	return &limitedListener{
		Listener: l, perClient: perClient, slots: make(chan struct{}, total),
		closed: closed, close: sync.OnceFunc(func() { close(closed) }), open: make(map[netip.Addr]int),
	}
}

// Close stops listening. Open connections stay open.
func (l *limitedListener) Close() error {
	l.close()
	return l.Listener.Close()
}

// Accept waits for a connection that the limits allow.
func (l *limitedListener) Accept() (net.Conn, error) {
	for {
		select {
		case l.slots <- struct{}{}:
		case <-l.closed:
			return nil, net.ErrClosed
		}
		conn, err := l.Listener.Accept()
		if err != nil {
			<-l.slots
			return nil, err
		}
		client := clientOf(conn.RemoteAddr())
		if !l.admit(client) {
			_ = conn.Close() // nothing was sent
			<-l.slots
			continue
		}
		release := sync.OnceFunc(func() {
			l.leave(client)
			<-l.slots
		})
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.SetWriteBuffer(sendBuffer) // best effort: only very slow clients notice
			return &limitedTCPConn{tcp, release}, nil
		}
		return &limitedConn{conn, release}, nil
	}
}

// admit counts a connection of a client, and reports whether the client may have it.
func (l *limitedListener) admit(client netip.Addr) bool {
	if !l.counts(client) {
		return true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[client] >= l.perClient {
		return false
	}
	l.open[client]++
	return true
}

func (l *limitedListener) leave(client netip.Addr) {
	if !l.counts(client) {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[client]--; l.open[client] == 0 {
		delete(l.open, client)
	}
}

func (l *limitedListener) counts(client netip.Addr) bool {
	return l.perClient > 0 && client.IsValid() && !client.IsLoopback()
}

// clientOf returns what connections of an address are counted by. It is invalid
// for what is not the address of a machine, such as a socket's name.
func clientOf(addr net.Addr) netip.Addr {
	at, err := netip.ParseAddrPort(addr.String())
	if err != nil {
		return netip.Addr{}
	}
	client := at.Addr().Unmap().WithZone("")
	if client.Is6() && !client.IsLoopback() {
		subnet, _ := client.Prefix(64) // an address without a zone has one
		client = subnet.Addr()
	}
	return client
}

// limitedConn is a connection that gives its place back.
type limitedConn struct {
	net.Conn
	release func()
}

func (c *limitedConn) Close() error {
	defer c.release()
	return c.Conn.Close()
}

// limitedTCPConn is the same with the methods of a TCP connection, which the
// server uses to close without losing the answer.
type limitedTCPConn struct {
	*net.TCPConn
	release func()
}

func (c *limitedTCPConn) Close() error {
	defer c.release()
	return c.TCPConn.Close()
}
