package auditor_test

import (
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/sethvargo/go-limiter"
	"github.com/sethvargo/go-limiter/memorystore"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/storage"
)

// pageYear is the time in which the apps of [BenchmarkPage] have changed.
const pageYear = 360 * 24 * time.Hour

// BenchmarkPage measures the screens of the page behind all guards, and reports their
// size. No screen is cached, so this is what each reader waits for. Those with "written"
// follow a write each time, which is not measured.
func BenchmarkPage(b *testing.B) {
	for _, apps := range append([]int{12}, fleetSizes()...) {
		b.Run(fmt.Sprintf("apps=%d", apps), func(b *testing.B) {
			store := seededOver(b, apps, pageYear/time.Duration(apps))
			now := seedStart.Std().Add(pageYear + 25*time.Hour)
			a := newAuditor(b, auditor.WithStore(store), auditor.WithClock(func() time.Time { return now }), auditor.WithLimiters(unlimited))
			for _, path := range []string{
				"/", "/?kind=rating", "/?app=100000001", "/apps", "/apps?sort=risk", "/apps?q=app+0001", fmt.Sprintf("/apps?offset=%d", apps/2),
				"/apps/100000001", "/compare?a=100000001&b=100000002", "/add", "/activity", "/activity/messages", "/statistics", "/statistics?category=LOCATION&years=10",
				"/settings", "/settings/notifications", "/settings/destinations", "/settings/destinations/new?channel=email", "/settings/profile", "/settings/models", "/settings/models/log", "/settings/devices", "/settings/backup", "/settings/access", "/sign-in",
			} {
				b.Run("path="+path, func(b *testing.B) {
					size := 0
					servePage(b, a, path) // fills what is cached
					defer cost.PerOp(b)()
					for b.Loop() {
						size = servePage(b, a, path)
					}
					b.ReportMetric(float64(size), "bytes")
				})
			}
			for _, code := range []string{"de", "fr"} {
				for _, path := range []string{"/", "/apps", "/apps/100000001", "/statistics"} {
					b.Run("language="+code+"/path="+path, func(b *testing.B) {
						size := 0
						servePage(b, a, path, code)
						defer cost.PerOp(b)()
						for b.Loop() {
							size = servePage(b, a, path, code)
						}
						b.ReportMetric(float64(size), "bytes")
					})
				}
			}
			for _, path := range []string{"/", "/statistics"} {
				b.Run("written/path="+path, func(b *testing.B) {
					for b.Loop() {
						b.StopTimer()
						touch(b, store)
						b.StartTimer()
						servePage(b, a, path)
					}
				})
			}
		})
	}
}

// unlimited returns a limiter that a benchmark does not reach.
func unlimited(_ string, _ uint64, window time.Duration) (limiter.Store, error) {
	return memorystore.New(&memorystore.Config{Tokens: math.MaxUint64, Interval: window})
}

// servePage requests a screen and returns its size.
func servePage(b *testing.B, a *auditor.Auditor, path string, languages ...string) int {
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, "http://localhost"+path, nil)
	r.Header["Accept-Language"] = languages
	a.Handler().ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		b.Fatalf("status %d", w.Code)
	}
	return w.Body.Len()
}

// touch writes an app as a refresh without a change does.
func touch(b *testing.B, store storage.Store) {
	err := store.Update(b.Context(), func(tx *storage.Tx) error {
		app, err := tx.Apps.Get(100_000_001)
		if err != nil {
			return err
		}
		app.LastSynced++
		return tx.Apps.Put(app)
	})
	if err != nil {
		b.Fatal(err)
	}
}
