package main

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"sync"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/internal/proctest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/postgres"
)

// program is where the program is built, once for all tests.
var program = sync.OnceValues(func() (string, error) { return proctest.Build("cluster", ".") })

func TestMain(m *testing.M) { os.Exit(proctest.Main(m)) }

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
	*proctest.Process
	t   testing.TB
	url string
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
	running := proctest.Start(c.t, c.command("--addr", address))
	return &replica{running, c.t, running.URL}
}

// ask sends a request as a client of its own, and returns status and body.
func (r *replica) ask(ctx context.Context, method, path, body string) (int, []byte, error) {
	req, err := proctest.Request(ctx, r.url, method, path, body)
	if err != nil {
		return 0, nil, err
	}
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
