package wayback_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/fleet/wayback"
	"github.com/privacylabels/auditor/internal/fakearchive"
	"github.com/privacylabels/auditor/storage"
)

// captured returns an archive that captured addresses, each a day after the one before.
func captured(t *testing.T, addresses ...string) *fakearchive.Archive {
	t.Helper()
	fake := fakearchive.New()
	for i, a := range addresses {
		fake.Add(fakearchive.Capture{URL: a, At: at(t, fmt.Sprintf("202103%02d000000", i+1)), Page: []byte("page")})
	}
	return fake
}

// TestCaptures_forms: the addresses under which the page of an app may be.
func TestCaptures_forms(t *testing.T) {
	t.Parallel()
	all := []string{
		"https://apps.apple.com/de/app/quick-fox/id4711", "https://apps.apple.com/de/app/id4711", "https://apps.apple.com/app/id4711",
		"https://itunes.apple.com/de/app/quick-fox/id4711", "https://apps.apple.com/us/app/quick-fox/id4711", "https://apps.apple.com/us/app/id4711",
		"https://apps.apple.com/fr/app/quick-fox/id4711", "https://apps.apple.com/de/app/quick-fox/id47112", "https://itunes.apple.com/de/app/id4711",
		"http://www.apps.apple.com:80/de/app/quick-fox/id4711?mt=8",
	}
	tests := []struct {
		name   string
		target fleet.Target
		days   []int
	}{
		{"with a name", fleet.Target{ID: 4711, URL: all[0], Country: "de"}, []int{1, 2, 3, 5, 6, 10}},
		{"storefront of the address", fleet.Target{ID: 4711, URL: all[0]}, []int{1, 2, 3, 5, 6, 10}},
		{"storefront that is not the address's", fleet.Target{ID: 4711, URL: all[0], Country: "FR"}, []int{3, 5, 6, 7}},
		{"home", fleet.Target{ID: 4711, URL: address, Country: "us"}, []int{3, 5, 6}},
		{"without a name", fleet.Target{ID: 4711, URL: "https://apps.apple.com/de/app/id4711", Country: "de"}, []int{2, 3, 6}},
		{"without an address", fleet.Target{ID: 4711}, []int{3, 6}},
		{"address of another app", fleet.Target{ID: 4711, URL: "https://apps.apple.com/de/app/other/id1"}, []int{3, 6}},
		{"no target", fleet.Target{}, nil},
		{"no app", fleet.Target{ID: storage.MaxAppID + 1}, nil},
	}
	for _, tt := range tests {
		from, to := ever(t)
		got, err := newArchive(t, captured(t, all...)).Captures(t.Context(), tt.target, from, to)
		var days []int
		for _, c := range got {
			days = append(days, c.At.Std().Day())
			if c.URL != all[c.At.Std().Day()-1] {
				t.Errorf("%s: %s is of %v", tt.name, c.URL, c.At.Std())
			}
		}
		if diff := cmp.Diff(tt.days, days); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", tt.name, err, diff)
		}
	}
}

