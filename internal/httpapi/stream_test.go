package httpapi_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi"
)

func lines(write func(ctx context.Context, w httpapi.Pieces) error) build {
	return func(context.Context, string, string) (any, error) { return httpapi.Lines{Write: write}, nil }
}

func TestStreamIsFlushedAndNotCached(t *testing.T) {
	t.Parallel()
	var written atomic.Int64
	proceed := make(chan struct{})
	a := newKept(t, lines(func(_ context.Context, w httpapi.Pieces) error {
		written.Add(1)
		if _, err := io.WriteString(w, "first\n"); err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return err
		}
		<-proceed
		_, err := io.WriteString(w, "second\n")
		return err
	}), nil)
	server := httptest.NewServer(a)
	defer server.Close()
	res, err := server.Client().Get(server.URL + "/api/kept/a")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body := bufio.NewReader(res.Body)
	if line, err := body.ReadString('\n'); err != nil || line != "first\n" {
		t.Fatalf("first line %q, %v", line, err)
	}
	close(proceed)
	if rest, err := io.ReadAll(body); err != nil || string(rest) != "second\n" {
		t.Errorf("rest %q, %v", rest, err)
	}
	if res.Header.Get("Content-Type") != "application/x-ndjson" {
		t.Errorf("header %v", res.Header)
	}
	a.do("GET", "/api/kept/a").status(200)
	a.do("HEAD", "/api/kept/a").status(200)
	if written.Load() != 2 {
		t.Errorf("written %d times, want 2", written.Load())
	}
}

func TestStreamThatFailsIsAborted(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	a := newKept(t, lines(func(_ context.Context, w httpapi.Pieces) error {
		if _, err := io.WriteString(w, "some\n"); err != nil {
			return err
		}
		return errors.New("the store is gone")
	}), quiet(&log))
	server := httptest.NewServer(a)
	defer server.Close()
	res, err := server.Client().Get(server.URL + "/api/kept/a")
	if err != nil {
		return // interrupted before the header
	}
	defer res.Body.Close()
	if text, err := io.ReadAll(res.Body); err == nil {
		t.Errorf("the answer seems complete: %q", text)
	}
}

func TestStreamThatFailsFirstIsAnError(t *testing.T) {
	t.Parallel()
	a := newKept(t, lines(func(context.Context, httpapi.Pieces) error { return errors.New("at once") }), quiet(nil))
	a.do("GET", "/api/kept/a").error(500, "Internal server error")
}

// stalled is a client that stops reading. It takes deadlines.
type stalled struct {
	*httptest.ResponseRecorder
	deadline time.Time
}

func (s *stalled) SetWriteDeadline(at time.Time) error {
	s.deadline = at
	return nil
}

func (s *stalled) Write([]byte) (int, error) {
	time.Sleep(time.Until(s.deadline))
	return 0, os.ErrDeadlineExceeded
}

func TestClientThatStopsReadingIsGivenUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := newKept(t, func(context.Context, string, string) (any, error) { return strings.Repeat("x", 1<<20), nil }, nil)
		w := &stalled{ResponseRecorder: httptest.NewRecorder()}
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/api/kept/a", http.NoBody)
		r.Host = host
		begun := time.Now()
		defer func() {
			if v := recover(); v != http.ErrAbortHandler {
				t.Errorf("panic %v, want http.ErrAbortHandler", v)
			}
			if waited := time.Since(begun); waited != httpapi.DefaultStallTimeout {
				t.Errorf("given up after %v, want %v", waited, httpapi.DefaultStallTimeout)
			}
		}()
		a.ServeHTTP(w, r)
		t.Error("the answer seems complete")
	})
}
