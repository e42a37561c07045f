package e2e_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/internal/proctest"
	"github.com/privacylabels/auditor/storage"
)

// seen is a state as far as a reader of the page can know it.
type seen struct {
	state
	detailed bool   // whether the kinds of data could be read
	whole    *state // the last state before whose kinds of data could be read; nil: none
}

// next returns what a reader of the page sees after s.
func (s seen) next(is state, detailed bool) seen {
	return seen{is, detailed, s.lastWhole()}
}

// lastWhole returns the last state whose kinds of data could be read.
func (s seen) lastWhole() *state {
	if s.detailed {
		return &s.state
	}
	return s.whole
}

// differ reports whether the kinds of data of a category differ from the last that could be read.
func (s seen) differ(privacyType, category string) bool {
	if !s.detailed || s.whole == nil || !slices.Contains(s.whole.categories(privacyType), category) {
		return false
	}
	return !cmp.Equal(s.whole.usesOf(privacyType, category), s.usesOf(privacyType, category))
}

// differences says, in the words of the feed and without order, what changed
// between two seen states. It is written from the rules, not from the code.
func differences(was, is seen) (entries []string) {
	say := func(kind, format string, args ...any) {
		entries = append(entries, kind+" "+fmt.Sprintf(format, args...))
	}
	for _, t := range is.types() {
		if !slices.Contains(was.types(), t) {
			say("added", `New privacy label: "%s"`, typeWords[t])
			continue
		}
		for _, c := range is.categories(t) {
			switch {
			case !slices.Contains(was.categories(t), c):
				say("added", `"%s" now collects: %s`, typeWords[t], categoryWords[c])
			case is.differ(t, c):
				say("modified", `"%s" changed what it says about: %s`, typeWords[t], categoryWords[c])
			}
		}
		for _, c := range was.categories(t) {
			if !slices.Contains(is.categories(t), c) {
				say("removed", `"%s" no longer collects: %s`, typeWords[t], categoryWords[c])
			}
		}
	}
	for _, t := range was.types() {
		if !slices.Contains(is.types(), t) {
			say("removed", `Removed privacy label: "%s"`, typeWords[t])
		}
	}
	for f, word := range featureWords {
		switch {
		case is.features[f] && !was.features[f]:
			say("added", `Now supports accessibility feature: "%s"`, word)
		case was.features[f] && !is.features[f]:
			say("removed", `No longer claims accessibility feature: "%s"`, word)
		}
	}
	if was.rating != is.rating {
		say("modified", "Age rating changed from %s to %s", was.rating, is.rating)
	}
	slices.Sort(entries)
	return entries
}

// between returns the differences between two states whose kinds of data could be read.
func between(was, is state) []string {
	before := seen{state: was, detailed: true}
	return differences(before, before.next(is, true))
}

func (s state) usesOf(privacyType, category string) map[use]bool {
	uses := map[use]bool{}
	for u := range s.uses {
		if u.privacyType == privacyType && u.category == category {
			uses[u] = true
		}
	}
	return uses
}

// detailedIn reports whether a page in German gives away all kinds of data: only
// where each category has a single one.
func (s state) readableInGerman() bool {
	for u := range s.uses {
		if len(dataWords[u.category]) > 1 {
			return false
		}
	}
	return true
}

// timelineRow is a row of an app's timeline, newest first.
type timelineRow struct {
	Kind            string
	ChangesDetected bool
	ChangesSummary  []struct{ Type, Description string }
}

// Weekly states of a fleet, with weeks in which an app is away, weeks in which
// its page is in another language, and weeks in which it cannot be understood:
// what is recorded is exactly what changed between the states that were seen.
func TestLongitudinalRecord(t *testing.T) {
	t.Parallel()
	apps, weeks := proctest.Count(t, "AUDITOR_E2E_APPS", proctest.Effort(80, 200)), proctest.Count(t, "AUDITOR_E2E_WEEKS", 20)
	r := rand.New(rand.NewPCG(2026, 11))
	from := newStage(t)
	dir := t.TempDir()
	s := start(t, dir, from)

	var ids []storage.AppID
	now := map[storage.AppID]state{}
	last := map[storage.AppID]seen{}
	want := map[storage.AppID][][]string{} // entries of each week in which the page was read
	for i := range apps {
		id := storage.AppID(1_000_000 + i)
		ids = append(ids, id)
		now[id] = randomState(r)
	}
	for week := range weeks {
		for _, id := range ids {
			if week > 0 {
				now[id] = now[id].evolve(r)
			}
			german := week > 0 && r.IntN(12) == 0
			app := now[id].app(r, id, german)
			switch dice := r.IntN(20); {
			case dice == 0 && week > 0:
				app.Fault = fakestore.Fault{Kind: fakestore.Gone}
				from.Put(app)
				continue
			case dice == 1 && week > 0:
				app.Fault = fakestore.Fault{Kind: fakestore.Garbage}
				from.Put(app)
				continue
			case dice == 2 && week > 0:
				// The page says neither labels nor features; the rating it still does.
				app.Fault = fakestore.Fault{Kind: fakestore.Nothing}
				from.Put(app)
				kept := last[id]
				is := kept.next(kept.state.clone(), kept.detailed)
				is.rating = now[id].rating
				want[id] = append(want[id], differences(kept, is))
				last[id] = is
				continue
			}
			from.Put(app)
			is := last[id].next(now[id].clone(), !german || now[id].readableInGerman())
			if was, ok := last[id]; ok {
				want[id] = append(want[id], differences(was, is))
			} else {
				want[id] = append(want[id], nil)
			}
			last[id] = is
		}
		s.scrape(ids...)
	}
	wrong := 0
	differ := func(where string, id storage.AppID, want, got [][]string) {
		if diff := cmp.Diff(want, got); diff != "" {
			if wrong++; wrong <= 3 {
				t.Errorf("%s of app %d (-want +got):\n%s", where, id, diff)
			}
		}
	}
	for _, id := range ids {
		newest := want[id][max(0, len(want[id])-changelog.TimelineLimit):]
		differ("the timeline", id, newest, s.timeline(id))
	}
	s.Stop()
	examine(t, dir, apps)
	onDatabase(t, dir, func(tx *storage.Tx) error {
		for _, id := range ids {
			got, err := recordOf(tx, id)
			if err != nil {
				return err
			}
			differ("the record", id, want[id], got)
		}
		return nil
	})
	if wrong > 0 {
		t.Errorf("%d of %d apps have a wrong record", wrong, apps)
	}
	t.Logf("%d apps in %d weeks take %d bytes", apps, weeks, databaseSize(t, dir))
}

// timeline returns what is shown of an app's snapshots, oldest first.
func (s *service) timeline(id storage.AppID) (shown [][]string) {
	s.t.Helper()
	for _, row := range slices.Backward(must[[]timelineRow](s, "GET", fmt.Sprintf("/api/apps?id=%d&changelog=true", id), "")) {
		var entries []string
		for _, e := range row.ChangesSummary {
			entries = append(entries, e.Type+" "+e.Description)
		}
		slices.Sort(entries)
		if row.ChangesDetected != (len(entries) > 0) {
			s.t.Errorf("app %d: a row with %d entries says changed: %v", id, len(entries), row.ChangesDetected)
		}
		shown = append(shown, entries)
	}
	return shown
}
