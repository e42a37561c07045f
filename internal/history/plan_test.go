package history_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// withoutArchive returns an app without what is known of the web archive.
func withoutArchive(a storage.App) storage.App {
	a.Archive = nil
	return a
}

// TestPlan: a plan says what the import that follows reads, and both together list the captures
// once.
func TestPlan(t *testing.T) {
	t.Parallel()
	const same = "2020-01-01 LINKED: LOCATION"
	weekly := func(from, to string, labels ...string) func(*annals) {
		return func(a *annals) { a.weekly(1, from, to, labels...) }
	}
	tests := []struct {
		name      string
		archive   func(*annals)
		months    int
		before    bool // an import came before
		captures  int
		pages     int
		perChange int
		changes   int
	}{
		{"nothing archived", func(*annals) {}, 0, false, 0, 0, 0, 0},
		{"one page", weekly("2021-01-04", "2021-01-04", same), 0, false, 1, 1, 0, 0},
		{"no change", weekly("2021-01-04", "2026-07-27", same), 0, false, 291, 7, 6, 0},
		{"a change", weekly("2021-01-04", "2026-07-27", same, "2023-03-01 NONE"), 0, false, 291, 7, 6, 1},
		{"again", weekly("2021-01-04", "2026-07-27", same), 0, true, 291, 0, 6, 0},
		{"half-yearly", weekly("2021-01-04", "2026-07-27", same), 6, false, 291, 11, 0, 0},
		{"half-yearly, again", weekly("2021-01-04", "2026-07-27", same), 6, true, 291, 0, 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := newPast(t, 1)
			p.Clock.Set(date("2026-08-01"))
			tt.archive(p.archive)
			if tt.before {
				if _, err := p.imports.Import(t.Context(), 1, tt.months); err != nil {
					t.Fatal(err)
				}
				p.archive.calls()
			}
			var plan history.Plan
			for range 2 {
				var err error
				if plan, err = p.imports.Plan(t.Context(), 1, tt.months); err != nil {
					t.Fatal(err)
				}
			}
			if plan.Captures != tt.captures || plan.Pages != tt.pages || plan.PagesPerChange != tt.perChange || plan.DurationMS != nil {
				t.Errorf("%+v, want %d captures, %d pages and %d for each change", plan, tt.captures, tt.pages, tt.perChange)
			}
			if (plan.FirstAt > 0) != (tt.captures > 0) || plan.FirstAt > plan.LastAt {
				t.Errorf("captures from %v to %v", plan.FirstAt, plan.LastAt)
			}
			if diff := cmp.Diff([]string{"captures 1"}, p.archive.calls()); diff != "" {
				t.Errorf("the archive was asked (-want +got):\n%s", diff)
			}
			r, err := p.imports.Import(t.Context(), 1, tt.months)
			if err != nil {
				t.Fatal(err)
			}
			if r.Pages < tt.pages || r.Pages > tt.pages+tt.changes*tt.perChange || len(r.Changes) != tt.changes {
				t.Errorf("%d pages and %d changes, want %d pages, and at most %d for each of %d changes",
					r.Pages, len(r.Changes), tt.pages, tt.perChange, tt.changes)
			}
			for _, call := range p.archive.calls() {
				if call == "captures 1" {
					t.Error("the import listed the captures again")
				}
			}
		})
	}
}

// TestPlan_age: captures are listed again after an hour, after an import, and for other
// addresses.
func TestPlan_age(t *testing.T) {
	t.Parallel()
	p := newPast(t, 2)
	p.archive.weekly(1, "2021-01-04", "2021-08-02", "2020-01-01 LINKED: LOCATION")
	ask := func(what string, asks int, call func() error) {
		t.Helper()
		if err := call(); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		n := 0
		for _, c := range p.archive.calls() {
			if strings.HasPrefix(c, "captures") {
				n++
			}
		}
		if n != asks {
			t.Errorf("%s: captures were listed %d times, want %d", what, n, asks)
		}
	}
	plan := func() error { _, err := p.imports.Plan(t.Context(), 1, 0); return err }
	imported := func() error { _, err := p.imports.Import(t.Context(), 1, 0); return err }
	ask("first", 1, plan)
	p.Clock.Add(time.Hour)
	ask("an hour later", 0, plan)
	p.Clock.Add(time.Millisecond)
	ask("later", 1, plan)
	ask("import", 0, imported)
	ask("second import", 1, imported)
	ask("plan", 1, plan)
	ask("another app", 1, func() error { _, err := p.imports.Plan(t.Context(), 2, 0); return err })
	if err := p.imports.SetOtherURLs(t.Context(), 1, []string{"https://apps.apple.com/us/app/old/id1"}); err != nil {
		t.Fatal(err)
	}
	ask("another address", 1, imported)
}

