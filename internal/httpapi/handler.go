package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/privacylabels/auditor/internal/audit"
	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/httpapi/access"
	"github.com/privacylabels/auditor/internal/httpapi/cache"
	"github.com/privacylabels/auditor/internal/httpapi/later"
	"github.com/privacylabels/auditor/internal/httpapi/system"
	"github.com/privacylabels/auditor/internal/web"
)

// API is the handler of the whole interface. It is safe for concurrent use.
//
// It works at the root and under any prefix that [http.StripPrefix] removes. A process
// can have any number of them.
type API struct {
	cfg     Config
	token   access.Token
	allowed hosts
	exposed bool

	router   *router
	sessions *access.Sessions
	seals    *access.Seals
	guesses  *access.Guesses
	audits   *audit.Log
	cache    *cache.Cache
	uploads  turns     // of large bodies
	heavy    turns     // of heavy answers
	site     *web.Site // nil: there is no web page
	forms    *lastForms
	process  *system.Process
	unrouted func(status int, took time.Duration) // counts an answer to a request without a route; may be nil
	proxies  access.Proxies                       // the proxies that may name the user of a request
	watches  background.Group                     // background work that requests started
	results  *later.Results                       // results of work whose client does not wait
	closers  []func() error                       // of what operations left behind
	document func() (*cache.Answer, error)
}

// New returns a handler with this configuration. The error names everything that is wrong
// with it. New starts and opens nothing. It logs a warning if the admin token is too short,
// or missing although it is needed.
func New(cfg Config) (*API, error) {
	return newAPI(cfg, func(_ *API, rows []*route) []*route { return rows })
}

func newAPI(cfg Config, change func(*API, []*route) []*route) (*API, error) {
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	cfg = cfg.withDefaults()
	process := newProcess(&cfg)
	allowed, err := parseHosts(cfg.AllowedHosts)
	if err != nil {
		return nil, err
	}
	allowed.any = cfg.Authorize != nil && len(allowed.names) == 0
	sessions, err := access.NewSessions(cfg.Env, cfg.Secret, cfg.AdminToken)
	if err != nil {
		return nil, err
	}
	seals, err := access.NewSeals(cfg.Now, cfg.Secret)
	if err != nil {
		return nil, err
	}
	guesses, err := access.NewGuesses(cfg.Now, cfg.NewLimiter)
	if err != nil {
		return nil, fmt.Errorf("httpapi: %w", err)
	}
	answers, err := cache.New(cfg.Store, cfg.CacheBytes, cfg.Now, cfg.Secret)
	if err != nil {
		return nil, fmt.Errorf("httpapi: %w", err)
	}
	a := &API{
		cfg:      cfg,
		token:    access.NewToken(cfg.AdminToken),
		allowed:  allowed,
		exposed:  exposed(cfg, allowed),
		sessions: sessions,
		seals:    seals,
		guesses:  guesses,
		audits:   audit.New(audit.Config{Env: cfg.Env}),
		cache:    answers,
		process:  process,
		proxies:  access.NewProxies(cfg.TrustedHeader, cfg.TrustedProxies, cfg.TrustedAdmins),
		uploads:  newTurns(trustedUploads, otherUploads, cfg.StallTimeout, "Too many files are being received. Try again later"),
		heavy:    newTurns(heavyAnswers, heavyAnswers, min(cfg.StallTimeout, heavyTimeout), "Too many exports or counts are being made. Try again later"),
		forms:    newLastForms(cfg.Now),
		results:  later.New(cfg.Env),
	}
	if cfg.Metrics != nil {
		a.unrouted = cfg.Metrics.Route("other", "other")
	}
	if a.site, err = newSite(&cfg); err != nil {
		return nil, err
	}
	packages := a.packages()
	for _, p := range packages {
		if p.Close != nil {
			a.closers = append(a.closers, p.Close)
		}
	}
	rows := change(a, a.routes(packages))
	pages, err := a.screenRoutes(rows)
	if err != nil {
		return nil, err
	}
	if a.router, err = a.newRouter(slices.Concat(rows, pages)); err != nil {
		return nil, err
	}
	a.document = sync.OnceValues(func() (*cache.Answer, error) { return a.encodeDocument(rows, packages) })
	a.warnOfToken()
	return a, nil
}

