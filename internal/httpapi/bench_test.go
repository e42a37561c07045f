package httpapi_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
)

// sink takes an answer and forgets it.
type sink struct{ header http.Header }

func (s *sink) Header() http.Header         { return s.header }
func (s *sink) Write(p []byte) (int, error) { return len(p), nil }
func (s *sink) WriteHeader(int)             {}

// BenchmarkGuards measures what a request costs before and after its handler,
// without a network.
func BenchmarkGuards(b *testing.B) {
	stubbed := newStubbed(b, withToken)
	kept := newKept(b, func(context.Context, string, string) (any, error) { return "x", nil }, nil)
	for _, bb := range []struct {
		name, method, target string
		handler              http.Handler
		header               http.Header
	}{
		{"kept", "GET", "/api/kept/a?name=x", kept, nil},
		{"304", "GET", "/api/kept/a?name=x", kept, http.Header{"If-None-Match": {"*"}}},
		{"read", "GET", "/api/apps", stubbed, nil},
		{"mutation", "POST", "/api/focus", stubbed, http.Header{"Origin": {origin}}},
		{"limited with token", "POST", "/api/feature-flags/overrides", stubbed, http.Header{"X-Auditor-Admin-Token": {token}}},
		{"host refused", "GET", "/api/apps", stubbed, http.Header{"Host": {"twice"}}},
		{"not found", "GET", "/api/nowhere", stubbed, nil},
	} {
		b.Run(bb.name, func(b *testing.B) {
			r := httptest.NewRequestWithContext(b.Context(), bb.method, bb.target, http.NoBody)
			r.Host, r.Header = host, bb.header
			w := &sink{make(http.Header, 16)}
			b.ReportAllocs()
			for b.Loop() {
				bb.handler.ServeHTTP(w, r)
			}
		})
	}
}

// BenchmarkAgainstConstant measures cached answers over HTTP beside a handler that
// does nothing but send the same bytes. The figures to compare are those of one
// size.
func BenchmarkAgainstConstant(b *testing.B) {
	for _, size := range []int{16, 70 << 10, 700 << 10} {
		text := strings.Repeat("x", size)
		kept := newKept(b, func(context.Context, string, string) (any, error) { return text, nil }, nil)
		body := []byte(`"` + text + "\"\n")
		constant := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Length", strconv.Itoa(len(body)))
			w.Write(body)
		})
		for name, handler := range map[string]http.Handler{"kept": kept, "constant": constant} {
			b.Run("bytes="+strconv.Itoa(size)+"/"+name, func(b *testing.B) { load(b, handler, int64(len(body))) })
		}
	}
}

func load(b *testing.B, handler http.Handler, size int64) {
	server := httptest.NewServer(handler)
	defer server.Close()
	b.ReportAllocs()
	b.SetParallelism(4)
	b.RunParallel(func(pb *testing.PB) {
		client := &http.Client{Transport: &http.Transport{}}
		defer client.CloseIdleConnections()
		for pb.Next() {
			res, err := client.Get(server.URL + "/api/kept/a")
			if err != nil {
				b.Error(err)
				return
			}
			n, err := io.Copy(io.Discard, res.Body)
			res.Body.Close()
			if err != nil || n != size {
				b.Errorf("%d bytes of %d, %v", n, size, err)
				return
			}
		}
	})
}
