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

// BenchmarkExportCSV measures the list of all apps as CSV, in whole requests through all
// guards but without a network. The metric goal-ms is what one should take.
func BenchmarkExportCSV(b *testing.B) {
	goals := [3]float64{30, 300, 3000}
	for i, apps := range fleetSizes() {
		b.Run(fmt.Sprintf("apps=%d", apps), func(b *testing.B) {
			a := newAuditor(b, auditor.WithStore(seeded(b, apps)), auditor.WithResponseCacheSize(0))
			b.ReportAllocs()
			defer cost.PerOp(b)()
			for b.Loop() {
				w := fleettest.NewSink()
				a.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost/api/export?format=csv", nil))
				if w.Code != http.StatusOK {
					b.Fatalf("status %d", w.Code)
				}
				b.SetBytes(w.Bytes)
			}
			b.ReportMetric(goals[i], "goal-ms")
		})
	}
}
