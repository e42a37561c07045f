package changelog

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// Briefing counts the apps that changed since a time.
type Briefing struct {
	Since    storage.Time
	Tracking int // apps that began to track users
	Worse    int // other apps that got worse
	Better   int // apps that got better and in nothing worse
	Policies int // apps whose policy changed

	// More means that there are changes before those that were counted.
	More bool
}

// maxBriefed is how many of the newest changes a briefing counts.
const maxBriefed = 2000

// Briefing counts the apps that changed after a time, from the newest 2,000 changes.
func (r *Reader) Briefing(ctx context.Context, since storage.Time) (Briefing, error) {
	return storage.View(ctx, r.store, func(tx *storage.Tx) (Briefing, error) {
		var all Tally
		more, n := false, 0
		for c, err := range tx.Changes.List(storage.ChangeQuery{From: since + 1, Changed: true, Limit: maxBriefed + 1}) {
			if err != nil {
				return Briefing{}, fmt.Errorf("read the changes of a briefing: %w", err)
			}
			if n++; n > maxBriefed {
				more = true
				break
			}
			all.Add(c.ID.Snapshot.App, c.Entry)
		}
		b := all.Briefing()
		b.Since, b.More = since, more
		return b, nil
	})
}

// String returns the briefing in words, empty if there is nothing to tell: "3 apps began to track you,
// 5 got worse, 2 policies changed".
func (b Briefing) String() string {
	var parts []string
	for _, part := range []struct {
		n    int
		what string
	}{{b.Tracking, " began to track you"}, {b.Worse, " got worse"}, {b.Better, " got better"}} {
		switch {
		case part.n == 0:
		case len(parts) > 0:
			parts = append(parts, strconv.Itoa(part.n)+part.what)
		default:
			parts = append(parts, counted(part.n, "app", "apps")+part.what)
		}
	}
	if b.Policies > 0 {
		parts = append(parts, counted(b.Policies, "policy", "policies")+" changed")
	}
	return strings.Join(parts, ", ")
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// Tally counts the apps of changes that are added to it. The zero tally is empty.
type Tally struct {
	of map[storage.AppID]*appBriefing
}

// Add adds a change of an app.
func (t *Tally) Add(app storage.AppID, e storage.Entry) {
	if t.of == nil {
		t.of = make(map[storage.AppID]*appBriefing)
	}
	if t.of[app] == nil {
		t.of[app] = new(appBriefing)
	}
	t.of[app].add(Shown(e))
}

// Briefing returns the counts.
func (t *Tally) Briefing() (b Briefing) {
	for _, app := range t.of {
		switch {
		case app.tracking:
			b.Tracking++
		case app.worse:
			b.Worse++
		case app.better:
			b.Better++
		}
		if app.policy {
			b.Policies++
		}
	}
	return b
}

// appBriefing is what changed in an app.
type appBriefing struct{ tracking, worse, better, policy bool }

func (a *appBriefing) add(e storage.Entry) {
	a.worse = a.worse || e.Direction == storage.Worse
	a.better = a.better || e.Direction == storage.Better
	a.tracking = a.tracking || e.Direction == storage.Worse && e.Weight == WeightTracking
	a.policy = a.policy || e.Category == storage.CategoryPrivacyPolicy
}

// maxListed is how many changes are read for the apps of a list.
const maxListed = 20_000

// Apps returns the apps with changes that a query selects, in the order of their newest one, from the
// newest 20,000 changes. Limit, Offset and Window have no effect.
func (r *Reader) Apps(ctx context.Context, q FeedQuery) ([]storage.AppID, error) {
	return storage.View(ctx, r.store, func(tx *storage.Tx) (apps []storage.AppID, err error) {
		if q.To < 0 {
			return nil, nil
		}
		known := make(map[storage.AppID]bool)
		list := storage.ChangeQuery{App: q.App, Of: q.members(), From: q.From, To: q.To, Changed: true, Direction: q.direction(), Limit: maxListed}
		for c, err := range tx.Changes.List(list) {
			if err != nil {
				return nil, fmt.Errorf("read the apps of changes: %w", err)
			}
			if app := c.ID.Snapshot.App; !known[app] && q.match(c.Entry) {
				known[app] = true
				apps = append(apps, app)
			}
		}
		return apps, nil
	})
}
