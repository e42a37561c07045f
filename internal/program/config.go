package program

import (
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/privacylabels/auditor/internal/program/commands"
)

// config is the command line: the command and the settings. A setting comes from its flag or,
// if that is missing, from its environment variable (the tag var) or its default. The tag for
// lists the commands, or groups of commands, that use the flag (see uses); without the tag that
// is serve. The tag values lists the values of a flag, for completion.
type config struct {
	Command string `kong:"-"` // the name of the command

	Serve          serveCommand     `cmd:"" default:"1" help:"Serve the web page and the HTTP API, and run scheduled work. This is the default command."`
	Track          commands.Track   `cmd:"" help:"Track apps, or refresh those that are tracked already."`
	Import         commands.Import  `cmd:"" help:"Track the apps of a list in a file."`
	List           commands.List    `cmd:"" help:"List the tracked apps."`
	Show           commands.Show    `cmd:"" help:"Show an app with its privacy label, or its timeline."`
	Changes        commands.Changes `cmd:"" help:"Show the recorded changes, the newest first."`
	Run            commands.Run     `cmd:"" help:"Do one bulk run in this process, or with --url in a service, and show its progress. A run that was paused or interrupted is resumed."`
	Export         commands.Export  `cmd:"" help:"Write a table of all apps, or all apps with their labels as JSON."`
	Backup         backupArgs       `cmd:"" help:"Write a signed backup. The file appears when it is complete, readable by its owner only."`
	Restore        restoreArgs      `cmd:"" help:"Replace all data by a backup. Refuses one that this installation did not sign, unless --allow-untrusted is given."`
	Verify         verifyArgs       `cmd:"" help:"Read a backup to its end and report whether it is complete, who signed it and what it contains."`
	Healthcheck    healthcheckArgs  `cmd:"" help:"Report whether the service can work."`
	Audit          commands.Audit   `cmd:"" help:"Show the log of privileged requests, the newest first."`
	Completion     completionArgs   `cmd:"" help:"Print a script that completes commands, flags and values in a shell."`
	Man            manCommand       `cmd:"" help:"Print the manual page, as roff."`
	VersionCommand versionArgs      `cmd:"" name:"version" help:"Print the version."`

	Addr    string `type:"addr" var:"SERVICE_ADDR" default:"127.0.0.1:3000" placeholder:"HOST:PORT" help:"Address to listen on; port 0 picks a free one."`
	DataDir string `type:"text" for:"serve,apps,backups,healthcheck" var:"SERVICE_DATA_DIR" default:"./data" placeholder:"FOLDER" help:"Folder of the database and the signing key; created if missing."`

	AllowedHosts   []string `type:"hosts" var:"SERVICE_ALLOWED_HOSTS" placeholder:"HOSTS" help:"Host names that requests may name, besides loopback."`
	NetworkExposed bool     `type:"switch" var:"SERVICE_NETWORK_EXPOSED" help:"Others can reach the service: require the admin token more often."`
	TrustProxy     bool     `type:"switch" var:"SERVICE_TRUST_PROXY" help:"Trust the X-Forwarded headers of the proxy in front."`
	AdminToken     string   `type:"text" for:"serve,apps,backups" var:"AUDITOR_ADMIN_TOKEN" placeholder:"TOKEN" help:"Secret for requests that delete or export; as a flag it shows in process lists."`
	AdminTokenFile string   `type:"text" for:"serve,apps,backups" var:"AUDITOR_ADMIN_TOKEN_FILE" placeholder:"FILE" help:"File to read the token from."`

	RequireToken   string         `type:"scope" values:"all" var:"SERVICE_REQUIRE_TOKEN" placeholder:"all" help:"all: reading needs a token too, a read token or the admin token."`
	TrustedHeader  string         `type:"text" var:"SERVICE_TRUSTED_HEADER" placeholder:"NAME" help:"Header in which the proxy names the user whom it has signed in, such as X-Forwarded-User."`
	TrustedProxies []netip.Prefix `type:"prefixes" var:"SERVICE_TRUSTED_PROXIES" placeholder:"NETWORKS" help:"Addresses of the proxies whose trusted header counts, such as 127.0.0.1/32."`
	TrustedAdmins  []string       `type:"names" var:"SERVICE_TRUSTED_ADMINS" placeholder:"USERS" help:"Users of the trusted header who may change everything; * is all of them. Default: none, they only read."`

	Page    bool `type:"switch" var:"SERVICE_PAGE" default:"on" placeholder:"on|off" help:"Serve the page for people beside the API."`
	Metrics bool `type:"switch" var:"SERVICE_METRICS" default:"on" placeholder:"on|off" help:"Serve metrics for Prometheus at /metrics; with the admin token if the service is exposed."`

	Country     string `type:"country" for:"serve,track,import,run" var:"SERVICE_COUNTRY" default:"us" placeholder:"CODE" help:"Storefront to ask first, unless the stored settings name one."`
	AppStoreURL string `type:"url" name:"appstore-url" for:"serve,track,import,run" var:"SERVICE_APPSTORE_URL" placeholder:"URL" help:"Base URL of the App Store's pages, if not the public one."`
	ITunesURL   string `type:"url" name:"itunes-url" for:"serve,track,import,run" var:"SERVICE_ITUNES_URL" placeholder:"URL" help:"Base URL of the App Store's lookup and search."`
	WaybackURL  string `type:"url" name:"wayback-url" for:"serve,run" var:"SERVICE_WAYBACK_URL" placeholder:"URL" help:"Base URL of the web archive, if not the public one."`

	OutboundAllow     []string `type:"networks" for:"serve,run" var:"SERVICE_OUTBOUND_ALLOW" placeholder:"NETWORKS" help:"Private networks, addresses and hosts that policies and webhooks may be on."`
	OutboundPerMinute int      `type:"count" for:"serve,track,import,run" var:"SERVICE_OUTBOUND_PER_MINUTE" placeholder:"N" help:"Requests a minute to the App Store's pages, to its lookup and search, and to the web archive, each. Default: chosen by each client."`

	Proxy *proxySettings `kong:"-"` // from the environment; nil: none

	MaxRestoreBytes int64 `type:"bytes" var:"SERVICE_MAX_RESTORE_BYTES" placeholder:"BYTES" help:"Largest backup that the service restores. Default: 100 MiB."`

	SchedulerTick time.Duration `type:"tick" var:"SERVICE_SCHEDULER_TICK" default:"30m" placeholder:"DURATION" help:"Interval at which the service checks for scheduled work."`
	LogFormat     string        `type:"logformat" for:"serve,apps" values:"text,json" var:"SERVICE_LOG_FORMAT" default:"text" placeholder:"text|json" help:"Format of the log, which goes to standard error."`
	LogLevel      slog.Level    `type:"loglevel" for:"serve,apps" values:"debug,info,warn,error" var:"SERVICE_LOG_LEVEL" default:"info" placeholder:"LEVEL" help:"Lowest level to log: debug, info, warn, error."`

	ServiceURL     string `type:"url" name:"url" for:"apps,backups,healthcheck" var:"SERVICE_URL" placeholder:"URL" help:"The running service to use instead of the data folder. Not for serve."`
	AllowUntrusted bool   `type:"switch" for:"restore" help:"With restore: accept a backup that another installation signed, or that was changed."`
	Demo           bool   `type:"switch" for:"serve,track,import,run" var:"SERVICE_DEMO" help:"Fill an empty database with invented apps, and make no requests."`
	Version        bool   `type:"switch" help:"Print the version."`
}

// groups are the commands that a name in the tag for of a flag stands for.
var groups = map[string][]string{
	"apps":    {"track", "import", "list", "show", "changes", "run", "export", "audit"},
	"backups": {"backup", "restore", "verify"},
}

// uses reports whether a command uses a flag of the program.
func uses(command string, flag *kong.Flag) bool {
	names := "serve"
	if flag.Tag.Has("for") {
		names = flag.Tag.Get("for")
	}
	for name := range strings.SplitSeq(names, ",") {
		if name == command || slices.Contains(groups[name], command) {
			return true
		}
	}
	return flag.Name == "help"
}

// usesSettings reports whether a command depends on any setting. One that does not also works
// where the settings of the service are wrong or cannot be read, such as in a shell that asks
// for completion.
func usesSettings(command string) bool {
	return !slices.Contains([]string{"completion", "man", "version"}, command)
}
