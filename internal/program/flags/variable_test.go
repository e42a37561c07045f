package flags_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/program/cmdline"
	"github.com/privacylabels/auditor/internal/program/flags"
)

func TestUnknownVariables(t *testing.T) {
	t.Parallel()
	p := cmdline.New("test", "A test.", new(flags.Settings), flags.Types())
	for pair, nearest := range map[string]string{ // empty: no warning; "-": one that names no other
		"SERVICE_COUNTRY=de": "", "AUDITOR_ADMIN_TOKEN=secret": "", "SERVICE_PAGE=": "", "PATH=/bin": "", "COUNTRY=de": "", "=C:=C:\\": "", "MY_SERVICE_COUNTY=de": "",

		"SERVICE_COUNTY=secret": "SERVICE_COUNTRY", "SERVICE_ALLOWED_HOST=secret": "SERVICE_ALLOWED_HOSTS", "SERVICE_NETWORK_EXPOSE=": "SERVICE_NETWORK_EXPOSED",
		"AUDITOR_ADMIN_TOKEN_FIEL=secret": "AUDITOR_ADMIN_TOKEN_FILE", "SERVICE_ADMIN_TOKEN=secret": "AUDITOR_ADMIN_TOKEN", "AUDITOR_ADDR=secret": "SERVICE_ADDR",
		"AUDITOR_ADMINTOKEN=secret": "AUDITOR_ADMIN_TOKEN", "SERVICE_TRUSTED_PROXY=secret": "SERVICE_TRUST_PROXY", "SERVICE_OUTBOUND_ALOW=secret": "SERVICE_OUTBOUND_ALLOW",
		"SERVICE_" + strings.Repeat("X", 5000) + "=secret": "-", "SERVICE_=secret": "-", "AUDITOR_SECRET_FILE=secret": "-", "AUDITOR_POSTGRES=secret": "-",

		// Kubernetes and Docker, for services with the names auditor, auditor-web and service.
		"AUDITOR_SERVICE_HOST=10.0.0.1": "", "AUDITOR_SERVICE_PORT=3000": "", "AUDITOR_SERVICE_PORT_HTTP=3000": "", "AUDITOR_PORT=tcp://10.0.0.1:3000": "",
		"AUDITOR_PORT_3000_TCP=tcp://10.0.0.1:3000": "", "AUDITOR_PORT_3000_TCP_PROTO=tcp": "", "AUDITOR_PORT_3000_TCP_PORT=3000": "", "AUDITOR_PORT_3000_TCP_ADDR=10.0.0.1": "",
		"AUDITOR_WEB_SERVICE_HOST=10.0.0.1": "", "AUDITOR_WEB_PORT_53_UDP_ADDR=10.0.0.1": "", "SERVICE_SERVICE_HOST=10.0.0.1": "", "SERVICE_PORT=udp://10.0.0.1:53": "",
		"SERVICE_PORT=3000": "-", "SERVICE_HOST=secret": "SERVICE_ALLOWED_HOSTS", "AUDITOR_PORT_HTTP=secret": "-", "SERVICE_PORT=https://secret": "-",
	} {
		got := flags.UnknownVariables(p, []string{pair})
		if nearest == "" {
			if len(got) > 0 {
				t.Errorf("%.80s: %q, want no warning", pair, got)
			}
			continue
		}
		name, _, _ := strings.Cut(pair, "=")
		want := "unknown variable " + name[:min(len(name), 80)] + ": nothing reads it"
		if nearest != "-" {
			want += "; the nearest known one is " + nearest
		}
		if diff := cmp.Diff([]string{want}, got); diff != "" {
			t.Errorf("%.80s (-want +got):\n%s", pair, diff)
		}
	}
	if got := flags.UnknownVariables(p, []string{"SERVICE_B=1", "HOME=/", "SERVICE_A=1"}); len(got) != 2 || !strings.Contains(got[0], "SERVICE_A:") {
		t.Errorf("%q, want those of both in their order", got)
	}
}

// TestKnownVariablesAreNotUnknown has every variable of the settings.
func TestKnownVariablesAreNotUnknown(t *testing.T) {
	t.Parallel()
	p := cmdline.New("test", "A test.", new(flags.Settings), flags.Types())
	var environ []string
	for _, flag := range p.AllFlags() {
		if flag.Variable != "" {
			environ = append(environ, flag.Variable+"=x")
		}
	}
	if got := flags.UnknownVariables(p, environ); len(environ) < 20 || len(got) > 0 {
		t.Errorf("%d variables: %q", len(environ), got)
	}
}

func TestWarnings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		settings flags.Settings
		says     []string // of each warning
	}{
		{flags.Settings{}, nil},
		{flags.Settings{AdminToken: `abc"def'`, OutboundAllow: []string{"models=127.0.0.1:1", "policies=10.0.0.0/8", "notify=mail.lan"}}, nil},
		{flags.Settings{AdminToken: `"half`}, nil},
		{flags.Settings{AdminToken: `"`}, nil},
		{flags.Settings{AdminToken: `"mixed'`}, nil},
		{flags.Settings{AdminToken: `"hidden"`}, []string{"AUDITOR_ADMIN_TOKEN (-admin-token): the token is in quotes"}},
		{flags.Settings{AdminToken: `'hidden'`}, []string{"AUDITOR_ADMIN_TOKEN (-admin-token): the token is in quotes"}},
		{flags.Settings{AdminToken: `'hidden'`, AdminTokenFile: "f"}, []string{"AUDITOR_ADMIN_TOKEN_FILE (-admin-token-file): the token is in quotes"}},
		{flags.Settings{OutboundAllow: []string{"models=127.0.0.1:1", "10.0.0.0/8", "notify=mail.lan", "docs.lan:80"}}, []string{"policies can reach private destinations: SERVICE_OUTBOUND_ALLOW (-outbound-allow) has entries for all uses: 10.0.0.0/8, docs.lan:80;"}},
	} {
		got := tt.settings.Warnings()
		if len(got) != len(tt.says) {
			t.Errorf("%+v: %q, want %d warnings", tt.settings, got, len(tt.says))
			continue
		}
		for i, want := range tt.says {
			if !strings.HasPrefix(got[i], want) || strings.Contains(got[i], "hidden") {
				t.Errorf("warning %q, want %q and not the token", got[i], want)
			}
		}
	}
}

func TestOutboundAllow(t *testing.T) {
	t.Parallel()
	s, err := read(t, "--outbound-allow=models=127.0.0.1:11434, models=[::1]:11434", "--outbound-allow", "notify=10.0.0.0/8:443,,docs.lan")
	want := []string{"models=127.0.0.1:11434", "models=[::1]:11434", "notify=10.0.0.0/8:443", "docs.lan"}
	if diff := cmp.Diff(want, s.OutboundAllow); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	_, err = read(t, "--outbound-allow=model=127.0.0.1:11434,model.lan:0")
	for _, want := range []string{`-outbound-allow: allowed destination "model=127.0.0.1:11434"`, `"model.lan:0": the port`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want it to name %s", err, want)
		}
	}
}
