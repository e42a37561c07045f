package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/httpapi"
)

// shutdownTimeout is how long requests may take to end once the program was
// told to. It is longer than the auditor's own, since some wait for a run.
const shutdownTimeout = auditor.DefaultPatience + 5*time.Second

// serve runs the service until the context ends. It writes one line with the
// address to announce as soon as requests are taken.
func serve(ctx context.Context, c config, log *slog.Logger, announce io.Writer) (err error) {
	h, err := openHome(ctx, c, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.store.Close()) }()
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", c.Addr)
	if err != nil {
		return err
	}
	defer listener.Close()
	a, err := h.auditor(c, log, auditor.WithBindAddress(listener.Addr().String()))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }() // before the store, after the last request
	if c.AdminToken == "" && wildcard(listener.Addr()) {
		log.WarnContext(ctx, "listening on every address without an admin token: whoever reaches this machine may change everything")
	}
	if _, err := fmt.Fprintf(announce, "listening on http://%s\n", callable(listener.Addr())); err != nil {
		return err
	}
	perClient := maxClientConnections
	if c.TrustProxy { // every connection is the proxy's
		perClient = 0
	}
	return serveUntil(ctx, a, newLimitedListener(listener, maxConnections, perClient, connectionGrace), shutdownTimeout, log)
}

// callable returns where on this machine a listener is called: one on every
// address has none that a request could name.
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

// newServer returns a server whose limits hold until the handler's own begin, and
// for what the server answers without the handler, such as malformed requests.
func newServer(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       httpapi.DefaultStallTimeout,
		WriteTimeout:      httpapi.DefaultStallTimeout,
		// A client that does not read its last answer looks like an idle one.
		IdleTimeout:    httpapi.DefaultStallTimeout,
		MaxHeaderBytes: 64 << 10,
		// "OPTIONS *" too is for the handler, whose guards come first.
		DisableGeneralOptionsHandler: true,
		ErrorLog:                     slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// serveUntil serves until the context ends or something fails. Then requests and
// the auditor's own work end side by side, since some requests wait for a run,
// and no run should begin. Requests that last longer than the timeout are aborted.
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
		if err := server.Shutdown(ending); err != nil { // a client that stalls must not make the end a failure
			log.WarnContext(ctx, "some requests did not end and are cut off", "error", err)
			return server.Close()
		}
		return nil
	})
	return group.Wait()
}

// wildcard says whether an address stands for all of the machine's.
func wildcard(a net.Addr) bool {
	ap, err := netip.ParseAddrPort(a.String())
	return err == nil && ap.Addr().IsUnspecified()
}
