package netguard_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/netguard"
)

func TestParseURL(t *testing.T) {
	t.Parallel()
	prefix := "https://example.com/"
	tests := []struct {
		raw string
		ok  bool
	}{
		{"https://example.com", true},
		{"HTTP://EXAMPLE.com:8080/a?b#c", true},
		{"http://[::1]:3000/", true},
		{prefix + strings.Repeat("a", netguard.MaxURL-len(prefix)), true},
		{prefix + strings.Repeat("a", netguard.MaxURL-len(prefix)+1), false},
		{"", false},
		{"//example.com", false},
		{"/path", false},
		{"https://", false},
		{"https://.", false},
		{"https://user@example.com", false},
		{"https://user:word@example.com", false},
		{"javascript:alert(1)", false},
		{"file:///etc/passwd", false},
		{"https://example.com/\xff", false},
		{"https://example.com:port", false},
		{"https://exa\nmple.com", false},
		{"http://127.0.0.1/", true},
		{"http://[64:ff9b::7f00:1]/", true}, // the dialler refuses it
		{"http://3com.example/", true},
		{"http://2130706433/", false},
		{"http://127.1/", false},
		{"http://0177.0.0.1./", false},
		{"http://0X7F000001/", false},
		{"http://a.example.0x7f/", false},
	}
	for _, tt := range tests {
		u, err := netguard.ParseURL(tt.raw)
		if (err == nil) != tt.ok || (u != nil) != tt.ok {
			t.Errorf("ParseURL(%.60q) = %v, %v, want ok: %t", tt.raw, u, err, tt.ok)
		}
		if err != nil && !errors.Is(err, netguard.ErrForbidden) {
			t.Errorf("ParseURL(%.60q) = %v, want %v", tt.raw, err, netguard.ErrForbidden)
		}
	}
}

func FuzzParseURL(f *testing.F) {
	f.Add("https://example.com/a?b#c")
	f.Add("http://[::1]:3000/%41")
	f.Fuzz(func(t *testing.T, raw string) {
		u, err := netguard.ParseURL(raw)
		if err != nil {
			return
		}
		if len(u.String()) > netguard.MaxURL {
			return // escaping made it longer
		}
		again, err := netguard.ParseURL(u.String())
		if err != nil || again.String() != u.String() {
			t.Errorf("ParseURL(%q) = %v, %v the second time", u, again, err)
		}
	})
}

func TestSamePage(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"http://fox.example/p", "https://fox.example/p", true},
		{"http://fox.example:80/p", "https://FOX.example:443/p/", true},
		{"https://fox.example/p", "https://www.fox.example/p", true},
		{"https://fox.example", "http://www.fox.example/#top", true},
		{"https://fox.example/p#collected", "https://fox.example/p#shared", true},
		{"https://fox.example/%70?a=%7e", "https://fox.example/p/?a=~", true},
		{"http://[2001:db8::1]/", "https://[2001:DB8::1]", true},

		{"https://fox.example/p", "https://fox.example/P", false},
		{"https://fox.example/p", "https://fox.example/p//", false},
		{"https://fox.example/p/", "https://fox.example/p%2F", false},
		{"https://fox.example/p?a=1", "https://fox.example/p", false},
		{"https://fox.example/p?a=1", "https://fox.example/p?A=1", false},
		{"https://fox.example/p", "https://hen.example/p", false},
		{"https://fox.example/p", "https://en.fox.example/p", false},
		{"https://fox.example/p", "https://wwwfox.example/p", false},
		{"http://fox.example/p", "https://fox.example:8443/p", false},
		{"https://fox.example/#/privacy", "https://fox.example/#/terms", false},
		{"https://fox.example/#!privacy", "https://fox.example/", false},
		{"https://fox.example/p", "", false},
		{"", "", false},
		{"mailto:a@fox.example", "mailto:a@fox.example", false},
	} {
		for _, pair := range [][2]string{{tt.a, tt.b}, {tt.b, tt.a}} {
			if got := netguard.SamePage(pair[0], pair[1]); got != tt.want {
				t.Errorf("SamePage(%q, %q) = %v", pair[0], pair[1], got)
			}
		}
	}
}
