package postgres_test

import (
	"net"
	"syscall"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/postgres"
)

// TestLostConnectionIsNoticed reads how long a connection waits for a server that no longer
// acknowledges anything.
func TestLostConnectionIsNoticed(t *testing.T) {
	t.Parallel()
	s := openStore(t, pgtest.NewSchema(t))
	err := s.View(t.Context(), func(tx *storage.Tx) error {
		conn, err := postgres.Conn(tx)
		if err != nil {
			return err
		}
		tcp, ok := conn.PgConn().Conn().(*net.TCPConn)
		if !ok {
			t.Skip("the connection is not TCP without TLS")
		}
		raw, err := tcp.SyscallConn()
		if err != nil {
			return err
		}
		return raw.Control(func(fd uintptr) {
			wait, err := syscall.GetsockoptInt(int(fd), syscall.IPPROTO_TCP, 18) // TCP_USER_TIMEOUT
			if got := time.Duration(wait) * time.Millisecond; err != nil || got != 15*time.Second {
				t.Errorf("it waits %v, %v; want 15s", got, err)
			}
		})
	})
	if err != nil {
		t.Fatal(err)
	}
}
