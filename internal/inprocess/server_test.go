package inprocess_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/inprocess"
)

func ExampleNew() {
	s := inprocess.New(&http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "Hello, ", r.URL.Path)
	})})
	defer s.Close()

	client := &http.Client{Transport: s}
	answer, err := client.Get("http://localhost/world")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	fmt.Println(string(body), err)
	// Output: Hello, /world <nil>
}

func TestClosed(t *testing.T) {
	t.Parallel()
	for name, first := range map[string]func(*http.Client){
		"never used": func(*http.Client) {},
		"used":       func(c *http.Client) { get(t, c) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := inprocess.New(&http.Server{Handler: http.NotFoundHandler()})
			client := &http.Client{Transport: s}
			first(client)
			for range 2 {
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := client.Get("http://localhost/"); !errors.Is(err, net.ErrClosed) {
				t.Errorf("a request: %v, want %v", err, net.ErrClosed)
			}
		})
	}
}

// A request whose context ends returns, although the handler does not.
func TestContext(t *testing.T) {
	t.Parallel()
	hold := make(chan struct{})
	s := inprocess.New(&http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hold })})
	t.Cleanup(func() {
		close(hold)
		s.Close()
	})
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost/", nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: s}
	if _, err := client.Do(r); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, want %v", err, context.DeadlineExceeded)
	}
}

func get(t *testing.T, c *http.Client) {
	t.Helper()
	answer, err := c.Get("http://localhost/")
	if err != nil {
		t.Fatal(err)
	}
	if err := answer.Body.Close(); err != nil {
		t.Fatal(err)
	}
}

// Close waits for handlers, whose requests it cancels, and none begins after it.
func TestCloseWaits(t *testing.T) {
	t.Parallel()
	for range 50 {
		var mu sync.Mutex
		running, closed := 0, false
		s := inprocess.New(&http.Server{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			mu.Lock()
			running++
			if closed {
				t.Error("a request began after Close")
			}
			mu.Unlock()
			<-r.Context().Done()
			mu.Lock()
			running--
			mu.Unlock()
		})})
		client := &http.Client{Transport: s}
		var requests sync.WaitGroup
		for range 4 {
			requests.Go(func() {
				if _, err := client.Get("http://localhost/"); !errors.Is(err, net.ErrClosed) {
					t.Errorf("a request that Close ended: %v, want %v", err, net.ErrClosed)
				}
			})
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		mu.Lock()
		closed = true
		if running != 0 {
			t.Errorf("%d handlers run after Close", running)
		}
		mu.Unlock()
		requests.Wait()
	}
}
