package main

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/program/flags"
	"github.com/privacylabels/auditor/storage/memory"
)

const someDatabase = "postgres://auditor@db.example/auditor"

func lookup(env map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		value, ok := env[name]
		return value, ok
	}
}

func TestConfig(t *testing.T) {
	t.Parallel()
	token := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(token, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := readConfig([]string{"-addr", "127.0.0.1:4000", "--page=on", "--allowed-hosts=a.example", "--allowed-hosts", "b.example"}, lookup(map[string]string{
		"DATABASE_URL": someDatabase, "SERVICE_ADDR": "127.0.0.1:5000", "SERVICE_ALLOWED_HOSTS": "c.example", "SERVICE_PAGE": "off", "SERVICE_TRUST_PROXY": "on",
		"SERVICE_METRICS": "off", "SERVICE_LOG_LEVEL": "debug", "SERVICE_COUNTRY": " ", "AUDITOR_ADMIN_TOKEN_FILE": token, "SERVICE_SCHEDULER_TICK": "1m",
		"AUDITOR_REPLICA": "north", "SERVICE_REQUIRE_TOKEN": "ALL", "SERVICE_TRUSTED_HEADER": "X-Forwarded-User",
		"SERVICE_TRUSTED_PROXIES": "10.0.0.2, fd00::/64,", "SERVICE_TRUSTED_ADMINS": "ada,bob",
	}), io.Discard)
	want := config{
		command: "serve", DatabaseURL: someDatabase, Replica: "north", DataDir: "./data", Settings: flags.Settings{
			Addr: "127.0.0.1:4000", AllowedHosts: []string{"a.example", "b.example"}, TrustProxy: true, AdminToken: "secret", AdminTokenFile: token,
			Page: true, Country: "us", SchedulerTick: time.Minute, LogFormat: "text", LogLevel: slog.LevelDebug,
			RequireToken: "all", TrustedHeader: "X-Forwarded-User", TrustedAdmins: []string{"ada", "bob"},
			TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.2/32"), netip.MustParsePrefix("fd00::/64")},
		},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(config{}), cmp.Comparer(func(a, b netip.Prefix) bool { return a == b })); err != nil || diff != "" {
		t.Errorf("readConfig: %v (-want +got):\n%s", err, diff)
	}
}

func TestConfigRefuses(t *testing.T) {
	t.Parallel()
	blank := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(blank, []byte(" \n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		args []string
		env  map[string]string
		says string
	}{
		"no database":                    {says: "DATABASE_URL is missing"},
		"no database and a wrong switch": {env: map[string]string{"SERVICE_PAGE": "maybe"}, says: "SERVICE_PAGE"},
		"no database and no folder":      {args: []string{"move"}, says: "--from"},
		"a misspelt switch":              {env: map[string]string{"SERVICE_NETWORK_EXPOSED": "treu"}, says: "SERVICE_NETWORK_EXPOSED"},
		"no duration":                    {env: map[string]string{"SERVICE_SCHEDULER_TICK": "often"}, says: "SERVICE_SCHEDULER_TICK"},
		"a negative number":              {env: map[string]string{"SERVICE_OUTBOUND_PER_MINUTE": "-1"}, says: "at least 1"},
		"two tokens":                     {env: map[string]string{"AUDITOR_ADMIN_TOKEN": "a", "AUDITOR_ADMIN_TOKEN_FILE": blank}, says: "one of them"},
		"a blank token":                  {env: map[string]string{"AUDITOR_ADMIN_TOKEN_FILE": blank}, says: "is blank"},
		"blanks for token":               {env: map[string]string{"AUDITOR_ADMIN_TOKEN": "  "}, says: "AUDITOR_ADMIN_TOKEN: it is blank"},
		"no such token":                  {env: map[string]string{"AUDITOR_ADMIN_TOKEN_FILE": blank + "-missing"}, says: "no such file"},
		"another scope":                  {env: map[string]string{"SERVICE_REQUIRE_TOKEN": "some"}, says: "SERVICE_REQUIRE_TOKEN"},
		"no token to read":               {env: map[string]string{"SERVICE_REQUIRE_TOKEN": "all"}, says: "AUDITOR_ADMIN_TOKEN"},
		"no proxies":                     {env: map[string]string{"SERVICE_TRUSTED_HEADER": "X-User"}, says: "SERVICE_TRUSTED_PROXIES"},
		"no header":                      {env: map[string]string{"SERVICE_TRUSTED_ADMINS": "ada"}, says: "SERVICE_TRUSTED_HEADER"},
		"no network":                     {env: map[string]string{"SERVICE_TRUSTED_HEADER": "X-User", "SERVICE_TRUSTED_PROXIES": "999.1.1.1"}, says: "SERVICE_TRUSTED_PROXIES: \"999.1.1.1\" is not"},
		"no user's header":               {env: map[string]string{"SERVICE_TRUSTED_HEADER": "Cookie"}, says: "SERVICE_TRUSTED_HEADER: \"Cookie\" is not"},
		"two at once, 1":                 {env: map[string]string{"SERVICE_PAGE": "maybe", "SERVICE_COUNTRY": "usa"}, says: "cluster: SERVICE_COUNTRY"},
		"two at once, 2":                 {env: map[string]string{"SERVICE_PAGE": "maybe", "SERVICE_COUNTRY": "usa"}, says: "cluster: SERVICE_PAGE"},
		"a log in JSON":                  {env: map[string]string{"SERVICE_PAGE": "maybe", "SERVICE_LOG_FORMAT": "json"}, says: `"msg":"settings not valid","error":"SERVICE_PAGE: `},
		"a loose value":                  {args: []string{"-page", "off"}, says: "--page=off"},
		"a move of nothing":              {args: []string{"move"}, says: "--from"},
		"another command":                {args: []string{"backup"}, says: "unexpected argument"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env, none := map[string]string{"DATABASE_URL": someDatabase}, strings.HasPrefix(name, "no database")
			if none {
				env = map[string]string{}
			}
			for variable, value := range test.env {
				env[variable] = value
			}
			var errs bytes.Buffer
			if code := run(t.Context(), test.args, lookup(env), nil, io.Discard, &errs); code != exitUsage || !strings.Contains(errs.String(), test.says) {
				t.Errorf("exit code %d, %q; want %d and a sentence with %q", code, errs.String(), exitUsage, test.says)
			}
			if missing := strings.Contains(errs.String(), "DATABASE_URL"); missing != none {
				t.Errorf("the database is missing: %t: %s", missing, errs.String())
			}
		})
	}
}

func TestHelp(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if code := run(t.Context(), []string{"--help"}, lookup(nil), nil, &out, io.Discard); code != exitDone || !strings.Contains(out.String(), "$DATABASE_URL") {
		t.Errorf("exit code %d, %s", code, out.String())
	}
}

func TestSecret(t *testing.T) {
	t.Parallel()
	c := config{DataDir: t.TempDir()}
	first, err := openSecret(c)
	if err != nil || len(first) != secretSize {
		t.Fatalf("a key of %d bytes, %v", len(first), err)
	}
	again, err := openSecret(c)
	if err != nil || !bytes.Equal(first, again) {
		t.Errorf("another key, %v", err)
	}
	entries, err := os.ReadDir(c.DataDir)
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder has %v, %v", entries, err)
	}
	named := config{DataDir: c.DataDir, SecretFile: filepath.Join(t.TempDir(), "key")}
	if _, err := openSecret(named); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a key that is missing: %v, want %v", err, os.ErrNotExist)
	}
	if _, err := openSecret(config{DataDir: c.DataDir, SecretFile: os.DevNull}); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a key in a device: %v", err)
	}
	if err := os.WriteFile(named.SecretFile, first[1:], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := openSecret(named); err == nil || !strings.Contains(err.Error(), "32 bytes") {
		t.Errorf("a short key: %v", err)
	}
}

func TestReplicasAgreeOnTheKey(t *testing.T) {
	t.Parallel()
	store, one, other := memory.New(), bytes.Repeat([]byte("a"), secretSize), bytes.Repeat([]byte("b"), secretSize)
	for range 2 {
		if err := agree(t.Context(), store, one, time.Now); err != nil {
			t.Fatal(err)
		}
	}
	if err := agree(t.Context(), store, other, time.Now); !errors.Is(err, errOtherKey) {
		t.Errorf("another key: %v, want %v", err, errOtherKey)
	}
	if err := requireStopped(t.Context(), store, time.Now); err == nil {
		t.Error("a move is allowed beside replicas")
	}
}
