package e2e_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
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

	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/contract"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// program is where the standalone binary is built, once for all tests.
// AUDITOR_E2E_BINARY names one that is tested in its place.
var program = sync.OnceValues(func() (string, error) {
	if path := os.Getenv("AUDITOR_E2E_BINARY"); path != "" {
		return path, nil
	}
	path := filepath.Join(folder, "auditor")
	// Without the commit in its version, which some recorded answers have.
	out, err := exec.Command("go", "build", "-buildvcs=false", "-o", path, "github.com/privacylabels/auditor/examples/auditor").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build the binary: %w\n%s", err, out)
	}
	return path, nil
})

// folder holds the binary until all tests have ended.
var folder string

func TestMain(m *testing.M) { os.Exit(withFolder(m)) }

func withFolder(m *testing.M) int {
	var err error
	if folder, err = os.MkdirTemp("", "auditor-e2e-*"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	return m.Run()
}

// busy is how long a process may take for what takes it a moment: the machine may be busy
// with other packages, and a disk that is written to by a compiler can stall for long.
const busy = 2 * time.Minute

// service is a running standalone binary.
type service struct {
	t    testing.TB
	http *http.Client // holds every answer against the document
	url  string
	dir  string
	cmd  *exec.Cmd
	errs *bytes.Buffer
	done chan error
}

// stage is a fake store that services read from.
type stage struct {
	*fakestore.Store
	*gate
	url    string
	served atomic.Int64 // requests
}

func newStage(t testing.TB, apps ...fakestore.App) *stage {
	t.Helper()
	s := &stage{Store: fakestore.New(apps...), gate: newGate()}
	s.url = s.serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.served.Add(1)
		s.ServeHTTP(w, r)
	}))
	return s
}

// start runs the binary on a data folder against a stage, and waits until it
// takes requests. More is set in its environment.
func start(t testing.TB, dir string, from *stage, more ...string) *service {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	c, err := described()
	if err != nil {
		t.Fatal(err)
	}
	s := &service{t: t, dir: dir, errs: &bytes.Buffer{}, done: make(chan error, 1)}
	s.http = &http.Client{Transport: c.Transport(t, http.DefaultTransport)}
	s.cmd = exec.Command(path, "-addr", "127.0.0.1:0", "-data-dir", dir)
	s.cmd.Env = append(os.Environ(),
		"SERVICE_APPSTORE_URL="+from.url, "SERVICE_ITUNES_URL="+from.url, "SERVICE_OUTBOUND_PER_MINUTE=1000000", "SERVICE_TRUST_PROXY=1")
	s.cmd.Env = append(s.cmd.Env, more...)
	s.cmd.Stderr = s.errs
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.showLog)
	t.Cleanup(s.kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if err != nil || !ok {
		s.kill()
		t.Fatalf("the service announced %q (%v)\n%s", line, err, s.errs)
	}
	s.url = address
	go func() { s.done <- s.cmd.Wait() }()
	return s
}

// kill ends the process at once, as a power cut would.
func (s *service) kill() {
	_ = s.cmd.Process.Kill()
	select {
	case <-s.done:
		s.done <- nil
	case <-time.After(busy):
	}
}

// showLog prints what the process logged if the test failed. The process has ended.
func (s *service) showLog() {
	if s.t.Failed() {
		s.t.Logf("the log of the service:\n%s", s.errs)
	}
}

// stop ends the process as a service manager would, and fails the test unless
// it exits with 0.
func (s *service) stop() {
	s.t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		s.t.Fatal(err)
	}
	select {
	case err := <-s.done:
		s.done <- nil
		if err != nil {
			s.t.Errorf("the service ended with %v", err)
		}
	case <-time.After(busy):
		s.t.Fatal("the service does not end")
	}
}

// described is the document of the interface.
var described = sync.OnceValues(func() (*contract.Contract, error) {
	return contract.Open("../../httpapi/testdata/openapi.json")
})

// clients numbers the clients, so that no test meets another's limits.
var clients atomic.Int64

// ask sends a request as a client of its own and returns the answer, whose body
// is still to be read.
func (s *service) ask(ctx context.Context, method, path, body string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, s.url+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	n := clients.Add(1)
	req.Header.Set("Origin", s.url)
	req.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255))
	return s.http.Do(req)
}

// call is ask for an answer that is read at once: it returns status and body.
func (s *service) call(ctx context.Context, method, path, body string) (int, []byte, error) {
	res, err := s.ask(ctx, method, path, body)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	return res.StatusCode, data, err
}

// must is call for what has to succeed; it decodes the answer.
func must[T any](s *service, method, path, body string) (v T) {
	s.t.Helper()
	status, data, err := s.call(s.t.Context(), method, path, body)
	if err != nil {
		s.t.Fatal(err)
	}
	if status != http.StatusOK {
		s.t.Fatalf("%s %s: status %d: %s", method, path, status, data)
	}
	if err := json.Unmarshal(data, &v); err != nil {
		s.t.Fatalf("%s %s: %v in %.200s", method, path, err, data)
	}
	return v
}

type scraped struct {
	Results []struct {
		Status, Error string
		ID            storage.AppID
		ChangeCount   int
	}
}

func address(id storage.AppID) string { return fmt.Sprintf("https://apps.apple.com/us/app/id%d", id) }

// scrape tracks or refreshes apps, a hundred in a request.
func (s *service) scrape(ids ...storage.AppID) (all scraped) {
	s.t.Helper()
	for len(ids) > 0 {
		batch := ids[:min(len(ids), 100)]
		ids = ids[len(batch):]
		all.Results = append(all.Results, must[scraped](s, "POST", "/api/scrape", urls(batch)).Results...)
	}
	return all
}

func urls(ids []storage.AppID) string {
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = strconv.Quote(address(id))
	}
	return `{"resync":true,"urls":[` + strings.Join(list, ",") + `]}`
}

// gone reports whether an error means that the process has ended.
func gone(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, syscall.ECONNRESET)
}

// count returns a number from the environment, for those who want to try harder
// than every change has to.
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

// client returns a typed client of the service.
func (s *service) client() *client.Client {
	s.t.Helper()
	c, err := client.New(s.url, client.WithHTTPClient(s.http))
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}
