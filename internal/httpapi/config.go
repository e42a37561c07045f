package httpapi

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/sethvargo/go-limiter"
	"go.opentelemetry.io/otel/trace"

	"github.com/privacylabels/auditor/internal/httpapi/access"
	"github.com/privacylabels/auditor/internal/services"
)

const (
	// SecretSize is the length in bytes of [Config.Secret].
	SecretSize = 32
	// DefaultCacheBytes is the default of [Config.CacheBytes].
	DefaultCacheBytes = 16 << 20
	// DefaultRestoreBytes is the default of [Config.MaxRestoreBytes].
	DefaultRestoreBytes = 100 << 20
	// shortToken is the recommended minimum length of an admin token.
	shortToken = 16
)

// Config is what an [API] needs. The services and Secret are required; the zero values of all
// other fields are valid defaults.
type Config struct {
	// Set holds the services behind the API. The caller closes their store, after the API.
	services.Set
	// Secret is the secret of the installation, SecretSize bytes. Sessions are
	// authenticated with a key that is derived from it and the admin token, so processes
	// that share both accept each other's sessions. So are entity tags, with a key from the secret.
	Secret []byte

	// Authorize decides what each request may do, in place of the admin token and of the
	// check of the host, so it cannot be combined with AdminToken. It is called at most once
	// for a request, after the same-origin check and the rate limit, and must not read the
	// body. An unknown level counts as NoAccess. The service then counts as exposed, and
	// every request that changes something needs an Origin that matches its Host. Nil: the
	// admin token decides.
	Authorize Authorizer
	// AdminToken is the shared secret for privileged requests. It must not begin or end
	// with space. Empty: there is none.
	AdminToken string
	// RequireTokenToRead requires a read token, the session of a paired browser, a user of
	// TrustedHeader, or the admin token for every read, except for the health checks and
	// the routes of the admin session. The service then counts as exposed. It needs an
	// AdminToken or a TrustedHeader, and cannot be combined with Authorize, which decides
	// about reads itself. With Authorize, too, a read token grants ReadAccess and the
	// metrics.
	RequireTokenToRead bool
	// TrustedHeader is a header in which a proxy names the user whom it has authenticated.
	// It is ignored unless the request comes from TrustedProxies and it is a single line of
	// at most 256 bytes without commas or control characters; handlers never see it. A user
	// may read, and a user in TrustedAdmins may do all that the admin token allows; "*"
	// stands for every user. Their changes need an Origin that matches the Host. The service
	// then counts as exposed. It cannot be combined with Authorize. Empty: none.
	TrustedHeader  string
	TrustedProxies []netip.Prefix
	TrustedAdmins  []string
	// AllowedHosts are names and addresses that the Host of a request may have, in
	// addition to those of the local machine. Ports are ignored. "*.example.org" stands
	// for example.org and every name below it. With Authorize, an empty list allows every
	// host, and X-Forwarded-Host has no effect.
	AllowedHosts []string
	// NetworkExposed declares that other machines can reach the service. An allowed host
	// or a BindAddress that is not local implies that.
	NetworkExposed bool
	// TrustProxy declares that every request comes through a reverse proxy whose
	// X-Forwarded-Host, X-Forwarded-Proto and last X-Forwarded-For can be trusted.
	TrustProxy bool
	// BindAddress is the address that the server listens on: host, host:port or :port.
	// Empty: unknown. A wildcard or a name does not imply that the service is exposed.
	BindAddress string

	// Page serves the web page at "/", beside the API. A browser then gets refusals as
	// pages, too.
	Page bool
	// Icons fetches the icons of apps for the page, which are saved in a folder of DataDir.
	// Nil: the page shows no icons.
	Icons *http.Client

	// Health checks the records on request. Nil: requests for a check fail.
	Health Health
	// Metrics are served at /metrics, and count the requests. Nil: there are none, and the
	// route answers 404.
	Metrics Metrics

	// Tracer starts a span for each request, its transactions and its requests to other
	// hosts. Nil: there are no spans.
	Tracer trace.Tracer
	// IncomingTraces makes the span of a request a child of the span that its traceparent
	// header names (W3C Trace Context), which any client can send. It needs a Tracer.
	IncomingTraces bool

	// DataDir is a folder that must be writable for the service to be ready.
	// Empty: there is none.
	DataDir string
	// CacheBytes is the size of the response cache in memory. Zero: DefaultCacheBytes.
	// Negative: no cache.
	CacheBytes int64
	// MaxRestoreBytes is the maximum size of a backup to restore, and of a bundle to
	// import. Zero: DefaultRestoreBytes.
	MaxRestoreBytes int64
	// StallTimeout is how long a client may take to send the next 32 KiB of a body, or the
	// rest of it, and to receive the next 32 KiB of an answer. Time that a handler spends
	// on other work does not count. When the timeout expires, the connection is closed. It
	// replaces the server's ReadTimeout and WriteTimeout while a request is handled. Zero:
	// DefaultStallTimeout.
	StallTimeout time.Duration
	// NewLimiter creates the rate limiter of a bucket, for limits that several processes
	// share: of requests and of wrong tokens. Nil: each API counts in its own memory.
	NewLimiter func(bucket string, calls uint64, window time.Duration) (limiter.Store, error)

	// largeFrom is the number of apps from which an answer about all apps is encoded
	// incrementally.
	largeFrom int
}

