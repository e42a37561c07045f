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
