package program

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/program/cmdline"
	"github.com/privacylabels/auditor/internal/program/commands"
	"github.com/privacylabels/auditor/internal/program/flags"
)

func environment(pairs map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		value, ok := pairs[name]
		return value, ok
	}
}

func defaults() config {
	return config{Command: "serve", DataDir: "./data", Settings: flags.Settings{Addr: "127.0.0.1:3000", Country: "us",
		SchedulerTick: 30 * time.Minute, Page: true, Metrics: true, LogFormat: "text", LogLevel: slog.LevelInfo}}
}

func TestReadConfig(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		args []string
		env  map[string]string
		want func(*config)
	}{
		{name: "defaults", want: func(*config) {}},
		{name: "empty counts as unset",
			args: []string{"-country", ""},
			env:  map[string]string{"SERVICE_ADDR": "", "SERVICE_COUNTRY": "fi", "SERVICE_SCHEDULER_TICK": "  ", "SERVICE_DEMO": ""},
			want: func(*config) {}},
		{name: "environment",
			env: map[string]string{
				"SERVICE_ADDR": ":8080", "SERVICE_DATA_DIR": "/var/lib/auditor", "SERVICE_ALLOWED_HOSTS": " a.example , ,b.example:81",
				"SERVICE_NETWORK_EXPOSED": "YES", "SERVICE_TRUST_PROXY": "1", "AUDITOR_ADMIN_TOKEN": "s3cret",
				"SERVICE_COUNTRY": "DE", "SERVICE_APPSTORE_URL": "http://127.0.0.1:8001/", "SERVICE_ITUNES_URL": "https://mirror.example/itunes",
				"SERVICE_WAYBACK_URL": "http://[::1]:8002", "SERVICE_OUTBOUND_ALLOW": "192.168.0.0/16, fd00::/8,model.lan",
				"SERVICE_OUTBOUND_PER_MINUTE": "90", "SERVICE_MAX_RESTORE_BYTES": "209715200", "SERVICE_SCHEDULER_TICK": "1h30m", "SERVICE_LOG_FORMAT": "JSON",
				"SERVICE_LOG_LEVEL": "Debug", "SERVICE_DEMO": "on",
			},
			want: func(c *config) {
				*c = config{Command: "serve", DataDir: "/var/lib/auditor", Settings: flags.Settings{Addr: ":8080", AllowedHosts: []string{"a.example", "b.example:81"},
					NetworkExposed: true, TrustProxy: true, AdminToken: "s3cret", Country: "de",
					AppStoreURL: "http://127.0.0.1:8001", ITunesURL: "https://mirror.example/itunes", WaybackURL: "http://[::1]:8002",
					OutboundAllow: []string{"192.168.0.0/16", "fd00::/8", "model.lan"}, OutboundPerMinute: 90, MaxRestoreBytes: 200 << 20,
					Page: true, Metrics: true, SchedulerTick: 90 * time.Minute, LogFormat: "json", LogLevel: slog.LevelDebug, Demo: true}}
			}},
		{name: "flags win",
			args: []string{"-addr=localhost:0", "--country", "fr", "-demo=no", "-trust-proxy", "-admin-token", "flag"},
			env: map[string]string{"SERVICE_ADDR": "not looked at", "SERVICE_COUNTRY": "fi", "SERVICE_DEMO": "1",
				"SERVICE_TRUST_PROXY": "0", "AUDITOR_ADMIN_TOKEN": "env"},
			want: func(c *config) {
				c.Addr, c.Country, c.TrustProxy, c.AdminToken = "localhost:0", "fr", true, "flag"
			}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := readConfig(tt.args, environment(tt.env), os.Stderr)
			if err != nil {
				t.Fatal(err)
			}
			want := defaults()
			tt.want(&want)
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(commands.Since{})); diff != "" {
				t.Errorf("config (-want +got):\n%s", diff)
			}
		})
	}
}

