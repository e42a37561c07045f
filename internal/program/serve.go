package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/httpapi"
)

// shutdownTimeout is how long requests may take to finish after a signal. It is
// longer than the auditor's own, because some requests wait for a run.
const shutdownTimeout = auditor.DefaultShutdownTimeout + 5*time.Second

// serve runs the service until the context ends. It writes one line with the
// address to announce, or to a log in JSON, when it accepts requests.
func serve(ctx context.Context, c config, log *slog.Logger, announce io.Writer) (err error) {
	i, err := openInstallation(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, i.store.Close()) }()
	if i.newKey {
		log.WarnContext(ctx, "secret.key was missing and a new one was created: sessions have ended, and earlier backups are trusted only with a copy of the old one",
			"file", filepath.Join(c.DataDir, secretName))
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", c.Addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%w: stop the program that uses the address, or choose another one with -addr", err)
	}
	if err != nil {
		return err
	}
	defer listener.Close()
	a, err := i.auditor(ctx, log, auditor.WithBindAddress(listener.Addr().String()))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }() // after the last request, before the store
	if c.AdminToken == "" && wildcard(listener.Addr()) {
		log.WarnContext(ctx, "listening on all addresses without an admin token: everyone who can reach this machine can change everything")
	}
	if c.LogFormat == "json" { // each line of the log is read as JSON
		log.InfoContext(ctx, "listening", "url", "http://"+callable(listener.Addr()))
	} else if _, err := fmt.Fprintf(announce, "listening on http://%s\n", callable(listener.Addr())); err != nil {
		return err
	}
	perClient := maxClientConnections
	if c.TrustProxy { // all connections are from the proxy
		perClient = 0
	}
	return serveUntil(ctx, a, newLimitedListener(listener, maxConnections, perClient, connectionGrace), shutdownTimeout, log)
}

// callable returns the address of a listener for requests from this machine.
func callable(addr net.Addr) string {
	if !wildcard(addr) {
		return addr.String()
	}
	_, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return addr.String()
	}
	return net.JoinHostPort("127.0.0.1", port)
}

// newServer returns a server with limits for what happens before the handler sets
// its own, and for requests that do not reach it, such as malformed ones.
func newServer(h http.Handler, log *slog.Logger) *http.Server {
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

// serveUntil serves until the context ends or something fails. Then requests and
// the auditor's own work end at the same time, because some requests wait for a
// run. Requests that last longer than the timeout are aborted.
func serveUntil(ctx context.Context, a *auditor.Auditor, listener net.Listener, timeout time.Duration, log *slog.Logger) error {
	server := newServer(a.Handler(), log)
	work, end := context.WithCancel(ctx)
	defer end()
	var group errgroup.Group
	group.Go(func() error {
		defer end()
		return a.Run(work)
	})
	group.Go(func() error {
		defer end()
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	group.Go(func() error {
		<-work.Done()
		log.InfoContext(ctx, "stopping")
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
		defer cancel()
		if err := server.Shutdown(ending); err != nil { // a stalled client is not a failure
			log.WarnContext(ctx, "requests aborted at shutdown", "error", err)
			return server.Close()
		}
		return nil
	})
	return group.Wait()
}

// wildcard reports whether an address stands for all of the machine.
func wildcard(a net.Addr) bool {
	ap, err := netip.ParseAddrPort(a.String())
	return err == nil && ap.Addr().IsUnspecified()
}
