package httpapi_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sethvargo/go-limiter"
	"github.com/sethvargo/go-limiter/noopstore"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/bundle"
	"github.com/privacylabels/auditor/internal/contract"
	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/internal/manual"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/policy/llm"
	"github.com/privacylabels/auditor/internal/readtoken"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/internal/services"
	"github.com/privacylabels/auditor/internal/snapshots"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

const (
	host   = "localhost:3000"
	origin = "http://localhost:3000"
	token  = "correct horse battery staple"
)

var tlsState = &tls.ConnectionState{}

// clock is a clock that a test moves.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock { return &clock{now: time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// secret is an install's secret.
func secret() []byte { return bytes.Repeat([]byte{7}, httpapi.SecretSize) }

// config returns a working configuration with a clock that the test moves.
func config(t testing.TB) (httpapi.Config, *clock) {
	t.Helper()
	return configOver(t, openStore(t))
}

// configOver is config with a store of its own.
func configOver(t testing.TB, store storage.Store) (httpapi.Config, *clock) {
	t.Helper()
	c := newClock()
	env := storage.Env{Store: store, Now: c.Now, Random: rand.Reader}
	tracked := tracked.New(tracked.Config{Env: env, Scraper: newPages()})
	backups, err := backup.New(backup.Config{Env: env, Key: secret()})
	if err != nil {
		t.Fatal(err)
	}
	files, err := snapshots.New(snapshots.Config{Env: env, Backup: backups})
	if err != nil {
		t.Fatal(err)
	}
	past := pastOf(store, c.Now)
	queue := imports.New(imports.Config{Env: env, Fleet: tracked})
	logged := env
	logged.Logger = slog.New(slog.NewTextHandler(t.Output(), nil))
	datasets, err := dataset.New(dataset.Config{Env: env, Secret: secret()})
	if err != nil {
		t.Fatal(err)
	}
	cfg := httpapi.Config{Secret: secret(), Set: services.Set{
		Env:        logged,
		ReadTokens: readtoken.New(env),
		Backup:     backups,
		Snapshots:  files,
		Fleet:      tracked,
		History:    past,
		Imports:    queue,
		Runs:       engine(t, store, c.Now, tracked, past, queue.Job()),
		Policies:   policy.New(policy.Config{Env: env, Fetcher: &sites{}}),
		Manual:     manual.New(manual.Config{Env: env, Policies: policy.New(policy.Config{Env: env, Fetcher: &sites{}}), Check: url.Parse}),
		Changelog:  changelog.New(env),
		Inbox:      notify.NewInbox(env),
		Outbox:     notify.NewOutbox(notify.OutboxConfig{Env: env, Client: &http.Client{}}),
		Devices:    device.New(env),
		Reviews:    review.New(env),
		Bundles:    bundle.New(bundle.Config{Env: env}),
		Datasets:   datasets,
	}}
	withModels(t, &cfg, &sites{})
	return cfg, c
}

// pastOf returns a history service without an archive.
func pastOf(store storage.Store, now func() time.Time) *history.Service {
	return history.New(history.Config{Env: storage.Env{Store: store, Now: now, Random: rand.Reader}})
}

// engine returns an engine with the jobs of services, and more, which ends with the
// test.
func engine(t testing.TB, store storage.Store, now func() time.Time, tracked *tracked.Service, past *history.Service, more ...runner.Job) *runner.Engine {
	t.Helper()
	jobs := append([]runner.Job{tracked.SyncJob(), past.Job()}, more...)
	e := runner.New(runner.Config{Store: store, Now: now, Random: rand.Reader, Jobs: jobs})
	t.Cleanup(func() { e.Stop(time.Second) })
	return e
}

// withModels gives an API models that are limited to loopback, and a service for the
// policies on sites, which stops with the test.
func withModels(t testing.TB, cfg *httpapi.Config, s *sites) {
	t.Helper()
	models, err := llm.New(llm.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader}, Client: &http.Client{Transport: loopback{}}})
	if err != nil {
		t.Fatal(err)
	}
	cfg.Models = models
	cfg.Policies = policy.New(policy.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader}, Fetcher: s, Summarizer: models.Choose})
	reader := cfg.Policies
	t.Cleanup(func() { reader.Stop(time.Second) })
}

