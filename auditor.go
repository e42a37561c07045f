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
// [New] opens and starts nothing. [Auditor.Handler] works at the root of a server
// and, behind http.StripPrefix, under any prefix. [Auditor.Run] starts what is due,
// goes on with what was interrupted, and ends work in order when a context does.
// Nothing is global: any number of auditors live in one process.
//
// What a request can do, a program can too: [Auditor.Fleet], [Auditor.Imports],
// [Auditor.Policies], [Auditor.Manual], [Auditor.Runs], [Auditor.Changelog],
// [Auditor.Inbox], [Auditor.Outbox], [Auditor.Reviews], [Auditor.Devices],
// [Auditor.Backup], [Auditor.Depot] and [Auditor.Exchange] are the services behind
// the API.
package auditor

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"sync"
	"time"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/fleet/imports"
	"github.com/privacylabels/auditor/fleet/manual"
	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/fleet/policy/llm"
	"github.com/privacylabels/auditor/fleet/review"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/httpapi"
	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/internal/tempfile"
	"github.com/privacylabels/auditor/notify"
)

// Auditor is one of each service over one store. It is safe for concurrent use.
type Auditor struct {
	fleet     *fleet.Library
	imports   *imports.Intake
	policies  *policy.Reader
	models    *llm.Models
	manual    *manual.Apps
	runs      *runner.Engine
	changelog *changelog.Reader
	inbox     *notify.Inbox
	outbox    *notify.Outbox
	reviews   *review.Desk
	devices   *device.Registry
	health    *health.Checker
	exchange  *backup.Exchange
	backup    *backup.Vault
	depot     *backup.Depot
	api       *httpapi.API
	patience  time.Duration
	tick      time.Duration
	directory string // empty: none
	log       *slog.Logger

	close func() error // runs once
}

// New returns an auditor of these options, of which [WithStore] is required. Its
// error joins all that is wrong with them. New opens and starts nothing, so an
// Auditor that is never used needs no Close.
func New(options ...Option) (*Auditor, error) {
	c, err := configured(options)
	if err != nil {
		return nil, err
	}
	if err := c.complete(); err != nil {
		return nil, fmt.Errorf("auditor: %w", err)
	}
	a, err := c.services()
	if err == nil {
		a.api, err = httpapi.New(c.interfaceTo(a))
	}
	if err != nil {
		return nil, fmt.Errorf("auditor: %w", err)
	}
	a.close = sync.OnceValue(func() error {
		a.end()
		ctx, cancel := context.WithTimeout(context.Background(), flushPatience)
		defer cancel()
		return a.api.Close(ctx)
	})
	return a, nil
}

// services returns an auditor of all services but the HTTP API, which needs them.
func (c config) services() (*Auditor, error) {
	guard, err := netguard.New(netguard.WithAllowed(c.outboundAllow...))
	if err != nil {
		return nil, err
	}
	models, err := llm.New(llm.Config{Store: c.store, Now: c.now, Random: c.random, Logger: c.log, Allowed: c.outboundAllow})
	if err != nil {
		return nil, err
	}
	vault, depot, err := c.backups()
	if err != nil {
		return nil, err
	}
	library := fleet.New(fleet.Config{
		Store: c.store, Scraper: c.scraper, Archive: c.archive, Now: c.now, Random: c.random, Country: c.country, Logger: c.log,
	})
	policies := c.policies(models)
	intake := imports.New(imports.Config{Store: c.store, Fleet: library, Now: c.now, Random: c.random, Logger: c.log})
	a := &Auditor{
		fleet:    library,
		imports:  intake,
		policies: policies,
		models:   models,
		manual: manual.New(manual.Config{
			Store: c.store, Policies: policies, Check: guard.Check, Now: c.now, Random: c.random,
		}),
		runs: runner.New(runner.Config{
			Store: c.store, Now: c.now, Random: c.random, Logger: c.log,
			Jobs: []runner.Job{library.SyncJob(), library.HistoryJob(), policies.PolicyJob(), intake.Job()},
		}),
		changelog: changelog.New(changelog.Config{Store: c.store, Now: c.now}),
		inbox:     notify.NewInbox(notify.Config{Store: c.store, Now: c.now}),
		outbox: notify.NewOutbox(notify.OutboxConfig{
			Store: c.store, Now: c.now, Random: c.random, Client: guard.Client(notify.AttemptTimeout), Logger: c.log,
		}),
		exchange: backup.NewExchange(backup.ExchangeConfig{Store: c.store, Now: c.now, Random: c.random, Version: health.Version()}),
		reviews:  review.NewDesk(review.Config{Store: c.store, Now: c.now, Random: c.random}),
		devices: device.New(device.Config{
			Store: c.store, Now: c.now, Random: c.random, Forget: fleet.Forget, Absorb: fleet.Absorb, Imports: imports.OfDevices{},
		}),
		backup:   vault,
		depot:    depot,
		patience: c.patience,
		tick:     c.tick,

		directory: c.directory,
		log:       c.log,
	}
	a.health = health.New(health.Config{
		Store: c.store, Now: c.now, Random: c.random, Logger: c.log, Dir: c.directory,
		Mend: []health.Mend{{Kind: "deleted_notes", Do: a.reviews.PurgeNotes}, {Kind: "ended_deliveries", Do: a.outbox.Forget}},
	})
	return a, nil
}

