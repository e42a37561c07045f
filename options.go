package auditor

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sethvargo/go-limiter"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/fleet/playstore"
	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/fleet/wayback"
	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/services"
	"github.com/privacylabels/auditor/internal/tracing"
	"github.com/privacylabels/auditor/storage"
)

// Option sets one option of an [Auditor]. [New] checks all options and reports every
// invalid one.
type Option func(*config) error

// set returns an option that is always valid.
func set(apply func(*config)) Option {
	return func(c *config) error {
		apply(c)
		return nil
	}
}

// checked returns an option whose error, unless its arguments are valid, has this format.
func checked(valid bool, apply func(*config), otherwise string, args ...any) Option {
	return func(c *config) error {
		if !valid {
			return fmt.Errorf("auditor: "+otherwise, args...)
		}
		apply(c)
		return nil
	}
}

// config holds the values of the options.
type config struct {
	api httpapi.Config // without the services

	scraper    fleet.Scraper
	ownSources bool // no scraper was set
	sources    []fleet.Source
	archive    archive.Archive
	fetcher    fetch.Fetcher

	summarizer summary.Summarizer

	country         string
	replica         string
	noMetrics       bool
	queue           runner.Queue
	outboundAllow   []string
	shutdownTimeout time.Duration
	tick            time.Duration
}

// DefaultSchedulerTick is the default of [WithSchedulerTick].
const DefaultSchedulerTick = 30 * time.Minute

// DefaultShutdownTimeout is the default of [WithShutdownTimeout].
const DefaultShutdownTimeout = 10 * time.Second

// configured applies the options. The error joins the errors of all options.
func configured(options []Option) (config, error) {
	c := config{
		api:     httpapi.Config{Set: services.Set{Env: storage.Env{Now: time.Now, Random: rand.Reader}.WithLogger()}, Page: true},
		country: "us", shutdownTimeout: DefaultShutdownTimeout, tick: DefaultSchedulerTick,
	}
	var wrong []error
	for _, option := range options {
		if option != nil {
			wrong = append(wrong, option(&c))
		}
	}
	if err := fleet.CheckSources(c.sources); err != nil {
		wrong = append(wrong, fmt.Errorf("auditor: WithSource: %w", err))
	}
	wrong = append(wrong, c.checkAccess())
	if c.api.Store == nil {
		wrong = append(wrong, errors.New("auditor: WithStore is required"))
	}
	return c, errors.Join(wrong...)
}

// complete sets defaults, and adds health monitoring to the logger and the store.
func (c *config) complete() (err error) {
	if c.api.Secret == nil {
		c.api.Secret = make([]byte, secretSize)
		if _, err := io.ReadFull(c.api.Random, c.api.Secret); err != nil {
			return fmt.Errorf("generate a secret: %w", err)
		}
	}
	if c.ownSources = c.scraper == nil; c.ownSources {
		if c.scraper, err = appstore.New(appstore.Config{Country: c.country, Now: c.api.Now}); err != nil {
			return err
		}
	}
	if c.ownSources {
		play, err := playstore.Source(playstore.Config{Now: c.api.Now, Log: c.api.Logger})
		if err != nil {
			return err
		}
		taken := func(s fleet.Source) bool { return s.Name == play.Name || slices.ContainsFunc(s.Hosts, isPlay) }
		if !slices.ContainsFunc(c.sources, taken) {
			c.sources = append(c.sources, play)
		}
	}
	if c.archive == nil {
		if c.archive, err = wayback.New(wayback.Config{Parse: appstore.Parse, Now: c.api.Now}); err != nil {
			return err
		}
	}
	if c.fetcher == nil {
		if c.fetcher, err = fetch.New(fetch.Config{Allowed: netguard.AllowedFor(netguard.Policies, c.outboundAllow), Archive: c.pages()}); err != nil {
			return err
		}
	}
	c.api.Logger = slog.New(health.NewRecorder(c.api.Logger.Handler(), c.api.AdminToken))
	if c.api.Tracer != nil {
		c.api.Store = tracing.Store(c.api.Store)
	}
	c.api.Store = health.Timed(c.api.Env)
	return nil
}

