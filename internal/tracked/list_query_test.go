package tracked_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// various tracks apps that differ in all that lists are narrowed by.
func various(t *testing.T, b *bench, apps int) []storage.App {
	t.Helper()
	r := rand.New(rand.NewPCG(8, 9))
	labels := []string{"TRACK: LOCATION", "LINKED: LOCATION CONTACTS PURCHASES", "LINKED: LOCATION", "UNLINKED: CONTACTS", "NONE", "MISSING"}
	for id := range storage.AppID(apps) {
		b.Pages.Show(id+1, fmt.Sprintf("%c App %d", 'A'+r.IntN(3), id), fleettest.Labelled(labels[r.IntN(len(labels))]), func(l *fleet.Listing) {
			developer := []string{"Zebra", "apple", "Äpfel"}[r.IntN(3)]
			l.Developer = &developer
		})
		b.MustRefresh(t, id+1)
	}
	teststore.Update(t, b.Store, func(tx *storage.Tx) error {
		all, err := storage.Collect(storage.All(tx.Apps))
		if err != nil {
			return err
		}
		now := storage.TimeOf(b.Clock.Now())
		for i := range all {
			all[i].ChangeCount = r.IntN(3)
			all[i].ChangesSnoozedUntil = []storage.Time{0, now, now.Add(time.Hour), now.Add(2 * time.Hour)}[r.IntN(4)]
			if r.IntN(4) == 0 {
				all[i].LastError = &storage.Failure{Code: storage.FailureDNS, Message: "no such host", At: 1}
			}
			all[i].Availability.DelistedAt = storage.NullTime(r.IntN(2) * r.IntN(2))
			all[i].LastSynced = storage.Time(1 + r.IntN(5))
		}
		return tx.Apps.Put(all...)
	})
	page, err := b.On().List(t.Context(), tracked.ListQuery{})
	if err != nil {
		t.Fatal(err)
	}
	return page.Apps
}

// selected is what a query is documented to select.
func selected(all []storage.App, q tracked.ListQuery, now storage.Time) (apps []storage.App) {
	for _, a := range all {
		texts := strings.ToLower(a.Name + "\n" + string(a.Developer) + "\n" + string(a.BundleID))
		if strings.Contains(texts, strings.ToLower(q.Search)) && (q.Risk == "" || q.Risk == a.Risk()) &&
			(!q.Changed || a.ChangeCount > 0 && a.ChangesSnoozedUntil <= now) && (!q.Failed || a.LastError != nil) &&
			(!q.Delisted || a.Availability.DelistedAt != 0) {
			apps = append(apps, a)
		}
	}
	slices.SortFunc(apps, storage.Order(storage.AppQuery{Order: q.Order, Reverse: q.Reverse}))
	return apps
}

func TestListQueries(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	all := various(t, b, 60)
	now := storage.TimeOf(b.Clock.Now())
	queries := []tracked.ListQuery{
		{}, {Changed: true}, {Failed: true}, {Delisted: true}, {Search: "ÄPFEL"}, {Search: "b app"}, {Search: "%"},
		{Changed: true, Failed: true, Order: storage.AppsByChanges}, {Search: "A", Changed: true, Order: storage.AppsByCheck, Reverse: true},
	}
	for _, risk := range storage.Risks() {
		for _, order := range storage.AppOrders() {
			queries = append(queries, tracked.ListQuery{Risk: risk, Order: order}, tracked.ListQuery{Order: order, Reverse: true})
		}
	}
	for _, q := range queries {
		want := selected(all, q, now)
		q.Limit, q.Offset = 7, 3
		page, err := b.On().List(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if page.Total != len(want) {
			t.Errorf("%+v: total %d, want %d", q, page.Total, len(want))
		}
		want = want[min(3, len(want)):min(10, len(want))]
		if diff := cmp.Diff(lines(want), lines(page.Apps)); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", q, diff)
		}
		if until := now.Add(time.Hour); q.Changed && page.Until != until || !q.Changed && page.Until != 0 {
			t.Errorf("%+v: right until %d, the next snooze ends at %d", q, page.Until, until)
		}
	}
}

func TestCountsAndMismatches(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if counts, err := b.On().Counts(t.Context()); err != nil || counts.Total != 0 || len(counts.ByRisk) != len(storage.Risks()) {
		t.Errorf("counts of nothing: %+v, %v", counts, err)
	}
	if page, err := b.On().Mismatches(t.Context(), 5, 0); err != nil || page.ProfileActive || len(page.Apps) != 0 {
		t.Errorf("mismatches without a profile: %+v, %v", page, err)
	}
	all := various(t, b, 60)
	mine := profile.Privacy{Tiers: map[string]profile.Tier{"LOCATION": profile.Linked, "CONTACTS": profile.NotCollected}}
	teststore.Update(t, b.Store, func(tx *storage.Tx) error { return profile.SavePrivacy(tx, mine) })
	now := storage.TimeOf(b.Clock.Now())
	want := tracked.Counts{
		Total: 60, ByRisk: map[storage.Risk]int{}, Changed: len(selected(all, tracked.ListQuery{Changed: true}, now)),
		Failed: len(selected(all, tracked.ListQuery{Failed: true}, now)), Delisted: len(selected(all, tracked.ListQuery{Delisted: true}, now)),
	}
	var mismatched []tracked.MismatchedApp
	for _, a := range all {
		want.ByRisk[a.Risk()]++
		if c := mine.Compare(a.Footprint); c.Count > 0 {
			mismatched = append(mismatched, tracked.MismatchedApp{
				ID: a.ID, Name: a.Name, Developer: a.Developer, Risk: a.Risk(), Tone: c.Badge().Tone, Count: c.Count, TotalGap: c.TotalGap, Mismatches: c.Mismatches,
			})
		}
	}
	want.Mismatched = len(mismatched)
	got, err := b.On().Counts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
	page, err := b.On().Mismatches(t.Context(), 5, 2)
	if err != nil {
		t.Fatal(err)
	}
	wanted := tracked.MismatchPage{Apps: mismatched[2:7], Total: len(mismatched), Limit: 5, Offset: 2, ProfileActive: true}
	if diff := cmp.Diff(wanted, page); diff != "" {
		t.Errorf("mismatches (-want +got):\n%s", diff)
	}
}