// policies returns the reader of policies, which asks one of the models for
// summaries unless an option names who makes them.
func (c config) policies(models *llm.Models) *policy.Reader {
	choice := policy.Choice(models.Choose)
	if c.summarizer != nil {
		choice = policy.Always(c.summarizer)
	}
	return policy.New(policy.Config{
		Store: c.store, Fetcher: c.fetcher, Archive: c.pages(), Summarizer: choice, Now: c.now, Random: c.random, Logger: c.log,
	})
}

// backups returns what makes backups, and what keeps them as files in the folder of
// [WithDirectory].
func (c config) backups() (*backup.Vault, *backup.Depot, error) {
	vault, err := backup.New(backup.Config{Store: c.store, Now: c.now, Random: c.random, Key: c.secret, Dir: c.directory})
	if err != nil {
		return nil, nil, err
	}
	files := backup.DepotConfig{Vault: vault, Logger: c.log}
	if c.directory != "" {
		files.Dir = filepath.Join(c.directory, backup.DepotFolder)
	}
	depot, err := backup.NewDepot(files)
	return vault, depot, err
}

// interfaceTo returns what the HTTP API to an auditor is made of.
func (c config) interfaceTo(a *Auditor) httpapi.Config {
	return httpapi.Config{
		Store: c.store, Now: c.now, Random: c.random, Secret: c.secret, Logger: c.log,
		AdminToken: c.adminToken, AllowedHosts: c.allowedHosts, NetworkExposed: c.networkExposed,
		TrustProxy: c.trustProxy, BindAddress: c.bindAddress, DataDir: c.directory, KeptBytes: c.keptBytes,
		Fleet:     a.fleet,
		Imports:   a.imports,
		Policies:  a.policies,
		Models:    a.models,
		Manual:    a.manual,
		Runs:      a.runs,
		Changelog: a.changelog,
		Inbox:     a.inbox,
		Outbox:    a.outbox,
		Reviews:   a.reviews,
		Devices:   a.devices,
		Exchange:  a.exchange,
		Backup:    a.backup,
		Depot:     a.depot,
		Health:    a.health,

		MaxRestoreBytes: c.maxRestore,
		StallTimeout:    c.stallTimeout,
	}
}

// Handler returns the HTTP API. It may be mounted more than once, at the root
// or, behind http.StripPrefix, under a prefix.
//
// It sets the read and write deadlines of the requests that it handles, see
// [WithStallTimeout], which needs response writers that are the server's own or
// have an Unwrap method. For what comes before and between requests, and for what
// net/http answers itself, the server needs ReadTimeout, WriteTimeout and
// IdleTimeout.
func (a *Auditor) Handler() http.Handler { return a.api }

// Fleet returns the tracked apps.
func (a *Auditor) Fleet() *fleet.Library { return a.fleet }

// Imports returns what takes lists of apps in.
func (a *Auditor) Imports() *imports.Intake { return a.imports }

