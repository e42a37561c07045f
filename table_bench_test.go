package auditor_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/storage"
)

// tableRow is a row of the table of OPERATIONS.md.
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
		{"page", page(""), [3]float64{0.35, 0.4, 0.6}},
		{"grid", page("&meta=grid"), [3]float64{0.5, 0.6, 0.8}},
		{"app", app(""), [3]float64{0.15, 0.15, 0.15}},
		{"app-timeline", app("&changelog=true"), [3]float64{0.3, 0.3, 0.3}},
		{"changelog-50", fixed("/api/changelog?limit=50"), [3]float64{0.4, 0.4, 0.4}},
		{"changelog-500", fixed("/api/changelog?limit=500"), [3]float64{2.5, 2.5, 2.5}},
		{"notifications", fixed("/api/notifications?limit=30"), [3]float64{0.3, 0.3, 0.3}},
		{"grouped", fixed("/api/apps?view=grouped"), [3]float64{0, 150, 1500}},
		{"matrix", fixed("/api/stats/matrix"), [3]float64{0, 60, 400}},
		{"list", fixed("/api/apps"), [3]float64{0, 80, 800}},
		{"stats-timeline", fixed("/api/stats/timeline"), [3]float64{}},
		{"health", fixed("/api/health"), [3]float64{}},
	}
}

// BenchmarkTable measures the reads of the table of PERFORMANCE.md, in whole requests through
// all guards but without a network: uncached, and cached. The metric goal-ms is what an
// uncached one should take. The goals of the last two rows are for [BenchmarkAnswers].
func BenchmarkTable(b *testing.B) {
	for i, apps := range fleetSizes() {
		b.Run(fmt.Sprintf("apps=%d", apps), func(b *testing.B) {
			store := seeded(b, apps)
			for name, options := range map[string][]auditor.Option{"uncached": {auditor.WithResponseCacheSize(0)}, "cached": nil} {
				b.Run(name, func(b *testing.B) { benchmarkRows(b, i, apps, store, name, options) })
			}
		})
	}
}

func benchmarkRows(b *testing.B, size, apps int, store storage.Store, name string, options []auditor.Option) {
	a := newAuditor(b, append(options, auditor.WithStore(store))...)
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
				w := fleettest.NewSink()
				a.Handler().ServeHTTP(w, httptest.NewRequest("GET", "http://localhost"+path(), nil))
				if w.Code != http.StatusOK {
					b.Fatalf("status %d", w.Code)
				}
			}
			if name == "uncached" && row.goal[size] > 0 {
				b.ReportMetric(row.goal[size], "goal-ms")
			}
		})
	}
}
