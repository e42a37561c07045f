package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"slices"
	"time"

	"golang.org/x/net/netutil"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/internal/program/demo"
	"github.com/privacylabels/auditor/internal/program/serving"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/postgres"
	"github.com/privacylabels/auditor/storage/postgres/riverrunner"
	"github.com/privacylabels/auditor/storage/transfer"
)

// maxConnections is how many connections are served at a time. The load balancer limits
// its clients.
const maxConnections = 1000

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
	clock, err := newReplicaClock(ctx, store, time.Now, log)
	if err != nil {
		return err
	}
	if err := agree(ctx, store, secret, clock.Now); err != nil {
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
	a, err := newAuditor(ctx, c, store, runs, secret, listener.Addr(), clock.Now, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }() // after the last request, before the store
	if !c.Exposed() {
		serving.WarnIfOpen(ctx, listener.Addr(), c.AdminToken != "", log)
	}
	if err := serving.Announce(ctx, listener.Addr(), c.LogFormat, log, announce); err != nil {
		return err
	}
	return serving.Service{
		Auditor: a, Listener: netutil.LimitListener(listener, maxConnections), Log: log, Timeout: serving.ShutdownTimeout,
		Beside: func(ctx context.Context) error { return stayAgreed(ctx, store, secret, clock) },
	}.Run(ctx)
}

// newAuditor returns an auditor with the settings.
func newAuditor(ctx context.Context, c config, store *postgres.Store, runs *riverrunner.Runs, secret []byte, bound net.Addr, now func() time.Time, log *slog.Logger) (*auditor.Auditor, error) {
	outside, err := newSources(ctx, c, store, log)
	if err != nil {
		return nil, err
	}
	if c.Replica == "" {
		if c.Replica, err = os.Hostname(); err != nil {
			return nil, fmt.Errorf("name the replica, or set AUDITOR_REPLICA: %w", err)
		}
	}
	return auditor.New(slices.Concat(outside.Options(), c.Options(), []auditor.Option{
		auditor.WithStore(store),
		auditor.WithClock(now),
		auditor.WithLimiters(store.Limiters(now)),
		auditor.WithQueue(runs),
		auditor.WithLogger(log),
		auditor.WithSecret(secret),
		auditor.WithDirectory(c.DataDir),
		auditor.WithReplica(c.Replica),
		auditor.WithBindAddress(bound.String()),
	})...)
}

// newSources returns the App Store, the web archive and the web, or the demo in place of
// all three.
func newSources(ctx context.Context, c config, store *postgres.Store, log *slog.Logger) (serving.Sources, error) {
	if c.Demo {
		end := time.Now().Add(-time.Hour)
		apps := demo.New(end, time.Now)
		return serving.Sources{Apps: apps, Archive: demo.Archive{Store: apps}, Policies: demo.Sites{Store: apps}}, fillDemo(ctx, store, end, log)
	}
	return serving.NewSources(serving.SourceConfig{
		Country: c.Country, AppStoreURL: c.AppStoreURL, ITunesURL: c.ITunesURL, PlayURL: c.PlayURL, Log: log, WaybackURL: c.WaybackURL,
		PerMinute: c.OutboundPerMinute, OutboundAllow: c.OutboundAllow,
	})
}

// demoLease is taken once, by the replica that fills the database with invented apps.
var demoLease = storage.TaskID{Kind: "demo"}

// fillDemo fills an empty database at the first of the replicas that start together.
func fillDemo(ctx context.Context, store storage.Store, end time.Time, log *slog.Logger) error {
	first, err := storage.Update(ctx, store, func(tx *storage.Tx) (bool, error) {
		_, taken, err := storage.Find(tx.Tasks, demoLease)
		if err != nil || taken {
			return false, err
		}
		return true, tx.Tasks.Put(storage.Task{Kind: demoLease.Kind})
	})
	if err != nil || !first {
		return err
	}
	return demo.Fill(ctx, store, end, rand.Reader, log)
}