// isPlay reports whether a host is that of Google Play.
func isPlay(host string) bool {
	return strings.EqualFold(strings.TrimSuffix(host, "."), playstore.Host)
}

// pages returns the archive if it implements [fetch.Archive], otherwise nil.
func (c *config) pages() fetch.Archive {
	pages, _ := c.archive.(fetch.Archive)
	return pages
}

// WithStore sets the database, such as the result of sqlite.Open. It is required. The
// caller must close the store after [Auditor.Close].
func WithStore(s storage.Store) Option {
	return checked(s != nil, func(c *config) { c.api.Store = s }, "WithStore: the store is nil")
}

// WithScraper sets the main source of apps. Default: the public pages and the lookup API of
// the App Store (package appstore), in the storefront of [WithCountry]. Without this option, Google
// Play (package playstore) is a source beside it, unless [WithSource] adds one with its name or host.
func WithScraper(s fleet.Scraper) Option {
	return checked(s != nil, func(c *config) { c.scraper = s }, "WithScraper: the scraper is nil")
}

// WithSource adds a source of apps besides that of [WithScraper]. It serves the apps whose
// URLs are on these hosts, which are names or IP addresses without a port, and no wildcards.
// The name of the source is stored with each app and must not change: 1 to 32 lower-case
// letters, digits and hyphens, a letter first. The database assigns each app of the source
// a numeric ID, which stays the same even if the app is removed and tracked again. History
// is imported for apps of the main source only. Default: none, see [WithScraper].
func WithSource(name string, s fleet.Scraper, hosts ...string) Option {
	return set(func(c *config) { c.sources = append(c.sources, fleet.Source{Name: name, Hosts: hosts, Scraper: s}) })
}

// WithArchive sets the web archive from which the past of apps is imported. Default: the
// Wayback Machine (package wayback) with the parser of package appstore. An archive that
// implements [fetch.Archive] also provides policies that cannot be fetched from their own
// sites, and saves copies of policies.
func WithArchive(archive archive.Archive) Option {
	return checked(archive != nil, func(c *config) { c.archive = archive }, "WithArchive: the archive is nil")
}

// WithPolicyFetcher sets how privacy policies are fetched. Default: from the sites
// themselves, then from the archive ([fetch.Client]).
func WithPolicyFetcher(f fetch.Fetcher) Option {
	return checked(f != nil, func(c *config) { c.fetcher = f }, "WithPolicyFetcher: the fetcher is nil")
}

// WithSummarizer sets the summarizer of policies, regardless of the settings. Default:
// the model in the settings (package llm) or, without one, [summary.Extractive], which
// quotes from the policy and makes no request.
//
// Runs that start automatically use s only while the setting aiSummarizeOnImport is on,
// unless it is [summary.Extractive].
func WithSummarizer(s summary.Summarizer) Option {
	return checked(s != nil, func(c *config) { c.summarizer = s }, "WithSummarizer: the summarizer is nil")
}

// WithCountry sets the storefront, a country code of two letters, that is used where
// neither the URL of an app nor the settings name one. Default: "us".
func WithCountry(code string) Option {
	return func(c *config) error {
		if len(code) != 2 || code[0]|0x20 < 'a' || code[0]|0x20 > 'z' || code[1]|0x20 < 'a' || code[1]|0x20 > 'z' {
			return fmt.Errorf("auditor: WithCountry: %q is not a country code of two letters", code)
		}
		c.country = string([]byte{code[0] | 0x20, code[1] | 0x20})
		return nil
	}
}

// WithReplica names the network address that this process makes its requests from, if
// several processes share the database. When the App Store limits the rate of requests, all
// processes of the same name pause. Default: all processes have the same name.
func WithReplica(name string) Option {
	valid := name != "" && len(name) <= maxReplica && utf8.ValidString(name) && !strings.Contains(name, "\x00")
	return checked(valid, func(c *config) { c.replica = name }, "WithReplica: %.40q is not a name of 1 to %d bytes", name, maxReplica)
}

