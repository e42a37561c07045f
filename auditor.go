// Package auditor watches mobile apps in the App Store: it takes snapshots
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
// and, behind http.StripPrefix, under any prefix. [Auditor.Run] does scheduled work and
// resumes interrupted work; it shuts down when its context ends. There is no global
// state, so a process can have any number of auditors.
//
// A Go program calls what the API offers by [Auditor.Client], without a network and with typed requests and answers, and
// follows the changes by [Auditor.Changes]. [Auditor.Runs], [Auditor.Changelog], [Auditor.Inbox], [Auditor.Outbox] and
// [Auditor.Backup] return services that a program may want to use without HTTP at all.
package auditor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/bundle"
	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/internal/inprocess"
	"github.com/privacylabels/auditor/internal/manual"
	"github.com/privacylabels/auditor/internal/metrics"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/overview"
	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/policy/llm"
	"github.com/privacylabels/auditor/internal/readtoken"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/internal/snapshots"
	"github.com/privacylabels/auditor/internal/subjects"
	"github.com/privacylabels/auditor/internal/syncalert"
	"github.com/privacylabels/auditor/internal/tempfile"
	"github.com/privacylabels/auditor/internal/tracing"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/notify"
)

var (
	// ErrNotMade means that an [Auditor] was not made by [New]: it is the zero value.
	ErrNotMade = errors.New("auditor: this Auditor has no services; make it with New")
	// ErrRunAgain means that [Auditor.Run] was called before, whether that call still runs or
	// has ended.
	ErrRunAgain = errors.New("auditor: Run may be called only once; make another Auditor with New to run again")
)

// Auditor is a set of services that share one database. It is safe for concurrent use.
//
// It must be made by [New]. The methods of the zero value fail with [ErrNotMade]: those that
// return an error return it, those that return a service panic with it, and the handler
// answers 503 with its text.
type Auditor struct {
	services httpapi.Config // what the API serves
	health   *health.Checker
	subjects *subjects.Service
	alerts   *syncalert.Service
	metrics  *metrics.Set                          // nil: none
	outbound func(context.Context) context.Context // see [config.outbound]
	api      *httpapi.API
	own      *inprocess.Server // for [Auditor.Client]

	shutdownTimeout time.Duration
	tick            time.Duration
	close           func() error // runs only once
	ran             atomic.Bool  // Run was called
}

// New returns an auditor with these options; [WithStore] is required. The error joins
// the errors of all invalid options. New opens and starts nothing, so an Auditor that is
// never used needs no Close.
func New(options ...Option) (*Auditor, error) {
	c, err := configured(options)
	if err != nil {
		return nil, err
	}
	if err := c.complete(); err != nil {
		return nil, fmt.Errorf("auditor: %w", err)
	}
	a := &Auditor{shutdownTimeout: c.shutdownTimeout, tick: c.tick}
	if !c.noMetrics {
		a.metrics = metrics.New(c.api.Now, cmp.Or(health.Version(), "(devel)"))
	}
	a.outbound = func(ctx context.Context) context.Context { return c.outbound(ctx, a.metrics) }
	a.services, err = c.services(a.metrics)
	if err == nil {
		a.health = health.New(health.Config{
			Env:     c.api.Env,
			Dir:     c.api.DataDir,
			Repairs: []health.Repair{{Kind: "deleted_notes", Do: a.services.Reviews.PurgeNotes}, {Kind: "ended_deliveries", Do: a.services.Outbox.Forget}},
		})
		a.services.Health = a.health
		a.subjects = subjects.New(c.api.Env)
		a.alerts = syncalert.New(c.api.Env)
		a.showMetrics()
		a.api, err = httpapi.New(a.services)
	}
	if err != nil {
		return nil, fmt.Errorf("auditor: %w", err)
	}
	a.own = inprocess.New(&http.Server{Handler: a.api, ErrorLog: slog.NewLogLogger(c.api.Logger.Handler(), slog.LevelWarn), BaseContext: func(net.Listener) context.Context {
		return httpapi.Trust(context.Background())
	}})
	a.close = sync.OnceValue(func() error {
		a.stop()
		err := a.own.Close()
		ctx, cancel := context.WithTimeout(context.Background(), flushTimeout)
		defer cancel()
		return errors.Join(err, a.api.Close(ctx))
	})
	return a, nil
}