// TestCaptures_kinds: of one address, pages and what may be one, once each.
func TestCaptures_kinds(t *testing.T) {
	t.Parallel()
	fake := fakearchive.New(
		fakearchive.Capture{URL: address, At: at(t, "20210104000000")},
		fakearchive.Capture{URL: address, At: at(t, "20210101000000")},
		fakearchive.Capture{URL: address + "?l=de", At: at(t, "20210101000000")},
		fakearchive.Capture{URL: address, At: at(t, "20210102000000"), Revisit: true},
		fakearchive.Capture{URL: address, At: at(t, "20210103000000"), Status: 404},
		fakearchive.Capture{URL: address, At: at(t, "20210105000000"), Status: 301, Location: address},
		fakearchive.Capture{URL: address, At: at(t, "20210106000000"), Type: "image/png"},
		fakearchive.Capture{URL: address, At: at(t, "20210107000000"), Type: "unk"},
		fakearchive.Capture{URL: address, At: at(t, "20210108000000")},
	)
	got, err := newArchive(t, fake).Captures(t.Context(), target(), at(t, "20210101000000"), at(t, "20210107000000")+999)
	want := []string{"20210101000000 " + address, "20210102000000 " + address, "20210104000000 " + address, "20210107000000 " + address}
	if diff := cmp.Diff(want, moments(got)); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestCaptures_bounds(t *testing.T) {
	t.Parallel()
	fake := captured(t, address)
	when := at(t, "20210301000000")
	tests := []struct {
		name     string
		from, to storage.Time
		found    bool
		asked    bool
	}{
		{"that moment", when, when, true, true},
		{"after it", when + 1, when + 999, false, true},
		{"before it", when - 999, when - 1, false, true},
		{"everything", -1 << 62, 1 << 62, true, true},
		{"the wrong way", when + 1, when, false, false},
	}
	for _, tt := range tests {
		before := fake.Requests(fakearchive.Index, 4711)
		got, err := newArchive(t, fake).Captures(t.Context(), target(), tt.from, tt.to)
		if err != nil || (len(got) == 1) != tt.found || (fake.Requests(fakearchive.Index, 4711) > before) != tt.asked {
			t.Errorf("%s: %v, %v", tt.name, moments(got), err)
		}
	}
}

// TestCaptures_oldNames: an archived redirect tells a name that the app had, or has.
func TestCaptures_oldNames(t *testing.T) {
	t.Parallel()
	const older, oldest = "https://apps.apple.com/us/app/swift-fox/id4711", "https://apps.apple.com/us/app/lazy-dog/id4711"
	const third = "https://apps.apple.com/us/app/third/id4711"
	bare := "https://apps.apple.com/us/app/id4711"
	redirect := func(stamp, from, to string) fakearchive.Capture {
		return fakearchive.Capture{URL: from, At: at(t, stamp), Status: 301, Location: to}
	}
	page := func(stamp, url string) fakearchive.Capture { return fakearchive.Capture{URL: url, At: at(t, stamp)} }
	tests := []struct {
		name     string
		captures []fakearchive.Capture
		want     []string
		replays  int
	}{
		{"none", []fakearchive.Capture{page("20210101000000", older)}, nil, 0},
		{"one", []fakearchive.Capture{redirect("20220101000000", bare, older), page("20210101000000", older), page("20220101000000", older)},
			[]string{"20210101000000 " + older, "20220101000000 " + older}, 1},
		{"the first and the last", []fakearchive.Capture{
			redirect("20210101000000", bare, oldest), redirect("20210601000000", bare, address), redirect("20210701000000", bare, address),
			redirect("20210801000000", bare, address), redirect("20220101000000", bare, older),
			page("20210101000000", oldest), page("20220101000000", older)},
			[]string{"20210101000000 " + oldest, "20220101000000 " + older}, 3},
		{"what is known", []fakearchive.Capture{redirect("20210101000000", bare, address), page("20210201000000", address)},
			[]string{"20210201000000 " + address}, 1},
		{"elsewhere", []fakearchive.Capture{redirect("20210101000000", bare, "https://apps.apple.com/us/app/x/id1"),
			redirect("20210102000000", bare, "https://example.com/us/app/x/id4711")}, nil, 2},
		{"three", []fakearchive.Capture{redirect("20210101000000", bare, oldest), redirect("20210102000000", bare, older),
			redirect("20210103000000", bare, third),
			page("20210101000000", oldest), page("20210102000000", older), page("20210103000000", third)},
			[]string{"20210101000000 " + oldest, "20210102000000 " + older, "20210103000000 " + third}, 3},
	}
	for _, tt := range tests {
		fake := fakearchive.New(tt.captures...)
		from, to := ever(t)
		got, err := newArchive(t, fake).Captures(t.Context(), target(), from, to)
		if diff := cmp.Diff(tt.want, moments(got)); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", tt.name, err, diff)
		}
		if n := fake.Requests(fakearchive.Replay, 0); n != tt.replays {
			t.Errorf("%s: %d replays, want %d", tt.name, n, tt.replays)
		}
	}
}

