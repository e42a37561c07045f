package postgres_test

import (
	"bytes"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/internal/program/demo"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// end is the time at which every request is made.
var end = time.Date(2026, time.March, 4, 12, 0, 0, 0, time.UTC)

// service is the whole service over a store, with the same invented apps, clock and random
// numbers each time.
func service(t *testing.T, s storage.Store, options ...auditor.Option) http.Handler {
	t.Helper()
	random := rand.NewChaCha8([32]byte{17})
	if err := demo.Fill(t.Context(), s, end, random, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return end }
	a, err := auditor.New(append(options,
		auditor.WithStore(s), auditor.WithScraper(demo.New(end, now)), auditor.WithClock(now), auditor.WithRandom(random),
		auditor.WithSecret(bytes.Repeat([]byte("s"), 32)), auditor.WithLogger(slog.New(slog.DiscardHandler)),
	)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a.Handler()
}

// writes are requests that change something, one of each kind of record that people write.
var writes = []struct{ method, path, body string }{
	{"POST", "/api/settings", `{"syncSchedule": "off"}`},
	{"POST", "/api/feature-flags/overrides", `{"key": "flag.notifications.types.policy_updates", "value": "on"}`},
	{"POST", "/api/apps/$app/acknowledge", `{"action": "snoozed", "snoozeDays": 7}`},
	{"POST", "/api/apps/$app/acknowledge", `{"action": "reviewed"}`},
	{"POST", "/api/annotations", `{"appId": $app, "body": "Asks for contacts. Ärger, ß, 😀", "tag": "concern", "visibility": "export"}`},
	{"POST", "/api/annotations", `{"appId": $app, "body": "Only for me."}`},
	{"POST", "/api/verdicts", `{"appId": $app, "verdict": "safe", "rationale": "Nothing is collected."}`},
	{"PUT", "/api/readers/all", ``},
	{"PUT", "/api/apps/$app/concerns/LOCATION", `{"deferDays": 7}`},
	{"POST", "/api/shortlist", `{"sourceAppId": $app, "candidateAppleId": 4, "candidateName": "Four", "candidateStoreUrl": "https://apps.apple.com/us/app/id4"}`},
	{"POST", "/api/manual-apps", `{"name": "By hand", "source": "own_build"}`},
	{"POST", "/api/devices", `{"name": "Phone", "model": "iPhone"}`},
	{"POST", "/api/annotations", `{"appId": 999, "body": "Of no app."}`},
	{"POST", "/api/annotations", `{"appId": $app, "body": "with a \u0000"}`},
}

// reads are the routes that describe the data, with more parameters than the list of
// routes has.
func reads(t *testing.T) []string {
	t.Helper()
	all := []string{
		"/", "/apps", "/changes", "/api/apps?search=%00", "/api/apps?q=%FF", "/api/changelog?limit=50", "/api/changelog?limit=5&offset=20",
		"/api/changelog?type=added", "/api/changelog?category=accessibility", "/api/apps?limit=5&offset=3", "/api/apps?risk=high", "/api/apps?search=A",
	}
	for _, order := range storage.AppOrders() {
		all = append(all, "/api/apps?sort="+string(order), "/api/apps?order=desc&sort="+string(order))
	}
	routes, err := os.ReadFile(filepath.Join("..", "..", "docs", "ROUTES.md"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(routes)) {
		row, read := strings.CutPrefix(line, "| `GET ")
		route, _, _ := strings.Cut(row, "`")
		// What describes the machine or the process, or asks another one, is different each time.
		elsewhere := func(part string) bool { return strings.Contains(route, part) }
		if !read || slices.ContainsFunc([]string{"diagnostics", "deployment", "health", "/metrics", "/preview", "/compare"}, elsewhere) {
			continue
		}
		path := strings.NewReplacer("{id}", "$app", "{appId}", "$app", "{name}", "all").Replace(route)
		all = append(all, path)
	}
	return all
}

// TestAnswersAreThoseOfSQLite makes the same requests of the service over both databases,
// byte for byte, numbers and orders included, and compares what a backup holds.
func TestAnswersAreThoseOfSQLite(t *testing.T) {
	t.Parallel()
	file, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "auditor.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	})
	s := openStore(t, pgtest.NewSchema(t))
	services := []http.Handler{service(t, file), service(t, s, auditor.WithLimiters(s.Limiters(func() time.Time { return end })))}
	var app storage.App
	err = file.View(t.Context(), func(tx *storage.Tx) (err error) {
		app, err = storage.First(tx.Apps.List(storage.AppQuery{Order: storage.AppsByChanges}))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	answered := make(map[int]int)
	compare := func(method, path, body string) {
		t.Helper()
		fill := strings.NewReplacer("$app", strconv.FormatInt(int64(app.ID), 10))
		var answers []string
		for _, handler := range services {
			r := httptest.NewRequest(method, fill.Replace(path), strings.NewReader(fill.Replace(body)))
			r.Host = "localhost"
			if body != "" {
				r.Header.Set("Content-Type", "application/json")
			}
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			text, err := io.ReadAll(w.Result().Body)
			if err != nil {
				t.Fatal(err)
			}
			answers = append(answers, strconv.Itoa(w.Code)+" "+w.Header().Get("Content-Type")+"\n"+string(text))
			answered[w.Code]++
		}
		if answers[0] != answers[1] {
			t.Errorf("%s %s (-SQLite +PostgreSQL):\n%s", method, path, cmp.Diff(answers[0], answers[1]))
		}
	}
	for _, w := range writes {
		compare(w.method, w.path, w.body)
	}
	for _, path := range reads(t) {
		if path == "/api/audit" {
			awaitAudits(t, file, s)
		}
		compare(http.MethodGet, path, "")
		compare(http.MethodGet, path, "") // from the response cache
	}
	if answered[http.StatusOK] < 2*60 || answered[http.StatusInternalServerError] > 0 {
		t.Errorf("the requests were answered so: %v", answered)
	}
}

// awaitAudits waits until the audit logs, which are written after the answers, have as many rows
// as each other, and no more are written.
func awaitAudits(t *testing.T, stores ...storage.Store) {
	t.Helper()
	before := -1
	for range 100 {
		var counts []int
		for _, s := range stores {
			n := 0
			if err := s.View(t.Context(), func(tx *storage.Tx) (err error) {
				n, err = tx.Audits.Count(storage.AuditQuery{})
				return err
			}); err != nil {
				t.Fatal(err)
			}
			counts = append(counts, n)
		}
		if counts[0] == counts[1] && counts[0] == before {
			return
		}
		before = counts[0]
		time.Sleep(100 * time.Millisecond)
	}
	t.Errorf("the audit logs have not as many rows as each other")
}
