package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/httpapi"
)

func TestActorIsTheConnectingAddress(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, peer string
		forwarded  []string
		trust      bool
		want       string
	}{
		{"v4", "192.0.2.1:80", nil, false, "192.0.2.1"},
		{"v6", "[2001:db8::1]:80", nil, false, "2001:db8::1"},
		{"v4 as v6", "[::ffff:192.0.2.1]:80", nil, false, "192.0.2.1"},
		{"zone", "[fe80::1%eth0]:80", nil, false, "fe80::1"},
		{"unix socket", "@", nil, false, "@"},
		{"nothing", "", nil, false, ""},
		{"not trusted", "192.0.2.1:80", []string{"1.1.1.1"}, false, "192.0.2.1"},
		{"proxy", "192.0.2.1:80", []string{"1.1.1.1"}, true, "1.1.1.1"},
		{"rightmost", "192.0.2.1:80", []string{"1.1.1.1, 2.2.2.2"}, true, "2.2.2.2"},
		{"last header", "192.0.2.1:80", []string{"1.1.1.1", "2.2.2.2,3.3.3.3"}, true, "3.3.3.3"},
		{"rightmost address", "192.0.2.1:80", []string{"1.1.1.1, , local,"}, true, "1.1.1.1"},
		{"address in an earlier header", "192.0.2.1:80", []string{"1.1.1.1", "unknown"}, true, "1.1.1.1"},
		{"no address", "192.0.2.1:80", []string{"unknown, _hidden"}, true, "192.0.2.1"},
		{"none sent", "192.0.2.1:80", nil, true, "192.0.2.1"},
		{"port", "192.0.2.1:80", []string{"[2001:db8::1]:443"}, true, "2001:db8::1"},
		{"endless", "192.0.2.1:80", []string{strings.Repeat("1", 100_000)}, true, "192.0.2.1"},
		{"hostile", "192.0.2.1:80", []string{"1.1.1.1\x00", "\xff", "1.1.1.1.1", "::::", "[", "]", "%", "1.1.1.1/8"}, true, "192.0.2.1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := newStubbed(t, func(c *httpapi.Config) { c.AdminToken, c.TrustProxy = token, tt.trust })
			a.do("POST", "/api/reset", sameOrigin, peer(tt.peer), func(r *http.Request) { r.Header["X-Forwarded-For"] = tt.forwarded })
			if got := a.audits(); len(got) != 1 || got[0].ActorIP != tt.want {
				t.Errorf("audit log %+v, want one line of %q", got, tt.want)
			}
		})
	}
}
