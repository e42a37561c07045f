package e2e_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/contract"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/internal/proctest"
	"github.com/privacylabels/auditor/storage"
)

// program is where the standalone binary is built, once for all tests.
// AUDITOR_E2E_BINARY names one that is tested in its place.
var program = sync.OnceValues(func() (string, error) {
	if path := os.Getenv("AUDITOR_E2E_BINARY"); path != "" {
		return path, nil
	}
	return proctest.Build("auditor", "github.com/privacylabels/auditor/examples/auditor")
})

func TestMain(m *testing.M) { os.Exit(proctest.Main(m)) }

// service is a running standalone binary.
type service struct {
	*proctest.Process
	t    testing.TB
	http *http.Client // holds every answer against the document
	url  string
	dir  string
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
// takes requests. More is set in its environment. A new folder gets no schedule, so that
// nothing is refreshed unless a test asks for it.
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
	cmd := exec.Command(path, "-addr", "127.0.0.1:0", "-data-dir", dir)
	cmd.Env = append(os.Environ(),
		"SERVICE_APPSTORE_URL="+from.url, "SERVICE_ITUNES_URL="+from.url, "SERVICE_OUTBOUND_PER_MINUTE=1000000", "SERVICE_TRUST_PROXY=1")
	cmd.Env = append(cmd.Env, more...)
	before, err := os.ReadDir(dir)
	isNew := err != nil || len(before) == 0
	running := proctest.Start(t, cmd)
	s := &service{running, t, &http.Client{Transport: c.Transport(t, http.DefaultTransport)}, running.URL, dir}
	if isNew {
		status, body, err := s.call(t.Context(), http.MethodPost, "/api/settings", `{"syncSchedule":"manual"}`)
		if err != nil || status != http.StatusOK && status != http.StatusUnauthorized { // a test of tokens has its own first request
			t.Fatalf("the schedule is not set: status %d: %s, %v", status, body, err)
		}
	}
	return s
}

// described is the document of the interface.
var described = sync.OnceValues(func() (*contract.Contract, error) {
	return contract.Open("../../internal/httpapi/testdata/openapi.json")
})

// ask sends a request as a client of its own and returns the answer, whose body
// is still to be read.
func (s *service) ask(ctx context.Context, method, path, body string) (*http.Response, error) {
	req, err := proctest.Request(ctx, s.url, method, path, body)
	if err != nil {
		return nil, err
	}
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

// client returns a typed client of the service.
func (s *service) client() *client.Client {
	s.t.Helper()
	c, err := client.New(s.url, client.WithHTTPClient(s.http))
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}
