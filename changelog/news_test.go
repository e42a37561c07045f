package changelog_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// linesOf returns news as lines: the source, and each sentence.
func linesOf(t testing.TB, r *changelog.Reader, q changelog.NewsQuery) (lines []string) {
	t.Helper()
	news, err := r.News(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range news {
		line := fmt.Sprintf("%s %d %s:", n.App.Name, n.ID.At, n.Source)
		for _, e := range n.Entries {
			line += " " + e.Description + "."
		}
		lines = append(lines, line)
	}
	return lines
}

func TestNews(t *testing.T) {
	t.Parallel()
	r := smallFleet(t)
	for name, tt := range map[string]struct {
		query changelog.NewsQuery
		want  []string
	}{
		"all": {changelog.NewsQuery{}, []string{
			"One 500 live: label. feature. rating.", "Two 500 live: label of two.", "One 400 live: policy.",
			"Two 300 wayback: old.", "One 200 live: detail.",
		}},
		"the newest": {changelog.NewsQuery{Limit: 2}, []string{"One 500 live: label. feature. rating.", "Two 500 live: label of two."}},
		"of an app":  {changelog.NewsQuery{App: 2}, []string{"Two 500 live: label of two.", "Two 300 wayback: old."}},
	} {
		if diff := cmp.Diff(tt.want, linesOf(t, r, tt.query)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if _, err := r.News(t.Context(), changelog.NewsQuery{App: 3}); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("of an unknown app: %v", err)
	}
	if got := linesOf(t, reader(t, []storage.App{app(1, "One")}), changelog.NewsQuery{App: 1}); got != nil {
		t.Errorf("of an app without changes: %q", got)
	}
}

// The news and the feed have the same entries.
func TestNewsAgreesWithTheFeed(t *testing.T) {
	t.Parallel()
	var states []state
	for i := range storage.Time(60) {
		s := live(storage.AppID(1+i%7), 1000+i/3, entry("added", fmt.Sprint("a", i)), entry("removed", fmt.Sprint("b", i)))
		s.Changed = i%5 != 0
		states = append(states, s)
	}
	var apps []storage.App
	for id := range storage.AppID(7) {
		apps = append(apps, app(id+1, fmt.Sprint("App ", id+1)))
	}
	r := reader(t, apps, states...)
	for id := range storage.AppID(8) { // 0: all
		feed, err := r.Feed(t.Context(), changelog.FeedQuery{App: id, Limit: 500})
		if err != nil {
			t.Fatal(err)
		}
		var rows, news []string
		for _, row := range feed.Rows {
			rows = append(rows, row.AppName+row.Entry.Description)
		}
		all, err := r.News(t.Context(), changelog.NewsQuery{App: id, Limit: 500})
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range all {
			for _, e := range n.Entries {
				news = append(news, n.App.Name+e.Description)
			}
		}
		if diff := cmp.Diff(rows, news); diff != "" || len(rows) == 0 {
			t.Errorf("app %d (-feed +news):\n%s", id, diff)
		}
	}
}
