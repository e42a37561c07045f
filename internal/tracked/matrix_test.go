package tracked_test

import (
	cryptorand "crypto/rand"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// collecting is a fleet at random with what each app declares.
func collecting(apps int, r *rand.Rand) ([]storage.AppBrief, map[storage.AppID]storage.Label) {
	all := map[storage.AppID]storage.Label{}
	headings := []string{storage.DataUsedToTrackYou, storage.DataLinkedToYou, storage.DataNotLinkedToYou, storage.DataNotCollected, "DATA_FROM_ELSEWHERE"}
	var rows []storage.AppBrief
	for i := range apps {
		id := storage.AppID(i + 1)
		label := storage.Label{}
		for _, heading := range headings {
			if r.IntN(2) == 0 {
				continue
			}
			one := storage.PrivacyType{Identifier: heading}
			for _, category := range append(profile.Categories()[:6], "MOON") {
				if heading != storage.DataNotCollected && r.IntN(4) == 0 {
					one.Categories = append(one.Categories, storage.LabelCategory{Identifier: category})
				}
			}
			label.Types = append(label.Types, one)
		}
		all[id] = label
		rows = append(rows, storage.AppBrief{ID: id, Name: fmt.Sprintf("App %06d", r.IntN(1e6)), Footprint: profile.FootprintOf(label), Developer: "D"})
	}
	return rows, all
}

// worst returns what a label says of the categories, the plain way.
func worst(label storage.Label) map[string]string {
	cells := map[string]string{}
	for _, heading := range []string{storage.DataNotLinkedToYou, storage.DataLinkedToYou, storage.DataUsedToTrackYou} {
		declared, _ := label.Type(heading)
		for _, c := range declared.Categories {
			cells[c.Identifier] = heading
		}
	}
	return cells
}

func TestMatrixAgainstModel(t *testing.T) {
	t.Parallel()
	apps, labels := collecting(60, rand.New(rand.NewPCG(4, 4)))
	var m tracked.Matrix
	if diff := cmp.Diff([]tracked.MatrixCategory{}, m.Categories()); diff != "" {
		t.Errorf("categories of nothing (-want +got):\n%s", diff)
	}
	counts := map[storage.AppID]int{}
	for _, app := range apps {
		row := m.Add(app, profile.Beyond(labels[app.ID]))
		counts[app.ID] = row.CategoryCount
		row.CategoryCount = 0
		if diff := cmp.Diff(tracked.MatrixApp{ID: app.ID, Name: app.Name, IconURL: app.IconURL, Developer: "D"}, row); diff != "" {
			t.Errorf("an app (-want +got):\n%s", diff)
		}
	}
	want, perCategory, wantCounts := map[storage.AppID]map[string]string{}, map[string]int{}, map[storage.AppID]int{}
	for id, label := range labels {
		cells := worst(label)
		wantCounts[id] = len(cells)
		if len(cells) > 0 {
			want[id] = cells
		}
		for category := range cells {
			perCategory[category]++
		}
	}
	got := map[storage.AppID]map[string]string{}
	for id, cells := range m.Cells() {
		got[id] = map[string]string{}
		if !slices.IsSortedFunc(cells, func(a, b tracked.MatrixCell) int { return strings.Compare(a.Category, b.Category) }) {
			t.Errorf("the cells of %d are not sorted: %v", id, cells)
		}
		for _, c := range cells {
			got[id][c.Category] = c.Heading
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("cells (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(wantCounts, counts); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
	var categories []tracked.MatrixCategory
	for _, category := range append(profile.Categories(), "MOON") {
		if n := perCategory[category]; n > 0 {
			categories = append(categories, tracked.MatrixCategory{Identifier: category, Label: profile.CategoryLabel(category), AppCount: n})
		}
	}
	if diff := cmp.Diff(categories, m.Categories()); diff != "" {
		t.Errorf("categories (-want +got):\n%s", diff)
	}
	for range m.Cells() {
		break // and nothing goes on
	}
}

func BenchmarkMatrix(b *testing.B) {
	apps, _ := collecting(100_000, rand.New(rand.NewPCG(4, 4)))
	for b.Loop() {
		var m tracked.Matrix
		for _, app := range apps {
			m.Add(app, nil)
		}
		for range m.Cells() {
			continue
		}
	}
}

// The pages of the apps that collect something are those of the list of all apps, whether
// or not a label names a category that profiles do not know.
func TestCollectingPageAgainstList(t *testing.T) {
	t.Parallel()
	for _, beyond := range []bool{false, true} {
		apps, labels := collecting(60, rand.New(rand.NewPCG(5, 5)))
		store := memory.New()
		teststore.Update(t, store, func(tx *storage.Tx) error {
			for _, brief := range apps {
				label := labels[brief.ID]
				for i, one := range label.Types {
					label.Types[i].Categories = slices.DeleteFunc(one.Categories, func(c storage.LabelCategory) bool { return !beyond && c.Identifier == "MOON" })
				}
				digest, err := changelog.Digest(label)
				if err != nil {
					return err
				}
				app := storage.App{ID: brief.ID, Name: brief.Name, URL: "https://store.example", FirstSeen: 5, LabelDigest: digest, Footprint: brief.Footprint}
				if err := errors.Join(tx.Labels.Put(storage.LabelBody{Digest: digest, Label: label}), tx.Apps.Put(app)); err != nil {
					return err
				}
			}
			return tx.Apps.Put(storage.App{ID: 1000, Name: "App without a label", URL: "https://store.example", FirstSeen: 5})
		})
		f := tracked.New(tracked.Config{Env: storage.Env{Store: store, Now: time.Now, Random: cryptorand.Reader}})
		all, err := f.On().AllCollecting(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var m tracked.Matrix
		for _, app := range all {
			m.Add(app.AppBrief, app.Beyond)
		}
		for _, category := range []string{"", profile.Categories()[0], profile.Categories()[5], profile.Categories()[9], "MOON", "NOWHERE"} {
			for _, use := range []profile.Tier{profile.NotCollected, profile.Linked, profile.Tracking} {
				want := []tracked.Collecting{}
				for _, app := range all {
					if collects(app, category, use) {
						want = append(want, app)
					}
				}
				for _, at := range []struct{ limit, offset int }{{7, 0}, {7, 14}, {100, 3}, {5, 1000}} {
					got, err := f.CollectingPage(t.Context(), "", tracked.Collected{Category: category, Use: use}, at.limit, at.offset)
					if err != nil {
						t.Fatal(err)
					}
					part := want[min(at.offset, len(want)):min(at.offset+at.limit, len(want))]
					if diff := cmp.Diff(tracked.CollectingPage{Apps: part, Total: len(want), Categories: m.Categories()}, got); diff != "" {
						t.Errorf("beyond %v, category %q, use %v, %+v (-want +got):\n%s", beyond, category, use, at, diff)
					}
				}
			}
		}
	}
}

func collects(app tracked.Collecting, category string, use profile.Tier) bool {
	for collected, tier := range app.Categories() {
		if (category == "" || collected == category) && tier >= use {
			return true
		}
	}
	return false
}
