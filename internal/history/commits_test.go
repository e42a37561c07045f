package history_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/storage"
)

// A subscriber has read all changes when the archive adds one in the past, which also
// changes what the state after it is compared with. Both are changes of the run's item.
func TestChangesInThePastComeLast(t *testing.T) {
	t.Parallel()
	p := newPast(t, 0)
	p.Clock.Set(date("2021-06-20"))
	p.Pages.Show(1, "App", fleettest.Labelled("LINKED: LOCATION"))
	p.MustRefresh(t, 1)
	p.Clock.Set(date("2021-08-15"))
	p.Pages.Show(1, "App", fleettest.Labelled("LINKED: CONTACTS"))
	p.MustRefresh(t, 1)
	changes := changelog.New(storage.Env{Store: p.Store, Now: p.Clock.Now})
	end, err := changes.End(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p.archive.capture(1, "2021-06-25", fleettest.Labelled("LINKED: HEALTH"))
	events, cancel := p.Runs.Subscribe(history.Runner, 100)
	if got := history.TotalsOf(p.importAll(t)); got.Imported != 1 {
		t.Fatalf("the import came to %+v", got)
	}
	cancel()
	reported := func(after changelog.Cursor) (lines []string) {
		page, err := changes.After(t.Context(), after, 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range page.Changes {
			line := day(c.ID.At) + " " + string(c.Source)
			for _, e := range c.Entries {
				line += fmt.Sprintf(" %s %s;", e.Type, e.Description)
			}
			lines = append(lines, line)
		}
		return lines
	}
	want := []string{
		`2021-06-25 wayback added "Data Linked to You" now collects: health; removed "Data Linked to You" no longer collects: Location;`,
		`2021-08-15 live added "Data Linked to You" now collects: Contacts; removed "Data Linked to You" no longer collects: health;`,
	}
	if diff := cmp.Diff(want, reported(end)); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, reported(changelog.Beginning)); diff != "" {
		t.Errorf("from the beginning (-want +got):\n%s", diff)
	}
	var ofItem []string
	for event := range events {
		for _, e := range event.Entries {
			ofItem = append(ofItem, fmt.Sprintf("%s %s", e.Type, e.DataCategory))
		}
	}
	want = []string{"added HEALTH", "removed LOCATION", "added CONTACTS", "removed HEALTH"}
	if diff := cmp.Diff(want, ofItem); diff != "" {
		t.Errorf("changes of the item of the run (-want +got):\n%s", diff)
	}
}
