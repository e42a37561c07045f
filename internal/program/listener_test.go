package program

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/program/serving"
)

// callers is a listener whose connections come from addresses that a test names.
type callers chan string

func (c callers) Accept() (net.Conn, error) {
	from, ok := <-c
	if !ok {
		return nil, net.ErrClosed
	}
	ours, _ := net.Pipe()
	return &caller{ours, net.TCPAddrFromAddrPort(netip.MustParseAddrPort(from))}, nil
}
func (c callers) Close() error   { return nil }
func (c callers) Addr() net.Addr { return &net.TCPAddr{} }

type caller struct {
	net.Conn
	from net.Addr
}

func (c *caller) RemoteAddr() net.Addr { return c.from }

func TestConnectionsOfOneClientAreLimited(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name      string
		perClient int
		from      [4]string // three connections are one too many of one client, the fourth is of another
		want      int
	}{
		{"IPv4", 2, [4]string{"192.0.2.1:1", "192.0.2.1:2", "192.0.2.1:3", "192.0.2.2:1"}, 3},
		{"IPv4 in IPv6", 2, [4]string{"192.0.2.1:1", "[::ffff:192.0.2.1]:2", "192.0.2.1:3", "192.0.2.2:1"}, 3},
		{"one subnet of IPv6", 2, [4]string{"[2001:db8::1]:1", "[2001:db8::2]:1", "[2001:db8::3%eth0]:1", "[2001:db8:0:1::1]:1"}, 3},
		{"this machine", 2, [4]string{"127.0.0.1:1", "127.0.0.1:2", "127.0.0.1:3", "127.0.0.1:4"}, 4},
		{"this machine, IPv6", 2, [4]string{"[::1]:1", "[::1]:2", "[::1]:3", "[::1]:4"}, 4},
		{"behind a proxy", 0, [4]string{"192.0.2.1:1", "192.0.2.1:2", "192.0.2.1:3", "192.0.2.1:4"}, 4},
	}
	for _, tt := range tests {
		calls := make(callers, 8)
		l := newLimitedListener(calls, 100, tt.perClient, time.Minute)
		for _, from := range tt.from {
			calls <- from
		}
		var open []net.Conn
		for len(calls) > 0 {
			conn, err := l.Accept()
			if err != nil {
				t.Fatal(err)
			}
			open = append(open, conn)
		}
		if len(open) != tt.want {
			t.Errorf("%s: %d connections, want %d", tt.name, len(open), tt.want)
		}
		for _, conn := range open {
			_, _ = conn.Close(), conn.Close() // twice gives one place back
		}
		if len(l.open) != 0 {
			t.Errorf("%s: %d places are taken after all were closed", tt.name, len(l.open))
		}
	}
}

// accepting sends each connection that a listener accepts.
func accepting(t *testing.T, l net.Listener) <-chan net.Conn {
	t.Helper()
	accepted := make(chan net.Conn, 8)
	go func() {
		defer close(accepted)
		for {
			conn, err := l.Accept()
			if err != nil {
				if !errors.Is(err, net.ErrClosed) {
					t.Error(err)
				}
				return
			}
			accepted <- conn
		}
	}()
	return accepted
}

func TestConnectionsBeyondTheLimitWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		calls := make(callers, 8)
		l := newLimitedListener(calls, 2, 0, time.Minute)
		accepted := accepting(t, l)
		for i := range 4 {
			calls <- fmt.Sprintf("192.0.2.%d:1", i)
		}
		synctest.Wait()
		if len(accepted) != 2 {
			t.Fatalf("%d connections, want 2", len(accepted))
		}
		first := <-accepted
		first.Close()
		synctest.Wait()
		if len(accepted) != 2 {
			t.Errorf("%d connections after one was closed, want the third as well", len(accepted))
		}
		l.Close()
		close(calls)
		synctest.Wait()
	})
}

func TestConnectionTakesThePlaceOfAnOldOne(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		calls := make(callers, 8)
		l := newLimitedListener(calls, 3, 0, time.Minute)
		accepted := accepting(t, l)
		calls <- "192.0.2.1:1" // the oldest, but the other client has more
		calls <- "192.0.2.2:1"
		calls <- "192.0.2.2:2"
		synctest.Wait()
		oldest, older, newest := <-accepted, <-accepted, <-accepted
		calls <- "192.0.2.3:1"
		time.Sleep(time.Minute - time.Nanosecond)
		synctest.Wait()
		if len(accepted) != 0 {
			t.Fatal("a connection took a place before another was old enough to give it up")
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		if len(accepted) != 1 {
			t.Fatal("no connection gave up its place")
		}
		for name, tt := range map[string]struct {
			conn net.Conn
			open bool
		}{"the other client's": {oldest, true}, "the older": {older, false}, "the newer": {newest, true}} {
			if err := tt.conn.SetDeadline(time.Time{}); (err == nil) != tt.open {
				t.Errorf("%s connection: open %t, want %t", name, err == nil, tt.open)
			}
		}
		older.Close() // the server notices; it has no place to give back
		if len(l.open) != 3 {
			t.Errorf("%d places are taken, want 3", len(l.open))
		}
		l.Close()
		close(calls)
		synctest.Wait()
	})
}

// What the server answers without the handler is bounded as well.
func TestStalledRequestsThatNeverReachTheHandler(t *testing.T) {
	t.Parallel()
	server := serving.NewServer(http.NotFoundHandler(), slog.New(slog.DiscardHandler))
	for name, got := range map[string]time.Duration{
		"ReadTimeout": server.ReadTimeout, "WriteTimeout": server.WriteTimeout, "IdleTimeout": server.IdleTimeout,
		"ReadHeaderTimeout": server.ReadHeaderTimeout,
	} {
		if got <= 0 || got > httpapi.DefaultStallTimeout {
			t.Errorf("%s is %v", name, got)
		}
	}
	server.ReadTimeout, server.WriteTimeout, server.IdleTimeout = 300*time.Millisecond, 300*time.Millisecond, 300*time.Millisecond
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = server.Serve(newLimitedListener(inner, 10, 0, time.Minute)) }()
	defer server.Close()
	for _, text := range []string{
		"POST / HTTP/1.1\r\nHost: localhost\r\nExpect: a miracle\r\nContent-Length: 1000\r\n\r\n{",
		"POST / HTTP/1.1\r\nHost: localhost\r\nExpect: a miracle\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
		"POST / HTTP/1.1\r\nContent-Length: 1000\r\n\r\n{",
		"POST /\r\n", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\nG",
	} {
		conn, err := net.Dial("tcp", inner.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if _, err := io.WriteString(conn, text); err != nil {
			t.Fatal(err)
		}
		if err := conn.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
			t.Fatal(err)
		}
		var slow net.Error
		if _, err := io.Copy(io.Discard, conn); errors.As(err, &slow) && slow.Timeout() {
			t.Errorf("%q: open after 20s", text)
		}
	}
}
