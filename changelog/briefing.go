package changelog

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/internal/derived"
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
	day := storage.TimeOf(dayOf(since)) // so that readers of the same day share what is read
	newest, err := derived.Get(ctx, r.briefed, day, func(tx *storage.Tx) ([]briefed, error) { return briefedSince(tx, day) })
	if err != nil {
		return Briefing{Since: since}, err
	}
	var all Tally
	more := false
	for i, c := range newest {
		if c.at <= since {
			break
		}
		if more = i == maxBriefed; more {
			break
		}
		all.add(c.app, c.appBriefing)
	}
	b := all.Briefing()
	b.Since, b.More = since, more
	return b, nil
}

// briefed is what a briefing needs of a change.
type briefed struct {
	app storage.AppID
	at  storage.Time
	appBriefing
}

// briefedSince returns the changes from a time on, the newest first: one more than a briefing
// counts, if there are so many.
func briefedSince(tx *storage.Tx, from storage.Time) (all []briefed, err error) {
	for c, err := range tx.Changes.List(storage.ChangeQuery{From: from, Changed: true, Limit: maxBriefed + 1}) {
		if err != nil {
			return nil, fmt.Errorf("read the changes of a briefing: %w", err)
		}
		all = append(all, briefed{c.ID.Snapshot.App, c.ID.Snapshot.At, briefingOf(Shown(c.Entry))})
	}
	return all, nil
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
	of map[storage.AppID]appBriefing
}

// Add adds a change of an app.
func (t *Tally) Add(app storage.AppID, e storage.Entry) { t.add(app, briefingOf(Shown(e))) }

func (t *Tally) add(app storage.AppID, b appBriefing) {
	if t.of == nil {
		t.of = make(map[storage.AppID]appBriefing)
	}
	t.of[app] = t.of[app].with(b)
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

func briefingOf(e storage.Entry) appBriefing {
	worse := e.Direction == storage.Worse
	return appBriefing{
		tracking: worse && e.Weight == WeightTracking, worse: worse, better: e.Direction == storage.Better,
		policy: e.Category == storage.CategoryPrivacyPolicy,
	}
}

// with returns what changed in the app in all.
func (a appBriefing) with(b appBriefing) appBriefing {
	return appBriefing{a.tracking || b.tracking, a.worse || b.worse, a.better || b.better, a.policy || b.policy}
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
