// Package auditor keeps watch over store-listed mobile apps: it takes snapshots
// of their privacy labels, accessibility labels and age ratings, records every
// change, and serves all of it over HTTP.
//
// The smallest use:
//
//	store, err := sqlite.Open(ctx, "data/auditor.db")
//	…
//	a, err := auditor.New(auditor.WithStore(store))
//	…
//	http.ListenAndServe("127.0.0.1:3000", a.Handler())
//
// [New] opens and starts nothing. [Auditor.Handler] works at the root of a
// server and, behind http.StripPrefix, under any prefix. [Auditor.Run] starts what is due, goes on with
// what was interrupted, and ends work in order when a context does. Nothing is global: any number of auditors live in
// one process.
//
// What a request can do, a program can too: [Auditor.Fleet], [Auditor.Policies], [Auditor.Runs],
// [Auditor.Changelog], [Auditor.Inbox], [Auditor.Outbox], [Auditor.Reviews], [Auditor.Backup] and [Auditor.Exchange] are
// the services behind the API.
package auditor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/fleet/policy/llm"
	"github.com/privacylabels/auditor/fleet/review"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/fleet/wayback"
	"github.com/privacylabels/auditor/httpapi"
	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/notify"
)

// Auditor is one of each service over one store. It is safe for concurrent use.
type Auditor struct {
	fleet     *fleet.Library
	policies  *policy.Reader
	runs      *runner.Engine
	changelog *changelog.Reader
	inbox     *notify.Inbox
	outbox    *notify.Outbox
	reviews   *review.Desk
	health    *health.Checker
	exchange  *backup.Exchange
	backup    *backup.Vault
	api       *httpapi.API
	patience  time.Duration
	tick      time.Duration

	close func() error // runs once
}

// New returns an auditor of these options, of which [WithStore] is required. Its
// error joins all that is wrong with them. New opens and starts nothing, so an
// Auditor that is never used needs no Close.
func New(options ...Option) (*Auditor, error) {
	c := defaults()
	var wrong []error
	for _, option := range options {
		if option != nil {
			wrong = append(wrong, option(&c))
		}
	}
	if c.store == nil {
		wrong = append(wrong, errNoStore)
	}
	if err := errors.Join(wrong...); err != nil {
		return nil, err
	}
	if c.secret == nil {
		c.secret = make([]byte, secretSize)
		if _, err := io.ReadFull(c.random, c.secret); err != nil {
			return nil, fmt.Errorf("auditor: make a secret: %w", err)
		}
	}
	if c.scraper == nil {
		scraper, err := appstore.New(appstore.WithCountry(c.country), appstore.WithClock(c.now))
		if err != nil {
			return nil, fmt.Errorf("auditor: %w", err)
		}
		c.scraper = scraper
	}
	if c.archive == nil {
		archive, err := wayback.New(wayback.WithParser(appstore.Parse), wayback.WithClock(c.now))
		if err != nil {
			return nil, fmt.Errorf("auditor: %w", err)
		}
		c.archive = archive
	}
	if c.fetcher == nil {
		web, err := policy.NewWeb(policy.WithAllowed(c.outboundAllow...))
		if err != nil {
			return nil, fmt.Errorf("auditor: %w", err)
		}
		c.fetcher = web
	}
	c.log = slog.New(health.NewRecorder(c.log.Handler(), c.adminToken))
	c.store = health.Timed(c.store, c.now)
	guard, err := netguard.New(netguard.WithAllowed(c.outboundAllow...))
	if err != nil {
		return nil, fmt.Errorf("auditor: %w", err)
	}
	vault, err := backup.New(backup.Config{Store: c.store, Now: c.now, Random: c.random, Key: c.secret, Dir: c.directory})
	if err != nil {
		return nil, fmt.Errorf("auditor: %w", err)
	}
	library := fleet.New(fleet.Config{
		Store: c.store, Scraper: c.scraper, Archive: c.archive, Now: c.now, Random: c.random, Country: c.country, Logger: c.log,
	})
	models, err := llm.New(llm.Config{Store: c.store, Now: c.now, Random: c.random, Logger: c.log, Allowed: c.outboundAllow})
	if err != nil {
		return nil, fmt.Errorf("auditor: %w", err)
	}
	choice := policy.Choice(models.Choose)
	if c.summarizer != nil {
		choice = policy.Always(c.summarizer)
	}
	policies := policy.New(policy.Config{
		Store: c.store, Fetcher: c.fetcher, Summarizer: choice, Now: c.now, Random: c.random, Logger: c.log,
	})
	a := &Auditor{
		fleet:    library,
		policies: policies,
		runs: runner.New(runner.Config{
			Store: c.store, Now: c.now, Random: c.random, Logger: c.log,
			Jobs: []runner.Job{library.SyncJob(), library.HistoryJob(), policies.PolicyJob()},
		}),
		changelog: changelog.New(changelog.Config{Store: c.store, Now: c.now}),
		inbox:     notify.NewInbox(notify.Config{Store: c.store, Now: c.now}),
		outbox: notify.NewOutbox(notify.OutboxConfig{
			Store: c.store, Now: c.now, Random: c.random, Client: guard.Client(notify.AttemptTimeout), Logger: c.log,
		}),
		exchange: backup.NewExchange(backup.ExchangeConfig{Store: c.store, Now: c.now, Random: c.random, Version: health.Version()}),
		reviews:  review.NewDesk(review.Config{Store: c.store, Now: c.now, Random: c.random}),
		backup:   vault,
		patience: c.patience,
		tick:     c.tick,
	}
	a.health = health.New(health.Config{
		Store: c.store, Now: c.now, Random: c.random, Logger: c.log, Dir: c.directory,
		Mend: []health.Mend{{Kind: "deleted_notes", Do: a.reviews.PurgeNotes}, {Kind: "ended_deliveries", Do: a.outbox.Forget}},
	})
	api, err := httpapi.New(httpapi.Config{
		Store: c.store, Now: c.now, Random: c.random, Secret: c.secret, Logger: c.log,
		AdminToken: c.adminToken, AllowedHosts: c.allowedHosts, NetworkExposed: c.networkExposed,
		TrustProxy: c.trustProxy, BindAddress: c.bindAddress, DataDir: c.directory, KeptBytes: c.keptBytes,
		Fleet: a.fleet, Policies: a.policies, Models: models, Runs: a.runs, Changelog: a.changelog, Inbox: a.inbox, Outbox: a.outbox, Reviews: a.reviews,
		Exchange: a.exchange, Backup: a.backup, MaxRestoreBytes: c.maxRestore, Health: a.health,
	})
	if err != nil {
		return nil, fmt.Errorf("auditor: %w", err)
	}
	a.api = api
	a.close = sync.OnceValue(func() error {
		a.end()
		ctx, cancel := context.WithTimeout(context.Background(), flushPatience)
		defer cancel()
		return a.api.Close(ctx)
	})
	return a, nil
}