// loopback reaches servers on this machine, and no others.
type loopback struct{}

func (loopback) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Hostname() != "127.0.0.1" {
		return nil, netguard.ErrForbidden
	}
	return http.DefaultTransport.RoundTrip(r)
}

// openStore opens an empty store that is quick to open.
func openStore(t testing.TB) storage.Store { return teststore.Quick(t) }

// onSQLite gives an API the database of production, in strict mode.
func onSQLite(t testing.TB) func(*httpapi.Config) {
	t.Helper()
	store := teststore.Open(t)
	return func(cfg *httpapi.Config) { cfg.Store = store }
}

// api is an API under test.
type api struct {
	*httpapi.API
	handler http.Handler // the API, or something before it
	t       testing.TB
	store   storage.Store
	clock   *clock
}

func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.handler.ServeHTTP(w, r) }

// newAPI returns an API with its own routes, each of whose answers is checked against
// the document; change may be nil.
func newAPI(t testing.TB, change func(*httpapi.Config)) *api {
	t.Helper()
	a := start(t, httpapi.New, change)
	a.handler = mustDescribe(t).Handler(t, a.API)
	return a
}

// described is the document that answers are checked against.
var described = sync.OnceValues(func() (*contract.Contract, error) { return contract.Open("testdata/openapi.json") })

