package httpapi

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/sethvargo/go-limiter"
	"go.opentelemetry.io/otel/trace"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/backup/bundle"
	"github.com/privacylabels/auditor/backup/snapshots"
	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/fleet/history"
	"github.com/privacylabels/auditor/fleet/imports"
	"github.com/privacylabels/auditor/fleet/manual"
	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/fleet/policy/llm"
	"github.com/privacylabels/auditor/fleet/review"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/httpapi/internal/access"
	"github.com/privacylabels/auditor/httpapi/internal/ratelimit"
	"github.com/privacylabels/auditor/httpapi/readtoken"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

const (
	// SecretSize is the length in bytes of [Config.Secret].
	SecretSize = 32
	// DefaultCacheBytes is the default of [Config.CacheBytes].
	DefaultCacheBytes = 16 << 20
	// DefaultRestoreBytes is the default of [Config.MaxRestoreBytes].
	DefaultRestoreBytes = 100 << 20
	// shortToken is how many characters an admin token should have at least.
	shortToken = 16
)

// Config is what an [API] is made of. Store, the services, Now, Random and
// Secret are required; the zero value of each other field is a working default.
type Config struct {
	// Store holds the records. The caller closes it, after the API.
	Store storage.Store
	// The services behind the API, over the same Store.
	Fleet     *fleet.Service
	History   *history.Service
	Imports   *imports.Service
	Runs      runner.Engine // has the jobs of Fleet, History and Imports
	Policies  *policy.Service
	Models    *llm.Models
	Manual    *manual.Service
	Changelog *changelog.Reader
	Inbox     *notify.Inbox
	Outbox    *notify.Outbox
	Reviews   *review.Service
	Devices   *device.Service
	Bundles   *bundle.Service
	Backup    *backup.Service
	Snapshots *snapshots.Service
	// ReadTokens is over the same Store too. Nil: a service of its own.
	ReadTokens *readtoken.Service
	// Now tells the time of stamps, sessions and limits.
	Now func() time.Time
	// Random is where ids of sessions and of audit lines come from. It must be
	// safe for concurrent use and fit for secrets.
	Random io.Reader
	// Secret is the install's own secret, SecretSize bytes. Sessions are
	// authenticated with a key made from it and the admin token, so processes
	// that share both accept each other's sessions.
	Secret []byte
	// Logger receives internal errors. Nil: discard.
	Logger *slog.Logger

	// Authorize decides what each request may do, in place of the admin token and of the
	// check of the host, so it cannot be combined with AdminToken. It is asked at most once
	// for a request, after the same-origin check and the rate limit, and must not read the
	// body. An unknown level counts as NoAccess. With it the service counts as exposed, and
	// every request that changes something needs an Origin that matches its Host. Nil: the
	// admin token decides.
	Authorize Authorizer
	// AdminToken is the shared secret of privileged requests, without space
	// around it. Empty: none is configured.
	AdminToken string
	// RequireTokenToRead makes every read need a read token, the session of a paired
	// browser, a user of TrustedHeader, or the admin token, except the checks of health
	// and the routes of the admin session. The service then counts as exposed. It needs an
	// AdminToken or a TrustedHeader, and cannot be combined with Authorize, which decides
	// about reads itself. A read token gives ReadAccess, and the metrics, with Authorize too.
	RequireTokenToRead bool
	// TrustedHeader is a header in which a proxy names the user whom it has signed in. It
	// counts in requests from the addresses of TrustedProxies only, as one line without
	// commas or control characters of at most 256 bytes; handlers never see it. A user may
	// read, and, as one of TrustedAdmins, do all that the admin token allows; "*" is every
	// user. Changes of theirs need an Origin that matches the Host. The service then counts
	// as exposed. It cannot be combined with Authorize. Empty: none.
	TrustedHeader  string
	TrustedProxies []netip.Prefix
	TrustedAdmins  []string
	// AllowedHosts are names and addresses that a request's Host may have,
	// beside those of the local machine. A port is ignored. "*.example.org"
	// stands for example.org and every name below it. With Authorize, an empty list
	// allows every host, and X-Forwarded-Host then has no effect.
	AllowedHosts []string
	// NetworkExposed says that others than the local machine reach the service.
	// An allowed host or a BindAddress that is not of the local machine says so too.
	NetworkExposed bool
	// TrustProxy says that every request comes through a reverse proxy whose
	// X-Forwarded-Host, X-Forwarded-Proto and last X-Forwarded-For are right.
	TrustProxy bool
	// BindAddress is the address that is listened on, with or without a port.
	// Empty: not known. A wildcard, or a name, does not count as exposed.
	BindAddress string

	// Page serves the page for people at "/", beside the API: what a browser is refused
	// there it is shown as a page as well.
	Page bool
	// Icons fetches the icons of apps for the page, which are saved in a folder of DataDir.
	// Nil: the page shows none.
	Icons *http.Client

	// Health checks the records when it is asked to. Nil: nothing does.
	Health Health
	// Metrics are served at /metrics, and count the requests. Nil: there are none, and the
	// route answers 404.
	Metrics Metrics

	// Tracer starts a span for each request, its transactions and its requests to other
	// hosts. Nil: there are none.
	Tracer trace.Tracer
	// IncomingTraces makes the span of a request a child of the one that its traceparent
	// header names (W3C Trace Context), which any client can send. It needs a Tracer.
	IncomingTraces bool

	// DataDir is a folder that must be writable for the service to be ready.
	// Empty: there is none.
	DataDir string
	// CacheBytes is the size of the response cache in memory. Zero: DefaultCacheBytes.
	// Negative: no cache.
	CacheBytes int64
	// MaxRestoreBytes is how long a backup, or a bundle of another person, may be
	// that is taken in. Zero: DefaultRestoreBytes.
	MaxRestoreBytes int64
	// StallTimeout is how long a request may wait for its client: to send the next
	// 32 KiB of a body, or what is left of it, and to take the next 32 KiB of an
	// answer. Time that a handler spends on other work does not count. After it the
	// connection is closed. It takes the place of the server's ReadTimeout and
	// WriteTimeout while a request is handled. Zero: DefaultStallTimeout.
	StallTimeout time.Duration
	// NewLimiter makes the counter of a bucket, for limits that several
	// processes share. Nil: each API counts in its own memory.
	NewLimiter func(bucket string, calls uint64, window time.Duration) (limiter.Store, error)

	// largeFrom is the number of apps from which an answer about all of them is made
	// piece by piece.
	largeFrom int
}