// maxReplica is the maximum length of the name of a replica, in bytes.
const maxReplica = 255

// WithClock sets the clock of all timestamps. It must be safe for concurrent use.
// Default: time.Now.
func WithClock(now func() time.Time) Option {
	return checked(now != nil, func(c *config) { c.api.Now = now }, "WithClock: the clock is nil")
}

// WithRandom sets the source of randomness for identifiers and sessions. It must be safe
// for concurrent use and cryptographically secure. Default: crypto/rand.
func WithRandom(r io.Reader) Option {
	return checked(r != nil, func(c *config) { c.api.Random = r }, "WithRandom: the reader is nil")
}

// WithLogger sets the logger. Default: discard.
func WithLogger(l *slog.Logger) Option {
	return checked(l != nil, func(c *config) { c.api.Logger = l }, "WithLogger: the logger is nil")
}

// WithSecret sets the secret of the installation, 32 bytes, which authenticates admin
// sessions and makes entity tags. Processes that serve the same database must share it. Default: a
// random secret, so that sessions and entity tags end with the process.
func WithSecret(secret []byte) Option {
	return checked(len(secret) == secretSize, func(c *config) { c.api.Secret = append([]byte(nil), secret...) },
		"WithSecret: the secret has %d bytes, not %d", len(secret), secretSize)
}

const secretSize = 32

// WithDirectory sets the data folder, which must exist and must not be used by anything
// else. It holds the temporary files of large responses and, in subfolders, scheduled
// backups and the icons of apps. The service is ready only while the folder is writable.
// Default: none; temporary files are then in the folder of the system, and there are no
// scheduled backups and no icons.
func WithDirectory(path string) Option {
	return func(c *config) error {
		info, err := os.Stat(path)
		if err != nil {
			return fmt.Errorf("auditor: WithDirectory: %w", err)
		}
		if !info.IsDir() {
			return fmt.Errorf("auditor: WithDirectory: %s is not a folder", path)
		}
		c.api.DataDir = path
		return nil
	}
}

// WithAllowedHosts adds host names and addresses that requests may name in their Host
// header, in addition to those of the local machine: "auditor.example.org", or
// "*.example.org" for that domain and all its subdomains. A host that is not local makes
// the service network-exposed. Default: none, or every host with [WithAuthorizer].
func WithAllowedHosts(hosts ...string) Option {
	err := httpapi.CheckHosts(hosts)
	return checked(err == nil, func(c *config) { c.api.AllowedHosts = append(c.api.AllowedHosts, hosts...) }, "WithAllowedHosts: %w", err)
}

// WithNetworkExposed declares that other machines can reach the service: all changes and
// sensitive reads then require the admin token. Default: false, unless an allowed host
// or the bind address is not local.
func WithNetworkExposed(exposed bool) Option {
	return set(func(c *config) { c.api.NetworkExposed = exposed })
}

// WithTrustProxy declares that every request comes through a reverse proxy whose
// X-Forwarded-For, X-Forwarded-Host, X-Forwarded-Proto and X-Forwarded-Prefix headers can
// be trusted.
// Default: false, which ignores them.
func WithTrustProxy(trust bool) Option {
	return set(func(c *config) { c.api.TrustProxy = trust })
}

// WithPage sets whether [Auditor.Handler] also serves the web page, at "/".
// Default: true.
func WithPage(served bool) Option {
	return set(func(c *config) { c.api.Page = served })
}

// WithMetrics sets whether [Auditor.Handler] also serves metrics for Prometheus, at
// "/metrics". On a network-exposed service they need the admin token. Default: true.
func WithMetrics(served bool) Option {
	return set(func(c *config) { c.noMetrics = !served })
}

