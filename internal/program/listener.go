package program

import (
	"errors"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi"
)

const (
	// maxConnections is the maximum number of open connections. At the limit, a new
	// connection replaces one that has been open for connectionGrace, or waits.
	maxConnections = 1000
	// connectionGrace is how long a connection is safe from being replaced. It equals the
	// time that the handler lets a client stall.
	connectionGrace = httpapi.DefaultStallTimeout
	// maxClientConnections is the maximum number of connections of one client. Further
	// ones are closed at once. A browser opens six.
	maxClientConnections = 200
	// sendBuffer is the size of the system's send buffer in bytes. With a larger buffer the
	// server would notice too late that a slow client makes progress.
	sendBuffer = 128 << 10
)

// limitedListener limits the number of open connections, in total and for each client. IPv6
// addresses of one subnet (/64) count as one client. The limit for a client does not apply to
// connections from this machine, which may come from a proxy.
type limitedListener struct {
	net.Listener
	total     int
	perClient int           // 0: no limit, for clients behind a proxy
	grace     time.Duration // see connectionGrace
	closed    chan struct{}
	close     func()

	mu    sync.Mutex
	open  []*limitedConn // oldest first
	freed chan struct{}  // receives a value when a connection is closed
}

func newLimitedListener(l net.Listener, total, perClient int, grace time.Duration) *limitedListener {
	closed := make(chan struct{})
	return &limitedListener{
		Listener: l, total: total, perClient: perClient, grace: grace,
		closed: closed, close: sync.OnceFunc(func() { close(closed) }), freed: make(chan struct{}, 1),
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
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		limited := &limitedConn{Conn: conn, listener: l, client: clientOf(conn.RemoteAddr())}
		switch admitted, err := l.admit(limited); {
		case err != nil:
			return nil, errors.Join(err, conn.Close())
		case !admitted:
			_ = conn.Close() // nothing was sent
			continue
		}
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.SetWriteBuffer(sendBuffer) // an error only affects very slow clients
			return &limitedTCPConn{tcp, limited}, nil
		}
		return limited, nil
	}
}

// admit waits for a free place for a connection. It reports false if the client exceeds its
// limit.
func (l *limitedListener) admit(c *limitedConn) (bool, error) {
	for {
		wait, evicted, admitted := l.place(c)
		switch {
		case evicted != nil:
			_ = evicted.Close()
			continue
		case wait == 0:
			return admitted, nil
		}
		timer := time.NewTimer(wait)
		select {
		case <-l.freed:
		case <-timer.C:
		case <-l.closed:
			timer.Stop()
			return false, net.ErrClosed
		}
		timer.Stop()
	}
}

// place takes a free place for a connection. If there is none, it returns the connection to
// close for it, or how long to wait before trying again.
func (l *limitedListener) place(c *limitedConn) (wait time.Duration, evicted *limitedConn, admitted bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	clients := make(map[netip.Addr]int)
	for _, other := range l.open {
		clients[other.client]++
	}
	if l.perClient > 0 && c.client.IsValid() && !c.client.IsLoopback() && clients[c.client] >= l.perClient {
		return 0, nil, false
	}
	now := time.Now()
	if len(l.open) < l.total {
		c.since = now
		l.open = append(l.open, c)
		return 0, nil, true
	}
	most := 0
	for _, n := range clients {
		most = max(most, n)
	}
	// The client with the most connections loses one, so that a new client always gets a
	// place.
	for _, other := range l.open {
		if clients[other.client] == most {
			if age := now.Sub(other.since); age < l.grace {
				return l.grace - age, nil, false
			}
			return 0, other, false
		}
	}
	return 0, nil, false // unreachable: some client has the most connections
}

// leave frees the place of a connection, if it has one.
func (l *limitedListener) leave(c *limitedConn) {
	l.mu.Lock()
	if i := slices.Index(l.open, c); i >= 0 {
		l.open = slices.Delete(l.open, i, i+1)
	}
	l.mu.Unlock()
	select {
	case l.freed <- struct{}{}:
	default:
	}
}

// clientOf returns the address under which the connections of a client are counted. It is
// invalid if addr is not an IP address and port.
func clientOf(addr net.Addr) netip.Addr {
	at, err := netip.ParseAddrPort(addr.String())
	if err != nil {
		return netip.Addr{}
	}
	client := at.Addr().Unmap().WithZone("")
	if client.Is6() && !client.IsLoopback() {
		subnet, _ := client.Prefix(64) // cannot fail: the address is IPv6 and has no zone
		client = subnet.Addr()
	}
	return client
}

// limitedConn is a connection that frees its place when closed.
type limitedConn struct {
	net.Conn
	listener *limitedListener
	client   netip.Addr
	since    time.Time // guarded by the listener's mutex
}

func (c *limitedConn) Close() error {
	defer c.listener.leave(c)
	return c.Conn.Close()
}

// limitedTCPConn also has the methods of a TCP connection, which the server uses to close a
// connection without losing the answer.
type limitedTCPConn struct {
	*net.TCPConn
	limited *limitedConn
}

func (c *limitedTCPConn) Close() error { return c.limited.Close() }
