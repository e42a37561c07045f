package program

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
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