// WithBindAddress sets the address on which the server listens: host, host:port or :port. A
// specific address that is not local makes the service network-exposed. Default:
// unknown.
func WithBindAddress(address string) Option {
	err := httpapi.CheckBindAddress(address)
	return checked(err == nil, func(c *config) { c.api.BindAddress = address }, "WithBindAddress: %w", err)
}

// WithResponseCacheSize sets how many bytes of responses are cached in memory. With the
// overhead of the garbage collector, the cache may take twice as much. A write drops the
// responses that were made from the tables it changes. Zero disables the cache.
// Default: 16 MiB.
func WithResponseCacheSize(bytes int64) Option {
	return func(c *config) error {
		if bytes < 0 {
			return fmt.Errorf("auditor: WithResponseCacheSize: %d bytes", bytes)
		}
		c.api.CacheBytes = bytes
		if bytes == 0 {
			c.api.CacheBytes = -1
		}
		return nil
	}
}

// WithMaxRestore sets the maximum size in bytes of an upload of a backup or audit bundle.
// Default: 100 MiB.
func WithMaxRestore(bytes int64) Option {
	return checked(bytes > 0, func(c *config) { c.api.MaxRestoreBytes = bytes }, "WithMaxRestore: %d bytes", bytes)
}

// WithStallTimeout sets how long the client of a request may take to send or receive the
// next 32 KiB, or the rest if that is less, before the connection is closed. It replaces
// the server's ReadTimeout and WriteTimeout while a request is handled. Default: 30
// seconds.
func WithStallTimeout(d time.Duration) Option {
	return checked(d > 0, func(c *config) { c.api.StallTimeout = d }, "WithStallTimeout: %v is not positive", d)
}

// WithOutboundAllow allows URLs from users or from the database, such as that of a webhook
// or a policy, to be in these networks (CIDR), at these IP addresses or on these hosts: for
// example a webhook receiver in the home network. An entry that ends in a port, such as
// 127.0.0.1:11434, [::1]:11434 or 10.0.0.0/8:443, allows that port, others allow all. An
// entry after models=, notify= or policies= is for requests to models, for messages or for
// the pages of policies only, others are for all requests. Then a policy, whose address
// comes from the App Store, can reach them too. Cloud metadata services stay forbidden.
// Default: public addresses only, on web ports.
func WithOutboundAllow(entries ...string) Option {
	err := netguard.CheckAllowed(entries)
	return checked(err == nil, func(c *config) { c.outboundAllow = append(c.outboundAllow, entries...) }, "WithOutboundAllow: %w", err)
}

// WithShutdownTimeout sets how long work in progress may take to reach its next boundary
// when the auditor stops. Then it is cancelled. Default: [DefaultShutdownTimeout].
func WithShutdownTimeout(d time.Duration) Option {
	return checked(d >= 0, func(c *config) { c.shutdownTimeout = d }, "WithShutdownTimeout: %v", d)
}

// WithLimiters sets the constructor of the rate limiters for requests and wrong tokens. Each
// limiter allows the given number of calls per window and serves one bucket. It lets several
// processes behind one address share their limits. Default: each process counts in its own
// memory.
func WithLimiters(newLimiter func(bucket string, calls uint64, window time.Duration) (limiter.Store, error)) Option {
	return checked(newLimiter != nil, func(c *config) { c.api.NewLimiter = newLimiter }, "WithLimiters: the function is nil")
}

// WithSchedulerTick sets the interval at which [Auditor.Run] checks for due syncs and
// interrupted runs. Default: [DefaultSchedulerTick].
func WithSchedulerTick(d time.Duration) Option {
	return checked(d > 0, func(c *config) { c.tick = d }, "WithSchedulerTick: %v", d)
}

// WithQueue sets the queue that hands the items of bulk runs to several processes on one
// database, for example that of storage/postgres/riverrunner. Default: one process at a time
// works on a run.
func WithQueue(queue runner.Queue) Option {
	return checked(queue != nil, func(c *config) { c.queue = queue }, "WithQueue: the queue is nil")
}
