package program

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func TestReadProxy(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		env  map[string]string
		want string // of a request to the App Store; empty: none
		bad  string // in the error
	}{
		{name: "none"},
		{name: "exceptions only", env: map[string]string{"NO_PROXY": "apps.apple.com"}},
		{name: "a URL", env: map[string]string{"HTTPS_PROXY": "http://proxy.example:3128"}, want: "http://proxy.example:3128"},
		{name: "host and port", env: map[string]string{"https_proxy": "proxy.example:3128"}, want: "http://proxy.example:3128"},
		{name: "of other requests", env: map[string]string{"HTTP_PROXY": "http://proxy.example:3128"}},
		{name: "excepted", env: map[string]string{"HTTPS_PROXY": "http://proxy.example:3128", "no_proxy": ".apple.com"}},
		{name: "both cases", env: map[string]string{"HTTPS_PROXY": "socks5://a.example", "https_proxy": "http://b.example"}, want: "socks5://a.example"},
		{name: "a port that is none", env: map[string]string{"HTTPS_PROXY": "http://proxy.example:99999"}, bad: "HTTPS_PROXY"},
		{name: "another scheme", env: map[string]string{"HTTPS_PROXY": "ftp://secret@proxy.example"}, bad: "HTTPS_PROXY"},
		{name: "no URL", env: map[string]string{"http_proxy": "http://secret@:80:80"}, bad: "http_proxy"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, err := readProxy(func(name string) (string, bool) { v, ok := tt.env[name]; return v, ok })
			if tt.bad != "" {
				if err == nil || !strings.Contains(err.Error(), tt.bad) || strings.Contains(err.Error(), "secret") {
					t.Errorf("error is %v", err)
				}
				return
			}
			var proxy *url.URL
			if p != nil && err == nil {
				proxy, err = p.choose()(&http.Request{URL: &url.URL{Scheme: "https", Host: "apps.apple.com"}})
			}
			if got := ""; err != nil || proxy == nil && tt.want != got || proxy != nil && proxy.String() != tt.want {
				t.Errorf("proxy is %v, %v; want %q", proxy, err, tt.want)
			}
		})
	}
}
