package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/postgres"
)

// program is where the program is built, once for all tests.
var program = sync.OnceValues(func() (string, error) {
	path := filepath.Join(folder, "cluster")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", path, ".").CombinedOutput(); err != nil {
		return "", fmt.Errorf("build the program: %w\n%s", err, out)
	}
	return path, nil
})

// folder holds the program until all tests have ended.
var folder string

func TestMain(m *testing.M) { os.Exit(withFolder(m)) }

func withFolder(m *testing.M) int {
	var err error
	if folder, err = os.MkdirTemp("", "auditor-cluster-*"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	return m.Run()
}

// needServer skips a test that nothing can be tested in.
func needServer(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("starts processes")
	}
	return pgtest.URL(t)
}

// newURL returns the URL of a new schema, which is removed after the test.
func newURL(t testing.TB) string {
	t.Helper()
	needServer(t)
	return pgtest.NewSchema(t)
}

// onDatabase calls fn in a View of a database.
func onDatabase(t testing.TB, address string, fn func(*storage.Tx) error) {
	t.Helper()
	s, err := postgres.Open(t.Context(), address, postgres.WithReaders(1))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.View(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// count returns a number from the environment, for those who want to try harder than every
// change has to.
func count(t testing.TB, name string, standard int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return standard
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s is %q, not a number", name, text)
	}
	return n
}

// cluster is the settings that all replicas of a test share.
type cluster struct {
	t        testing.TB
	database string
	dir      string
	env      []string
}

func newCluster(t testing.TB, database string, env ...string) *cluster {
	t.Helper()
	return &cluster{t, database, t.TempDir(), env}
}

// replica is a process.
type replica struct {
	t    testing.TB
	url  string
	cmd  *exec.Cmd
	errs *bytes.Buffer // to be read when done is closed
	done chan struct{}
	err  error // of the process, when done is closed
}

// command returns the program with arguments.
func (c *cluster) command(args ...string) *exec.Cmd {
	c.t.Helper()
	path, err := program()
	if err != nil {
		c.t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	cmd.Env = append(os.Environ(), "DATABASE_URL="+c.database, "SERVICE_DATA_DIR="+c.dir, "SERVICE_TRUST_PROXY=1")
	cmd.Env = append(cmd.Env, c.env...)
	return cmd
}

// start starts a replica on a free port and waits until it takes requests.
func (c *cluster) start() *replica { return c.startAt("127.0.0.1:0") }

// startAt starts a replica at an address.
func (c *cluster) startAt(address string) *replica {
	c.t.Helper()
	r := &replica{t: c.t, cmd: c.command("--addr", address), errs: &bytes.Buffer{}, done: make(chan struct{})}
	r.cmd.Stderr = r.errs
	out, err := r.cmd.StdoutPipe()
	if err != nil {
		c.t.Fatal(err)
	}
	if err := r.cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(r.kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	go func() {
		r.err = r.cmd.Wait()
		close(r.done)
	}()
	found, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if err != nil || !ok {
		r.kill()
		c.t.Fatalf("the replica announced %q (%v)\n%s", line, err, r.errs)
	}
	r.url = found
	return r
}

// signal sends a signal to the process.
func (r *replica) signal(s syscall.Signal) {
	r.t.Helper()
	if err := r.cmd.Process.Signal(s); err != nil {
		r.t.Fatal(err)
	}
}

// kill ends the process at once, as a power cut would.
func (r *replica) kill() {
	_ = r.cmd.Process.Kill() // fails if it has ended
	<-r.done
}

// stop ends the process as a service manager would.
func (r *replica) stop() {
	r.t.Helper()
	r.signal(syscall.SIGTERM)
	select {
	case <-r.done:
	case <-time.After(30 * time.Second):
		r.t.Fatal("the replica does not end")
	}
	if r.err != nil {
		r.t.Errorf("the replica ended with %v\n%s", r.err, r.errs)
	}
}

// clients numbers the clients, so that none meets another's limits.
var clients atomic.Int64

// ask sends a request as a client of its own, and returns status and body.
func (r *replica) ask(ctx context.Context, method, path, body string) (int, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, r.url+path, strings.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	n := clients.Add(1)
	req.Header.Set("Origin", r.url)
	req.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255))
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	return res.StatusCode, data, err
}

// must is ask for what has to succeed; it decodes the answer.
func must[T any](r *replica, method, path, body string) (v T) {
	r.t.Helper()
	status, data, err := r.ask(r.t.Context(), method, path, body)
	if err != nil {
		r.t.Fatal(err)
	}
	if status != http.StatusOK && status != http.StatusAccepted {
		r.t.Fatalf("%s %s: status %d: %s", method, path, status, data)
	}
	if err := json.Unmarshal(data, &v); err != nil {
		r.t.Fatalf("%s %s: %v in %.200s", method, path, err, data)
	}
	return v
}
