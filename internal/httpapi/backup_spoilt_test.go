package httpapi_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/httpapi"
)

// Whatever comes over the wire as a backup is never the server's fault, and what
// is refused changes nothing.
func TestSpoiltBackupsOnTheWire(t *testing.T) {
	t.Parallel()
	a := newBackupAPI(t, func(cfg *httpapi.Config) { cfg.MaxRestoreBytes = 64 << 10 })
	server := httptest.NewServer(a)
	defer server.Close()
	post := func(query string, bundle []byte) int {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), "POST", server.URL+"/api/backup/restore"+query, bytes.NewReader(bundle))
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		r.Header.Set("Origin", "http://"+host)
		answer, err := server.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != http.StatusOK && !strings.HasPrefix(string(body), `{"`) {
			t.Errorf("status %d, body %s, error %v", answer.StatusCode, body, err)
		}
		return answer.StatusCode
	}
	bundle := []byte(a.export())
	if status := post("", bundle); status != http.StatusOK {
		t.Fatalf("status %d for what is as it was", status)
	}
	before, seen := a.apps(), map[int]int{}
	for i := range 200 {
		r := rand.New(rand.NewPCG(uint64(i), 6))
		spoilt := slices.Clone(bundle)
		query := ""
		switch at := r.IntN(len(spoilt)); i % 5 {
		case 0:
			spoilt = spoilt[:at]
		case 1:
			spoilt = slices.Insert(spoilt, at, []byte(strings.Repeat("[", 10_000))...)
		case 2:
			spoilt = bytes.Repeat(spoilt, 2+64<<10/len(spoilt))
		case 3: // still JSON, and not what was signed
			spoilt = bytes.Replace(spoilt, []byte(`{`), []byte(`{"more":"`+strings.Repeat("x", i)+`",`), 1)
		default:
			spoilt[at] ^= 1 << r.IntN(7)
		}
		if i%5 != 3 && i%2 == 0 {
			query = "?allowUntrusted=1"
		}
		status := post(query, spoilt)
		seen[status]++
		switch {
		case status == http.StatusOK && query == "":
			t.Errorf("%d: what was not signed was restored", i)
		case status == http.StatusOK:
			if status := post("", bundle); status != http.StatusOK {
				t.Fatalf("status %d for what was signed", status)
			}
		}
		if after := a.apps(); after != before {
			t.Fatalf("%d: status %d, and changed: %s, want %s", i, status, after, before)
		}
	}
	for status := range seen {
		if !slices.Contains([]int{200, 400, 409, 413}, status) {
			t.Errorf("there were statuses %v", seen)
		}
	}
	if seen[400] < 50 || seen[409] < 40 || seen[413] < 40 {
		t.Errorf("there were statuses %v", seen)
	}
}
