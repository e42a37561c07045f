package auditor

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/fleet/wayback"
	"github.com/privacylabels/auditor/httpapi"
	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// Option sets one thing about an [Auditor]. Each checks its argument when [New]
// is called; New reports all that are wrong at once.
type Option func(*config) error

// config is what the options set.
type config struct {
	store   storage.Store
	scraper fleet.Scraper
	archive fleet.Archive
	fetcher policy.Fetcher

	summarizer policy.Summarizer

	now     func() time.Time
	random  io.Reader
	log     *slog.Logger
	country string

	secret         []byte
	directory      string
	adminToken     string
	allowedHosts   []string
	networkExposed bool
	trustProxy     bool
	bindAddress    string
	keptBytes      int64
	maxRestore     int64
	stallTimeout   time.Duration
	outboundAllow  []string
	patience       time.Duration
	tick           time.Duration
}

// DefaultSchedulerTick is how often [Auditor.Run] looks for what is due, unless
// [WithSchedulerTick] says otherwise.
const DefaultSchedulerTick = 30 * time.Minute

// DefaultPatience is how long work under way may take to reach its next
// boundary when an [Auditor] ends, unless [WithPatience] says otherwise.
const DefaultPatience = 10 * time.Second

func defaults() config {
	return config{
		now: time.Now, random: rand.Reader, log: slog.New(slog.DiscardHandler), country: "us",
		patience: DefaultPatience, tick: DefaultSchedulerTick,
	}
}

var errNoStore = errors.New("auditor: WithStore is required")

// configured returns what the options set. The error joins all that is wrong.
func configured(options []Option) (config, error) {
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
	return c, errors.Join(wrong...)
}

// complete makes what no option set, and has the log and the store watched.
func (c *config) complete() (err error) {
	if c.secret == nil {
		c.secret = make([]byte, secretSize)
		if _, err := io.ReadFull(c.random, c.secret); err != nil {
			return fmt.Errorf("make a secret: %w", err)
		}
	}
	if c.scraper == nil {
		if c.scraper, err = appstore.New(appstore.WithCountry(c.country), appstore.WithClock(c.now)); err != nil {
			return err
		}
	}
	if c.archive == nil {
		if c.archive, err = wayback.New(wayback.WithParser(appstore.Parse), wayback.WithClock(c.now)); err != nil {
			return err
		}
	}
	if c.fetcher == nil {
		options := []policy.WebOption{policy.WithAllowed(c.outboundAllow...)}
		if pages := c.pages(); pages != nil {
			options = append(options, policy.WithArchive(pages))
		}
		if c.fetcher, err = policy.NewWeb(options...); err != nil {
			return err
		}
	}
	c.log = slog.New(health.NewRecorder(c.log.Handler(), c.adminToken))
	c.store = health.Timed(c.store, c.now)
	return nil
}

// pages returns the archive as one of any page, nil for one that knows the store's
// pages only.
func (c *config) pages() policy.Archive {
	pages, _ := c.archive.(policy.Archive)
	return pages
}

// WithStore sets where everything is kept, such as what sqlite.Open returns. It
// is required: a library does not invent a place for files. Whoever opened the
// store closes it, after [Auditor.Close].
func WithStore(s storage.Store) Option {
	return func(c *config) error {
		if s == nil {
			return errors.New("auditor: WithStore: the store is nil")
		}
		c.store = s
		return nil
	}
}

// WithScraper sets where apps are read from. Default: the App Store's public
// pages and lookup API (package appstore), in the storefront of [WithCountry].
func WithScraper(s fleet.Scraper) Option {
	return func(c *config) error {
		if s == nil {
			return errors.New("auditor: WithScraper: the scraper is nil")
		}
		c.scraper = s
		return nil
	}
}

// WithArchive sets where the past of apps is read from. Default: the Wayback
// Machine (package wayback), whose pages the App Store's parser reads. One that is
// a [policy.Archive] as well is asked for policies that their sites do not show,
// and for copies of those that they do.
func WithArchive(archive fleet.Archive) Option {
	return func(c *config) error {
		if archive == nil {
			return errors.New("auditor: WithArchive: the archive is nil")
		}
		c.archive = archive
		return nil
	}
}

