package flags

import (
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"time"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/internal/netguard"
)

// Settings are the settings that all programs share. The tags for and values are for programs
// with several commands and with completion: the commands that use a flag, and the values to complete.
type Settings struct {
	Addr string `type:"addr" var:"SERVICE_ADDR" default:"127.0.0.1:3000" placeholder:"HOST:PORT" help:"Address to listen on; port 0 picks a free one."`

	AllowedHosts   []string `type:"hosts" var:"SERVICE_ALLOWED_HOSTS" placeholder:"HOSTS" help:"Host names that requests may name, besides loopback."`
	NetworkExposed bool     `type:"switch" var:"SERVICE_NETWORK_EXPOSED" help:"Others can reach the service: require the admin token more often."`
	TrustProxy     bool     `type:"switch" var:"SERVICE_TRUST_PROXY" help:"Trust the X-Forwarded headers of the proxy in front."`
	AdminToken     string   `type:"secret" for:"serve,apps,backups" var:"AUDITOR_ADMIN_TOKEN" placeholder:"TOKEN" help:"Secret for requests that delete or export; as a flag it shows in process lists."`
	AdminTokenFile string   `type:"secret" for:"serve,apps,backups" var:"AUDITOR_ADMIN_TOKEN_FILE" placeholder:"FILE" help:"File to read the token from."`

	RequireToken   string         `type:"scope" values:"all" var:"SERVICE_REQUIRE_TOKEN" placeholder:"all" help:"all: reading needs a token too, a read token or the admin token."`
	TrustedHeader  string         `type:"userheader" var:"SERVICE_TRUSTED_HEADER" placeholder:"NAME" help:"Header in which the proxy names the user whom it has signed in, such as X-Forwarded-User."`
	TrustedProxies []netip.Prefix `type:"prefixes" var:"SERVICE_TRUSTED_PROXIES" placeholder:"NETWORKS" help:"Addresses of the proxies whose trusted header counts, such as 127.0.0.1/32."`
	TrustedAdmins  []string       `type:"names" var:"SERVICE_TRUSTED_ADMINS" placeholder:"USERS" help:"Users of the trusted header who may change everything; * is all of them. Default: none, they only read."`

	Page    bool `type:"switch" var:"SERVICE_PAGE" default:"on" placeholder:"on|off" help:"Serve the page for people beside the API."`
	Metrics bool `type:"switch" var:"SERVICE_METRICS" default:"on" placeholder:"on|off" help:"Serve metrics of this process for Prometheus at /metrics; with the admin token if the service is exposed."`

	Country     string `type:"country" for:"serve,track,import,run" var:"SERVICE_COUNTRY" default:"us" placeholder:"CODE" help:"Storefront to ask first, unless the stored settings name one."`
	AppStoreURL string `type:"url" name:"appstore-url" for:"serve,track,import,run" var:"SERVICE_APPSTORE_URL" placeholder:"URL" help:"Base URL of the App Store's pages, if not the public one."`
	ITunesURL   string `type:"url" name:"itunes-url" for:"serve,track,import,run" var:"SERVICE_ITUNES_URL" placeholder:"URL" help:"Base URL of the App Store's lookup and search."`
	PlayURL     string `type:"url" name:"play-url" for:"serve,track,import,run" var:"SERVICE_PLAY_URL" placeholder:"URL" help:"Base URL of Google Play, if not the public one. With it, searches by name ask Google Play, too."`
	WaybackURL  string `type:"url" name:"wayback-url" for:"serve,run,history" var:"SERVICE_WAYBACK_URL" placeholder:"URL" help:"Base URL of the web archive, if not the public one."`

	OutboundAllow     []string `type:"networks" for:"serve,run,history" var:"SERVICE_OUTBOUND_ALLOW" placeholder:"NETWORKS" help:"Private networks, addresses and hosts that may be requested, such as models=127.0.0.1:11434; without models=, notify= or policies= for all of these."`
	OutboundPerMinute int      `type:"count" for:"serve,track,import,run,history" var:"SERVICE_OUTBOUND_PER_MINUTE" placeholder:"N" help:"Requests a minute of this process to the App Store's pages, to its lookup and search, to Google Play, and to the web archive, each. Default: chosen by each client."`

	MaxRestoreBytes int64 `type:"bytes" var:"SERVICE_MAX_RESTORE_BYTES" placeholder:"BYTES" help:"Largest upload of a backup or audit bundle. Default: 100 MiB."`

	SchedulerTick time.Duration `type:"tick" var:"SERVICE_SCHEDULER_TICK" default:"30m" placeholder:"DURATION" help:"Interval at which the service checks for scheduled work."`
	LogFormat     string        `type:"logformat" for:"serve,apps" values:"text,json" var:"SERVICE_LOG_FORMAT" default:"text" placeholder:"text|json" help:"Format of the log, which goes to standard error."`
	LogLevel      slog.Level    `type:"loglevel" for:"serve,apps" values:"debug,info,warn,error" var:"SERVICE_LOG_LEVEL" default:"info" placeholder:"LEVEL" help:"Lowest level to log: debug, info, warn, error."`

	Demo bool `type:"switch" for:"serve,track,import,run,history" var:"SERVICE_DEMO" help:"Fill an empty database with invented apps, and make no requests."`
}