// Policies returns the reader of the apps' privacy policies.
func (a *Auditor) Policies() *policy.Reader { return a.policies }

// Manual returns the apps of no store.
func (a *Auditor) Manual() *manual.Apps { return a.manual }

// Runs returns the engine of the bulk runs: [fleet.SyncRunner],
// [fleet.HistoryRunner], [policy.Runner] and [imports.Runner].
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

// Devices returns the devices that apps are on.
func (a *Auditor) Devices() *device.Registry { return a.devices }

// Exchange returns what writes audit bundles and tables of all apps, and takes
// bundles in.
func (a *Auditor) Exchange() *backup.Exchange { return a.exchange }

// Backup returns what takes everything out of the store, signed, and puts it back.
func (a *Auditor) Backup() *backup.Vault { return a.backup }

// Depot returns the backups that are kept as files in the folder of
// [WithDirectory].
func (a *Auditor) Depot() *backup.Depot { return a.depot }

// flushPatience is how long it may take to write what waits to be written.
const flushPatience = 10 * time.Second

// Run does what is due by itself, until the context ends or [Auditor.Close] is
// called. It goes on with bulk runs that a process left behind, this one's
// predecessor or another one on the same store, at the app where they were. And
// at every tick ([WithSchedulerTick]) it refreshes all apps if the schedule of
// the settings says so, and goes on with what the store cut off, see
// [fleet.Library.KeepSchedule]. It works on the queue of imports, see
// [imports.Intake.Keep]. After each sync and each run over that queue it reads the
// policies of the apps, and summarises them where that asks nobody or is wanted,
// see [policy.Reader.Follow], and so it does for the apps of each scrape, see
// [policy.Reader.FollowRequests]; and it has the web archive keep copies of their
// texts, see [policy.Reader.KeepCopies]. It delivers what webhooks are told of, see
// [notify.Outbox]. Once a day it checks whether the records are in order, unless
// the settings say not to; and it keeps backups, if they are planned, see
// [backup.Depot]. [Auditor.Handler] works without Run, and what its
// requests start goes on after them.
//
// Then all work, that of requests too, stops at its next boundary, or is
// cancelled after a patience ([WithPatience]), so that a server that is shut down
// beside it need not wait longer; and Run returns. A bulk run stays open, to be
// gone on with. An auditor whose Run has returned starts no work any more. Close
// it when the server has ended.
func (a *Auditor) Run(ctx context.Context) error {
	ctx = pace.With(ctx, pace.Bulk)
	if a.directory != "" {
		if err := tempfile.RemoveLeftovers(a.directory); err != nil { // they only take room
			a.log.WarnContext(ctx, "temporary files not removed", "error", err)
		}
	}
	var due sync.WaitGroup
	due.Go(func() { a.runs.Resume(ctx) })
	due.Go(func() { a.fleet.KeepSchedule(ctx, a.runs, a.tick) })
	due.Go(func() { a.policies.Follow(ctx, a.runs, fleet.SyncRunner, a.tick) })
	due.Go(func() { a.imports.Keep(ctx, a.runs) })
	due.Go(func() { a.policies.Follow(ctx, a.runs, imports.Runner, a.tick) })
	due.Go(func() { a.policies.FollowRequests(ctx, a.runs, a.tick) })
	due.Go(func() { a.policies.KeepCopies(ctx, a.runs, a.tick) })
	due.Go(func() { a.outbox.Deliver(ctx) })
	due.Go(func() { a.health.Keep(ctx) })
	due.Go(func() { a.depot.Keep(ctx) })
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
	work.Go(func() { a.imports.Stop(a.patience) })
	work.Go(func() { a.policies.Stop(a.patience) })
	work.Go(func() { a.outbox.Stop(a.patience) })
	work.Go(func() { a.health.Stop(a.patience) })
	work.Go(func() { a.depot.Stop(a.patience) })
	work.Wait()
}

// Close ends all work as the end of [Auditor.Run] does, and writes what still
// waits to be written. Requests should have ended before. It may be called any
// number of times, and leaves the store open.
func (a *Auditor) Close() error { return a.close() }