// TestCaptures_otherURLs: the other addresses of a target are asked for before those that
// redirects tell, and three in all.
func TestCaptures_otherURLs(t *testing.T) {
	t.Parallel()
	names := []string{"lazy-dog", "swift-fox", "third", "fourth"}
	var pages []string
	for _, name := range names {
		pages = append(pages, "https://apps.apple.com/us/app/"+name+"/id4711")
	}
	tests := []struct {
		name  string
		other []string
		want  []string // names whose captures are found
		index int      // requests to the index
	}{
		{"none", nil, []string{"fourth"}, 5},
		{"one", pages[:1], []string{"lazy-dog", "fourth"}, 5},
		{"three", pages[:3], names[:3], 6},
		{"more", pages, names[:3], 6},
		{"of another app, and known", []string{"https://apps.apple.com/us/app/x/id1", address, "http://APPS.apple.com/us/app/lazy-dog/id4711?mt=8"},
			[]string{"lazy-dog", "fourth"}, 5},
	}
	for _, tt := range tests {
		fake := fakearchive.New(fakearchive.Capture{URL: address, At: at(t, "20220101000000"), Status: 301, Location: pages[3]})
		for i, page := range pages {
			fake.Add(fakearchive.Capture{URL: page, At: at(t, fmt.Sprintf("202103%02d000000", i+1))})
		}
		wanted := target()
		wanted.OtherURLs = tt.other
		from, to := ever(t)
		got, err := newArchive(t, fake).Captures(t.Context(), wanted, from, to)
		var found []string
		for _, c := range got {
			found = append(found, names[slices.Index(pages, c.URL)])
		}
		if diff := cmp.Diff(tt.want, found); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", tt.name, err, diff)
		}
		if n := fake.Requests(fakearchive.Index, 0); n != tt.index {
			t.Errorf("%s: %d requests to the index, want %d", tt.name, n, tt.index)
		}
	}
}

// TestCaptures_hintFails: a redirect that cannot be replayed only loses a hint, unless
// the archive is rate limiting.
func TestCaptures_hintFails(t *testing.T) {
	t.Parallel()
	for kind, want := range map[fakearchive.Kind]error{
		fakearchive.Broken: nil, fakearchive.Blocked: nil, fakearchive.Garbage: nil, fakearchive.Throttled: archive.ErrThrottled,
	} {
		fake := captured(t, address)
		fake.Add(fakearchive.Capture{URL: address, At: at(t, "20220101000000"), Status: 302, Location: address})
		fake.Fail(fakearchive.Replay, fakearchive.Fault{Kind: kind, Status: 501})
		from, to := ever(t)
		got, err := newArchive(t, fake).Captures(t.Context(), target(), from, to)
		if !errors.Is(err, want) || (len(got) == 1) != (want == nil) {
			t.Errorf("%s: %v, %v, want %v", kind, moments(got), err, want)
		}
	}
}

// TestCaptures_questions: what the index is asked.
func TestCaptures_questions(t *testing.T) {
	t.Parallel()
	fake := fakearchive.New()
	if _, err := newArchive(t, fake).Captures(t.Context(), target(), at(t, "20210304050607")+1, at(t, "20220304050607")+999); err != nil {
		t.Fatal(err)
	}
	got := fake.Last(fakearchive.Index).URL.Query()
	want := map[string][]string{"url": {"apps.apple.com/app/id4711"}, "matchType": {"prefix"}, "limit": {"3000"}, "showResumeKey": {"true"},
		"from": {"20210304050607"}, "to": {"20220304050607"}}
	got["url"] = want["url"] // the order of the questions does not matter
	if diff := cmp.Diff(want, map[string][]string(got)); diff != "" {
		t.Errorf("query (-want +got):\n%s", diff)
	}
	if n := fake.Requests(fakearchive.Index, 4711); n != 4 {
		t.Errorf("%d questions, want 4", n)
	}
}

