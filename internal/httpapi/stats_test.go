package httpapi_test

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// footprint is that of an app which collects some categories under a heading.
func footprint(heading string, categories ...string) storage.Footprint {
	one := storage.PrivacyType{Identifier: heading}
	for _, category := range categories {
		one.Categories = append(one.Categories, storage.LabelCategory{Identifier: category})
	}
	return profile.FootprintOf(storage.Label{Types: []storage.PrivacyType{one}})
}

func TestMatrix(t *testing.T) {
	t.Parallel()
	a := newAPI(t, nil)
	const severities = `"severities":[{"identifier":"DATA_NOT_LINKED_TO_YOU","label":"Data Not Linked to You"},` +
		`{"identifier":"DATA_LINKED_TO_YOU","label":"Data Linked to You"},{"identifier":"DATA_USED_TO_TRACK_YOU","label":"Data Used to Track You"}]`
	if got, want := a.do("GET", "/api/stats/matrix").status(http.StatusOK).Body.String(), `{"apps":[],"categories":[],`+severities+`,"cells":{}}`; strings.TrimSpace(got) != want {
		t.Errorf("of nothing %s, want %s", got, want)
	}
	a.update(func(tx *storage.Tx) error {
		return tx.Apps.Put(
			storage.App{ID: 1, Name: "One", URL: "u", IconURL: "https://example.org/i", Footprint: footprint(storage.DataLinkedToYou, "LOCATION", "CONTACTS")},
			storage.App{ID: 2, Name: "Another", URL: "u", Developer: "D", Footprint: footprint(storage.DataUsedToTrackYou, "LOCATION")},
			storage.App{ID: 3, Name: "Third & Co", URL: "u", Footprint: footprint(storage.DataNotCollected)},
			storage.App{ID: 4, Name: "Unknown", URL: "u"},
		)
	})
	want := `{"apps":[{"id":2,"name":"Another","iconUrl":null,"developer":"D","categoryCount":1},{"id":1,"name":"One","iconUrl":"https://example.org/i","developer":null,"categoryCount":2},` +
		`{"id":3,"name":"Third & Co","iconUrl":null,"developer":null,"categoryCount":0},{"id":4,"name":"Unknown","iconUrl":null,"developer":null,"categoryCount":0}],` +
		`"categories":[{"identifier":"LOCATION","label":"Location","appCount":2},{"identifier":"CONTACTS","label":"Contacts","appCount":1}],` + severities +
		`,"cells":{"2":{"LOCATION":"DATA_USED_TO_TRACK_YOU"},"1":{"CONTACTS":"DATA_LINKED_TO_YOU","LOCATION":"DATA_LINKED_TO_YOU"}}}`
	got := a.do("GET", "/api/stats/matrix").status(http.StatusOK)
	if text := strings.TrimSpace(got.Body.String()); text != want {
		t.Errorf("got %s\nwant %s", text, want)
	}
	tag := got.Header().Get("ETag")
	a.do("GET", "/api/stats/matrix", header("If-None-Match", tag)).status(http.StatusNotModified)
	a.update(func(tx *storage.Tx) error {
		_, err := tx.Apps.Delete(4)
		return err
	})
	a.do("GET", "/api/stats/matrix", header("If-None-Match", tag)).status(http.StatusOK)
}

// A matrix of very many apps is the same, made piece by piece.
func TestMatrixOfALargeFleet(t *testing.T) {
	t.Parallel()
	small := newAPI(t, nil)
	large := newAPI(t, func(cfg *httpapi.Config) { // not within Strict: a streamed answer cannot be repeated
		cfg.Store = memory.New()
		cfg.Fleet = tracked.New(tracked.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader}, Scraper: newPages()})
		httpapi.SetLargeFrom(cfg, 1)
	})
	for _, a := range []*api{small, large} {
		a.update(func(tx *storage.Tx) error {
			for id := range storage.AppID(300) {
				app := storage.App{ID: id + 1, Name: fmt.Sprint("App ", id), URL: "u", Footprint: footprint(storage.DataNotLinkedToYou, profile.Categories()[:id%15]...)}
				if err := tx.Apps.Put(app); err != nil {
					return err
				}
			}
			return nil
		})
	}
	want := strings.TrimSpace(small.do("GET", "/api/stats/matrix").status(http.StatusOK).Body.String())
	got := strings.TrimSpace(large.do("GET", "/api/stats/matrix").status(http.StatusOK).Body.String())
	if diff := cmp.Diff(want, got); diff != "" || len(want) < 10_000 {
		t.Errorf("%d bytes, (-small +large):\n%s", len(want), diff)
	}
}

