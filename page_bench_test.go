package auditor_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/privacylabels/auditor"
)

// BenchmarkPage measures the screens of the page behind all guards, and reports their
// size. No screen is cached, so this is what each reader waits for.
func BenchmarkPage(b *testing.B) {
	for _, apps := range fleetSizes() {
		b.Run(fmt.Sprintf("apps=%d", apps), func(b *testing.B) {
			a, err := auditor.New(auditor.WithStore(seeded(b, apps)))
			if err != nil {
				b.Fatal(err)
			}
			defer a.Close()
			for _, path := range []string{
				"/", "/?kind=accessibility", "/apps", "/apps?sort=risk", "/apps?q=app+0001", fmt.Sprintf("/apps?offset=%d", apps/2), "/apps/100000001", "/compare?a=100000001&b=100000002",
			} {
				b.Run("path="+path, func(b *testing.B) {
					size := 0
					for b.Loop() {
						w := httptest.NewRecorder()
						a.Handler().ServeHTTP(w, httptest.NewRequest("GET", "http://localhost"+path, nil))
						if size = w.Body.Len(); w.Code != http.StatusOK {
							b.Fatalf("status %d", w.Code)
						}
					}
					b.ReportMetric(float64(size), "bytes")
				})
			}
		})
	}
}