// services makes the services. They report to m unless it is nil.
func (c config) services(m *metrics.Set) (httpapi.Config, error) {
	s := c.api
	icons, err := netguard.New(netguard.WithAllowed(netguard.AllowedFor("", c.outboundAllow)...))
	if err != nil {
		return s, err
	}
	s.Icons = icons.Client(iconTimeout)
	policies, err := netguard.New(netguard.WithAllowed(netguard.AllowedFor(netguard.Policies, c.outboundAllow)...))
	if err != nil {
		return s, err
	}
	s.Models, err = llm.New(llm.Config{Env: c.api.Env, Allowed: netguard.AllowedFor(netguard.Models, c.outboundAllow)})
	if err != nil {
		return s, err
	}
	s.Backup, err = backup.New(backup.Config{Env: c.api.Env, Key: c.api.Secret, Dir: c.api.DataDir})
	if err != nil {
		return s, err
	}
	scheduled := snapshots.Config{Env: c.api.Env, Backup: s.Backup}
	if c.api.DataDir != "" {
		scheduled.Dir = filepath.Join(c.api.DataDir, snapshots.Folder)
	}
	if s.Snapshots, err = snapshots.New(scheduled); err != nil {
		return s, err
	}
	s.Bundles = bundle.New(bundle.Config{Env: c.api.Env, Version: health.Version()})
	if s.Datasets, err = dataset.New(dataset.Config{Env: c.api.Env, Secret: c.api.Secret, Dir: c.api.DataDir}); err != nil {
		return s, err
	}
	s.Fleet = tracked.New(tracked.Config{
		Env:     c.api.Env,
		Scraper: c.scraper, Sources: c.sources, Country: c.country, Replica: c.replica,
	})
	s.History = history.New(history.Config{Env: c.api.Env, Archive: c.archive})
	s.Imports = imports.New(imports.Config{Env: c.api.Env, Fleet: s.Fleet})
	summarizer := summary.Choice(s.Models.Choose)
	if c.summarizer != nil {
		summarizer = summary.Always(c.summarizer)
	}
	s.Policies = policy.New(policy.Config{
		Env:     c.api.Env,
		Fetcher: c.fetcher, Archive: c.pages(), Summarizer: summarizer,
	})
	s.Manual = manual.New(manual.Config{Env: c.api.Env, Policies: s.Policies, Check: policies.Check})
	var observe func(runner.Event)
	if m != nil {
		observe = m.RunEvent
	}
	s.Runs = runner.New(runner.Config{
		Queue: c.queue, Store: c.api.Store, Now: c.api.Now, Random: c.api.Random, Logger: c.api.Logger, Observe: observe, Context: func(ctx context.Context) context.Context { return c.outbound(ctx, m) },
		Jobs: []runner.Job{s.Fleet.SyncJob(), s.History.Job(), s.Policies.PolicyJob(), s.Imports.Job()},
	})
	s.Changelog = changelog.New(c.api.Env)
	s.Inbox = notify.NewInbox(c.api.Env)
	if s.Outbox, err = c.outbox(m); err != nil {
		return s, err
	}
	s.Reviews = review.New(c.api.Env)
	s.ReadTokens = readtoken.New(c.api.Env)
	s.Devices = device.New(c.api.Env)
	return s, nil
}

// outbox returns the service that sends messages.
func (c config) outbox(m *metrics.Set) (*notify.Outbox, error) {
	allowed := netguard.WithAllowed(netguard.AllowedFor(netguard.Notify, c.outboundAllow)...)
	guard, err := netguard.New(allowed)
	if err != nil {
		return nil, err
	}
	mail, err := netguard.New(allowed, netguard.WithPorts(notify.MailPorts()...))
	if err != nil {
		return nil, err
	}
	var observe func(bool)
	if m != nil {
		observe = m.Attempted
	}
	return notify.NewOutbox(notify.OutboxConfig{
		Env:    c.api.Env,
		Client: guard.Client(notify.AttemptTimeout),
		Dial:   mail.DialContext, Check: addresses{guard, mail}.check, Observe: observe,
	}), nil
}

// outbound returns a context whose requests to other hosts are counted and traced.
func (c config) outbound(ctx context.Context, m *metrics.Set) context.Context {
	if m != nil {
		ctx = m.Outbound(ctx)
	}
	if c.api.Tracer != nil {
		ctx = netguard.Observe(tracing.With(ctx, c.api.Tracer), tracing.Outbound)
	}
	return ctx
}

