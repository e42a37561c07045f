package netguard_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/netguard"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	g, err := netguard.New(netguard.WithAllowed("10.1.0.0/16", "policies.internal"), netguard.WithBaseURL("http://127.0.0.1:8080"))
	if err != nil {
		t.Fatal(err)
	}
	for address, fine := range map[string]bool{
		"https://apps.example/privacy":                    true,
		"https://apps.example:8443/":                      true, // what it leads to is not known yet
		"https://apps.example:65535/":                     true,
		"https://apps.example:65536/":                     false,
		"https://1.1.1.1/":                                true,
		"https://[2606:4700::1111]/":                      true,
		"http://10.1.2.3:9000/":                           true,
		"http://policies.internal/":                       true,
		"http://POLICIES.internal./":                      true,
		"http://127.0.0.1:8080/x":                         true,
		"https://localhost.example/":                      true,
		"http://127.0.0.1/":                               false,
		"http://127.0.0.1:8081/":                          false,
		"http://[::1]/":                                   false,
		"http://[::ffff:127.0.0.1]/":                      false,
		"http://10.2.0.1/":                                false,
		"http://169.254.169.254/latest":                   false,
		"http://[fd00:ec2::254]/":                         false,
		"http://localhost/":                               false,
		"http://LOCALHOST./":                              false,
		"http://a.localhost/":                             false,
		"http://printer.local/":                           false,
		"http://metadata.google.internal/computeMetadata": false,
		"ftp://apps.example/":                             false,
		"https://user@apps.example/":                      false,
		"/privacy":                                        false,
		"":                                                false,
		"https://1.1.1.1:22/":                             false,
		"javascript:alert(1)":                             false,
		"https://apps.example/\xffab":                     false,
	} {
		u, err := g.Check(address)
		if fine && (err != nil || u == nil) || !fine && !errors.Is(err, netguard.ErrForbidden) {
			t.Errorf("%s: %v, %v", address, u, err)
		}
	}
}

func TestCheckDial(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		options []netguard.Option
		fine    []string
		not     []string
	}{
		"public": {
			nil,
			[]string{"hook.example 443", "hook.example 80", "1.1.1.1 443", "2606:4700::1111 443", "nowhere.invalid 443"},
			[]string{
				"hook.example 8443", "hook.example 0", "hook.example 65536", "hook.example x", "hook.example ", " 443", "127.1 443", "1.1.1.1 22",
				"127.0.0.1 443", "::1 443", "10.0.0.1 80", "localhost 443", "printer.local 80", "169.254.169.254 80",
			},
		},
		"mail": {
			[]netguard.Option{netguard.WithPorts(25, 587)},
			[]string{"mail.example 587", "1.1.1.1 25"},
			[]string{"mail.example 443", "1.1.1.1 80", "127.0.0.1 25"},
		},
		"a name": {
			[]netguard.Option{netguard.WithAllowed("printer.local")},
			[]string{"printer.local 9000", "PRINTER.local. 1"},
			[]string{"other.local 443", "hook.example 8443", "127.0.0.1 80"},
		},
		"a network": {
			[]netguard.Option{netguard.WithAllowed("10.1.0.0/16")},
			[]string{"10.1.2.3 9000", "printer.local 9000", "hook.example 8443"},
			[]string{"10.2.0.1 80", "1.1.1.1 22", "169.254.169.254 80"},
		},
	} {
		g, err := netguard.New(tt.options...)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range tt.fine {
			host, port, _ := strings.Cut(at, " ")
			if err := g.CheckDial(host, port); err != nil {
				t.Errorf("%s: %s: %v", name, at, err)
			}
		}
		for _, at := range tt.not {
			host, port, _ := strings.Cut(at, " ")
			if err := g.CheckDial(host, port); !errors.Is(err, netguard.ErrForbidden) {
				t.Errorf("%s: %s: %v", name, at, err)
			}
		}
	}
}