func TestRadar(t *testing.T) {
	t.Parallel()
	a := newAPI(t, func(cfg *httpapi.Config) { cfg.NewLimiter = unlimited })
	a.update(func(tx *storage.Tx) error {
		for id := range storage.AppID(3) {
			if err := tx.Apps.Put(storage.App{ID: id + 1, Name: fmt.Sprint("App ", id+1), URL: "u"}); err != nil {
				return err
			}
		}
		return tx.PolicyAnalyses.Put(storage.PolicyAnalysis{App: 2, Status: storage.PolicySourceReady, Current: storage.Digest{1}})
	})
	type radar struct {
		Axes    []struct{ Key, Label string }
		Ratings []string
		Apps    []struct {
			ID        int
			Name      string
			HasPolicy bool
			Status    *string
			Lenses    []struct {
				Key, Label string
				Rating     *string
				Score      *float64
			}
		}
	}
	var got radar
	a.do("GET", "/api/stats/radar?apps=3,%20abc,2,99,3,,99999999999999999999").status(http.StatusOK).json(&got)
	if len(got.Apps) != 2 || got.Apps[0].ID != 3 || got.Apps[1].ID != 2 || len(got.Axes) != 8 || len(got.Ratings) != 4 {
		t.Fatalf("got %+v", got)
	}
	if one, two := got.Apps[0], got.Apps[1]; one.HasPolicy || one.Status != nil || !two.HasPolicy || two.Status == nil || *two.Status != "source_ready" || two.Name != "App 2" {
		t.Errorf("got %+v", got.Apps)
	}
	for i, lens := range got.Apps[1].Lenses {
		if lens.Key != got.Axes[i].Key || lens.Label != got.Axes[i].Label || lens.Rating != nil || lens.Score != nil {
			t.Errorf("lens %d is %+v, its axis %+v", i, lens, got.Axes[i])
		}
	}
	for query, want := range map[string]int{"": 0, "?apps=": 0, "?apps=%20,": 0, "?apps=abc": 0, "?apps=0": 0, "?apps=1": 1, "?apps=" + idList(20): 3} {
		var got radar
		if a.do("GET", "/api/stats/radar"+query).status(http.StatusOK).json(&got); len(got.Apps) != want || got.Apps == nil {
			t.Errorf("%s: %+v, want %d apps", query, got.Apps, want)
		}
	}
	a.do("GET", "/api/stats/radar?apps="+idList(21)).error(http.StatusBadRequest, "apps must be at most 20 ids")
}

// Without apps, the radar shows those with a summary that were refreshed last.
func TestRadarShowsSummaries(t *testing.T) {
	t.Parallel()
	a := newAPI(t, onSQLite(t))
	a.update(func(tx *storage.Tx) error {
		for id := range storage.AppID(8) {
			app := storage.App{ID: id + 1, Name: fmt.Sprint("App ", id+1), URL: "u", LastSynced: storage.Time(id / 2)}
			state := storage.PolicyAnalysis{App: app.ID, Status: storage.PolicySourceReady, Current: storage.Digest{1}}
			if id != 6 {
				summary := storage.PolicySummary{Lenses: []storage.PolicyLens{{Key: storage.LensAds, Rating: storage.RatingConcerning, Summary: "Many."}}}.Normal()
				state.Status, state.Summary = storage.PolicyReady, &summary
			}
			if err := errors.Join(tx.Apps.Put(app), tx.PolicyAnalyses.Put(state)); err != nil {
				return err
			}
		}
		return nil
	})
	var got struct {
		Apps []struct {
			ID     int
			Lenses []struct {
				Key, Rating string
				Score       float64
			}
		}
	}
	a.do("GET", "/api/stats/radar").status(http.StatusOK).json(&got)
	var ids []int
	for _, app := range got.Apps {
		ids = append(ids, app.ID)
		if l := app.Lenses[2]; l.Key != "ads_marketing" || l.Rating != "concerning" || l.Score != 4 {
			t.Errorf("app %d has %+v", app.ID, app.Lenses)
		}
		if l := app.Lenses[0]; l.Rating != "unclear" || l.Score != 1.5 {
			t.Errorf("app %d has %+v", app.ID, app.Lenses)
		}
	}
	equal(t, []int{8, 5, 6, 3, 4, 1}, ids, "apps")
}

