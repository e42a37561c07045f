package auditor_test

import (
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sethvargo/go-limiter"
	"github.com/sethvargo/go-limiter/memorystore"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/internal/device"
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
			paths := screensOf(b, a, apps)
			for _, path := range paths {
				b.Run("path="+named(path), func(b *testing.B) {
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
			for _, path := range paths {
				b.Run("written/path="+named(path), func(b *testing.B) {
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

// screensOf returns the paths of all screens of a fleet. It puts something on each: a device with a hundred
// apps, a saved filter, a destination, a list of apps that were added, a version of a policy.
func screensOf(b *testing.B, a *auditor.Auditor, apps int) []string {
	b.Helper()
	device, err := a.Services().Devices.Add(b.Context(), device.Description{Name: "My phone"})
	if err != nil {
		b.Fatal(err)
	}
	var on []storage.AppID
	for i := range min(apps, 100) {
		on = append(on, storage.AppID(100_000_000+i))
	}
	if _, err := a.Services().Devices.Place(b.Context(), device.ID, true, on...); err != nil {
		b.Fatal(err)
	}
	post := func(path, form string) string {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodPost, "http://localhost"+path, strings.NewReader(form))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", "http://localhost")
		a.Handler().ServeHTTP(w, r)
		if w.Code != http.StatusSeeOther {
			b.Fatalf("%s: status %d: %s", path, w.Code, w.Body)
		}
		return strings.TrimPrefix(w.Header().Get("Location"), "http://localhost")
	}
	post("/filters", "list=apps&name=Who+tracks&filter=use%3Dtracking")
	post("/settings/destinations", "channel=ntfy&url=https://ntfy.example/topic")
	list := post("/add", "device="+device.ID+"&apps=https://apps.apple.com/us/app/id100000001%0Ahttps://apps.apple.com/us/app/id100000002")
	destinations := httptest.NewRecorder()
	a.Handler().ServeHTTP(destinations, httptest.NewRequest(http.MethodGet, "http://localhost/settings/destinations", nil))
	destination := regexp.MustCompile(`/settings/destinations/[0-9a-f-]{8,}`).FindString(destinations.Body.String())
	return []string{
		"/", "/?kind=rating", "/?dir=worse", "/?app=100000001", "/?device=" + device.ID, "/apps", "/apps?sort=risk", "/apps?q=app+0001", "/apps?use=tracking&data=LOCATION", "/apps?show=removed",
		"/apps?device=" + device.ID, fmt.Sprintf("/apps?offset=%d", apps/2),
		"/apps/100000001", "/apps/100000001/label", "/apps/100000001/stores", "/devices/" + device.ID, "/compare", "/compare?a=100000001&b=100000002",
		"/add", "/add/search", list, list + "/forget", "/activity", "/activity/messages", "/statistics", "/statistics?category=LOCATION&years=10",
		"/settings", "/settings/notifications", "/settings/destinations", "/settings/destinations/new?channel=email", destination, destination + "/remove", "/settings/profile", "/settings/models", "/settings/models/log",
		"/settings/devices", "/settings/devices/" + device.ID + "/forget", "/settings/backup", "/settings/access", "/sign-in",
	}
}

// named returns a path as the name of a benchmark, without what is made anew each time.
func named(path string) string {
	return regexp.MustCompile(`[0-9a-f]+-[0-9a-f-]+`).ReplaceAllString(path, "ID")
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