// Handler returns the HTTP API. It may be mounted more than once, at the root
// or, behind http.StripPrefix, under a prefix.
func (a *Auditor) Handler() http.Handler { return a.api }

// Fleet returns the tracked apps.
func (a *Auditor) Fleet() *fleet.Library { return a.fleet }

// Policies returns the reader of the apps' privacy policies.
func (a *Auditor) Policies() *policy.Reader { return a.policies }

// Runs returns the engine of the bulk runs: [fleet.SyncRunner],
// [fleet.HistoryRunner] and [policy.Runner].
func (a *Auditor) Runs() *runner.Engine { return a.runs }

// Changelog returns what was recorded of them.
func (a *Auditor) Changelog() *changelog.Reader { return a.changelog }

// Inbox returns the notifications.
func (a *Auditor) Inbox() *notify.Inbox { return a.inbox }

// Outbox returns what is on its way to a webhook.
func (a *Auditor) Outbox() *notify.Outbox { return a.outbox }

// Reviews returns the desk at which changes are acknowledged, notes and verdicts
// written, the shortlist kept and the profiles set.
func (a *Auditor) Reviews() *review.Desk { return a.reviews }

// Exchange returns what writes audit bundles and tables of all apps, and takes
// bundles in.
func (a *Auditor) Exchange() *backup.Exchange { return a.exchange }

// Backup returns what takes everything out of the store, signed, and puts it back.
func (a *Auditor) Backup() *backup.Vault { return a.backup }

// flushPatience is how long it may take to write what waits to be written.
const flushPatience = 10 * time.Second

// Run does what is due by itself, until the context ends or [Auditor.Close] is
// called. It goes on with bulk runs that a process left behind, this one's
// predecessor or another one on the same store, at the app where they were. And
// at every tick ([WithSchedulerTick]) it refreshes all apps if the schedule of
// the settings says so, and goes on with what the store cut off, see
// [fleet.Library.KeepSchedule]. After each sync it reads the policies of the apps,
// and summarises them where that asks nobody or is wanted, see
// [policy.Reader.Follow]. It delivers what webhooks are told of, see
// [notify.Outbox]. Once a day it checks whether the records are in order, unless
// the settings say not to. [Auditor.Handler] works without Run, and what its
// requests start goes on after them.
//
// Then all work, that of requests too, stops at its next boundary, or is
// cancelled after a patience ([WithPatience]), so that a server that is shut down
// beside it need not wait longer; and Run returns. A bulk run stays open, to be
// gone on with. An auditor whose Run has returned starts no work any more. Close
// it when the server has ended.
func (a *Auditor) Run(ctx context.Context) error {
	var due sync.WaitGroup
	due.Go(func() { a.runs.Resume(ctx) })
	due.Go(func() { a.fleet.KeepSchedule(ctx, a.runs, a.tick) })
	due.Go(func() { a.policies.Follow(ctx, a.runs, fleet.SyncRunner, a.tick) })
	due.Go(func() { a.outbox.Deliver(ctx) })
	due.Go(func() { a.health.Keep(ctx) })
	due.Wait()
	a.end()
	flush, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushPatience)
	defer cancel()
	return a.api.Flush(flush)
}

// end stops all work, side by side, so that patience is not added up.
func (a *Auditor) end() {
	var work sync.WaitGroup
	work.Go(func() { a.runs.Stop(a.patience) })
	work.Go(func() { a.fleet.Stop(a.patience) })
	work.Go(func() { a.policies.Stop(a.patience) })
	work.Go(func() { a.outbox.Stop(a.patience) })
	work.Go(func() { a.health.Stop(a.patience) })
	work.Wait()
}

// Close ends all work as the end of [Auditor.Run] does, and writes what still
// waits to be written. Requests should have ended before. It may be called any
// number of times, and leaves the store open.
func (a *Auditor) Close() error { return a.close() }
