package auditor_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/internal/fakestore"
)

// BenchmarkSync measures a sync of apps in which nothing changes, from an App Store that
// takes so long for each page of 403 KB, at an unlimited pace. The figures of processor time
// include the other end of the connection, which is in this process.
func BenchmarkSync(b *testing.B) {
	for _, row := range []struct {
		latency time.Duration
		apps    int
		goal    float64 // apps a second; zero: none
	}{
		{0, 300, 200},
		{200 * time.Millisecond, 200, 0},
	} {
		b.Run(fmt.Sprintf("latency=%v", row.latency), func(b *testing.B) {
			server := httptest.NewServer(pages(b, row.latency))
			defer server.Close()
			scraper, err := appstore.New(appstore.Config{PagesURL: server.URL, LookupURL: server.URL, PerMinute: 1_000_000})
			if err != nil {
				b.Fatal(err)
			}
			a := newAuditor(b, auditor.WithStore(seeded(b, row.apps)), auditor.WithScraper(scraper))
			syncAll(b, a) // after which nothing is new
			report := cost.PerOp(b)
			for b.Loop() {
				syncAll(b, a)
			}
			report()
			b.ReportMetric(float64(b.N*row.apps)/b.Elapsed().Seconds(), "apps/s")
			b.ReportMetric(6*float64(row.apps), "goal-ms")
			if row.goal > 0 {
				b.ReportMetric(row.goal, "goal-apps/s")
			}
		})
	}
}

// pages serves the page of any app after a latency: a real one if the fixtures are there,
// and otherwise an invented one of the same length.
func pages(b *testing.B, latency time.Duration) http.Handler {
	const own = "570060128"
	page, err := os.ReadFile(filepath.Join("..", "shared", "fixtures", "pages", "2026-07_duolingo_us_570060128.trimmed.html"))
	if errors.Is(err, fs.ErrNotExist) {
		w := httptest.NewRecorder()
		fakestore.New(fakestore.App{ID: 570060128, Format: fakestore.Island}).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/us/app/id"+own, nil))
		page, err = w.Body.Bytes(), nil
		page = append(page, bytes.Repeat([]byte("<p>Other apps</p>\n"), (403_000-len(page))/18)...)
	}
	if err != nil {
		b.Fatal(err)
	}
	parts := bytes.Split(page, []byte(own))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, id, found := strings.Cut(r.URL.Path, "/id")
		if !found {
			http.NotFound(w, r)
			return
		}
		time.Sleep(latency)
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write(bytes.Join(parts, []byte(id)))
	})
}
