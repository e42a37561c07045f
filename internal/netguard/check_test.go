package netguard_test

import (
	"errors"
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