// defaultLargeFrom is the default of largeFrom. So many apps are about 2 MB of JSON, which
// takes a multiple of that in memory while it is encoded.
const defaultLargeFrom = 2_500

// validate returns the joined errors of the configuration.
func (c Config) validate() error {
	var wrong []error
	require := func(ok bool, format string, args ...any) {
		if !ok {
			wrong = append(wrong, fmt.Errorf("httpapi: "+format, args...))
		}
	}
	if err := c.Check(); err != nil {
		require(false, "%w", err)
	}
	require(len(c.Secret) == SecretSize, "Secret has %d bytes, not %d", len(c.Secret), SecretSize)
	require(c.AdminToken == strings.TrimSpace(c.AdminToken), "AdminToken has space around it")
	require(c.Authorize == nil || c.AdminToken == "", "Authorize and AdminToken exclude each other")
	require(c.Authorize == nil || !c.RequireTokenToRead, "Authorize and RequireTokenToRead exclude each other")
	require(c.Authorize == nil || c.TrustedHeader == "", "Authorize and TrustedHeader exclude each other")
	require(!c.RequireTokenToRead || c.AdminToken != "" || c.TrustedHeader != "", "RequireTokenToRead needs an AdminToken, or nothing could be read")
	require(c.TrustedHeader == "" || len(c.TrustedProxies) > 0, "TrustedHeader needs TrustedProxies, the addresses from which it counts")
	require(c.TrustedHeader != "" || len(c.TrustedProxies)+len(c.TrustedAdmins) == 0, "TrustedProxies and TrustedAdmins need a TrustedHeader")
	require(len(c.AdminToken) <= access.MaxToken, "AdminToken is longer than %d bytes", access.MaxToken)
	require(!strings.ContainsFunc(c.AdminToken, unicode.IsControl), "AdminToken has control characters, which a header cannot contain")
	require(c.MaxRestoreBytes >= 0, "MaxRestoreBytes is %d", c.MaxRestoreBytes)
	require(c.StallTimeout >= 0, "StallTimeout is %v", c.StallTimeout)
	fits := func(name string, err error) { require(err == nil, "%s: %w", name, err) }
	fits("AllowedHosts", CheckHosts(c.AllowedHosts))
	fits("TrustedHeader", CheckUserHeader(c.TrustedHeader))
	fits("BindAddress", CheckBindAddress(c.BindAddress))
	return errors.Join(wrong...)
}

// warnOfToken logs a warning if the admin token is easy to guess, or is missing although it is
// needed to change anything.
func (a *API) warnOfToken() {
	switch n := utf8.RuneCountInString(a.cfg.AdminToken); {
	case n > 0 && n < shortToken:
		a.cfg.Logger.Warn("admin token is short and easy to guess", "characters", n, "recommended", shortToken)
	case n == 0 && a.exposed && a.cfg.Authorize == nil && a.cfg.TrustedHeader == "":
		a.cfg.Logger.Warn("no admin token is set although others can reach the service: nothing can be changed until one is set")
	}
}

// withDefaults returns the configuration with defaults for zero values.
func (c Config) withDefaults() Config {
	c.Env = c.Env.WithLogger()
	c.CacheBytes = cmp.Or(c.CacheBytes, DefaultCacheBytes)
	c.MaxRestoreBytes = cmp.Or(c.MaxRestoreBytes, DefaultRestoreBytes)
	c.largeFrom = cmp.Or(c.largeFrom, defaultLargeFrom)
	c.StallTimeout = cmp.Or(c.StallTimeout, DefaultStallTimeout)
	return c
}
