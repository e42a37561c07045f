package auditor_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/contract"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

func open(t testing.TB) storage.Store {
	t.Helper()
	return teststore.Open(t)
}

// newAuditor returns an auditor that is closed after the test.
func newAuditor(t testing.TB, options ...auditor.Option) *auditor.Auditor {
	t.Helper()
	a, err := auditor.New(options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// described is the document of the interface.
var described = sync.OnceValues(func() (*contract.Contract, error) { return contract.Open("internal/httpapi/testdata/openapi.json") })

// watched returns the handler, whose every answer is held against the document.
func watched(t testing.TB, a *auditor.Auditor) http.Handler {
	t.Helper()
	c, err := described()
	if err != nil {
		t.Fatal(err)
	}
	return c.Handler(t, a.Handler())
}

func TestNewReportsAllBadOptionsAtOnce(t *testing.T) {
	t.Parallel()
	_, err := auditor.New(
		auditor.WithStore(nil), auditor.WithScraper(nil), auditor.WithArchive(nil), auditor.WithPolicyFetcher(nil), auditor.WithSummarizer(nil), auditor.WithClock(nil), auditor.WithRandom(nil), auditor.WithLogger(nil),
		auditor.WithSecret([]byte("short")), auditor.WithCountry("usa"), auditor.WithReplica(""), auditor.WithDirectory(filepath.Join(t.TempDir(), "missing")),
		auditor.WithResponseCacheSize(-1), auditor.WithShutdownTimeout(-time.Second), auditor.WithSchedulerTick(0), auditor.WithLimiters(nil), auditor.WithQueue(nil), auditor.WithStallTimeout(0), auditor.WithAllowedHosts("a b"), auditor.WithAdminToken(" x "), auditor.WithAuthorizer(nil), auditor.WithOutboundAllow("10.0.0.0/33"),
		auditor.WithSource("one", nil, "*.a.example"), auditor.WithBindAddress("x y:99999"), nil,
	)
	if err == nil {
		t.Fatal("no error")
	}
	for _, name := range []string{
		"WithStore", "WithScraper", "WithArchive", "WithPolicyFetcher", "WithSummarizer", "WithClock", "WithRandom", "WithLogger", "WithSecret", "WithCountry", "WithReplica", "WithDirectory", "WithResponseCacheSize", "WithShutdownTimeout",
		"WithAllowedHosts", "WithAdminToken", "WithAuthorizer", "WithSchedulerTick", "WithLimiters", "WithQueue", "WithStallTimeout", "WithOutboundAllow",
		"WithSource", "*.a.example", "WithBindAddress", "x y:99999",
	} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("the error does not name %s:\n%v", name, err)
		}
	}
}

func TestNewNamesTheOptionsThatContradictEachOther(t *testing.T) {
	t.Parallel()
	authorizer := auditor.WithAuthorizer(func(*http.Request) auditor.Access { return auditor.NoAccess })
	header := auditor.WithTrustedHeader("X-Forwarded-User", netip.MustParsePrefix("10.0.0.0/8"))
	for want, options := range map[string][]auditor.Option{
		"WithAuthorizer and WithAdminToken":            {authorizer, auditor.WithAdminToken("a token of some length")},
		"WithAuthorizer and WithRequireTokenToRead":    {authorizer, auditor.WithRequireTokenToRead(true)},
		"WithAuthorizer and WithTrustedHeader":         {authorizer, header},
		"WithRequireTokenToRead needs WithAdminToken":  {auditor.WithRequireTokenToRead(true)},
		"WithTrustedAdmins needs WithTrustedHeader":    {auditor.WithTrustedAdmins("owner")},
		"WithTrustedHeader: invalid Prefix is not a n": {auditor.WithTrustedHeader("X-Forwarded-User", netip.Prefix{})},
	} {
		_, err := auditor.New(append(options, auditor.WithCountry("usa"))...)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "WithCountry") || !strings.Contains(err.Error(), "WithStore") {
			t.Errorf("the error is not about %q and the other options:\n%v", want, err)
		}
	}
}

func TestNewNeedsAStoreOnly(t *testing.T) {
	t.Parallel()
	if _, err := auditor.New(); err == nil || !strings.Contains(err.Error(), "WithStore") {
		t.Errorf("without a store: %v", err)
	}
	a, err := auditor.New(auditor.WithStore(open(t)))
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
}

func TestWithQueue(t *testing.T) {
	t.Parallel()
	store := open(t)
	a := newAuditor(t, auditor.WithStore(store), auditor.WithQueue(fleettest.Queue{Store: store}))
	run, err := a.Runs().Start(t.Context(), runner.StartOptions{Runner: tracked.SyncRunner, Initiator: runner.Manual})
	if err == nil {
		run, err = a.Runs().Wait(t.Context(), run.ID)
	}
	if err != nil || run.Status != storage.RunDone {
		t.Errorf("the run is %+v, %v", run, err)
	}
	lease, err := storage.View(t.Context(), store, func(tx *storage.Tx) (storage.Task, error) {
		return tx.Tasks.Get(storage.TaskID{Kind: "runner", Subject: tracked.SyncRunner})
	})
	if err != nil || lease.Attempts != 1 {
		t.Errorf("the lease is %+v, %v; want that the run had one", lease, err)
	}
}

