package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"time"

	"golang.org/x/net/netutil"
	"golang.org/x/sync/errgroup"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/fleet/wayback"
	"github.com/privacylabels/auditor/httpapi"
	"github.com/privacylabels/auditor/internal/program/demo"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/postgres"
	"github.com/privacylabels/auditor/storage/postgres/riverrunner"
	"github.com/privacylabels/auditor/storage/transfer"
)

const (
	// shutdownTimeout is how long requests may take to finish after a signal. It is longer
	// than the auditor's own, because some requests wait for a run.
	shutdownTimeout = auditor.DefaultShutdownTimeout + 5*time.Second

	// maxConnections is how many connections are served at a time. The load balancer
	// limits its clients.
	maxConnections = 1000
)

// openStore opens the database, and migrates or creates its tables.
func openStore(ctx context.Context, c config) (*postgres.Store, error) {
	var options []postgres.Option
	if c.DatabasePasswordFile != "" {
		options = append(options, postgres.WithPasswordFile(c.DatabasePasswordFile))
	}
	return postgres.Open(ctx, c.DatabaseURL, options...)
}

// serve runs a replica until the context ends. It writes one line with the address to
// announce, or to a log in JSON, when it accepts requests.
func serve(ctx context.Context, c config, log *slog.Logger, announce io.Writer) (err error) {
	if err := os.MkdirAll(c.DataDir, 0o700); err != nil {
		return err
	}
	secret, err := openSecret(c)
	if err != nil {
		return err
	}
	store, err := openStore(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if err := transfer.RequireWhole(ctx, store); err != nil {
		return err
	}
	if err := agree(ctx, store, secret); err != nil {
		return err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", c.Addr)
	if err != nil {
		return err
	}
	defer listener.Close()
	runs, err := riverrunner.Open(ctx, store, log)
	if err != nil {
		return err
	}
	defer runs.Close() // after the auditor
	a, err := newAuditor(ctx, c, store, runs, secret, listener.Addr(), log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }() // after the last request, before the store
	if bound, err := netip.ParseAddrPort(listener.Addr().String()); err == nil && bound.Addr().IsUnspecified() && c.AdminToken == "" {
		log.WarnContext(ctx, "listening on all addresses without an admin token: everyone who can reach this machine can change everything")
	}
	if c.LogFormat == "json" { // each line of the log is read as JSON
		log.InfoContext(ctx, "listening", "url", "http://"+listener.Addr().String())
	} else if _, err := fmt.Fprintf(announce, "listening on http://%s\n", listener.Addr()); err != nil {
		return err
	}
	return serveUntil(ctx, a, netutil.LimitListener(listener, maxConnections), log,
		func(ctx context.Context) error { return stayAgreed(ctx, store, secret, log) })
}

// newAuditor returns an auditor with the settings.
func newAuditor(ctx context.Context, c config, store *postgres.Store, runs *riverrunner.Runs, secret []byte, bound net.Addr, log *slog.Logger) (*auditor.Auditor, error) {
	outside, err := sources(ctx, c, store, log)
	if err != nil {
		return nil, err
	}
	if c.MaxRestoreBytes > 0 {
		outside = append(outside, auditor.WithMaxRestore(c.MaxRestoreBytes))
	}
	if c.Replica == "" {
		if c.Replica, err = os.Hostname(); err != nil {
			return nil, fmt.Errorf("name the replica, or set AUDITOR_REPLICA: %w", err)
		}
	}
	return auditor.New(append(outside,
		auditor.WithStore(store),
		auditor.WithLimiters(store.Limiters(time.Now)),
		auditor.WithEngine(runs.Engine),
		auditor.WithLogger(log),
		auditor.WithSecret(secret),
		auditor.WithDirectory(c.DataDir),
		auditor.WithCountry(c.Country),
		auditor.WithReplica(c.Replica),
		auditor.WithAdminToken(c.AdminToken),
		auditor.WithAllowedHosts(c.AllowedHosts...),
		auditor.WithNetworkExposed(c.NetworkExposed),
		auditor.WithTrustProxy(c.TrustProxy),
		auditor.WithBindAddress(bound.String()),
		auditor.WithPage(c.Page),
		auditor.WithMetrics(c.Metrics),
		auditor.WithSchedulerTick(c.SchedulerTick),
		auditor.WithOutboundAllow(c.OutboundAllow...),
	)...)
}

// sources returns the options for the App Store, the web archive and the web, or for the
// demo in place of all three.
func sources(ctx context.Context, c config, store *postgres.Store, log *slog.Logger) ([]auditor.Option, error) {
	if c.Demo {
		end := time.Now().Add(-time.Hour)
		apps := demo.New(end, time.Now)
		return []auditor.Option{
			auditor.WithScraper(apps), auditor.WithArchive(demo.Archive{Store: apps}), auditor.WithPolicyFetcher(demo.Sites{Store: apps}),
		}, fillDemo(ctx, store, end, log)
	}
	shop := []appstore.Option{appstore.WithCountry(c.Country)}
	history := []wayback.Option{wayback.WithParser(appstore.Parse)}
	if c.AppStoreURL != "" {
		shop = append(shop, appstore.WithPagesURL(c.AppStoreURL))
	}
	if c.ITunesURL != "" {
		shop = append(shop, appstore.WithLookupURL(c.ITunesURL))
	}
	if c.WaybackURL != "" {
		history = append(history, wayback.WithBaseURL(c.WaybackURL))
	}
	if c.OutboundPerMinute > 0 {
		shop = append(shop, appstore.WithPace(c.OutboundPerMinute))
		history = append(history, wayback.WithPace(c.OutboundPerMinute))
	}
	apps, err := appstore.New(shop...)
	if err != nil {
		return nil, err
	}
	archive, err := wayback.New(history...)
	if err != nil {
		return nil, err
	}
	policies, err := fetch.New(fetch.Config{Allowed: c.OutboundAllow, Archive: archive})
	if err != nil {
		return nil, err
	}
	return []auditor.Option{auditor.WithScraper(apps), auditor.WithArchive(archive), auditor.WithPolicyFetcher(policies)}, nil
}

// demoLease is held for ever by the replica that fills the database with invented apps.
const demoLease = "demo"

// fillDemo fills an empty database at the first of the replicas that start together.
func fillDemo(ctx context.Context, store storage.Store, end time.Time, log *slog.Logger) error {
	first := false
	err := store.Update(ctx, func(tx *storage.Tx) error {
		_, err := tx.Leases.Get(demoLease)
		if first = errors.Is(err, storage.ErrNotFound); !first {
			return err
		}
		return tx.Leases.Put(storage.Lease{Name: demoLease})
	})
	if err != nil || !first {
		return err
	}
	return demo.Fill(ctx, store, end, rand.Reader, log)
}

// serveUntil serves until the context ends or something fails, and runs beside meanwhile.
// Then requests and the auditor's own work end at the same time, because some requests
// wait for a run. Requests that last longer than the timeout are aborted.
func serveUntil(ctx context.Context, a *auditor.Auditor, listener net.Listener, log *slog.Logger, beside func(context.Context) error) error {
	server := &http.Server{
		Handler:           a.Handler(),
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       httpapi.DefaultStallTimeout,
		WriteTimeout:      httpapi.DefaultStallTimeout,
		IdleTimeout:       httpapi.DefaultStallTimeout,
		MaxHeaderBytes:    64 << 10,
		// "OPTIONS *" must pass the guards of the handler too.
		DisableGeneralOptionsHandler: true,
		ErrorLog:                     slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	group, work := errgroup.WithContext(ctx)
	group.Go(func() error { return a.Run(work) })
	group.Go(func() error { return beside(work) })
	group.Go(func() error {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	group.Go(func() error {
		<-work.Done()
		log.InfoContext(ctx, "stopping")
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
		defer cancel()
		if err := server.Shutdown(ending); err != nil { // a stalled client is not a failure
			log.WarnContext(ctx, "requests aborted at shutdown", "error", err)
			return server.Close()
		}
		return nil
	})
	return group.Wait()
}
