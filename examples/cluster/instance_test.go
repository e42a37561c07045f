package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"testing"
)

// instance is a PostgreSQL server of the test's own.
type instance struct {
	t    testing.TB
	bin  string // the folder of the server's programs
	dir  string // of the user that the server runs as
	data string
	port int
	more string // options of the server
}

// newInstance returns a server in a temporary folder, which is not created yet, or skips the
// test where it cannot run.
func newInstance(t testing.TB) *instance {
	t.Helper()
	needServer(t)
	found, err := exec.Command("pg_config", "--bindir").Output()
	if err != nil {
		t.Skip("pg_config is missing, so a server cannot be started")
	}
	dir, err := os.MkdirTemp("/tmp", "auditor-pg-*") // where another user may go
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	i := &instance{t: t, bin: strings.TrimSpace(string(found)), dir: dir, data: filepath.Join(dir, "data"), port: freePort(t)}
	if os.Getuid() == 0 { // as which the server refuses to run
		if _, err := user.Lookup("postgres"); err != nil {
			t.Skip("the server does not run as root, and there is no user postgres")
		}
	}
	i.own(dir)
	return i
}

// own gives a file to the user that the server runs as.
func (i *instance) own(path string) {
	i.t.Helper()
	if os.Getuid() != 0 {
		return
	}
	if out, err := exec.Command("chown", "postgres", path).CombinedOutput(); err != nil {
		i.t.Fatalf("%v: %s", err, out)
	}
}

// create creates the databases and starts the server, until the test ends.
func (i *instance) create(args string) {
	i.t.Helper()
	if out, err := i.do("initdb", args+" -U auditor -E UTF8 --locale=C -N -D "+i.data); err != nil {
		i.t.Skipf("initdb: %v: %s", err, out)
	}
	i.t.Cleanup(func() { _, _ = i.do("pg_ctl", "stop -m immediate -D "+i.data) })
	i.start()
}

func freePort(t testing.TB) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// do runs a program of the server as a user who may.
func (i *instance) do(name, args string) ([]byte, error) {
	line := filepath.Join(i.bin, name) + " " + args
	cmd := exec.Command("sh", "-c", line)
	if os.Getuid() == 0 {
		cmd = exec.Command("su", "postgres", "-s", "/bin/sh", "-c", line)
	}
	cmd.Dir = "/"
	return cmd.CombinedOutput()
}

func (i *instance) start() {
	i.t.Helper()
	options := fmt.Sprintf("'-p %d -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200 %s'", i.port, i.more)
	if out, err := i.do("pg_ctl", "start -w -l "+i.data+"/log -D "+i.data+" -o "+options); err != nil {
		i.t.Fatalf("pg_ctl start: %v: %s", err, out)
	}
}

func (i *instance) stop(mode string) {
	i.t.Helper()
	if out, err := i.do("pg_ctl", "stop -w -m "+mode+" -D "+i.data); err != nil {
		i.t.Fatalf("pg_ctl stop: %v: %s", err, out)
	}
}

func (i *instance) url() string {
	return fmt.Sprintf("postgres://auditor@127.0.0.1:%d/postgres?sslmode=disable", i.port)
}
