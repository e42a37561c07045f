package changelog_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

func categorized(kind storage.EntryType, category storage.EntryCategory, description string) storage.Entry {
	return storage.Entry{Type: kind, Category: category, Description: description}
}

// smallFleet is two apps with every kind of entry between them.
func smallFleet(t *testing.T) *changelog.Reader {
	attempt := archived(2, 900, categorized("wayback", storage.CategoryWaybackAttempt, "asked"))
	attempt.Changed = false
	first := live(2, 100, entry("added", "never shown"))
	first.Changed = false
	policy := live(1, 400, categorized("policy", storage.CategoryPrivacyPolicy, "policy"))
	policy.TriggeredBy = ""
	old := archived(2, 300, entry("removed", "old"))
	old.TriggeredBy = ""
	odd := live(1, 200, categorized("modified", storage.CategoryPrivacyLabel, "detail"))
	odd.TriggeredBy = "unknown"
	return reader(t, []storage.App{app(1, "One"), app(2, "Two")},
		live(1, 500,
			entry("added", "label"),
			categorized("added", storage.CategoryAccessibility, "feature"),
			categorized("modified", storage.CategoryAgeRating, "rating")),
		live(2, 500, entry("removed", "label of two")),
		live(2, 600), policy, old, odd, attempt, first,
	)
}

func TestFeed(t *testing.T) {
	t.Parallel()
	r := smallFleet(t)
	const (
		label1   = "0000000000000001-0000000000500:0 label"
		feature1 = "0000000000000001-0000000000500:1 feature"
		rating1  = "0000000000000001-0000000000500:2 rating"
		label2   = "0000000000000002-0000000000500:0 label of two"
		policy1  = "0000000000000001-0000000000400:0 policy"
		old2     = "0000000000000002-0000000000300:0 old"
		detail1  = "0000000000000001-0000000000200:0 detail"
	)
	types := func(types ...storage.EntryType) []storage.EntryType { return types }
	categories := func(categories ...storage.EntryCategory) []storage.EntryCategory { return categories }

	tests := []struct {
		name  string
		query changelog.FeedQuery
		total int
		rows  []string
	}{
		{"everything", changelog.FeedQuery{}, 7, []string{label1, feature1, rating1, label2, policy1, old2, detail1}},
		{"one app", changelog.FeedQuery{App: 2}, 2, []string{label2, old2}},
		{"an unknown app", changelog.FeedQuery{App: 3}, 0, nil},
		{"an app that no record can have", changelog.FeedQuery{App: storage.MaxAppID + 1}, 0, nil},
		{"bounds are part of the range", changelog.FeedQuery{From: 300, To: 400}, 2, []string{policy1, old2}},
		{"from only", changelog.FeedQuery{From: 500}, 4, []string{label1, feature1, rating1, label2}},
		{"before everything", changelog.FeedQuery{To: -1}, 0, nil},
		{"the wrong way round", changelog.FeedQuery{From: 400, To: 300}, 0, nil},
		{"a type", changelog.FeedQuery{Types: types("removed")}, 2, []string{label2, old2}},
		{"two types", changelog.FeedQuery{Types: types("removed", "policy")}, 3, []string{label2, policy1, old2}},
		{"modified is also the rating", changelog.FeedQuery{Types: types("modified")}, 2, []string{rating1, detail1}},
		{
			"no category counts as label", changelog.FeedQuery{Categories: categories(storage.CategoryPrivacyLabel)},
			4, []string{label1, label2, old2, detail1},
		},
		{
			"a category keeps its index", changelog.FeedQuery{Categories: categories(storage.CategoryAccessibility)},
			1, []string{feature1},
		},
		{
			"both filters", changelog.FeedQuery{Types: types("added"), Categories: categories(storage.CategoryPrivacyLabel)},
			1, []string{label1},
		},
		{"attempts are not changes", changelog.FeedQuery{Types: types("wayback")}, 0, nil},
		{"a page", changelog.FeedQuery{Limit: 2, Offset: 1}, 7, []string{feature1, rating1}},
		{"a page of a filter", changelog.FeedQuery{Types: types("added", "removed"), Limit: 2, Offset: 2}, 4, []string{label2, old2}},
		{"a page that begins later", changelog.FeedQuery{Limit: 2, Offset: 4}, 7, []string{policy1, old2}},
		{"the last row", changelog.FeedQuery{Limit: 5, Offset: 6}, 7, []string{detail1}},
		{"past the end", changelog.FeedQuery{Offset: 7}, 7, nil},
		{"far past the end", changelog.FeedQuery{Offset: math.MaxInt}, 7, nil},
		{"past the end of a filter", changelog.FeedQuery{Types: types("removed"), Offset: math.MaxInt}, 2, nil},
		{"less than nothing", changelog.FeedQuery{Limit: -1, Offset: -1, App: 2}, 2, []string{label2, old2}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			feed, err := r.Feed(t.Context(), tt.query)
			if err != nil {
				t.Fatal(err)
			}
			var rows []string
			for _, row := range feed.Rows {
				rows = append(rows, row.ID+" "+row.Entry.Description)
			}
			if diff := cmp.Diff(tt.rows, rows); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
			if feed.Total != tt.total {
				t.Errorf("total = %d, want %d", feed.Total, tt.total)
			}
		})
	}
}

