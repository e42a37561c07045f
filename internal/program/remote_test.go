package program

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What a service answers is copied up to a number of bytes, and not one more.
func TestAnswerThatIsTooLong(t *testing.T) {
	t.Parallel()
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, strings.Repeat("x", 1000)) // the client may have gone
	}))
	t.Cleanup(service.Close)
	for most, tooLong := range map[int64]bool{0: false, 1: true, 999: true, 1000: false, 1001: false} {
		at := newRemote(service.URL, "")
		if at.most != maxCopied {
			t.Errorf("a service is read up to %d bytes", at.most)
		}
		at.most = most
		resp, err := at.ask(t.Context(), http.MethodGet, "/api/dataset", nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		n, err := io.Copy(io.Discard, resp.Body)
		if errors.Is(err, errTooMuch) != tooLong || tooLong && n != most || !tooLong && (n != 1000 || err != nil) {
			t.Errorf("up to %d bytes: %d, %v", most, n, err)
		}
		if err := resp.Body.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A server that answers 101 would be waited for without end.
func TestServerOfAnotherProtocol(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"list", "backup " + filepath.Join(t.TempDir(), "backup.json"), "healthcheck"} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			ended := make(chan struct{})
			service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				conn, _, err := http.NewResponseController(w).Hijack()
				if err != nil {
					t.Error(err)
					return
				}
				defer conn.Close()
				_, _ = io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: chat\r\n\r\n")
				select {
				case <-ended:
				case <-time.After(5 * time.Second):
					t.Error("the command waits for more")
				}
			}))
			t.Cleanup(service.Close)
			got := command(t, nil, append(strings.Fields(line), "-url", service.URL)...)
			close(ended)
			if got.code != exitFault || !strings.Contains(got.log+got.out, "Switching Protocols") {
				t.Errorf("the code is %d, and it says %q %q", got.code, got.out, got.log)
			}
		})
	}
}
