package serving_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"testing"
	"time"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/internal/program/serving"
	"github.com/privacylabels/auditor/storage/memory"
)

// newService returns a service on a free port, with an empty database.
func newService(t *testing.T) serving.Service {
	t.Helper()
	a, err := auditor.New(auditor.WithStore(memory.New()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return serving.Service{Auditor: a, Listener: listener, Timeout: 100 * time.Millisecond, Log: slog.New(slog.NewTextHandler(t.Output(), nil))}
}

// TestStopEndsStalledRequests: a client that never ends its request must not make
// the end of the program a failure, nor a long one.
func TestStopEndsStalledRequests(t *testing.T) {
	t.Parallel()
	s := newService(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan error)
	go func() { ended <- s.Run(ctx) }()
	stalled, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer stalled.Close()
	fmt.Fprintf(stalled, "POST /api/notifications HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Length: 50\r\n\r\n{")
	time.Sleep(20 * time.Millisecond) // so that the request is under way, as a rule
	stop()
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("the end is a failure: %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the program does not end")
	}
}

func TestFailureBesideEndsTheService(t *testing.T) {
	t.Parallel()
	s, fault := newService(t), errors.New("another key")
	s.Beside = func(context.Context) error { return fault }
	if err := s.Run(t.Context()); !errors.Is(err, fault) {
		t.Errorf("Run: %v, want %v", err, fault)
	}
}