// Options returns the options of an auditor with the settings, all but those of its sources.
func (s Settings) Options() []auditor.Option {
	options := []auditor.Option{
		auditor.WithAdminToken(s.AdminToken),
		auditor.WithRequireTokenToRead(s.RequireToken == "all"),
		auditor.WithTrustedAdmins(s.TrustedAdmins...),
		auditor.WithAllowedHosts(s.AllowedHosts...),
		auditor.WithNetworkExposed(s.NetworkExposed),
		auditor.WithTrustProxy(s.TrustProxy),
		auditor.WithCountry(s.Country),
		auditor.WithPage(s.Page),
		auditor.WithMetrics(s.Metrics),
		auditor.WithSchedulerTick(s.SchedulerTick),
		auditor.WithOutboundAllow(s.OutboundAllow...),
	}
	if s.TrustedHeader != "" {
		options = append(options, auditor.WithTrustedHeader(s.TrustedHeader, s.TrustedProxies...))
	}
	if s.MaxRestoreBytes > 0 {
		options = append(options, auditor.WithMaxRestore(s.MaxRestoreBytes))
	}
	return options
}

// Warnings returns a sentence for each setting that is understood, but is hardly meant so. It
// does not contain the token.
func (s Settings) Warnings() []string {
	var warnings []string
	if isQuoted(s.AdminToken) {
		from := "AUDITOR_ADMIN_TOKEN (-admin-token)"
		if s.AdminTokenFile != "" {
			from = "AUDITOR_ADMIN_TOKEN_FILE (-admin-token-file)"
		}
		warnings = append(warnings, from+": the token is in quotes, which are part of it; remove them if they are not meant")
	}
	if open := netguard.AllowedFor("", s.OutboundAllow); len(open) > 0 {
		warnings = append(warnings, fmt.Sprintf("policies can reach private destinations: SERVICE_OUTBOUND_ALLOW (-outbound-allow) has entries for all uses: %s; "+
			"write models= or notify= before those that policies must not reach, or policies=", strings.Join(open, ", ")))
	}
	return warnings
}

// isQuoted reports whether a value begins and ends with the same quotation mark.
func isQuoted(s string) bool {
	return len(s) > 1 && strings.ContainsRune("\"'", rune(s[0])) && s[0] == s[len(s)-1]
}

// Exposed reports whether a setting says that others can reach the service, which then refuses
// their changes. A list of hosts counts: one of loopback alone is rare.
func (s Settings) Exposed() bool {
	return s.NetworkExposed || s.RequireToken != "" || s.TrustedHeader != "" || len(s.AllowedHosts) > 0
}

// Unguarded returns the settings without those that are about who may do what, and without
// the page. A service that opens no socket needs none of them.
func (s Settings) Unguarded() Settings {
	s.AdminToken, s.AllowedHosts, s.NetworkExposed, s.TrustProxy, s.Page = "", nil, false, false, false
	s.RequireToken, s.TrustedHeader, s.TrustedProxies, s.TrustedAdmins = "", "", nil, nil
	return s
}
