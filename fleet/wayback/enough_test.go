package wayback_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fakearchive"
)

// often adds captures of an address so many days apart, from one day to another.
func often(t *testing.T, fake *fakearchive.Archive, url, from, to string, days int) {
	t.Helper()
	last := at(t, to+"000000")
	for when := at(t, from+"000000"); when <= last; when = when.Add(time.Duration(days) * 24 * time.Hour) {
		fake.Add(fakearchive.Capture{URL: url, At: when, Page: []byte("page")})
	}
}

// The index is asked about one address after the other, and about no more when a
// capture is near every moment of the wanted time.
func TestCaptures_enough(t *testing.T) {
	t.Parallel()
	const own, home, bare = "https://apps.apple.com/de/app/quick-fox/id4711", address, "https://apps.apple.com/de/app/id4711"
	const wanted = "20201214" // from then on
	type spell struct {
		url, from, to string
		days          int
	}
	for name, tt := range map[string]struct {
		spells    []spell
		questions int
		replays   int
	}{
		"of the own storefront":        {[]spell{{own, "20201220", "20220101", 30}}, 1, 0},
		"every week":                   {[]spell{{own, "20201220", "20220101", 7}}, 1, 0},
		"of both storefronts":          {[]spell{{own, "20201220", "20210601", 30}, {home, "20210601", "20220101", 30}}, 2, 0},
		"under the bare address":       {[]spell{{bare, "20201220", "20220101", 30}}, 3, 0},
		"too far from each other":      {[]spell{{own, "20201220", "20220101", 31}}, 5, 0},
		"not from the beginning":       {[]spell{{own, "20210201", "20220101", 30}}, 5, 0},
		"not to the end":               {[]spell{{own, "20201220", "20211130", 30}}, 5, 0},
		"of before the wanted time":    {[]spell{{own, "20190101", "20201201", 7}}, 6, 0},
		"few":                          {[]spell{{home, "20210601", "20210601", 1}}, 5, 0},
		"none":                         {nil, 6, 0},
		"redirects are none":           {[]spell{{"redirect", "20201220", "20220101", 30}}, 6, 3},
		"an old name, under redirects": {[]spell{{"redirect", "20201220", "20220101", 30}, {own, "20201220", "20220101", 30}}, 1, 0},
	} {
		fake := fakearchive.New()
		want := 0
		for _, s := range tt.spells {
			if s.url == "redirect" {
				last := at(t, s.to+"000000")
				for when := at(t, s.from+"010000"); when <= last; when = when.Add(24 * time.Hour) {
					fake.Add(fakearchive.Capture{URL: bare, At: when, Status: 301, Location: own})
				}
				continue
			}
			often(t, fake, s.url, s.from, s.to, s.days)
			if s.to > wanted {
				want++
			}
		}
		got, err := newArchive(t, fake).Captures(t.Context(), fleet.Target{ID: 4711, URL: own, Country: "de"}, at(t, wanted+"000000"), at(t, "20220101000000"))
		if err != nil || (len(got) == 0) != (want == 0) {
			t.Errorf("%s: %d captures, %v", name, len(got), err)
		}
		if n := fake.Requests(fakearchive.Index, 4711); n != tt.questions {
			t.Errorf("%s: %d questions, want %d", name, n, tt.questions)
		}
		if n := fake.Requests(fakearchive.Replay, 0); n != tt.replays {
			t.Errorf("%s: %d replays, want %d", name, n, tt.replays)
		}
	}
}

// The store's old host is asked about when there is nothing on the new one.
func TestCaptures_oldHost(t *testing.T) {
	t.Parallel()
	const old = "https://itunes.apple.com/us/app/quick-fox/id4711"
	for _, also := range []string{"", address} {
		fake := captured(t, old)
		want := []string{"20210301000000 " + old}
		if also != "" {
			fake.Add(fakearchive.Capture{URL: also, At: at(t, "20190101000000")})
			want = []string{"20190101000000 " + also}
		}
		from, to := ever(t)
		got, err := newArchive(t, fake).Captures(t.Context(), target(), from, to)
		if fmt.Sprint(moments(got)) != fmt.Sprint(want) || err != nil {
			t.Errorf("beside %q: %v, %v; want %v", also, moments(got), err, want)
		}
	}
}

// A redirect to what was asked about, written in another way, is no other address.
func TestCaptures_sameAddress(t *testing.T) {
	t.Parallel()
	const escaped, plain = "https://apps.apple.com/us/app/r%C3%A9nard/id4711", "https://apps.apple.com/us/app/R%c3%a9nard/id4711"
	fake := fakearchive.New(fakearchive.Capture{URL: "https://apps.apple.com/us/app/id4711", At: at(t, "20210101000000"), Status: 301, Location: plain})
	from, to := ever(t)
	if _, err := newArchive(t, fake).Captures(t.Context(), fleet.Target{ID: 4711, URL: escaped, Country: "us"}, from, to); err != nil {
		t.Fatal(err)
	}
	if n := fake.Requests(fakearchive.Index, 4711); n != 4 {
		t.Errorf("%d questions, want 4", n)
	}
}
