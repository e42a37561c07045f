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
// server and, behind http.StripPrefix, under any prefix. [Auditor.Run] ends work
// in order when a context does. Nothing is global: any number of auditors live in
// one process.
//
// What a request can do, a program can too: [Auditor.Fleet], [Auditor.Changelog],
// [Auditor.Inbox] and [Auditor.Reviews] are the services behind the API.
package auditor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/fleet/review"
	"github.com/privacylabels/auditor/httpapi"
	"github.com/privacylabels/auditor/notify"
)

// Auditor is one of each service over one store. It is safe for concurrent use.
type Auditor struct {
	fleet     *fleet.Library
	changelog *changelog.Reader
	inbox     *notify.Inbox
	reviews   *review.Desk
	api       *httpapi.API
	patience  time.Duration

	stop  chan struct{} // closed by Close
	close func() error  // runs once
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
	a := &Auditor{
		fleet: fleet.New(fleet.Config{
			Store: c.store, Scraper: c.scraper, Now: c.now, Random: c.random, Country: c.country, Logger: c.log,
		}),
		changelog: changelog.New(changelog.Config{Store: c.store, Now: c.now}),
		inbox:     notify.NewInbox(notify.Config{Store: c.store, Now: c.now}),
		reviews:   review.NewDesk(review.Config{Store: c.store, Now: c.now, Random: c.random}),
		patience:  c.patience,
		stop:      make(chan struct{}),
	}
	api, err := httpapi.New(httpapi.Config{
		Store: c.store, Now: c.now, Random: c.random, Secret: c.secret, Logger: c.log,
		AdminToken: c.adminToken, AllowedHosts: c.allowedHosts, NetworkExposed: c.networkExposed,
		TrustProxy: c.trustProxy, BindAddress: c.bindAddress, DataDir: c.directory, KeptBytes: c.keptBytes,
		Fleet: a.fleet, Changelog: a.changelog, Inbox: a.inbox, Reviews: a.reviews,
	})
	if err != nil {
		return nil, fmt.Errorf("auditor: %w", err)
	}
	a.api = api
	a.close = sync.OnceValue(func() error {
		close(a.stop)
		a.fleet.Stop(a.patience)
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

// Changelog returns what was recorded of them.
func (a *Auditor) Changelog() *changelog.Reader { return a.changelog }

// Inbox returns the notifications.
func (a *Auditor) Inbox() *notify.Inbox { return a.inbox }

// Reviews returns the desk at which changes are acknowledged.
func (a *Auditor) Reviews() *review.Desk { return a.reviews }

// flushPatience is how long it may take to write what waits to be written.
const flushPatience = 10 * time.Second

// Run waits until the context ends or [Auditor.Close] is called. Then all work,
// that of requests too, stops at its next boundary, or is cancelled after a
// patience ([WithPatience]), so that a server that is shut down beside it need
// not wait longer; and Run returns. An auditor whose Run has returned starts no
// work any more. Close it when the server has ended.
func (a *Auditor) Run(ctx context.Context) error {
	select {
	case <-ctx.Done():
	case <-a.stop:
	}
	a.fleet.Stop(a.patience)
	flush, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushPatience)
	defer cancel()
	return a.api.Flush(flush)
}

// Close ends all work as the end of [Auditor.Run] does, and writes what still
// waits to be written. Requests should have ended before. It may be called any
// number of times, and leaves the store open.
func (a *Auditor) Close() error { return a.close() }
