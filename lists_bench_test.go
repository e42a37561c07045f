package auditor_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/internal/fleettest"
)

// BenchmarkLists measures what reads of the list of apps that are not in [BenchmarkTable]
// cost, not cached. The metric goal-ms is what one
// should take.
func BenchmarkLists(b *testing.B) {
	for i, apps := range fleetSizes() {
		b.Run(fmt.Sprintf("apps=%d", apps), func(b *testing.B) {
			a := newAuditor(b, auditor.WithStore(seeded(b, apps)), auditor.WithResponseCacheSize(0))
			fixed := func(path string) func() string { return func() string { return path } }
			for _, row := range []struct {
				name string
				path func() string
				goal [3]float64 // ms, at each size
			}{
				{"risk", fixed("/api/apps?limit=100&sort=risk"), [3]float64{1, 1, 10}},
				{"changed", fixed("/api/apps?limit=100&changed=1&sort=checked"), [3]float64{1, 2, 10}},
				{"mismatches", fixed("/api/privacy-profile/mismatches"), [3]float64{1, 2, 20}},
				{"summary", fixed("/api/summary"), [3]float64{0.5, 1, 10}},
			} {
				b.Run(row.name, func(b *testing.B) {
					b.ReportAllocs()
					defer cost.PerOp(b)()
					for b.Loop() {
						w := fleettest.NewSink()
						a.Handler().ServeHTTP(w, httptest.NewRequest("GET", "http://localhost"+row.path(), nil))
						if w.Code != http.StatusOK {
							b.Fatalf("status %d", w.Code)
						}
					}
					b.ReportMetric(row.goal[i], "goal-ms")
				})
			}
		})
	}
}