// The URL of a PostgreSQL database leads to the program that uses one, and is not repeated:
// it may have a password.
func TestPostgresIsForTheOtherProgram(t *testing.T) {
	t.Parallel()
	const url = "postgres://auditor:s3cret@db.example/auditor"
	for name, tt := range map[string]struct {
		args []string
		env  map[string]string
	}{
		"flag":            {args: []string{"--database-url", url}},
		"data folder":     {args: []string{"-data-dir=" + url}},
		"other scheme":    {args: []string{"serve", strings.Replace(url, "postgres:", "postgresql:", 1)}},
		"variable":        {env: map[string]string{"DATABASE_URL": url}},
		"folder variable": {env: map[string]string{"SERVICE_DATA_DIR": url}},
		"serve":           {args: []string{"serve"}, env: map[string]string{"DATABASE_URL": url, "SERVICE_URL": "http://127.0.0.1:3000"}},
	} {
		_, err := readConfig(tt.args, environment(tt.env), io.Discard)
		if err == nil || !strings.Contains(err.Error(), "examples/cluster") || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := readConfig(nil, environment(map[string]string{"DATABASE_URL": "mysql://db.example/other"}), io.Discard); err != nil {
		t.Errorf("the database of another program: %v", err)
	}
	for _, args := range [][]string{{"backup", "-", "--url", "http://127.0.0.1:3000"}, {"run", "sync", "--url", "http://127.0.0.1:3000"}, {"list", "--help"}} {
		if _, err := readConfig(args, environment(map[string]string{"DATABASE_URL": url}), io.Discard); err != nil && !errors.Is(err, cmdline.ErrHelp) {
			t.Errorf("%v, beside a database of the cluster: %v", args, err)
		}
	}
}

func TestReadConfigFaults(t *testing.T) {
	t.Parallel()
	tests := []struct{ env, value string }{
		{"SERVICE_ADDR", "3000"}, {"SERVICE_ADDR", "localhost:http"}, {"SERVICE_ADDR", "[::1"}, {"SERVICE_ADDR", ":65536"},
		{"SERVICE_ADDR", ":-1"}, {"SERVICE_ADDR", "localhost:"},
		{"SERVICE_NETWORK_EXPOSED", "ture"}, {"SERVICE_TRUST_PROXY", "2"}, {"SERVICE_DEMO", "y"},
		{"SERVICE_COUNTRY", "usa"}, {"SERVICE_COUNTRY", "u1"}, {"SERVICE_COUNTRY", "ü"},
		{"SERVICE_APPSTORE_URL", "apps.example"}, {"SERVICE_APPSTORE_URL", "ftp://apps.example"}, {"SERVICE_ITUNES_URL", "http://"}, {"SERVICE_PLAY_URL", "http://play.example:99999"}, {"SERVICE_WAYBACK_URL", "http://wayback.example:0"},
		{"SERVICE_ITUNES_URL", "http://user:pass@a.example"}, {"SERVICE_WAYBACK_URL", "http://a.example/?"},
		{"SERVICE_WAYBACK_URL", "http://a.example/#x"}, {"SERVICE_WAYBACK_URL", "http://a.example:x"}, {"SERVICE_WAYBACK_URL", "http://:80"},
		{"SERVICE_OUTBOUND_ALLOW", "lan.example,10.0.0.0/33"}, {"SERVICE_OUTBOUND_ALLOW", "http://lan.example"},
		{"SERVICE_MAX_RESTORE_BYTES", "0"}, {"SERVICE_MAX_RESTORE_BYTES", "1 MB"},
		{"SERVICE_OUTBOUND_PER_MINUTE", "0"}, {"SERVICE_OUTBOUND_PER_MINUTE", "1.5"}, {"SERVICE_OUTBOUND_PER_MINUTE", "-3"},
		{"SERVICE_TRUSTED_HEADER", "Cookie"}, {"SERVICE_TRUSTED_HEADER", "X User"},
		{"SERVICE_SCHEDULER_TICK", "30"}, {"SERVICE_SCHEDULER_TICK", "0s"}, {"SERVICE_SCHEDULER_TICK", "-1m"}, {"SERVICE_SCHEDULER_TICK", "1ns"}, {"SERVICE_SCHEDULER_TICK", "99ms"},
		{"SERVICE_LOG_FORMAT", "xml"}, {"SERVICE_LOG_LEVEL", "loud"},
		{"SERVICE_REQUIRE_TOKEN", "some"}, {"SERVICE_REQUIRE_TOKEN", "all"}, {"SERVICE_TRUSTED_HEADER", "X-Forwarded-User"},
		{"SERVICE_TRUSTED_PROXIES", "10.0.0.0/33"}, {"SERVICE_TRUSTED_PROXIES", "proxy.lan"}, {"SERVICE_TRUSTED_PROXIES", "10.0.0.1"},
		{"SERVICE_TRUSTED_ADMINS", "ada"},
		{"AUDITOR_ADMIN_TOKEN_FILE", "testdata/no such file"}, {"AUDITOR_ADMIN_TOKEN", "  \t"},
		{"SERVICE_ALLOWED_HOSTS", "a b"}, {"SERVICE_ALLOWED_HOSTS", "*"}, {"SERVICE_ALLOWED_HOSTS", "ok.example,http://x/"}, {"SERVICE_ALLOWED_HOSTS", "*."},
	}
	for _, tt := range tests {
		t.Run(tt.env+"="+tt.value, func(t *testing.T) {
			t.Parallel()
			_, err := readConfig(nil, environment(map[string]string{tt.env: tt.value}), os.Stderr)
			if err == nil || !strings.HasPrefix(err.Error(), tt.env+": ") {
				t.Errorf("error %v, want one that begins with %s", err, tt.env)
			}
		})
	}
}

func TestReadConfigOfATrustedHeader(t *testing.T) {
	t.Parallel()
	c, err := readConfig([]string{"-require-token", "ALL"}, environment(map[string]string{
		"SERVICE_TRUSTED_HEADER": "Remote-User", "SERVICE_TRUSTED_PROXIES": "127.0.0.1, 10.1.2.3/8,::1", "SERVICE_TRUSTED_ADMINS": "ada, grace@example.org",
	}), os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(c.RequireToken, c.TrustedHeader, c.TrustedProxies, c.TrustedAdmins)
	if want := "allRemote-User[127.0.0.1/32 10.0.0.0/8 ::1/128] [ada grace@example.org]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestReadConfigReportsAllFaults(t *testing.T) {
	t.Parallel()
	_, err := readConfig([]string{"-addr", "nowhere", "-log-level=loud", "left over"},
		environment(map[string]string{"SERVICE_COUNTRY": "usa", "SERVICE_DEMO": "maybe", "SERVICE_ADDR": "never read"}), os.Stderr)
	if err == nil {
		t.Fatal("no error")
	}
	want := []string{"unexpected argument left over", "-addr: ", "SERVICE_COUNTRY: ", "-log-level: ", "SERVICE_DEMO: "}
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != len(want) {
		t.Fatalf("%d lines, want %d:\n%v", len(lines), len(want), err)
	}
	for i, line := range lines {
		if !strings.HasPrefix(line, want[i]) {
			t.Errorf("line %d is %q, want it to begin with %q", i, line, want[i])
		}
	}
	if _, err := readConfig([]string{"-port", "80"}, environment(nil), os.Stderr); err == nil || !strings.Contains(err.Error(), "-port") {
		t.Errorf("an unknown flag: error %v", err)
	}
}

func TestReadConfigToken(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		write(t, path, text)
		return path
	}
	good, other := file("good", "from a file\r\n"), file("other", "other")
	empty, long := file("empty", "\n"), file("long", strings.Repeat("x", 4097))
	const envToken, envFile = "AUDITOR_ADMIN_TOKEN", "AUDITOR_ADMIN_TOKEN_FILE"
	tests := []struct {
		name    string
		args    []string
		env     map[string]string
		want    string
		wantErr string
	}{
		{name: "file", env: map[string]string{envFile: good}, want: "from a file"},
		{name: "file flag before file", args: []string{"-admin-token-file", good}, env: map[string]string{envFile: other}, want: "from a file"},
		{name: "file flag before token", args: []string{"-admin-token-file", good}, env: map[string]string{envToken: "env"}, want: "from a file"},
		{name: "token flag before file", args: []string{"-admin-token", "flag"}, env: map[string]string{envFile: "not there"}, want: "flag"},
		{name: "both variables", env: map[string]string{envToken: "env", envFile: good}, wantErr: envToken + " and " + envFile},
		{name: "both flags", args: []string{"-admin-token=a", "-admin-token-file", good}, wantErr: "-admin-token and -admin-token-file"},
		{name: "empty file", env: map[string]string{envFile: empty}, wantErr: "is blank"},
		{name: "long file", env: map[string]string{envFile: long}, wantErr: "longer than 4096 bytes"},
		{name: "folder", env: map[string]string{envFile: dir}, wantErr: envFile},
		{name: "two lines", env: map[string]string{envFile: file("two", "one\ntwo\n")}, wantErr: "must have the token on one line"},
		{name: "space", env: map[string]string{envFile: file("space", " one\n")}, wantErr: "must have the token on one line"},
		{name: "byte order mark", env: map[string]string{envFile: file("mark", "\uFEFFfrom an editor\r\n")}, want: "from an editor"},
		{name: "control character", env: map[string]string{envToken: "a\tb"}, wantErr: envToken + ": the token has control characters"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, err := readConfig(tt.args, environment(tt.env), os.Stderr)
			if tt.wantErr != "" {
				if err == nil || !strings.Contains(err.Error(), tt.wantErr) {
					t.Fatalf("error %v, want %q", err, tt.wantErr)
				}
				return
			}
			if err != nil || c.AdminToken != tt.want {
				t.Errorf("token %q, error %v; want %q", c.AdminToken, err, tt.want)
			}
		})
	}
}

