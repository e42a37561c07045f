package postgres

import (
	"strings"
	"syscall"
	"time"
)

// sentTimeout is how long what was sent may stay unacknowledged. Without it, a statement on a
// connection that no longer reaches the server would wait for about 15 minutes.
const sentTimeout = 15 * time.Second

// tcpUserTimeout is TCP_USER_TIMEOUT of tcp(7), in milliseconds.
const tcpUserTimeout = 18

// limitWait makes a connection fail if the other end can no longer be reached.
func limitWait(network, _ string, c syscall.RawConn) (err error) {
	if !strings.HasPrefix(network, "tcp") {
		return nil
	}
	failed := c.Control(func(fd uintptr) {
		err = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpUserTimeout, int(sentTimeout.Milliseconds()))
	})
	if failed != nil {
		return failed
	}
	return err
}