// WithPolicyFetcher sets how the texts of privacy policies are got. Default: the
// sites themselves are asked, and then the archive ([policy.Web]).
func WithPolicyFetcher(f policy.Fetcher) Option {
	return func(c *config) error {
		if f == nil {
			return errors.New("auditor: WithPolicyFetcher: the fetcher is nil")
		}
		c.fetcher = f
		return nil
	}
}

// WithSummarizer sets who summarises policies, whatever the settings say of models.
// Default: the model that the settings name (package llm), and while they name
// none, quotes from the policy ([policy.Extractive]), for which nobody is asked.
//
// Runs that begin by themselves ask s only while the setting aiSummarizeOnImport
// is on, unless it is [policy.Extractive].
func WithSummarizer(s policy.Summarizer) Option {
	return func(c *config) error {
		if s == nil {
			return errors.New("auditor: WithSummarizer: the summarizer is nil")
		}
		c.summarizer = s
		return nil
	}
}

// WithCountry sets the storefront that apps are looked up in when their address
// names none and the settings do not either: two letters. Default: "us".
func WithCountry(code string) Option {
	return func(c *config) error {
		if len(code) != 2 || code[0]|0x20 < 'a' || code[0]|0x20 > 'z' || code[1]|0x20 < 'a' || code[1]|0x20 > 'z' {
			return fmt.Errorf("auditor: WithCountry: %q is not a country code of two letters", code)
		}
		c.country = string([]byte{code[0] | 0x20, code[1] | 0x20})
		return nil
	}
}

// WithClock sets what tells the time of every stamp. It must be safe for
// concurrent use. Default: time.Now.
func WithClock(now func() time.Time) Option {
	return func(c *config) error {
		if now == nil {
			return errors.New("auditor: WithClock: the clock is nil")
		}
		c.now = now
		return nil
	}
}

// WithRandom sets where identifiers and sessions get their randomness. It must
// be safe for concurrent use, and fit for secrets. Default: crypto/rand.
func WithRandom(r io.Reader) Option {
	return func(c *config) error {
		if r == nil {
			return errors.New("auditor: WithRandom: the reader is nil")
		}
		c.random = r
		return nil
	}
}

// WithLogger sets who is told of what goes wrong inside. Default: nobody.
func WithLogger(l *slog.Logger) Option {
	return func(c *config) error {
		if l == nil {
			return errors.New("auditor: WithLogger: the logger is nil")
		}
		c.log = l
		return nil
	}
}

// WithSecret sets the install's own secret: 32 bytes that nobody else knows. It
// authenticates admin sessions. Processes that serve the same store share it.
// Default: random, so that sessions end with the process.
func WithSecret(secret []byte) Option {
	return func(c *config) error {
		if len(secret) != secretSize {
			return fmt.Errorf("auditor: WithSecret: the secret has %d bytes, not %d", len(secret), secretSize)
		}
		c.secret = append([]byte(nil), secret...)
		return nil
	}
}

const secretSize = 32

// WithDirectory names a folder of the auditor's own, which must exist; the
// service is ready only while it can be written to, and large answers are kept
// there in files without a name, backups in a folder of their own. Default: none,
// the system's folder for temporary files, and no backups but those that are
// asked for over HTTP.
func WithDirectory(path string) Option {
	return func(c *config) error {
		info, err := os.Stat(path)
		if err != nil {
			return fmt.Errorf("auditor: WithDirectory: %w", err)
		}
		if !info.IsDir() {
			return fmt.Errorf("auditor: WithDirectory: %s is not a folder", path)
		}
		c.directory = path
		return nil
	}
}

// WithAdminToken sets the shared secret that destructive and sensitive routes
// then require. Default, and empty: none, which leaves them to the checks of
// host and origin, and closed to the network.
func WithAdminToken(token string) Option {
	return func(c *config) error {
		if token != strings.TrimSpace(token) {
			return errors.New("auditor: WithAdminToken: the token has space around it")
		}
		c.adminToken = token
		return nil
	}
}

