package reading_test

import (
	"fmt"
	"html"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

// change records a snapshot of an app with entries of the categories in turn, and returns
// their texts by category.
func (s *site) change(id storage.AppID, at time.Time, n int, categories ...storage.EntryCategory) map[storage.EntryCategory][]string {
	s.t.Helper()
	texts := make(map[storage.EntryCategory][]string)
	s.update(func(tx *storage.Tx) error {
		snapshot := storage.SnapshotID{App: id, At: storage.TimeOf(at)}
		if err := tx.Snapshots.Put(storage.Snapshot{ID: snapshot, Source: storage.SourceLive, Changed: true, Entries: n}); err != nil {
			return err
		}
		for i := range n {
			category := categories[i%len(categories)]
			text := fmt.Sprintf("entry %d of %d at %d.", i, id, at.Unix())
			texts[category] = append(texts[category], text)
			if err := tx.Changes.Put(storage.Change{ID: storage.ChangeID{Snapshot: snapshot, Index: i}, Changed: true, Entry: storage.Entry{
				Type: storage.EntryModified, Description: text, Category: category,
			}}); err != nil {
				return err
			}
		}
		return nil
	})
	return texts
}

var (
	entryText = regexp.MustCompile(`entry \d+ of \d+ at \d+\.`)
	olderLink = regexp.MustCompile(`<a href="/privacy([^"]*)" rel="next">`)
)

// However many entries one time has, each is on one page of the changes, and on no other.
func TestPagesOfChangesNeitherLoseNorRepeat(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	want := make(map[string][]string) // by the query
	add := func(id storage.AppID, at time.Time, n int) {
		both := s.change(id, at, n, storage.CategoryAgeRating, storage.CategoryAccessibility)
		ratings := both[storage.CategoryAgeRating]
		all := append(slices.Clone(ratings), both[storage.CategoryAccessibility]...)
		want["/"], want["/?kind=rating"] = append(want["/"], all...), append(want["/?kind=rating"], ratings...)
		if id == 7 {
			want["/?app=7"] = append(want["/?app=7"], all...)
		}
	}
	for id := range storage.AppID(90) {
		s.fill(id + 1)
	}
	one := now.Add(-48 * time.Hour)
	add(7, now.Add(-30*time.Hour), 3)
	for id := range storage.AppID(90) { // one time with more than 200 entries
		add(id+1, one, 3)
	}
	add(7, one.Add(-time.Hour), 230) // one snapshot with more than 200 entries
	add(8, one.Add(-time.Hour), 60)
	add(8, one.Add(-2*time.Hour), 1)
	for query, want := range maps.All(want) {
		t.Run(query, func(t *testing.T) {
			t.Parallel()
			var got []string
			pages := 0
			for path := query; path != ""; pages++ {
				if pages > 50 {
					t.Fatal("the pages do not end")
				}
				text := s.get("GET /", path, nil)
				if rows := entryText.FindAllString(text, -1); len(rows) > 100 {
					t.Errorf("%s has %d entries", path, len(rows))
				} else {
					got = append(got, rows...)
				}
				path = ""
				if found := olderLink.FindStringSubmatch(text); found != nil {
					path = html.UnescapeString(found[1])
				}
			}
			slices.Sort(want)
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("the entries on %d pages (-want +got):\n%s", pages, diff)
			}
		})
	}
	if text := s.get("GET /", "/?from="+strings.Repeat("9", 40), nil); !strings.Contains(text, "/apps/1/review") {
		t.Errorf("with a start that is not understood the screen is\n%s", text)
	}
}

// A page is full of what is rare, too, however many other changes are between.
func TestPageOfWhatIsRareIsFull(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.fill(7)
	const snapshots, every = 1200, 20
	for i := range snapshots {
		category := storage.CategoryAccessibility
		if i%every == 0 {
			category = storage.CategoryAgeRating
		}
		s.change(7, now.Add(-time.Duration(i+1)*time.Hour), 1, category)
	}
	if got := len(entryText.FindAllString(s.get("GET /", "/?kind=rating", nil), -1)); got != 50 {
		t.Errorf("the first page has %d changes, want 50 of %d", got, snapshots/every)
	}
}

// The form for what waits counts the changes, not the refreshes that found them.
func TestChangesToReviewAreCounted(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.fill(7)
	s.change(7, now.Add(-48*time.Hour), 2, storage.CategoryAgeRating)
	seven := map[string]string{"id": "7"}
	for name, of := range map[string]struct{ text, want string }{
		"changes": {s.get("GET /", "/", nil), "Mark all 3 reviewed"}, // only two are beside it
		"app":     {s.get("GET /apps/{id}", "/apps/7", seven), "3 changes"},
		"apps":    {s.get("GET /apps", "/apps", nil), "<td>changes<td>"}, // no number of refreshes
	} {
		if !strings.Contains(of.text, of.want) {
			t.Errorf("%s has no %q:\n%s", name, of.want, of.text)
		}
	}
}

// What was reviewed says so, in all that an app has changed, and what came after does not.
func TestReviewedChangesSaySo(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.fill(7)
	s.change(7, now.Add(-48*time.Hour), 1, storage.CategoryAgeRating)
	s.change(7, now.Add(-24*time.Hour), 1, storage.CategoryAccessibility)
	const said = `<span class="soft small">reviewed</span>`
	if text := s.get("GET /", "/", nil); strings.Contains(text, said) {
		t.Errorf("before the review is\n%s", text)
	}
	s.post("POST /apps/{id}/review", map[string]string{"id": "7"}, url.Values{"action": {"reviewed"}})
	before := strings.Count(s.get("GET /", "/", nil), said)
	if before < 2 {
		t.Errorf("after the review %d entries are reviewed, want all", before)
	}
	s.change(7, now.Add(36*time.Hour), 1, storage.CategoryAgeRating)
	if text := s.get("GET /", "/", nil); strings.Count(text, said) != before || strings.Count(text, "<article") != before+1 {
		t.Errorf("after another change, %d of %d entries are reviewed, want %d of %d", strings.Count(text, said), strings.Count(text, "<article"), before, before+1)
	}
}
