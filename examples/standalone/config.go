package main

import (
	"log/slog"
	"time"
)

// config is the command line: what to do, and the settings. A setting comes from
// its flag, else from its environment variable (the tag var), else from its default.
type config struct {
	Command string `kong:"-"` // the name of the command

	Serve          struct{}   `cmd:"" default:"1" help:"Serve the HTTP API and run scheduled work. This is the default command."`
	Run            bulkRun    `cmd:"" help:"Do one bulk run in this process and show its progress. A run that was paused or interrupted is resumed."`
	Backup         backupFile `cmd:"" help:"Write a signed backup. The file appears when it is complete, readable by its owner only."`
	Restore        backupFile `cmd:"" help:"Replace all data by a backup. Refuses one that this installation did not sign, unless --allow-untrusted is given."`
	Verify         backupFile `cmd:"" help:"Read a backup to its end and report whether it is complete, who signed it and what it contains."`
	Healthcheck    struct{}   `cmd:"" help:"Report whether the service can work."`
	VersionCommand struct{}   `cmd:"" name:"version" help:"Print the version."`

	Addr    string `type:"addr" var:"SERVICE_ADDR" default:"127.0.0.1:3000" placeholder:"HOST:PORT" help:"Address to listen on; port 0 picks a free one."`
	DataDir string `type:"text" var:"SERVICE_DATA_DIR" default:"./data" placeholder:"FOLDER" help:"Folder of the database and the signing key; created if missing."`

	AllowedHosts   []string `type:"hosts" var:"SERVICE_ALLOWED_HOSTS" placeholder:"HOSTS" help:"Host names that requests may name, besides loopback."`
	NetworkExposed bool     `type:"switch" var:"SERVICE_NETWORK_EXPOSED" help:"Others can reach the service: require the admin token more often."`
	TrustProxy     bool     `type:"switch" var:"SERVICE_TRUST_PROXY" help:"Trust the X-Forwarded headers of the proxy in front."`
	AdminToken     string   `type:"text" var:"AUDITOR_ADMIN_TOKEN" placeholder:"TOKEN" help:"Secret for requests that delete or export; as a flag it shows in process lists."`
	AdminTokenFile string   `type:"text" var:"AUDITOR_ADMIN_TOKEN_FILE" placeholder:"FILE" help:"File to read the token from."`

	Page    bool `type:"switch" var:"SERVICE_PAGE" default:"on" placeholder:"on|off" help:"Serve the page for people beside the API."`
	Metrics bool `type:"switch" var:"SERVICE_METRICS" default:"on" placeholder:"on|off" help:"Serve metrics for Prometheus at /metrics; with the admin token if the service is exposed."`

	Country     string `type:"country" var:"SERVICE_COUNTRY" default:"us" placeholder:"CODE" help:"Storefront to ask first, unless the stored settings name one."`
	AppStoreURL string `type:"url" name:"appstore-url" var:"SERVICE_APPSTORE_URL" placeholder:"URL" help:"Base URL of the App Store's pages, if not the public one."`
	ITunesURL   string `type:"url" name:"itunes-url" var:"SERVICE_ITUNES_URL" placeholder:"URL" help:"Base URL of the App Store's lookup and search."`
	WaybackURL  string `type:"url" name:"wayback-url" var:"SERVICE_WAYBACK_URL" placeholder:"URL" help:"Base URL of the web archive, if not the public one."`

	OutboundAllow     []string `type:"networks" var:"SERVICE_OUTBOUND_ALLOW" placeholder:"NETWORKS" help:"Private networks, addresses and hosts that policies and webhooks may be on."`
	OutboundPerMinute int      `type:"count" var:"SERVICE_OUTBOUND_PER_MINUTE" placeholder:"N" help:"Requests a minute to the App Store's pages, to its lookup and search, and to the web archive, each. Default: chosen by each client."`

	Proxy *proxySettings `kong:"-"` // of the environment; nil: none

	MaxRestoreBytes int64 `type:"bytes" var:"SERVICE_MAX_RESTORE_BYTES" placeholder:"BYTES" help:"Largest backup that the service restores. Default: 100 MiB."`

	SchedulerTick time.Duration `type:"tick" var:"SERVICE_SCHEDULER_TICK" default:"30m" placeholder:"DURATION" help:"Interval at which the service checks for scheduled work."`
	LogFormat     string        `type:"logformat" var:"SERVICE_LOG_FORMAT" default:"text" placeholder:"text|json" help:"Format of the log, which goes to standard error."`
	LogLevel      slog.Level    `type:"loglevel" var:"SERVICE_LOG_LEVEL" default:"info" placeholder:"LEVEL" help:"Lowest level to log: debug, info, warn, error."`

	ServiceURL     string `type:"url" name:"url" var:"SERVICE_URL" placeholder:"URL" help:"With backup, restore, verify, healthcheck: the running service to use instead of the data folder."`
	AllowUntrusted bool   `type:"switch" help:"With restore: accept a backup that another installation signed, or that was changed."`
	Demo           bool   `type:"switch" var:"SERVICE_DEMO" help:"Fill an empty database with invented apps, and make no requests."`
	Version        bool   `type:"switch" help:"Print the version."`
}

type bulkRun struct {
	Runner string `arg:"" enum:"sync,wayback,policy" help:"What to run: sync, wayback or policy."`
}

type backupFile struct {
	File string `arg:"" help:"The backup; - is standard input or output."`
}