// TestPlan_errors: a plan fails as an import does, and is no import.
func TestPlan_errors(t *testing.T) {
	t.Parallel()
	p := newPast(t, 1)
	if _, err := p.imports.Plan(t.Context(), 2, 0); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("no app: %v", err)
	}
	p.archive.fail(&archive.Error{Cause: archive.ErrThrottled, RetryAfter: time.Minute}, "")
	if _, err := p.imports.Plan(t.Context(), 1, 0); !errors.Is(err, archive.ErrThrottled) {
		t.Errorf("rate limiting: %v", err)
	}
	if lines := p.logged(t); len(lines) != 0 {
		t.Errorf("logged: %v", lines)
	}
}

// pacedAnnals is an archive with a pace.
type pacedAnnals struct {
	*annals
	pace archive.Pace
}

func (pacedAnnals) Remember(archive.PaceMemory)         {}
func (a pacedAnnals) Pace(context.Context) archive.Pace { return a.pace }

// TestPlan_duration: a page for each turn, after the pause.
func TestPlan_duration(t *testing.T) {
	t.Parallel()
	p := newPast(t, 1)
	p.archive.weekly(1, "2021-01-04", "2021-08-02", "2020-01-01 LINKED: LOCATION")
	for _, tt := range []struct {
		perMinute int
		pause     time.Duration
		want      time.Duration
	}{
		{60, 0, time.Second}, {4, 0, 15 * time.Second}, {30, 10 * time.Minute, 10*time.Minute + 2*time.Second}, {30, -time.Minute, 2 * time.Second},
	} {
		pace := archive.Pace{Pages: archive.Tempo{PerMinute: tt.perMinute}, Until: storage.TimeOf(p.Clock.Now()).Add(tt.pause)}
		imports := history.New(history.Config{Env: storage.Env{Store: p.Store, Now: p.Clock.Now}, Archive: pacedAnnals{p.archive, pace}})
		plan, err := imports.Plan(t.Context(), 1, 0)
		if err != nil || plan.DurationMS == nil || plan.PagesPerMinute == nil || *plan.PagesPerMinute != tt.perMinute {
			t.Fatalf("%+v, %v", plan, err)
		}
		if got := time.Duration(*plan.DurationMS) * time.Millisecond; plan.Pages != 1 || got != tt.want {
			t.Errorf("%d pages at %d a minute after %v take %v, want %v", plan.Pages, tt.perMinute, tt.pause, got, tt.want)
		}
		imports.Stop(0)
	}
}

// TestSetOtherURLs: addresses are those of the app's page in the App Store.
func TestSetOtherURLs(t *testing.T) {
	t.Parallel()
	const one, old = "https://apps.apple.com/us/app/one/id1", "https://itunes.apple.com/de/app/id1"
	tests := []struct {
		name string
		urls []string
		want []string // nil: refused
	}{
		{"one", []string{" " + one + "?mt=8#top "}, []string{one}},
		{"old host, other spelling", []string{"http://ITUNES.apple.com/DE/app/id1/"}, []string{old}},
		{"twice", []string{one, one + "?l=de", old}, []string{one, old}},
		{"three", []string{one, old, "https://apps.apple.com/app/id1"}, []string{one, old, "https://apps.apple.com/app/id1"}},
		{"four", []string{one, old, "https://apps.apple.com/app/id1", "https://apps.apple.com/fr/app/id1"}, nil},
		{"of another app", []string{one, "https://apps.apple.com/us/app/one/id2"}, nil},
		{"of a developer", []string{"https://apps.apple.com/us/developer/one/id1"}, nil},
		{"elsewhere", []string{"https://example.com/us/app/one/id1"}, nil},
		{"no address", []string{""}, nil},
		{"none", []string{}, []string{}},
	}
	p := newPast(t, 1)
	stored := []string{}
	for _, tt := range tests {
		err := p.imports.SetOtherURLs(t.Context(), 1, tt.urls)
		if _, refused := errors.AsType[*history.AddressError](err); refused != (tt.want == nil) || err != nil && !refused {
			t.Errorf("%s: %v", tt.name, err)
		}
		if tt.want != nil {
			stored = tt.want
		}
		if diff := cmp.Diff(stored, p.App(t, 1).KnownArchive().OtherURLs); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	if p.App(t, 1).Archive != nil {
		t.Errorf("without addresses: %+v", p.App(t, 1).Archive)
	}
	if err := p.imports.SetOtherURLs(t.Context(), 2, []string{one}); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("no app: %v", err)
	}
}