// Flush writes the pending lines of the audit log.
func (a *API) Flush(ctx context.Context) error { return a.audits.Flush(ctx) }

// Close writes the pending lines of the audit log, and closes the rate limiters. It does not
// wait for requests, so stop serving first. It does not wait for bulk runs either, and the
// audit log would lack their ends, so stop the engine first. It may be called more than once.
func (a *API) Close(ctx context.Context) error {
	a.watches.Stop(0)
	errs := []error{a.audits.Close(ctx), a.guesses.Close(ctx), a.router.close(ctx)}
	for _, end := range a.closers {
		errs = append(errs, end())
	}
	return errors.Join(errs...)
}

// ServeHTTP answers a request.
func (a *API) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	req, trusted := takeTrust(req)
	r := &request{Request: req, api: a, out: response{ResponseWriter: w}, trusted: trusted}
	if a.cfg.Tracer != nil {
		a.beginSpan(r)
	}
	defer a.measure(r, a.cfg.Now()) // runs after recovered, and so sees its status
	stall := a.cfg.StallTimeout
	if trusted {
		stall = ownStallTimeout
	}
	r.out.deadlines.begin(w, req, stall)
	body := req.Body
	defer func() { // even if the connection will be closed
		req.Body = body // the server recognizes and discards its own body
		r.out.deadlines.end()
	}()
	defer a.recovered(r)
	h := w.Header()
	for i := range securityHeaders {
		h[securityHeaders[i].name] = securityHeaders[i].value
	}
	if err := a.serve(r); err != nil {
		a.fail(r, err)
	}
}

// serve passes a request through the guards to its handler. The order of the guards is part of
// the interface, see the package documentation.
func (a *API) serve(r *request) error {
	host, ok := a.effectiveHost(r.Request)
	if !ok {
		return errHost
	}
	r.host, r.secure = host, a.secure(r.Request)
	a.identify(r)
	a.router.find(r.Request, &r.found) // the guards need the route; a missing one is answered last
	e := r.found.endpoint
	if e != nil {
		r.row = e.rows[r.Method]
	}
	if err := a.checkToken(r); err != nil {
		return err
	}
	if err := a.sameOrigin(r); err != nil {
		return err
	}
	site := a.sameSite(r)
	if site == nil { // a page of another site must not use up a limit
		if err := a.count(r); err != nil {
			return err
		}
	}
	if err := a.admit(r); err != nil {
		return err
	}
	if site != nil {
		return site
	}
	switch {
	case e == nil:
		return errNoRoute
	case r.row == nil:
		r.out.Header().Set("Allow", e.allow)
		if r.Method == http.MethodOptions {
			r.out.WriteHeader(http.StatusNoContent)
			return nil
		}
		return errMethod
	}
	if err := r.capBody(r.row.BodyLimit()); err != nil {
		return err
	}
	return r.row.handle(&r.out, r)
}

// recovered answers 500 if a handler panics, except with [http.ErrAbortHandler], which closes
// the connection.
func (a *API) recovered(r *request) {
	v := recover()
	if v == nil {
		return
	}
	if v == http.ErrAbortHandler {
		panic(v)
	}
	a.cfg.Logger.ErrorContext(r.Context(), "handler panicked", "method", r.Method, "path", r.URL.Path,
		"panic", fmt.Sprint(v), "stack", string(debug.Stack()))
	if r.out.began {
		panic(http.ErrAbortHandler)
	}
	if a.failPage(r, errInternal) {
		return
	}
	_ = writeStatus(&r.out, r, errInternal.Status, errInternal.Body())
}