// WithAllowedHosts adds names and addresses by which the service may be called,
// beside those of the local machine: "auditor.example.org", or "*.example.org"
// for it and all below. To allow one that is not local makes the service
// network-exposed. Default: none.
func WithAllowedHosts(hosts ...string) Option {
	return func(c *config) error {
		if err := httpapi.CheckHosts(hosts); err != nil {
			return fmt.Errorf("auditor: WithAllowedHosts: %w", err)
		}
		c.allowedHosts = append(c.allowedHosts, hosts...)
		return nil
	}
}

// WithNetworkExposed says that others than the local machine reach the service:
// every change, and reading what is sensitive, then needs the admin token.
// Default: false, unless an allowed host or the bind address says so.
func WithNetworkExposed(exposed bool) Option {
	return func(c *config) error {
		c.networkExposed = exposed
		return nil
	}
}

// WithTrustProxy says that every request comes through a reverse proxy whose
// X-Forwarded-For, X-Forwarded-Host and X-Forwarded-Proto can be believed.
// Default: false, which ignores them.
func WithTrustProxy(trust bool) Option {
	return func(c *config) error {
		c.trustProxy = trust
		return nil
	}
}

// WithBindAddress tells which address the server listens on, host or host:port:
// a specific one that is not the local machine's makes the service
// network-exposed. Default: not known.
func WithBindAddress(address string) Option {
	return func(c *config) error {
		c.bindAddress = address
		return nil
	}
}

// WithKeptAnswers sets how many bytes of encoded answers are kept in memory
// until something is written. Zero keeps none. Default: 32 MiB.
func WithKeptAnswers(bytes int64) Option {
	return func(c *config) error {
		if bytes < 0 {
			return fmt.Errorf("auditor: WithKeptAnswers: %d bytes", bytes)
		}
		c.keptBytes = bytes
		if bytes == 0 {
			c.keptBytes = -1
		}
		return nil
	}
}

// WithMaxRestore sets how many bytes a backup may have that is taken in. Default:
// 100 MiB.
func WithMaxRestore(bytes int64) Option {
	return func(c *config) error {
		if bytes <= 0 {
			return fmt.Errorf("auditor: WithMaxRestore: %d bytes", bytes)
		}
		c.maxRestore = bytes
		return nil
	}
}

// WithStallTimeout sets how long a request may wait for its client to send or to
// take the next 32 KiB, or what is left, before its connection is closed. It takes
// the place of the server's ReadTimeout and WriteTimeout while a request is
// handled. Default: [httpapi.DefaultStallTimeout].
func WithStallTimeout(d time.Duration) Option {
	return func(c *config) error {
		if d <= 0 {
			return fmt.Errorf("auditor: WithStallTimeout: %v is not positive", d)
		}
		c.stallTimeout = d
		return nil
	}
}

// WithOutboundAllow lets addresses that users and stores name, such as that of a
// webhook or of a policy, be on these networks (CIDR), addresses and hosts too, on
// any port: a receiver on the home network. Where clouds keep the keys of their
// machines stays forbidden. Default: public addresses only, on the ports of the
// web.
func WithOutboundAllow(entries ...string) Option {
	return func(c *config) error {
		if _, err := netguard.New(netguard.WithAllowed(entries...)); err != nil {
			return fmt.Errorf("auditor: WithOutboundAllow: %w", err)
		}
		c.outboundAllow = append(c.outboundAllow, entries...)
		return nil
	}
}

// WithPatience sets how long work under way may take to reach its next boundary
// when the auditor ends, before it is cancelled. Default: [DefaultPatience].
func WithPatience(d time.Duration) Option {
	return func(c *config) error {
		if d < 0 {
			return fmt.Errorf("auditor: WithPatience: %v", d)
		}
		c.patience = d
		return nil
	}
}

// WithSchedulerTick sets how often [Auditor.Run] looks for what is due: a sync by
// the schedule of the settings, and what the store cut off. Default:
// [DefaultSchedulerTick].
func WithSchedulerTick(d time.Duration) Option {
	return func(c *config) error {
		if d <= 0 {
			return fmt.Errorf("auditor: WithSchedulerTick: %v", d)
		}
		c.tick = d
		return nil
	}
}
