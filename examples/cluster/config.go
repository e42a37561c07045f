package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/privacylabels/auditor/internal/program/serving"
)

// config is the command line: what to do, and the settings. A setting comes from its
// flag, else from its environment variable (the tag var), else from its default. Those
// that the program with SQLite has as well mean the same.
type config struct {
	command string
	proxies []netip.Prefix // of TrustedProxies

	Serve struct{}    `cmd:"" default:"1" help:"Serve the HTTP API and run scheduled work. This is the default command."`
	Move  moveCommand `cmd:"" help:"Copy the data folder of a SQLite installation into the database, which must be empty, and compare both."`

	DatabaseURL          string `name:"database-url" var:"DATABASE_URL" placeholder:"URL" help:"URL of the PostgreSQL database, required; as a flag it shows in process lists."`
	DatabasePasswordFile string `var:"DATABASE_PASSWORD_FILE" placeholder:"FILE" help:"File to read the password of the database from, at each connection. PGPASSFILE and passfile= in the URL work as well."`
	SecretFile           string `var:"AUDITOR_SECRET_FILE" placeholder:"FILE" help:"File with the key of the installation, 32 bytes, the same for all replicas. Default: secret.key in the data folder, created if missing."`
	Replica              string `var:"AUDITOR_REPLICA" placeholder:"NAME" help:"Name of the address that requests of this replica come from: when the App Store refuses one, the replicas with this name pause. Default: the name of the host."`

	Addr    string `var:"SERVICE_ADDR" default:"127.0.0.1:3000" placeholder:"HOST:PORT" help:"Address to listen on; port 0 picks a free one."`
	DataDir string `var:"SERVICE_DATA_DIR" default:"./data" placeholder:"FOLDER" help:"Folder of scheduled backups, icons and temporary files; created if missing."`

	AllowedHosts   []string `var:"SERVICE_ALLOWED_HOSTS" placeholder:"HOSTS" help:"Host names that requests may name, besides loopback."`
	NetworkExposed bool     `var:"SERVICE_NETWORK_EXPOSED" help:"Others can reach the service: require the admin token more often."`
	TrustProxy     bool     `var:"SERVICE_TRUST_PROXY" help:"Trust the X-Forwarded headers of the load balancer."`
	AdminToken     string   `var:"AUDITOR_ADMIN_TOKEN" placeholder:"TOKEN" help:"Secret for requests that delete or export; as a flag it shows in process lists."`
	AdminTokenFile string   `var:"AUDITOR_ADMIN_TOKEN_FILE" placeholder:"FILE" help:"File to read the token from."`

	RequireToken   string   `var:"SERVICE_REQUIRE_TOKEN" default:"" enum:",all" placeholder:"all" help:"all: reading needs a token too, a read token or the admin token."`
	TrustedHeader  string   `var:"SERVICE_TRUSTED_HEADER" placeholder:"NAME" help:"Header in which the proxy names the user whom it has signed in, such as X-Forwarded-User."`
	TrustedProxies []string `var:"SERVICE_TRUSTED_PROXIES" placeholder:"NETWORKS" help:"Addresses of the proxies whose trusted header counts, such as 10.0.0.2."`
	TrustedAdmins  []string `var:"SERVICE_TRUSTED_ADMINS" placeholder:"USERS" help:"Users of the trusted header who may change everything; * is all of them. Default: none, they only read."`

	Page    bool `var:"SERVICE_PAGE" default:"true" negatable:"" help:"Serve the page for people beside the API."`
	Metrics bool `var:"SERVICE_METRICS" default:"true" negatable:"" help:"Serve metrics of this replica for Prometheus at /metrics."`

	Country     string `var:"SERVICE_COUNTRY" default:"us" placeholder:"CODE" help:"Storefront to ask first, unless the stored settings name one."`
	AppStoreURL string `name:"appstore-url" var:"SERVICE_APPSTORE_URL" placeholder:"URL" help:"Base URL of the App Store's pages, if not the public one."`
	ITunesURL   string `name:"itunes-url" var:"SERVICE_ITUNES_URL" placeholder:"URL" help:"Base URL of the App Store's lookup and search."`
	WaybackURL  string `name:"wayback-url" var:"SERVICE_WAYBACK_URL" placeholder:"URL" help:"Base URL of the web archive, if not the public one."`

	OutboundAllow     []string `var:"SERVICE_OUTBOUND_ALLOW" placeholder:"NETWORKS" help:"Private networks, addresses and hosts that policies and webhooks may be on."`
	OutboundPerMinute int      `var:"SERVICE_OUTBOUND_PER_MINUTE" placeholder:"N" help:"Requests a minute of this replica to the App Store's pages, to its lookup and search, and to the web archive, each."`

	MaxRestoreBytes int64         `var:"SERVICE_MAX_RESTORE_BYTES" placeholder:"BYTES" help:"Largest backup that the service restores. Default: 100 MiB."`
	SchedulerTick   time.Duration `var:"SERVICE_SCHEDULER_TICK" default:"30m" placeholder:"DURATION" help:"Interval at which the service checks for scheduled work."`
	LogFormat       string        `var:"SERVICE_LOG_FORMAT" default:"text" enum:"text,json" help:"Format of the log, which goes to standard error: text or json."`
	LogLevel        slog.Level    `var:"SERVICE_LOG_LEVEL" default:"info" placeholder:"LEVEL" help:"Lowest level to log: debug, info, warn, error."`
	Demo            bool          `var:"SERVICE_DEMO" help:"Fill an empty database with invented apps, and make no requests."`
}