func TestHandlerIsMountedAnywhereAndTwice(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	for _, prefix := range []string{"/one", "/two/deep"} {
		a := newAuditor(t, auditor.WithStore(open(t)))
		mux.Handle(prefix+"/", http.StripPrefix(prefix, watched(t, a)))
	}
	mux.HandleFunc("/hello", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	server := httptest.NewServer(mux)
	defer server.Close()
	for path, want := range map[string]int{
		"/one/api/health": 200, "/two/deep/api/health": 200, "/one/api/apps": 200, "/two/deep/api/apps?limit=1": 200,
		"/one/api/apps/": 404, "/one/nothing": 404, "/two/deep/api/nothing": 404, "/hello": 418,
	} {
		client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		res, err := client.Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != want {
			t.Errorf("%s: status %d, want %d", path, res.StatusCode, want)
		}
	}
}

func TestPageIsServedUnlessTurnedOff(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		options []auditor.Option
		status  int
	}{
		"default": {nil, http.StatusOK},
		"off":     {[]auditor.Option{auditor.WithPage(false)}, http.StatusNotFound},
	} {
		a := newAuditor(t, append(test.options, auditor.WithStore(open(t)))...)
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Host = "localhost"
		w := httptest.NewRecorder()
		a.Handler().ServeHTTP(w, r)
		if w.Code != test.status {
			t.Errorf("%s: status %d, want %d", name, w.Code, test.status)
		}
	}
}

// Run resumes the runs that another process, or an earlier one, left open.
func TestRunResumesOpenRuns(t *testing.T) {
	t.Parallel()
	db := open(t)
	err := db.Update(t.Context(), func(tx *storage.Tx) error {
		run := storage.Run{ID: "r", Runner: tracked.SyncRunner, Initiator: "manual", Status: storage.RunRunning, StartedAt: 1, Total: 1}
		if err := tx.Runs.Put(run); err != nil {
			return err
		}
		return tx.RunItems.Put(storage.RunItem{Run: "r", Subject: "12345"}) // an app that was removed since
	})
	if err != nil {
		t.Fatal(err)
	}
	a := newAuditor(t, auditor.WithStore(db))
	ended := make(chan error, 1)
	go func() { ended <- a.Run(t.Context()) }()
	run, err := a.Runs().Wait(t.Context(), "r")
	if err != nil || run.Status != storage.RunDone || run.Skipped != 1 {
		t.Errorf("the run is %+v, %v", run, err)
	}
	a.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestRunEndsWithItsContextOrClose(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(context.CancelFunc, *auditor.Auditor){
		"context": func(cancel context.CancelFunc, _ *auditor.Auditor) { cancel() },
		"close":   func(_ context.CancelFunc, a *auditor.Auditor) { a.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, err := auditor.New(auditor.WithStore(open(t)))
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			ended := make(chan error)
			go func() { ended <- a.Run(ctx) }()
			end(cancel, a)
			select {
			case err := <-ended:
				if err != nil {
					t.Error(err)
				}
			case <-time.After(10 * time.Second):
				t.Fatal("Run does not end")
			}
			for range 3 {
				if err := a.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func TestRunKeepsTheSchedule(t *testing.T) {
	t.Parallel()
	a := newAuditor(t, auditor.WithStore(open(t)), auditor.WithScraper(catalog{}), auditor.WithSchedulerTick(5*time.Millisecond))
	if _, err := a.Services().Fleet.Track(t.Context(), tracked.TrackRequest{URLs: []string{"https://store.example/id1"}}); err != nil {
		t.Fatal(err)
	}
	ask := httptest.NewRequestWithContext(t.Context(), "POST", "http://localhost:3000/api/settings", strings.NewReader(`{"syncSchedule":"daily"}`))
	ask.Header.Set("Origin", "http://localhost:3000")
	answer := httptest.NewRecorder()
	if watched(t, a).ServeHTTP(answer, ask); answer.Code != 200 {
		t.Fatalf("set a schedule: %d %s", answer.Code, answer.Body)
	}
	if status, err := a.Services().Fleet.SyncStatus(t.Context()); err != nil || !status.Due || status.LastRun != 0 {
		t.Errorf("before Run: %+v, %v", status, err)
	}
	go a.Run(t.Context())
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		status, err := a.Services().Fleet.SyncStatus(t.Context())
		if err != nil || time.Now().After(end) {
			t.Fatalf("no sync was started: %+v, %v", status, err)
		}
		if status.LastRun != 0 {
			break
		}
	}
}