// TestCaptures_resume: keys are followed until there are none, one comes again, or
// there were many.
func TestCaptures_resume(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		keys []string // what each answer ends with
		want []string // what is echoed
	}{
		{"none", []string{""}, nil},
		{"two", []string{"a%2Cb+1", "a%2Cb+2", ""}, []string{"a%2Cb+1", "a%2Cb+2"}},
		{"again", []string{"a", "a", "a"}, []string{"a"}},
		{"in a circle", []string{"a", "b", "a", "b"}, []string{"a", "b"}},
		{"on and on", []string{"a", "b", "c", "d", "e", "f", "g"}, []string{"a", "b", "c", "d"}},
	}
	for _, tt := range tests {
		for _, format := range []string{"%s\n%s\n", `[%q,[],[%q]]`} {
			var echoed []string
			asked := 0
			h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Query().Get("url") != "apps.apple.com/us/app/quick-fox/id4711" {
					return
				}
				if key := r.URL.Query().Get("resumeKey"); key != "" {
					echoed = append(echoed, key)
				}
				fmt.Fprintf(w, format, text(fmt.Sprintf("202103%02d000000", asked+1), address, "text/html", "200"), tt.keys[asked])
				asked++
			})
			from, to := ever(t)
			got, err := newArchive(t, h).Captures(t.Context(), target(), from, to)
			if diff := cmp.Diff(tt.want, echoed); err != nil || diff != "" {
				t.Errorf("%s: %v (-want +got):\n%s", tt.name, err, diff)
			}
			if format[0] == '%' && (len(got) != asked || !slices.IsSortedFunc(got, func(a, b archive.Capture) int { return int(a.At - b.At) })) {
				t.Errorf("%s: %d captures of %d pages", tt.name, len(got), asked)
			}
		}
	}
}

// TestCaptures_answers: what answers of the index mean.
func TestCaptures_answers(t *testing.T) {
	t.Parallel()
	blocked := "org.archive.util.io.RuntimeIOException: org.archive.wayback.exception.AdministrativeAccessControlException: Blocked Site Error\n"
	tests := []struct {
		name   string
		status int
		body   string
		want   error
	}{
		{"empty", 200, "", nil},
		{"empty JSON", 200, "[]", nil},
		{"blocked", 403, blocked, nil},
		{"robots", 403, "org.archive.wayback.exception.RobotAccessControlException: Blocked By Robots", nil},
		{"refused", 403, "<html>Forbidden", archive.ErrThrottled},
		{"not found", 404, "<html>", nil},
		{"bad request", 400, "no", archive.ErrUnavailable},
		{"redirect", 302, "", archive.ErrUnavailable},
		{"a page", 200, "<!DOCTYPE html><p>We are sorry", fleet.ErrLayout},
	}
	for _, tt := range tests {
		h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(tt.status)
			fmt.Fprint(w, tt.body)
		})
		from, to := ever(t)
		got, err := newArchive(t, h).Captures(t.Context(), target(), from, to)
		if got != nil || (err != nil) != (tt.want != nil) {
			t.Errorf("%s: %v, %v, want %v", tt.name, got, err, tt.want)
		}
		if tt.want != nil {
			if e := cause(t, tt.name, err, tt.want); e.Status != tt.status {
				t.Errorf("%s: status %d, want %d", tt.name, e.Status, tt.status)
			}
		}
	}
}

// TestCaptures_json: a mirror that speaks JSON alone is understood as well.
func TestCaptures_json(t *testing.T) {
	t.Parallel()
	fake := captured(t, address)
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		query.Set("output", "json")
		r.URL.RawQuery = query.Encode()
		fake.ServeHTTP(w, r)
	})
	from, to := ever(t)
	got, err := configured(t, h, wayback.Config{PerMinute: 1e6, BaseURL: "http://mirror.test"}).Captures(t.Context(), target(), from, to)
	if diff := cmp.Diff([]string{"20210301000000 " + address}, moments(got)); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