func TestHelpNamesEverything(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	if _, err := readConfig([]string{"-help"}, environment(nil), &out); !errors.Is(err, cmdline.ErrHelp) {
		t.Fatalf("error %v, want %v", err, cmdline.ErrHelp)
	}
	text := strings.Join(strings.Fields(out.String()), " ") // without line breaks
	for _, flag := range programFlags() {
		for _, want := range []string{"--" + flag.Name, flag.Variable, flag.Default, flag.Help} {
			if !strings.Contains(text, want) {
				t.Errorf("the help does not say %q:\n%s", want, &out)
			}
		}
	}
}

// TestReadmeNamesEverySetting keeps the table in README.md complete.
func TestReadmeNamesEverySetting(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, flag := range programFlags() {
		row := "| `" + flag.Variable + "` | `-" + flag.Name + "` | "
		if flag.Variable == "" {
			row = "| | `-" + flag.Name + "` | "
		}
		if flag.Default != "" {
			row += "`" + flag.Default + "` |"
		}
		if !strings.Contains(string(text), row) {
			t.Errorf("README.md has no row that begins %q", row)
		}
	}
}

// programFlags returns the flags of the program.
func programFlags() []*cmdline.Value {
	return slices.DeleteFunc(newProgram(new(config)).Flags, func(flag *cmdline.Value) bool { return flag.Name == "help" })
}