type moveCommand struct {
	From string `required:"" type:"path" placeholder:"FOLDER" help:"The data folder of the SQLite installation, which must not be in use. It is left as it is."`
}

// errHelp reports that help was asked for and has been written.
var errHelp = errors.New("help was asked for")

// readConfig reads the command line and, through lookup, the environment. If help was
// asked for, it is written to output and the error is [errHelp].
func readConfig(args []string, lookup func(string) (string, bool), output io.Writer) (c config, err error) {
	var help bool
	parser, err := kong.New(&c, kong.Name("cluster"), kong.Description("The service on PostgreSQL, for several replicas."),
		kong.Writers(output, io.Discard), kong.Exit(func(int) { help = true }), kong.ConfigureHelp(kong.HelpOptions{FlagsLast: true}),
		kong.ValueFormatter(helpOf), kong.Resolvers(environment(lookup)))
	if err != nil {
		return config{}, err
	}
	parsed, err := parser.Parse(args)
	if help {
		return config{}, errHelp
	}
	if err != nil {
		return config{}, err
	}
	c.command = parsed.Command()
	if c.DatabaseURL == "" {
		err = errors.New("DATABASE_URL is missing: set it to the URL of the PostgreSQL database, such as postgres://auditor@db.example/auditor")
	}
	for name, n := range map[string]int64{
		"SERVICE_OUTBOUND_PER_MINUTE": int64(c.OutboundPerMinute), "SERVICE_MAX_RESTORE_BYTES": c.MaxRestoreBytes, "SERVICE_SCHEDULER_TICK": int64(c.SchedulerTick),
	} {
		if n < 0 {
			err = errors.Join(err, fmt.Errorf("%s is negative", name))
		}
	}
	err = errors.Join(err, c.checkAccess())
	return c, err
}

// checkAccess reads the token, and checks who may do what.
func (c *config) checkAccess() (err error) {
	switch {
	case c.AdminTokenFile != "" && c.AdminToken != "":
		return errors.New("AUDITOR_ADMIN_TOKEN and AUDITOR_ADMIN_TOKEN_FILE: give one of them")
	case c.AdminTokenFile != "":
		if c.AdminToken, err = serving.ReadToken(c.AdminTokenFile); err != nil {
			return fmt.Errorf("AUDITOR_ADMIN_TOKEN_FILE: %w", err)
		}
	}
	var proxies []string
	for _, one := range c.TrustedProxies {
		if one = strings.TrimSpace(one); one != "" {
			proxies = append(proxies, one)
		}
	}
	if c.proxies, err = serving.ParseNetworks(proxies); err != nil {
		return fmt.Errorf("SERVICE_TRUSTED_PROXIES: %w", err)
	}
	return c.access().Check(variableOf)
}

// variableOf returns the environment variable of a flag.
func variableOf(flag string) string {
	if flag == "admin-token" {
		return "AUDITOR_ADMIN_TOKEN"
	}
	return "SERVICE_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// access returns the settings about who may do what.
func (c config) access() serving.Access {
	return serving.Access{
		AdminToken: c.AdminToken, RequireToken: c.RequireToken, TrustedHeader: c.TrustedHeader, TrustedProxies: c.proxies, TrustedAdmins: c.TrustedAdmins,
		AllowedHosts: c.AllowedHosts, NetworkExposed: c.NetworkExposed, TrustProxy: c.TrustProxy,
	}
}

// environment returns the settings of the environment. An empty variable is none.
func environment(lookup func(string) (string, bool)) kong.Resolver {
	return kong.ResolverFunc(func(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
		name := flag.Tag.Get("var")
		if name == "" {
			return nil, nil
		}
		value, _ := lookup(name)
		if name == "AUDITOR_ADMIN_TOKEN" && value != "" && strings.TrimSpace(value) == "" {
			return nil, errors.New("AUDITOR_ADMIN_TOKEN: the token is blank") // none would protect nothing
		}
		value = strings.TrimSpace(value)
		if value == "" {
			return nil, nil
		}
		if flag.IsBool() {
			return truth(name, value)
		}
		return value, nil
	})
}

// truth reads a switch. A misspelt value is an error, so that no protection is silently
// off.
func truth(name, value string) (any, error) {
	switch strings.ToLower(value) {
	case "1", "true", "yes", "on":
		return true, nil
	case "0", "false", "no", "off":
		return false, nil
	}
	return nil, fmt.Errorf("%s: %.40q is not one of 1, true, yes, on, 0, false, no, off", name, value)
}

// helpOf adds the environment variable to the help of a flag.
func helpOf(v *kong.Value) string {
	if name := v.Tag.Get("var"); name != "" {
		return fmt.Sprintf("%s ($%s)", v.Help, name)
	}
	return v.Help
}
