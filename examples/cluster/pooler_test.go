package main

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestPgBouncer connects through PgBouncer in transaction mode, as it is by default and as it
// is when it ignores the settings of sessions: a replica refuses both with a sentence.
func TestPgBouncer(t *testing.T) {
	address, err := url.Parse(needServer(t))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("pgbouncer"); err != nil {
		t.Skip("PgBouncer is not installed")
	}
	port := address.Port()
	if port == "" {
		port = "5432"
	}
	for name, ignored := range map[string]string{
		"as by default":      "extra_float_digits",
		"ignoring the names": "auditor.session,application_name,client_encoding,jit,random_page_cost,lock_timeout,statement_timeout,tcp_keepalives_idle,tcp_keepalives_interval,tcp_keepalives_count,idle_in_transaction_session_timeout",
	} {
		t.Run(name, func(t *testing.T) {
			pooler := startPgBouncer(t, fmt.Sprintf(`[databases]
* = host=%s port=%s user=%s
[pgbouncer]
pool_mode = transaction
auth_type = any
listen_addr = 127.0.0.1
unix_socket_dir =
ignore_startup_parameters = %s
`, address.Hostname(), port, address.User.Username(), ignored))
			c := newCluster(t, fmt.Sprintf("postgres://any@%s%s?sslmode=disable", pooler, address.Path))
			if out, err := c.command("--addr", "127.0.0.1:0").CombinedOutput(); err == nil || !strings.Contains(string(out), "connect to the PostgreSQL server itself") {
				t.Errorf("want a refusal: %v\n%s", err, out)
			}
		})
	}
}

// startPgBouncer starts a pooler until the test ends, and returns its address.
func startPgBouncer(t *testing.T, settings string) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "auditor-pooler-*") // where another user may go
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	file, port := filepath.Join(dir, "pgbouncer.ini"), freePort(t)
	if err := os.WriteFile(file, []byte(settings+fmt.Sprintf("listen_port = %d\n", port)), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{file}
	if os.Getuid() == 0 { // as which it refuses to run
		args = []string{"-u", "postgres", file}
	}
	cmd := exec.Command("pgbouncer", args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	pooler := fmt.Sprintf("127.0.0.1:%d", port)
	for range 500 {
		if conn, err := net.Dial("tcp", pooler); err == nil {
			_ = conn.Close()
			return pooler
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("PgBouncer does not start")
	return ""
}
