package auditor_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/internal/cost"
)

// BenchmarkAnswers measures whole requests, over real HTTP and all guards, each
// beside a handler that does nothing but send the same bytes. The figures to
// compare are ours and constant of one route and size.
func BenchmarkAnswers(b *testing.B) {
	for _, apps := range fleetSizes() {
		b.Run(fmt.Sprintf("apps=%d", apps), func(b *testing.B) {
			a := newAuditor(b, auditor.WithStore(seeded(b, apps)))
			server := httptest.NewServer(a.Handler())
			defer server.Close()
			for _, path := range []string{
				"/api/health", "/api/apps", "/api/apps?limit=100", "/api/apps?limit=100&offset=900", "/api/apps?limit=100&meta=grid",
				fmt.Sprintf("/api/apps?limit=100&offset=%d", apps/2), "/api/apps?view=grouped",
				"/api/changelog?limit=50", "/api/changelog?limit=500", "/api/notifications", "/api/tasks/active", "/api/stats/timeline",
			} {
				b.Run("path="+path, func(b *testing.B) {
					header, body := get(b, server.URL+path)
					constant := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
						w.Header().Set("Content-Type", header.Get("Content-Type"))
						w.Header().Set("Content-Length", fmt.Sprint(len(body)))
						w.Write(body)
					}))
					defer constant.Close()
					b.Run("ours", func(b *testing.B) { load(b, server.URL+path, len(body)) })
					b.Run("constant", func(b *testing.B) { load(b, constant.URL, len(body)) })
				})
			}
		})
	}
}

// fleetSizes are the sizes that are measured; -short leaves the large ones out.
func fleetSizes() []int {
	if testing.Short() {
		return []int{1000}
	}
	return []int{1000, 10_000, 100_000}
}

func load(b *testing.B, url string, size int) {
	b.SetBytes(int64(size))
	b.ReportAllocs()
	defer cost.PerOp(b)()
	b.SetParallelism(4)
	b.RunParallel(func(pb *testing.PB) {
		client := &http.Client{Transport: &http.Transport{}}
		defer client.CloseIdleConnections()
		for pb.Next() {
			res, err := client.Get(url)
			if err != nil {
				b.Error(err)
				return
			}
			n, err := io.Copy(io.Discard, res.Body)
			res.Body.Close()
			if err != nil || res.StatusCode != http.StatusOK || n != int64(size) {
				b.Errorf("%s: status %d, %d bytes of %d, %v", url, res.StatusCode, n, size, err)
				return
			}
		}
	})
}

func get(tb testing.TB, url string) (http.Header, []byte) {
	tb.Helper()
	res, err := http.Get(url)
	if err != nil {
		tb.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		tb.Fatalf("%s: status %d, %v", url, res.StatusCode, err)
	}
	return res.Header, body
}
