package serving

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/internal/httpapi"
)

// ShutdownTimeout is how long requests may take to finish after a signal. It is longer
// than the auditor's own, because some requests wait for a run.
const ShutdownTimeout = auditor.DefaultShutdownTimeout + 5*time.Second

// NewServer returns a server with limits for what happens before the handler sets its own,
// and for requests that do not reach it, such as malformed ones.
func NewServer(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       httpapi.DefaultStallTimeout,
		WriteTimeout:      httpapi.DefaultStallTimeout,
		// A client that does not read its last answer looks idle.
		IdleTimeout:    httpapi.DefaultStallTimeout,
		MaxHeaderBytes: 64 << 10,
		// "OPTIONS *" must pass the guards of the handler too.
		DisableGeneralOptionsHandler: true,
		ErrorLog:                     slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// Service is an auditor that is served on a listener.
type Service struct {
	Auditor  *auditor.Auditor
	Listener net.Listener
	Log      *slog.Logger
	// Timeout is how long requests may take to finish: [ShutdownTimeout], except in tests.
	Timeout time.Duration
	// Beside runs meanwhile, until its context ends or it fails. Nil: nothing does.
	Beside func(context.Context) error
}

// Run serves until the context ends or something fails. Then requests and the auditor's
// own work end at the same time, because some requests wait for a run. Requests that last
// longer than the timeout are aborted.
func (s Service) Run(ctx context.Context) error {
	if limit := limitMemory(root(), os.Getenv); limit > 0 {
		s.Log.InfoContext(ctx, "memory limited by the control group", "heap_bytes", limit)
	}
	server := NewServer(s.Auditor.Handler(), s.Log)
	work, end := context.WithCancel(ctx)
	defer end()
	var group errgroup.Group
	group.Go(func() error {
		defer end()
		return s.Auditor.Run(work)
	})
	if s.Beside != nil {
		group.Go(func() error {
			defer end()
			return s.Beside(work)
		})
	}
	group.Go(func() error {
		defer end()
		if err := server.Serve(s.Listener); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	group.Go(func() error {
		<-work.Done()
		s.Log.InfoContext(ctx, "stopping")
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.Timeout)
		defer cancel()
		if err := server.Shutdown(ending); err != nil { // a stalled client is not a failure
			s.Log.WarnContext(ctx, "requests aborted at shutdown", "error", err)
			return server.Close()
		}
		return nil
	})
	return group.Wait()
}