func TestFeedOrigins(t *testing.T) {
	t.Parallel()
	feed, err := smallFleet(t).Feed(t.Context(), changelog.FeedQuery{Types: []storage.EntryType{"removed", "policy", "modified"}})
	if err != nil {
		t.Fatal(err)
	}
	type origin struct {
		Description string
		Source      storage.Source
		TriggeredBy storage.Trigger
	}
	want := []origin{
		{"rating", "live", "scheduled"},
		{"label of two", "live", "scheduled"},
		{"policy", "live", ""},
		{"old", "wayback", "wayback"},
		{"detail", "live", ""},
	}
	var got []origin
	for _, row := range feed.Rows {
		got = append(got, origin{row.Entry.Description, row.Source, row.TriggeredBy})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("origins (-want +got):\n%s", diff)
	}
}

func TestFeedJSON(t *testing.T) {
	t.Parallel()
	demo := app(900000001, "Demo Notes")
	demo.Developer = "Demo Ltd"
	manual := live(demo.ID, 1760000000000,
		entry("added", `New privacy label: "Data Used to Track You"`, "Identifiers", "Usage Data"),
		entry("added", `"Data Linked to You" now collects: Contacts`),
		entry("removed", `"Data Linked to You" no longer collects: Location`))
	manual.TriggeredBy = storage.TriggerManual
	r := reader(t, []storage.App{demo}, manual)

	feed, err := r.Feed(t.Context(), changelog.FeedQuery{Offset: 1, Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"rows":[{"id":"0000000900000001-1760000000000:1","appId":"900000001","appName":"Demo Notes",` +
		`"appIconUrl":null,"appDeveloper":"Demo Ltd","scrapedAt":1760000000000,"source":"live","triggeredBy":"manual",` +
		`"entry":{"type":"added","description":"\"Data Linked to You\" now collects: Contacts","category":"privacy-label",` +
		`"direction":"neutral","weight":"declaration"}}],"total":3,"cursor":"0"}`
	text, err := json.Marshal(feed)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Errorf("feed (-want +got):\n%s", diff)
	}
	var back changelog.Feed
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(feed, back); diff != "" {
		t.Errorf("feed read back (-want +got):\n%s", diff)
	}
}

func TestFeedEmpty(t *testing.T) {
	t.Parallel()
	feed, err := reader(t, nil).Feed(t.Context(), changelog.FeedQuery{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(feed)
	if want := `{"rows":[],"total":0,"cursor":"0"}`; err != nil || string(text) != want {
		t.Errorf("feed = %s, %v, want %s", text, err, want)
	}
}

func TestFeedWindow(t *testing.T) {
	t.Parallel()
	var states []state
	for i := range storage.Time(4001) { // one more than the largest window
		states = append(states, live(1, 1+i, entry("added", "x")))
	}
	store := openStore(t) // not a strict one, which writes so much twice
	record(t, store, []storage.App{app(1, "One")}, states...)
	r := changelog.New(storage.Env{Store: store, Now: time.Now})

	added := []storage.EntryType{storage.EntryAdded}
	tests := []struct {
		query changelog.FeedQuery
		total int
	}{
		{changelog.FeedQuery{Limit: 1, Offset: 7}, 8},
		{changelog.FeedQuery{Limit: 1, Offset: 7, Types: added}, 8},
		{changelog.FeedQuery{Limit: 10, Offset: 79}, 80},
		{changelog.FeedQuery{Offset: 799}, 800},
		{changelog.FeedQuery{Limit: 500, Offset: 3999, Types: added}, 4000},
		{changelog.FeedQuery{Limit: 501, Offset: 3999}, 4000},
		{changelog.FeedQuery{Limit: 1, Offset: 29, Window: 30}, 30},
		{changelog.FeedQuery{Limit: 1, Offset: 3999, Window: 9000, Types: added}, 4000},
	}
	for _, tt := range tests {
		feed, err := r.Feed(t.Context(), tt.query)
		if err != nil {
			t.Fatal(err)
		}
		if feed.Total != tt.total || len(feed.Rows) != 1 || feed.Rows[0].ScrapedAt != storage.Time(4002-tt.total) {
			t.Errorf("%+v: total %d, rows %+v, want the last of %d", tt.query, feed.Total, feed.Rows, tt.total)
		}
	}
}

func TestReaderStopsWithItsContext(t *testing.T) {
	t.Parallel()
	r := smallFleet(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, feed := r.Feed(ctx, changelog.FeedQuery{})
	_, timeline := r.Timeline(ctx, 1)
	_, since := r.SinceInstall(ctx, 1)
	_, stats := r.HistoryStats(ctx, 1)
	for name, err := range map[string]error{"Feed": feed, "Timeline": timeline, "SinceInstall": since, "HistoryStats": stats} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want context.Canceled", name, err)
		}
	}
}

// A feed of the apps on a device, or with a tag.
func TestFeedOfMembers(t *testing.T) {
	t.Parallel()
	store := openStore(t)
	states := []state{live(1, 100, entry("added", "one")), live(2, 200, entry("added", "two")), live(3, 200, entry("removed", "three")), live(1, 300, entry("removed", "again"))}
	record(t, store, []storage.App{app(1, "One"), app(2, "Two"), app(3, "Three")})
	commit(t, store, states...)
	alter(t, store, func(tx *storage.Tx) error {
		return errors.Join(
			tx.Devices.Put(storage.Device{ID: "phone", Name: "Phone", CreatedAt: 1}),
			tx.DeviceLinks.Put(storage.DeviceLink{App: 1, Device: "phone", FirstSeen: 1, LastSeen: 1}, storage.DeviceLink{App: 3, Device: "phone", FirstSeen: 1, LastSeen: 1}),
			tx.AppTags.Put(storage.AppTag{App: 2, Tag: "work"}, storage.AppTag{App: 3, Tag: "work"}))
	})
	r := changelog.New(storage.Env{Store: store, Now: func() time.Time { return now }})
	for _, tt := range []struct {
		query changelog.FeedQuery
		want  []string
		apps  []storage.AppID
	}{
		{changelog.FeedQuery{Device: "phone"}, []string{"again", "three", "one"}, []storage.AppID{1, 3}},
		{changelog.FeedQuery{Device: "phone", Limit: 1, Window: 2}, []string{"again"}, []storage.AppID{1, 3}},
		{changelog.FeedQuery{Tag: "work"}, []string{"two", "three"}, []storage.AppID{2, 3}},
		{changelog.FeedQuery{Device: "phone", Tag: "work"}, []string{"three"}, []storage.AppID{3}},
		{changelog.FeedQuery{Device: "phone", Types: []storage.EntryType{storage.EntryRemoved}}, []string{"again", "three"}, []storage.AppID{1, 3}},
		{changelog.FeedQuery{Device: "phone", Since: "0"}, []string{"one", "three", "again"}, []storage.AppID{1, 3}},
		{changelog.FeedQuery{Device: "none"}, nil, nil},
	} {
		feed, err := r.Feed(t.Context(), tt.query)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, row := range feed.Rows {
			got = append(got, row.Entry.Description)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", tt.query, diff)
		}
		apps, err := r.Apps(t.Context(), tt.query)
		if diff := cmp.Diff(tt.apps, apps); diff != "" || err != nil {
			t.Errorf("apps of %+v (-want +got):\n%s%v", tt.query, diff, err)
		}
		tt.query.Since = ""
		var newest storage.Time
		for _, row := range feed.Rows {
			newest = max(newest, row.ScrapedAt)
		}
		if at, err := r.Newest(t.Context(), tt.query); len(tt.query.Types) == 0 && tt.query.Limit == 0 && at != newest || err != nil {
			t.Errorf("the newest of %+v is of %d, want %d (%v)", tt.query, at, newest, err)
		}
		if newest == 0 {
			continue
		}
		rows, err := r.Moment(t.Context(), tt.query, storage.ChangeID{Snapshot: storage.SnapshotID{At: 200}})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			if tt.query.Limit == 0 && !slices.Contains(tt.want, row.Entry.Description) {
				t.Errorf("%+v: at one time there is %q as well", tt.query, row.Entry.Description)
			}
		}
	}
}
