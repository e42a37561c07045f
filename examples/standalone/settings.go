package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"
)

// maxTokenFile is the longest file a token is read from, in bytes.
const maxTokenFile = 4 << 10

// setting is one thing to be told: by its flag, else by its environment
// variable, else by its default.
type setting struct {
	flag, env string // no env: a flag only
	standard  string // the default, read like any other value; empty: not set
	arg       string // what the value is, for the help; empty: a switch
	help      string
	read      func(c *config, value string) error
}

// settings lists all of them in the order of the help.
var settings = []setting{
	{"addr", "SERVICE_ADDR", "127.0.0.1:3000", "host:port", "where to listen; port 0 is a free one",
		into(parseAddr, func(c *config) *string { return &c.Addr })},
	{"data-dir", "SERVICE_DATA_DIR", "./data", "folder", "database and key; made when missing",
		into(parseText, func(c *config) *string { return &c.DataDir })},
	{"allowed-hosts", "SERVICE_ALLOWED_HOSTS", "", "hosts", "host names that requests may be for, beside loopback",
		into(parseHosts, func(c *config) *[]string { return &c.AllowedHosts })},
	{"network-exposed", "SERVICE_NETWORK_EXPOSED", "", "", "others can reach the service: ask for the token more often",
		into(parseBool, func(c *config) *bool { return &c.NetworkExposed })},
	{"trust-proxy", "SERVICE_TRUST_PROXY", "", "", "believe the X-Forwarded headers of the proxy in front",
		into(parseBool, func(c *config) *bool { return &c.TrustProxy })},
	{"admin-token", "AUDITOR_ADMIN_TOKEN", "", "token", "secret for what destroys or exports; a flag shows in lists of processes",
		into(parseText, func(c *config) *string { return &c.AdminToken })},
	{"admin-token-file", "AUDITOR_ADMIN_TOKEN_FILE", "", "file", "file to read the token from",
		into(parseText, func(c *config) *string { return &c.AdminTokenFile })},
	{"country", "SERVICE_COUNTRY", "us", "code", "storefront to look in first, unless the settings name one",
		into(parseCountry, func(c *config) *string { return &c.Country })},
	{"appstore-url", "SERVICE_APPSTORE_URL", "", "URL", "where the store's pages are, if not in the public store",
		into(parseBaseURL, func(c *config) *string { return &c.AppStoreURL })},
	{"itunes-url", "SERVICE_ITUNES_URL", "", "URL", "where the store's lookup and search are",
		into(parseBaseURL, func(c *config) *string { return &c.ITunesURL })},
	{"wayback-url", "SERVICE_WAYBACK_URL", "", "URL", "where the web archive is, if not the public one",
		into(parseBaseURL, func(c *config) *string { return &c.WaybackURL })},
	{"outbound-allow", "SERVICE_OUTBOUND_ALLOW", "", "networks", "networks and hosts, not public, that policies and webhooks may be on",
		into(parseNetworks, func(c *config) *[]string { return &c.OutboundAllow })},
	{"outbound-per-minute", "SERVICE_OUTBOUND_PER_MINUTE", "", "number", "requests a minute to the pages, to lookup and search, and to the web archive",
		into(parseRate, func(c *config) *int { return &c.OutboundPerMinute })},
	{"max-restore-bytes", "SERVICE_MAX_RESTORE_BYTES", "", "bytes", "how long a backup may be that is restored",
		into(parseBytes, func(c *config) *int64 { return &c.MaxRestoreBytes })},
	{"scheduler-tick", "SERVICE_SCHEDULER_TICK", "30m", "duration", "how often to look for what is due",
		into(parseTick, func(c *config) *time.Duration { return &c.SchedulerTick })},
	{"log-format", "SERVICE_LOG_FORMAT", "text", "text|json", "form of the log, which goes to standard error",
		into(parseLogFormat, func(c *config) *string { return &c.LogFormat })},
	{"log-level", "SERVICE_LOG_LEVEL", "info", "level", "least level to log: debug, info, warn, error",
		into(parseLogLevel, func(c *config) *slog.Level { return &c.LogLevel })},
	{"url", "SERVICE_URL", "", "URL", "with backup, restore, verify, healthcheck: the running service to ask, not the data folder",
		into(parseBaseURL, func(c *config) *string { return &c.ServiceURL })},
	{"allow-untrusted", "", "", "", "with restore: take a backup that another installation made, or that was changed",
		into(parseBool, func(c *config) *bool { return &c.AllowUntrusted })},
	{"demo", "SERVICE_DEMO", "", "", "fill an empty database with invented apps; asks neither store nor archive",
		into(parseBool, func(c *config) *bool { return &c.Demo })},
	{"version", "", "", "", "say which version this is, and do nothing else",
		into(parseBool, func(c *config) *bool { return &c.Version })},
}

