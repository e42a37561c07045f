package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"syscall"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/internal/program/serving"
)

// serveCommand is the command serve, which has no arguments.
type serveCommand struct{}

// Help returns examples.
func (serveCommand) Help() string {
	return `The service stops at SIGINT or SIGTERM: it ends the requests in progress, leaves runs where they are, and exits with 0.
A run continues at the next start. Examples:

  auditor
  auditor serve --addr 127.0.0.1:8080 --data-dir /var/lib/auditor
  auditor serve --allowed-hosts labels.example.org --trust-proxy --admin-token-file /etc/auditor/token
  auditor serve --demo --data-dir /tmp/auditor-demo`
}

// serve runs the service until the context ends. When it accepts requests, it writes one line
// with its address to announce or, if the log is in JSON, to the log.
func serve(ctx context.Context, c config, log *slog.Logger, announce io.Writer) (err error) {
	i, err := openInstallation(ctx, c)
	if err != nil {
		return unlessStopped(ctx, err)
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
		return unlessStopped(ctx, err)
	}
	defer func() { err = errors.Join(err, a.Close()) }() // after the last request, before the store
	if !c.Exposed() {
		serving.WarnIfOpen(ctx, listener.Addr(), c.AdminToken != "", log)
	}
	if err := serving.Announce(ctx, listener.Addr(), c.LogFormat, log, announce); err != nil {
		return err
	}
	perClient := maxClientConnections
	if c.TrustProxy { // all connections come from the proxy
		perClient = 0
	}
	limited := newLimitedListener(listener, maxConnections, perClient, connectionGrace)
	return serving.Service{Auditor: a, Listener: limited, Log: log, Timeout: serving.ShutdownTimeout}.Run(ctx)
}

// unlessStopped returns an error of the start, or nil if a signal ended it: then the next start
// continues.
func unlessStopped(ctx context.Context, err error) error {
	if errors.Is(err, ctx.Err()) {
		return nil
	}
	return err
}
