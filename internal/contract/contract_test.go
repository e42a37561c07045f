package contract_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/contract"
)

func TestOpen(t *testing.T) {
	t.Parallel()
	if _, err := contract.Open(t.TempDir() + "/none.json"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
	if _, err := contract.New([]byte("[")); err == nil {
		t.Error("half a document is read")
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	const plain = "application/json; charset=utf-8"
	long := `{"id": "no number", "text": "` + strings.Repeat("x", contract.MaxBody) + `"}`
	for name, tt := range map[string]struct {
		method, path string
		status       int
		kind, body   string
		retry        string
		want         string // a part of what is wrong; empty: nothing is
	}{
		"fits":           {"GET", "/api/notes/1", 200, plain, `{"id": 1, "text": "x"}`, "", ""},
		"holds itself":   {"GET", "/api/notes/1", 200, plain, `{"id": 1, "text": "x", "older": [{"id": 2, "text": "y", "older": []}]}`, "", ""},
		"below a prefix": {"GET", "/labels/api/notes/1", 200, plain, `{"id": 1, "text": "x"}`, "", ""},
		"HEAD":           {"HEAD", "/api/notes/1", 200, plain, "", "", ""},
		"no body":        {"POST", "/api/notes", 204, "", "", "", ""},
		"refused":        {"POST", "/api/notes", 400, plain, `{"error": "no"}`, "", ""},
		"no such path":   {"GET", "/api/nowhere", 404, plain, `{"error": "no"}`, "", ""},
		"no such method": {"PUT", "/api/notes", 405, plain, `{"error": "no"}`, "", ""},
		"OPTIONS":        {"OPTIONS", "/api/notes", 204, "", "", "", ""},
		"too long":       {"GET", "/api/notes/1", 200, plain, long, "", ""},
		"header":         {"POST", "/api/notes", 429, plain, `{"error": "no"}`, "9", ""},

		"no header":        {"POST", "/api/notes", 429, plain, `{"error": "no"}`, "", "no header Retry-After"},
		"status":           {"GET", "/api/notes/1", 202, plain, `{"id": 1, "text": "x"}`, "", "not in the document"},
		"kind":             {"GET", "/api/notes/1", 200, "text/html", "<p>", "", "text/html is not in the document"},
		"no kind":          {"GET", "/api/notes/1", 200, "", `{"id": 1, "text": "x"}`, "", "Content-Type"},
		"no JSON":          {"GET", "/api/notes/1", 200, plain, "{", "", "EOF"},
		"wrong type":       {"GET", "/api/notes/1", 200, plain, `{"id": "1", "text": "x"}`, "", "'/id'"},
		"missing":          {"GET", "/api/notes/1", 200, plain, `{"id": 1}`, "", "missing property 'text'"},
		"unknown":          {"GET", "/api/notes/1", 200, plain, `{"id": 1, "text": "x", "more": 1}`, "", "'more' not allowed"},
		"deep":             {"GET", "/api/notes/1", 200, plain, `{"id": 1, "text": "x", "older": [{"id": 2}]}`, "", "'/older/0'"},
		"unwanted body":    {"POST", "/api/notes", 204, plain, `{}`, "", "a body"},
		"refusal's shape":  {"POST", "/api/notes", 400, plain, `{"message": "no"}`, "", "'error'"},
		"unknown answered": {"GET", "/api/nowhere", 200, plain, `{}`, "", "no such operation"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := http.Header{"Content-Type": {tt.kind}}
			if tt.retry != "" {
				h.Set("Retry-After", tt.retry)
			}
			err := newContract(t).Check(contract.Answer{Method: tt.method, Path: tt.path, Status: tt.status, Header: h, Body: []byte(tt.body)})
			switch {
			case tt.want == "" && err != nil:
				t.Error(err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

// failures is a test that only counts its failures.
type failures struct {
	testing.TB
	n int
}

func (f *failures) Error(...any) { f.n++ }

func TestHandlerAndTransport(t *testing.T) {
	t.Parallel()
	c := newContract(t)
	wrong := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Query().Get("full") != "" {
			io.WriteString(w, `{"id": 1, "text": "x"}`)
		} else {
			io.WriteString(w, `{"id": 1}`)
		}
	})
	handled, carried := &failures{TB: t}, &failures{TB: t}
	server := httptest.NewServer(c.Handler(handled, wrong))
	defer server.Close()
	client := &http.Client{Transport: c.Transport(carried, http.DefaultTransport)}
	for i, query := range []string{"?full=1", ""} {
		res, err := client.Get(server.URL + "/api/notes/1" + query)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, res.Body); err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if handled.n != i || carried.n != i {
			t.Errorf("after %d wrong answers the handler reported %d and the transport %d", i, handled.n, carried.n)
		}
	}
}

func TestBad(t *testing.T) {
	t.Parallel()
	c := newContract(t)
	d := small()
	got := make(map[string]contract.Request)
	for _, r := range append(c.Bad("/api/notes", post(&d)), c.Bad("/api/notes/{id}", get(&d))...) {
		got[r.What] = r
	}
	for what, want := range map[string]string{
		"text of a wrong type": `{"tag":"other","text":[1]}`, "without text": `{"tag":"other"}`, "text empty": `{"tag":"other","text":""}`,
		"text too long": `{"tag":"other","text":"xxxxxxxxxxx"}`, "tag unknown": `{"tag":"no such value","text":"x"}`, `body "null"`: "null",
	} {
		if got[what].Body != want || got[what].Path != "/api/notes" {
			t.Errorf("%s: %+v, want %s", what, got[what], want)
		}
		if lenient := strings.HasPrefix(what, "tag"); got[what].Lenient != lenient {
			t.Errorf("%s: lenient is %v", what, got[what].Lenient)
		}
	}
	for what, want := range map[string]string{"full no number": "abc", "full too small": "-1", "full too large": "6"} {
		if r := got[what]; r.Query["full"] != want || r.Path != "/api/notes/1" {
			t.Errorf("%s: %+v", what, r)
		}
	}
}
