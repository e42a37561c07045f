package appstore_test

import (
	"errors"
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
)

func TestResolve(t *testing.T) {
	t.Parallel()
	s := newScraper(t, http.NotFoundHandler())
	tests := []struct {
		url     string
		id      int64
		country string
	}{
		{"https://apps.apple.com/us/app/duolingo-language-lessons/id570060128", 570060128, "us"},
		{"https://apps.apple.com/us/app/duolingo-language-lessons/id570060128/", 570060128, "us"},
		{"https://apps.apple.com/us/app/id570060128", 570060128, "us"},
		{"https://apps.apple.com/app/id570060128", 570060128, ""},
		{"https://apps.apple.com/app/duolingo/id570060128?uo=4&mt=8", 570060128, ""},
		{"https://apps.apple.com/jp/app/%E6%97%A5%E6%9C%AC/id1?l=en-GB#top", 1, "jp"},
		{"https://apps.apple.com/jp/app/日本/id1", 1, "jp"},
		{"http://itunes.apple.com/GB/app/x/id12?mt=12", 12, "gb"},
		{"HTTPS://APPS.APPLE.COM:443/us/app/x/id12", 12, "us"},
		{"http://apps.apple.com:80/us/app/x/id12", 12, "us"},
		{"https://apps.apple.com/us/app/id99/id12", 12, "us"},
		{"https://apps.apple.com/us/app/developer/id640199958", 640199958, "us"},
		{"https://apps.apple.com/us/app/story/id7/", 7, "us"},
		{"https://apps.apple.com/us/app/x/id00012", 12, "us"},
		{"https://apps.apple.com/us/app/x/id9007199254740991", 9007199254740991, "us"},
		{"https://apps.apple.com/us/app/x/id9007199254740992", 9007199254740992, "us"},
		{"https://apps.apple.com/us/app/x/id" + strings.Repeat("9", 20), math.MaxInt64, "us"},
		{"https://apps.apple.com/id12", 12, ""},
	}
	for _, tt := range tests {
		got, err := s.Resolve(tt.url)
		want := fleet.Target{ID: 0, URL: tt.url, Country: tt.country}
		want.ID = got.ID
		if err != nil || int64(got.ID) != tt.id {
			t.Errorf("Resolve(%q) = %d, %v, want %d", tt.url, got.ID, err, tt.id)
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("Resolve(%q) (-want +got):\n%s", tt.url, diff)
		}
	}
	if got, err := s.Resolve("  https://apps.apple.com/us/app/id1\n"); err != nil || got.URL != "https://apps.apple.com/us/app/id1" {
		t.Errorf("Resolve with space around = %q, %v", got.URL, err)
	}
}

func TestResolve_refused(t *testing.T) {
	t.Parallel()
	s := newScraper(t, http.NotFoundHandler())
	tests := []struct{ url, says string }{
		{"", "http"},
		{"duolingo", "http"},
		{"570060128", "http"},
		{"ftp://apps.apple.com/us/app/id1", "http"},
		{"//apps.apple.com/us/app/id1", "http"},
		{"https://example.com/us/app/x/id1", "host"},
		{"https://apps.apple.com.example.com/us/app/x/id1", "host"},
		{"https://www.apps.apple.com/us/app/x/id1", "host"},
		{"https://example.com/https://apps.apple.com/us/app/id1", "host"},
		{"https://apps.apple.com:8443/us/app/x/id1", "host"},
		{"https://apps.apple.com:80/us/app/x/id1", "host"},
		{"https://apps.apple.com@example.com/us/app/id1", "user"},
		{"https://user@apps.apple.com/us/app/id1", "user"},
		{"https://apps.apple.com/us/app/x", "no app ID"},
		{"https://apps.apple.com/us/app/x/id", "no app ID"},
		{"https://apps.apple.com/us/app/x/idx1", "no app ID"},
		{"https://apps.apple.com/us/app/x/id1x", "no app ID"},
		{"https://apps.apple.com/us/app/x%2Fid1", "no app ID"},
		{"https://apps.apple.com/us/app/x?id=1", "no app ID"},
		{"https://apps.apple.com/us/app/x#/id1", "no app ID"},
		{"https://itunes.apple.com/lookup?id=1", "no app ID"},
		{"https://apps.apple.com/us/app/x/id0", "not valid"},
		{"https://apps.apple.com/us/app/x/id" + strings.Repeat("0", 20), "not valid"},
		{"https://apps.apple.com/us/app/x/id" + strings.Repeat("9", 21), "not valid"},
		{"https://apps.apple.com/us/app-bundle/x/id1", "app-bundle"},
		{"https://apps.apple.com/us/developer/x/id1", "developer"},
		{"https://itunes.apple.com/us/artist/x/id1", "artist"},
		{"https://apps.apple.com/us/iphone/story/id1", "story"},
		{"https://apps.apple.com/us/app/id1?" + strings.Repeat("a", 2048), "longer"},
		{"https://apps.apple.com/us/app/\xff/id1", "UTF-8"},
	}
	for _, tt := range tests {
		got, err := s.Resolve(tt.url)
		if !errors.Is(err, fleet.ErrAddress) || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("Resolve(%.80q) = %+v, %v, want an error that says %q", tt.url, got, err, tt.says)
		}
	}
}