// idList returns a list of so many ids.
func idList(n int) string {
	var all []string
	for i := range n {
		all = append(all, strconv.Itoa(i+1))
	}
	return strings.Join(all, ",")
}

func TestStatsTimeline(t *testing.T) {
	t.Parallel()
	a := newAPI(t, nil) // it is 2026-05-04, a Monday
	now := storage.TimeOf(a.clock.Now())
	a.update(func(tx *storage.Tx) error {
		if err := tx.Apps.Put(storage.App{ID: 1, Name: "One", URL: "u"}, storage.App{ID: 2, Name: "Two", URL: "u"}); err != nil {
			return err
		}
		for app := range storage.AppID(2) {
			one := storage.Snapshot{ID: storage.SnapshotID{App: app + 1, At: now.Add(-time.Duration(app) * 14 * 24 * time.Hour)}, Source: storage.SourceLive, Changed: true, Entries: 1}
			if err := tx.Snapshots.Put(one); err != nil {
				return err
			}
			entry := storage.Entry{Type: storage.EntryAdded, Description: "x"}
			if err := tx.Changes.Put(storage.Change{ID: storage.ChangeID{Snapshot: one.ID}, Entry: entry, Changed: true}); err != nil {
				return err
			}
		}
		return tx.Reviews.Put(storage.Review{ID: "r", App: 1, Action: storage.ReviewReviewed, ActedAt: now - 1})
	})
	type calendar struct {
		From, To   storage.Time
		BucketType string
		Points     []map[string]any
		Total      int
	}
	get := func(query string) (c calendar) {
		t.Helper()
		a.do("GET", "/api/stats/timeline"+query).status(http.StatusOK).json(&c)
		return c
	}
	c := get("")
	last := map[string]any{"bucket": "2026-05-04", "added": 1.0, "removed": 0.0, "modified": 0.0, "policy": 0.0,
		"accessibilityAdded": 0.0, "accessibilityRemoved": 0.0, "syncs": 1.0, "reviews": 1.0, "better": 0.0, "worse": 0.0}
	if c.From != now.Add(-90*24*time.Hour) || c.To != now || c.BucketType != "week" || len(c.Points) != 14 || c.Total != 2 {
		t.Errorf("got %+v", c)
	}
	equal(t, last, c.Points[13], "this week")
	for query, want := range map[string]struct {
		bucket        string
		points, total int
	}{
		"?bucket=year&appId=x":                {"week", 14, 2}, // nothing of it counts
		"?appId=1":                            {"week", 14, 1},
		"?appId=3":                            {"week", 14, 0},
		"?appId=0":                            {"week", 14, 0},
		"?bucket=month":                       {"month", 4, 2},
		"?bucket=day&appId=2":                 {"day", 91, 1},
		fmt.Sprintf("?from=%d", now):          {"day", 1, 1},
		fmt.Sprintf("?to=%d", now-86_400_000): {"week", 13, 1},
		fmt.Sprintf("?from=%d&to=%d", now.Add(-14*24*time.Hour), now): {"day", 15, 2},
		"?from=1": {"month", 677, 2},
	} {
		if c := get(query); c.BucketType != want.bucket || len(c.Points) != want.points || c.Total != want.total {
			t.Errorf("%s: %d points by %s, in all %d; want %+v", query, len(c.Points), c.BucketType, c.Total, want)
		}
	}
	for _, query := range []string{"?from=abc", "?to=abc", "?from=", "?to=2026-13-01"} {
		a.do("GET", "/api/stats/timeline"+query).error(http.StatusBadRequest, "")
	}
	a.do("GET", fmt.Sprintf("/api/stats/timeline?from=%d", now+1)).error(http.StatusBadRequest, "from must not be after to")
	a.do("GET", "/api/stats/timeline?to=0").error(http.StatusBadRequest, "from must not be after to")
	a.do("GET", "/api/stats/timeline?from=1&bucket=day").error(http.StatusBadRequest, "The period has too many buckets: shorten it or choose larger ones")
	a.do("GET", "/api/stats/timeline?to=9007199254740991").error(http.StatusBadRequest, "The period has too many buckets: shorten it or choose larger ones")
}