// TestEarlier: a timeline says why it does not begin earlier.
func TestEarlier(t *testing.T) {
	t.Parallel()
	located := fleettest.Labelled("LINKED: LOCATION")
	tests := []struct {
		name    string
		archive func(*annals)
		want    changelog.Earlier
	}{
		{"nothing archived", func(*annals) {}, changelog.NotArchived},
		{"archived", func(a *annals) { a.capture(1, "2021-02-10", located) }, changelog.NotArchived},
		{"archived without a label first", func(a *annals) {
			a.capture(1, "2021-01-10")
			a.capture(1, "2021-02-10", located)
		}, changelog.NotRead},
		{"archived without a label", func(a *annals) { a.capture(1, "2021-02-10") }, changelog.NotRead},
	}
	for _, tt := range tests {
		p := newPast(t, 1)
		tt.archive(p.archive)
		reader := changelog.New(storage.Env{Store: p.Store, Now: p.Clock.Now})
		wants := func(what string, want changelog.Earlier) {
			t.Helper()
			rows, err := reader.Timeline(t.Context(), 1)
			if err != nil || len(rows) == 0 {
				t.Fatal(rows, err)
			}
			for n, row := range rows {
				if row.SnapshotPart == nil {
					continue
				}
				is := changelog.Earlier("")
				if n == len(rows)-1 {
					is = want
				}
				if row.Earlier != is {
					t.Errorf("%s, %s: row %d of %d has %q, want %q", tt.name, what, n, len(rows), row.Earlier, is)
				}
			}
			if len(rows) > 1 {
				page, err := reader.TimelinePage(t.Context(), changelog.TimelineQuery{App: 1, Limit: 1})
				if err != nil || len(page) != 1 || page[0].Earlier != "" {
					t.Errorf("%s, %s: the first row alone is %+v, %v", tt.name, what, page, err)
				}
			}
		}
		wants("before", changelog.NotAsked)
		if _, err := p.imports.Import(t.Context(), 1, 0); err != nil && !errors.Is(err, archive.ErrUnavailable) {
			t.Fatal(tt.name, err)
		}
		wants("after", tt.want)
		if _, err := p.imports.Remove(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		wants("removed", changelog.NotAsked)
	}
}

// by makes a page one of a developer, in a storefront.
func by(developer, country string) func(*fleet.Listing) {
	return func(l *fleet.Listing) { l.Developer, l.Country = &developer, country }
}

// TestArchivedListing: what changed in the listing between two archived pages is recorded as from
// the archive, wherever the pages are read in the order of time, and changes nothing else.
func TestArchivedListing(t *testing.T) {
	t.Parallel()
	p := newPast(t, 1)
	before := withoutArchive(p.App(t, 1))
	located := fleettest.Labelled("LINKED: LOCATION")
	const small, broker = "Small Studio", "Data Broker Holdings"
	none := fleettest.Labelled("NONE")
	policy := func(url string) func(*fleet.Listing) { return func(l *fleet.Listing) { l.PrivacyPolicyURL = &url } }
	p.archive.capture(1, "2021-02-03", none, by(small, "us"), policy("https://small.example/"))
	p.archive.capture(1, "2021-02-16", none, by(small, "us")) // its layout lacks the policy
	p.archive.capture(1, "2021-05-20", located, by(broker, "us"), policy("https://broker.example/"))
	p.archive.capture(1, "2021-07-30", located, by(small, "de"))
	p.history(t, 1)
	const sold = `Now offered by "Data Broker Holdings" instead of "Small Studio"`
	const moved = "The privacy policy is now at https://broker.example/ instead of https://small.example/"
	label := `2021-05-20 wayback + | New privacy label: "Data Linked to You" | Removed privacy label: "Data Not Collected"`
	if diff := cmp.Diff([]string{
		"2021-02-03 wayback", label + " | " + sold + " | " + moved, "2021-07-30 wayback", "2021-08-01 live",
	}, p.rows(t, 1)); diff != "" {
		t.Errorf("snapshots (-want +got):\n%s", diff)
	}
	if _, err := p.imports.Import(t.Context(), 1, 0); err != nil { // reads the page in between
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{
		"2021-02-03 wayback", "2021-02-16 wayback", label + " | " + sold, "2021-07-30 wayback", "2021-08-01 live",
	}, p.rows(t, 1)); diff != "" {
		t.Errorf("snapshots after another page (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(before, withoutArchive(p.App(t, 1))); diff != "" {
		t.Errorf("the app (-before +after):\n%s", diff)
	}
	if n := storagetest.All[storage.Notification](t, p.Store); len(n) != 0 {
		t.Errorf("notifications: %+v", n)
	}
	feed, err := changelog.New(storage.Env{Store: p.Store, Now: p.Clock.Now}).Feed(t.Context(), changelog.FeedQuery{Categories: []storage.EntryCategory{storage.CategoryListing}, Limit: 10})
	if err != nil || len(feed.Rows) != 1 {
		t.Fatalf("%+v, %v", feed, err)
	}
	row := feed.Rows[0]
	wantSubject := storage.Subject{Fact: storage.FactDeveloper, From: small, To: broker}
	if diff := cmp.Diff(wantSubject, row.Entry.Subject); diff != "" || row.Source != storage.SourceWayback {
		t.Errorf("from %s (-want +got):\n%s", row.Source, diff)
	}
	if got := string(row.Entry.More); got != `{"between":{"after":1613476800000,"at":1621512000000}}` {
		t.Errorf("the change has %s", got)
	}
	if _, err := p.imports.Remove(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"2021-08-01 live"}, p.rows(t, 1)); diff != "" {
		t.Errorf("snapshots after the removal (-want +got):\n%s", diff)
	}
}