// mustDescribe returns the document that answers are checked against.
func mustDescribe(t testing.TB) *contract.Contract {
	t.Helper()
	c, err := described()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// newStubbed returns an API with a stub for every route of the table.
func newStubbed(t testing.TB, change func(*httpapi.Config)) *api {
	return start(t, httpapi.NewStubbed, change)
}

func start(t testing.TB, newAPI func(httpapi.Config) (*httpapi.API, error), change func(*httpapi.Config)) *api {
	t.Helper()
	cfg, c := config(t)
	first := cfg
	if change != nil {
		change(&cfg)
	}
	if cfg.Store != first.Store && cfg.Policies == first.Policies {
		withModels(t, &cfg, &sites{})
	}
	a, err := newAPI(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(context.Background()); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return &api{a, a, t, cfg.Store, c}
}

// withToken configures the admin token.
func withToken(cfg *httpapi.Config) { cfg.AdminToken = token }

// quiet lets the API log to a text, or nowhere.
func quiet(log *strings.Builder) func(*httpapi.Config) {
	return func(cfg *httpapi.Config) {
		cfg.Logger = nil
		if log != nil {
			cfg.Logger = slog.New(slog.NewTextHandler(log, nil))
		}
	}
}

// option changes a request.
type option func(*http.Request)

func header(name, value string) option {
	return func(r *http.Request) { r.Header[http.CanonicalHeaderKey(name)] = []string{value} }
}

func hostHeader(value string) option { return func(r *http.Request) { r.Host = value } }

func body(text string) option {
	return func(r *http.Request) {
		r.Body, r.ContentLength = io.NopCloser(strings.NewReader(text)), int64(len(text))
	}
}

// chunked is a body of unknown length.
func chunked(text string) option {
	return func(r *http.Request) { r.Body, r.ContentLength = io.NopCloser(strings.NewReader(text)), -1 }
}

// escaped sets the path as it stands in the request line.
func escaped(t testing.TB, raw string) option {
	t.Helper()
	u, err := url.ParseRequestURI(raw)
	if err != nil {
		t.Fatal(err)
	}
	return func(r *http.Request) { r.URL = u }
}

// nthPeer is the nth of many clients.
func nthPeer(n int) option { return peer(fmt.Sprintf("198.51.%d.%d:4711", n/250, n%250)) }

func peer(addr string) option { return func(r *http.Request) { r.RemoteAddr = addr } }

var (
	sameOrigin = header("Origin", origin)
	foreign    = header("Origin", "https://evil.example")
	withHeader = header("X-Auditor-Admin-Token", token)
	wrongToken = header("X-Auditor-Admin-Token", "wrong")
)

func cookie(value string) option { return header("Cookie", "svc_admin_token="+value) }

// do sends a request to localhost, without an Origin unless an option says so.
func (a *api) do(method, target string, options ...option) *answer {
	a.t.Helper()
	r := httptest.NewRequestWithContext(a.t.Context(), method, "/", http.NoBody)
	path, query, _ := strings.Cut(target, "?")
	r.URL.Path, r.URL.RawQuery, r.Host, r.RemoteAddr = path, query, host, "192.0.2.9:4711"
	for _, change := range options {
		change(r)
	}
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	return &answer{w, a.t, method + " " + target}
}

// answer is what came back.
type answer struct {
	*httptest.ResponseRecorder
	t    testing.TB
	what string
}

// status fails the test unless the answer has this status.
func (a *answer) status(want int) *answer {
	a.t.Helper()
	if a.Code != want {
		a.t.Errorf("%s: status %d, want %d (%s)", a.what, a.Code, want, a.Body)
	}
	return a
}

// header fails the test unless the answer has this value of a header; empty: it has none.
func (a *answer) header(name, want string) *answer {
	a.t.Helper()
	if got := a.Header().Get(name); got != want {
		a.t.Errorf("%s: %s %q, want %q", a.what, name, got, want)
	}
	return a
}

// error fails the test unless the answer is this error, as JSON.
func (a *answer) error(status int, message string) *answer {
	a.t.Helper()
	a.status(status)
	var got struct{ Error *string }
	a.json(&got)
	if got.Error == nil || message != "" && *got.Error != message {
		a.t.Errorf("%s: body %s, want the error %q", a.what, a.Body, message)
	}
	return a
}

// json decodes the answer's body.
func (a *answer) json(into any) {
	a.t.Helper()
	a.header("Content-Type", "application/json")
	if err := json.Unmarshal(a.Body.Bytes(), into); err != nil {
		a.t.Errorf("%s: body %q: %v", a.what, a.Body, err)
	}
}

// equal reports an error unless two values are equal. The format and its arguments name them.
func equal(t testing.TB, want, got any, format string, args ...any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", fmt.Sprintf(format, args...), diff)
	}
}

// must ends the test if there is an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// update changes the records.
func (a *api) update(fn func(*storage.Tx) error) {
	a.t.Helper()
	must(a.t, a.store.Update(a.t.Context(), fn))
}

// view reads the records.
func (a *api) view(fn func(*storage.Tx) error) {
	a.t.Helper()
	must(a.t, a.store.View(a.t.Context(), fn))
}

// audits returns the audit log, newest first, after everything was written.
func (a *api) audits() []storage.Audit {
	a.t.Helper()
	must(a.t, a.Close(a.t.Context()))
	var lines []storage.Audit
	a.view(func(tx *storage.Tx) (err error) {
		lines, err = storage.Collect(tx.Audits.List(storage.AuditQuery{}))
		return err
	})
	return lines
}

// login begins an admin session and returns its cookie's value.
func (a *api) login() string {
	a.t.Helper()
	text, err := json.Marshal(map[string]string{"token": token})
	if err != nil {
		a.t.Fatal(err)
	}
	got := a.do("POST", "/api/auth/admin-token/login", sameOrigin, body(string(text))).status(http.StatusOK)
	for _, c := range got.Result().Cookies() {
		if c.Name == "svc_admin_token" {
			return c.Value
		}
	}
	a.t.Fatalf("login set no cookie: %v", got.Header())
	return ""
}

// unlimited makes counters that let everything through.
func unlimited(string, uint64, time.Duration) (limiter.Store, error) { return noopstore.New() }

// readTokensOver returns a service for read tokens.
func readTokensOver(store storage.Store, now func() time.Time) *readtoken.Service {
	return readtoken.New(storage.Env{Store: store, Now: now, Random: rand.Reader})
}

// at writes a time as JSON.
func at(t time.Time) string { return strconv.FormatInt(t.UnixMilli(), 10) }