// into makes a reader of a value into one that sets a member of the config.
func into[T any](read func(string) (T, error), member func(*config) *T) func(*config, string) error {
	return func(c *config, value string) error {
		v, err := read(value)
		if err == nil {
			*member(c) = v
		}
		return err
	}
}

// readConfig reads all settings from the arguments of the command line and the
// environment, which lookup asks. It reports every fault at once, each under
// the name that it was given by. When help was asked for, it is written to
// output and the error is [flag.ErrHelp].
func readConfig(args []string, lookup func(string) (string, bool), output io.Writer) (config, error) {
	flags := flag.NewFlagSet("standalone", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	given := make(map[string]string)
	for _, s := range settings {
		note := func(value string) error {
			given[s.flag] = value
			return nil
		}
		if s.arg == "" {
			flags.BoolFunc(s.flag, s.help, note)
		} else {
			flags.Func(s.flag, s.help, note)
		}
	}
	words, err := parseWords(flags, args)
	if errors.Is(err, flag.ErrHelp) {
		return config{}, errors.Join(err, writeHelp(output))
	}
	var c config
	faults := []error{err}
	if err == nil {
		err = c.readCommand(words)
		faults = append(faults, err)
	}

	from := make(map[string]string) // by flag, the name that the value was given by
	for _, s := range settings {
		value, ok := given[s.flag]
		from[s.flag] = "-" + s.flag
		if !ok && s.env != "" {
			value, ok = lookup(s.env)
			from[s.flag] = s.env
		}
		if s.flag == "admin-token" && value != "" && strings.TrimSpace(value) == "" {
			// Not as if there were none: that would leave everything open.
			faults = append(faults, fmt.Errorf("%s: a token of white space", from[s.flag]))
		}
		if value = strings.TrimSpace(value); !ok || value == "" {
			value, from[s.flag] = s.standard, ""
		}
		if value == "" {
			continue
		}
		if err := s.read(&c, value); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", from[s.flag], err))
		}
	}
	faults = append(faults, readToken(&c, from["admin-token"], from["admin-token-file"]))
	return c, errors.Join(faults...)
}

// parseWords parses the flags, which may stand anywhere, and returns the words
// between them.
func parseWords(flags *flag.FlagSet, args []string) (words []string, err error) {
	for {
		if err := flags.Parse(args); err != nil || flags.NArg() == 0 {
			return words, err
		}
		words, args = append(words, flags.Arg(0)), flags.Args()[1:]
	}
}

// readToken settles which of the two ways of giving the token counts, and reads
// the file. A flag wins over the environment; two of a kind contradict each other.
func readToken(c *config, token, file string) error {
	switch isFlag := func(name string) bool { return strings.HasPrefix(name, "-") }; {
	case file == "":
		return nil
	case token != "" && isFlag(token) == isFlag(file):
		return fmt.Errorf("%s and %s: give one of them", token, file)
	case token != "" && isFlag(token):
		c.AdminTokenFile = ""
		return nil
	}
	secret, err := readSecretFile(c.AdminTokenFile)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	c.AdminToken = secret
	return nil
}

// readSecretFile returns the text of a file without the line break at its end.
func readSecretFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxTokenFile+1))
	if err != nil {
		return "", err
	}
	secret := string(bytes.TrimRight(text, "\r\n"))
	switch {
	case len(text) > maxTokenFile:
		return "", fmt.Errorf("%s is longer than %d bytes", path, maxTokenFile)
	case strings.TrimSpace(secret) == "":
		return "", fmt.Errorf("%s holds no secret", path)
	}
	return secret, nil
}

// writeHelp writes how the program is called, and every setting with both of its
// names and its default.
func writeHelp(w io.Writer) error {
	var b strings.Builder
	b.WriteString(usage)
	b.WriteString("\nMost flags have an environment variable; the flag wins.\n\n")
	for _, s := range settings {
		fmt.Fprintf(&b, "  -%s\n", strings.TrimSpace(s.flag+" "+s.arg))
		fmt.Fprintf(&b, "    \t%s", s.help)
		switch {
		case s.standard != "":
			fmt.Fprintf(&b, " (%s, default %s)", s.env, s.standard)
		case s.env != "":
			fmt.Fprintf(&b, " (%s)", s.env)
		}
		b.WriteString("\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
