package auditor_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/internal/fleettest"
)

// tableRow is a row of the table of PERFORMANCE.md.
type tableRow struct {
	name string
	path func() string
	goal [3]float64 // ms of processor time, uncached, at each size; zero: none
}

func tableRows(apps int) []tableRow {
	r := rand.New(rand.NewPCG(1, 2))
	page := func(more string) func() string {
		return func() string { return fmt.Sprintf("/api/apps?limit=100&offset=%d%s", r.IntN(apps), more) }
	}
	app := func(more string) func() string {
		return func() string { return fmt.Sprintf("/api/apps?id=%d%s", 100_000_000+r.IntN(apps), more) }
	}
	fixed := func(path string) func() string { return func() string { return path } }
	return []tableRow{
		{"page", page(""), [3]float64{0.25, 0.3, 0.4}},
		{"grid", page("&meta=grid"), [3]float64{0.5, 0.6, 0.8}},
		{"app", app(""), [3]float64{0.06, 0.06, 0.06}},
		{"app-timeline", app("&changelog=true"), [3]float64{0.1, 0.1, 0.1}},
		{"search-one", func() string { return fmt.Sprintf("/api/apps?limit=100&q=app%%20%06d", r.IntN(apps)*7919%1_000_000) }, [3]float64{0.5, 0.5, 1}},
		{"search-many", fixed("/api/apps?limit=100&q=app%20000"), [3]float64{0.5, 0.5, 1}},
		{"search-short", fixed("/api/apps?limit=100&q=42"), [3]float64{}},
		{"changelog-50", fixed("/api/changelog?limit=50"), [3]float64{0.25, 0.25, 0.25}},
		{"changelog-500", fixed("/api/changelog?limit=500"), [3]float64{1.5, 1.5, 1.5}},
		{"notifications", fixed("/api/notifications?limit=30"), [3]float64{0.2, 0.2, 0.2}},
		{"notifications-far", fixed(fmt.Sprintf("/api/notifications?limit=30&offset=%d", min(apps, seedNotices)-100)), [3]float64{0.2, 0.2, 0.2}},
		{"grouped", fixed("/api/apps?view=grouped"), [3]float64{0, 150, 1500}},
		{"matrix", fixed("/api/stats/matrix"), [3]float64{0, 60, 400}},
		{"list", fixed("/api/apps"), [3]float64{0, 80, 800}},
		{"stats-timeline", fixed("/api/stats/timeline"), [3]float64{}},
		{"health", fixed("/api/health"), [3]float64{}},
	}
}

// BenchmarkTable measures the reads of the table of PERFORMANCE.md, in whole requests through
// all guards: uncached and cached, and each of both without a network and with one connection on
// the loopback, where the client is part of what is measured. The metric goal-ms is what an
// uncached one should take. The goals of the last two rows are for [BenchmarkAnswers].
func BenchmarkTable(b *testing.B) {
	for i, apps := range fleetSizes() {
		b.Run(fmt.Sprintf("apps=%d", apps), func(b *testing.B) {
			store := seeded(b, apps)
			for name, options := range map[string][]auditor.Option{"uncached": {auditor.WithResponseCacheSize(0)}, "cached": nil} {
				handler := newAuditor(b, append(options, auditor.WithStore(store))...).Handler()
				b.Run(name, func(b *testing.B) { benchmarkRows(b, i, apps, name, direct(b, handler)) })
				b.Run(name+"-loopback", func(b *testing.B) { benchmarkRows(b, i, apps, name, loopback(b, handler)) })
			}
		})
	}
}

// direct returns a function that has the handler answer a request.
func direct(b *testing.B, handler http.Handler) func(path string) {
	return func(path string) {
		w := fleettest.NewSink()
		handler.ServeHTTP(w, httptest.NewRequest("GET", "http://localhost"+path, nil))
		if w.Code != http.StatusOK {
			b.Fatalf("status %d", w.Code)
		}
	}
}

// loopback returns a function that asks a server.
func loopback(b *testing.B, handler http.Handler) func(path string) {
	server := httptest.NewServer(handler)
	b.Cleanup(server.Close)
	return func(path string) {
		res, err := server.Client().Get(server.URL + path)
		if err != nil {
			b.Fatal(err)
		}
		_, err = io.Copy(io.Discard, res.Body)
		res.Body.Close()
		if err != nil || res.StatusCode != http.StatusOK {
			b.Fatalf("status %d, %v", res.StatusCode, err)
		}
	}
}

func benchmarkRows(b *testing.B, size, apps int, name string, ask func(path string)) {
	for _, row := range tableRows(apps) {
		path := row.path
		if name == "cached" {
			first := path() // another address would not be cached
			path = func() string { return first }
		}
		b.Run(row.name, func(b *testing.B) {
			b.ReportAllocs()
			defer cost.PerOp(b)()
			for b.Loop() {
				ask(path())
			}
			if name == "uncached" && row.goal[size] > 0 {
				b.ReportMetric(row.goal[size], "goal-ms")
			}
		})
	}
}