// showMetrics connects the metrics to the services that they report on, and adds them to
// the API. Without metrics it does nothing.
func (a *Auditor) showMetrics() {
	if a.metrics == nil {
		return
	}
	s := &a.services
	a.metrics.Show(metrics.Sources{
		Store: s.Store, Overview: overview.Config{Fleet: s.Fleet, Inbox: s.Inbox, Runs: s.Runs}, Backups: s.Snapshots,
		Free: a.freeSpace,
	})
	s.Metrics = a.metrics
}

// freeSpace returns the free space on the disk of the data folder. It reports false if
// there is no data folder or the system does not report the space.
func (a *Auditor) freeSpace() (bytes uint64, ok bool) {
	dir := a.services.DataDir
	if dir == "" {
		return 0, false
	}
	space, err := health.SpaceOf(dir)
	return space.Free, err == nil
}

// Handler returns the HTTP API and, unless [WithPage] disables it, the web page at "/".
// It may be mounted more than once, at the root or, behind http.StripPrefix, under a
// prefix.
//
// It sets the read and write deadlines of its requests, see [WithStallTimeout]. For that,
// response writers must be those of net/http or have an Unwrap method. The server still
// needs ReadTimeout, WriteTimeout and IdleTimeout, which apply before and between requests
// and to the responses of net/http itself.
func (a *Auditor) Handler() http.Handler {
	if !a.made() {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, ErrNotMade.Error(), http.StatusServiceUnavailable)
		})
	}
	return a.api
}

// made reports whether the auditor was made by [New].
func (a *Auditor) made() bool { return a.api != nil }

// serving returns the services. It panics with [ErrNotMade] if there are none, so that the
// mistake is named where it was made and not where a service is used.
func (a *Auditor) serving() *httpapi.Config {
	if !a.made() {
		panic(ErrNotMade)
	}
	return &a.services
}

// Runs returns the engine for bulk runs. Its runners are "sync", which refreshes all apps, "wayback", which reads their past from
// the web archive, "policy", which fetches and summarises policies, and "import", which works through lists of apps.
func (a *Auditor) Runs() *runner.Engine { return a.serving().Runs }

// Changelog returns the recorded changes.
func (a *Auditor) Changelog() *changelog.Reader { return a.serving().Changelog }

// Changes yields the changes committed after a cursor, then waits for further ones and
// yields them, until ctx ends: see [changelog.Reader.Follow]. The empty cursor is before
// the first change.
func (a *Auditor) Changes(ctx context.Context, after changelog.Cursor) iter.Seq2[changelog.Committed, error] {
	if !a.made() {
		return func(yield func(changelog.Committed, error) bool) { yield(changelog.Committed{}, ErrNotMade) }
	}
	return a.services.Changelog.Follow(ctx, after)
}

// Inbox returns the notifications.
func (a *Auditor) Inbox() *notify.Inbox { return a.serving().Inbox }

// Outbox returns the service for the destinations of notifications and the deliveries to
// them.
func (a *Auditor) Outbox() *notify.Outbox { return a.serving().Outbox }

// Backup returns the service that makes and restores backups.
func (a *Auditor) Backup() *backup.Service { return a.serving().Backup }

// Client returns a client of the API in this process. No port is opened for it, so it works without a server, and its
// requests have all access, whatever the options say of others, and no limits of rate, and a day in which each part
// of an answer has to be read; limits of size remain, and few answers about all apps are made at a time. It works until
// [Auditor.Close], which waits for its requests, so that neither they nor what they call may call Close. That of the zero
// Auditor fails with [ErrNotMade].
func (a *Auditor) Client() *client.Client {
	transport := http.RoundTripper(notMade{})
	if a.made() {
		transport = a.own
	}
	c, err := client.New(ownAddress, client.WithHTTPClient(&http.Client{Transport: transport}))
	if err != nil {
		panic(fmt.Errorf("auditor: address of the own service: %w", err)) // it is a constant
	}
	return c
}

// ownAddress is the address of the service for clients in this process.
const ownAddress = "http://localhost"

// notMade is the transport of a client of the zero [Auditor].
type notMade struct{}

func (notMade) RoundTrip(*http.Request) (*http.Response, error) { return nil, ErrNotMade }

