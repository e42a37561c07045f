package httpapi_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi"
)

// Strangers who send files without end keep neither the disk nor the owner busy.
func TestFewFilesAreReceivedAtOnce(t *testing.T) {
	t.Parallel()
	limits := func(cfg *httpapi.Config) {
		withPageAndToken(cfg)
		cfg.NewLimiter, cfg.StallTimeout = unlimited, 2*time.Second
	}
	t.Run("API", func(t *testing.T) {
		t.Parallel()
		testFewFiles(t, newAPI(t, limits), "/api/backup/preview")
	})
	t.Run("page", func(t *testing.T) {
		t.Parallel()
		testFewFiles(t, startPage(t, limits), "/settings/backup/look")
	})
}

func testFewFiles(t *testing.T, a *api, path string) {
	t.Helper()
	server := httptest.NewServer(a)
	defer server.Close()
	send := func(body io.Reader, with ...string) (status int, retryAfter string) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+path, body)
		if err != nil {
			t.Error(err)
			return 0, ""
		}
		req.Host = "localhost"
		req.Header.Set("Origin", "http://localhost")
		for i := 0; i+1 < len(with); i += 2 {
			req.Header.Set(with[i], with[i+1])
		}
		resp, err := server.Client().Do(req)
		if err != nil {
			t.Error(err)
			return 0, ""
		}
		defer resp.Body.Close()
		return resp.StatusCode, resp.Header.Get("Retry-After")
	}
	const begin, rest = `{"version":1,`, `"exportedAt":1,"apps":[]}`
	held := make(chan int, 2)
	var ends []*io.PipeWriter
	for range 2 {
		body, end := io.Pipe()
		ends = append(ends, end)
		go func() {
			status, _ := send(body)
			held <- status
		}()
		if _, err := io.WriteString(end, begin); err != nil {
			t.Fatal(err)
		}
	}
	stop := make(chan struct{})
	go func() { // they make progress, slowly
		for i := 0; ; i++ {
			select {
			case <-stop:
				for _, end := range ends {
					_, _ = io.WriteString(end, rest)
					end.Close()
				}
				return
			case <-time.After(100 * time.Millisecond):
				for _, end := range ends {
					_, _ = io.WriteString(end, strings.Repeat(" ", 4<<10))
				}
			}
		}
	}()
	if status, _ := send(strings.NewReader(begin+rest), "X-Auditor-Admin-Token", token); status != http.StatusOK {
		t.Errorf("with the token: status %d, want 200", status)
	}
	if status, retryAfter := send(strings.NewReader(begin + rest)); status != http.StatusServiceUnavailable || retryAfter != "2" {
		t.Errorf("without: status %d, Retry-After %q, want 503 and 2", status, retryAfter)
	}
	close(stop)
	for range 2 {
		if status := <-held; status != http.StatusOK {
			t.Errorf("a file that was received slowly: status %d, want 200", status)
		}
	}
	if status, _ := send(strings.NewReader(begin + rest)); status != http.StatusOK {
		t.Errorf("after the others: status %d, want 200", status)
	}
}