// defaultLargeFrom apps are about 2 MB of JSON. More of them in memory, several times over
// while they are encoded, would be most of what the program needs.
const defaultLargeFrom = 2_500

// validate returns all that is wrong with the configuration.
func (c Config) validate() error {
	var wrong []error
	require := func(ok bool, format string, args ...any) {
		if !ok {
			wrong = append(wrong, fmt.Errorf("httpapi: "+format, args...))
		}
	}
	require(c.Store != nil, "no Store")
	require(c.Fleet != nil, "no Fleet")
	require(c.History != nil, "no History")
	require(c.Imports != nil, "no Imports")
	require(c.Policies != nil, "no Policies")
	require(c.Models != nil, "no Models")
	require(c.Runs != nil, "no Runs")
	require(c.Manual != nil, "no Manual")
	require(c.Changelog != nil, "no Changelog")
	require(c.Inbox != nil, "no Inbox")
	require(c.Outbox != nil, "no Outbox")
	require(c.Reviews != nil, "no Reviews")
	require(c.Devices != nil, "no Devices")
	require(c.Bundles != nil, "no Bundles")
	require(c.Backup != nil, "no Backup")
	require(c.Snapshots != nil, "no Snapshots")
	require(c.Now != nil, "no Now")
	require(c.Random != nil, "no Random")
	require(len(c.Secret) == SecretSize, "Secret has %d bytes, not %d", len(c.Secret), SecretSize)
	require(c.AdminToken == strings.TrimSpace(c.AdminToken), "AdminToken has space around it")
	require(c.Authorize == nil || c.AdminToken == "", "Authorize and AdminToken exclude each other")
	require(c.Authorize == nil || !c.RequireTokenToRead, "Authorize and RequireTokenToRead exclude each other")
	require(c.Authorize == nil || c.TrustedHeader == "", "Authorize and TrustedHeader exclude each other")
	require(!c.RequireTokenToRead || c.AdminToken != "" || c.TrustedHeader != "", "RequireTokenToRead needs an AdminToken, or nothing could be read")
	require(c.TrustedHeader == "" || len(c.TrustedProxies) > 0, "TrustedHeader needs TrustedProxies, the addresses from which it counts")
	require(c.TrustedHeader != "" || len(c.TrustedProxies)+len(c.TrustedAdmins) == 0, "TrustedProxies and TrustedAdmins need a TrustedHeader")
	require(c.TrustedHeader == "" || access.ValidUserHeader(c.TrustedHeader), "TrustedHeader %.80q is not the name of a header that can name a user", c.TrustedHeader)
	require(len(c.AdminToken) <= access.MaxToken, "AdminToken is longer than %d bytes", access.MaxToken)
	require(!strings.ContainsFunc(c.AdminToken, unicode.IsControl), "AdminToken has characters that no header can carry")
	require(c.MaxRestoreBytes >= 0, "MaxRestoreBytes is %d", c.MaxRestoreBytes)
	require(c.StallTimeout >= 0, "StallTimeout is %v", c.StallTimeout)
	if err := CheckHosts(c.AllowedHosts); err != nil {
		wrong = append(wrong, fmt.Errorf("httpapi: AllowedHosts: %w", err))
	}
	return errors.Join(wrong...)
}

// warnOfToken logs a warning of an admin token that is easy to guess, and of one that is
// missing, so that nothing can be changed.
func (a *API) warnOfToken() {
	switch n := utf8.RuneCountInString(a.cfg.AdminToken); {
	case n > 0 && n < shortToken:
		a.cfg.Logger.Warn("the admin token is short, and so easy to guess", "characters", n, "recommended", shortToken)
	case n == 0 && a.exposed && a.cfg.Authorize == nil && a.cfg.TrustedHeader == "":
		a.cfg.Logger.Warn("others can reach the service, and there is no admin token: nothing can be changed until one is set")
	}
}

// withDefaults fills in what may be left out.
func (c Config) withDefaults() Config {
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.CacheBytes == 0 {
		c.CacheBytes = DefaultCacheBytes
	}
	if c.MaxRestoreBytes == 0 {
		c.MaxRestoreBytes = DefaultRestoreBytes
	}
	if c.largeFrom == 0 {
		c.largeFrom = defaultLargeFrom
	}
	if c.StallTimeout == 0 {
		c.StallTimeout = DefaultStallTimeout
	}
	if c.ReadTokens == nil {
		c.ReadTokens = readtoken.New(readtoken.Config{Store: c.Store, Now: c.Now, Random: c.Random})
	}
	if c.NewLimiter == nil {
		c.NewLimiter = func(_ string, calls uint64, window time.Duration) (limiter.Store, error) {
			return ratelimit.NewWindows(calls, window, c.Now), nil
		}
	}
	return c
}