// iconTimeout limits the request for the icon of an app.
const iconTimeout = 10 * time.Second

// flushTimeout limits the last writes of pending data.
const flushTimeout = 10 * time.Second

// Run does the scheduled work until the context ends or [Auditor.Close] is called:
//
//   - it resumes bulk runs that another process left open, at the app that they had reached
//     ([runner.Engine.Resume]);
//   - it refreshes all apps on the schedule in the settings, and resumes interrupted runs;
//   - it reads apps in further storefronts on the schedule in the settings;
//   - it works through the queue of imports;
//   - after a sync, an import or a scrape it fetches and summarises the policies of the
//     apps, and asks the web archive for copies of them;
//   - with the setting archiveChanges, it asks the web archive to capture the pages of apps that
//     changed;
//   - it delivers notifications to the webhook and other destinations ([notify.Outbox]),
//     and makes backups;
//   - it checks the records, by default once a day;
//   - it notifies the user when syncs have failed for too long, or too many apps fail;
//   - it adds the subjects of entries that a restored backup has without ([storage.Subject]).
//
// [Auditor.Handler] works without Run. Work that a request starts can outlast the request.
//
// When the context ends, all work, including that of requests, stops at its next boundary
// or, after the shutdown timeout ([WithShutdownTimeout]), is cancelled; then Run returns.
// A bulk run stays open and is resumed later. The auditor starts no more work. Call Close
// after the HTTP server has shut down.
//
// Because nothing starts again after that, Run may be called only once: a second call returns
// [ErrRunAgain] at once, whether the first one still runs or has ended, and does not disturb it.
// After Close, the first call returns at once without an error.
func (a *Auditor) Run(ctx context.Context) error {
	if !a.made() {
		return ErrNotMade
	}
	if a.ran.Swap(true) {
		return ErrRunAgain
	}
	ctx = pace.With(ctx, pace.Bulk)
	ctx = a.outbound(ctx)
	s := a.services
	if s.DataDir != "" {
		if err := tempfile.RemoveLeftovers(s.DataDir); err != nil { // they only take space
			s.Logger.WarnContext(ctx, "temporary files not removed", "error", err)
		}
	}
	var loops sync.WaitGroup
	loops.Go(func() { s.Runs.Resume(ctx) })
	loops.Go(func() { s.Fleet.RunSchedule(ctx, s.Runs, a.tick) })
	loops.Go(func() { s.Fleet.RunStorefronts(ctx, a.tick) })
	loops.Go(func() { s.Policies.Follow(ctx, s.Runs, tracked.SyncRunner, a.tick) })
	loops.Go(func() { s.Imports.RunQueue(ctx, s.Runs) })
	loops.Go(func() { s.Policies.Follow(ctx, s.Runs, imports.Runner, a.tick) })
	loops.Go(func() { s.Policies.FollowRequests(ctx, s.Runs, a.tick) })
	loops.Go(func() { s.Policies.KeepCopies(ctx, s.Runs, a.tick) })
	loops.Go(func() { s.History.KeepCaptures(ctx, a.tick) })
	loops.Go(func() { s.Outbox.Deliver(ctx) })
	loops.Go(func() { a.health.RunSchedule(ctx) })
	loops.Go(func() { s.Snapshots.Run(ctx) })
	loops.Go(func() { a.subjects.Run(ctx) })
	loops.Go(func() { a.alerts.Run(ctx, a.tick) })
	loops.Wait()
	a.stop()
	flush, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushTimeout)
	defer cancel()
	return a.api.Flush(flush)
}

// stop stops all services concurrently, so that their timeouts do not add up.
func (a *Auditor) stop() {
	s := a.services
	var work sync.WaitGroup
	for _, service := range []interface{ Stop(time.Duration) }{
		s.Runs, s.Fleet, s.History, s.Imports, s.Policies, s.Outbox, a.health, s.Snapshots, a.subjects, a.alerts,
	} {
		work.Go(func() { service.Stop(a.shutdownTimeout) })
	}
	work.Wait()
}

// Close stops all work, as the end of the context of [Auditor.Run] does, and writes
// pending data. Call it when all requests have ended. It may be called more than once. It
// does not close the store.
func (a *Auditor) Close() error {
	if !a.made() {
		return ErrNotMade
	}
	return a.close()
}
