package dataset

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/derived"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/storage"
)

// The orders of developers.
const (
	DevelopersByApps    = "apps"    // the most apps first
	DevelopersByRisk    = "risk"    // the worst first
	DevelopersByChanges = "changes" // the most changes first
	DevelopersByChange  = "last"    // the last change first
	DevelopersByName    = "name"
)

// Developer is what the record has of the apps of one developer in one store. Apps count for the
// developer that was observed last.
type Developer struct {
	Name       string           `json:"name"`       // the name, as the store shows it
	Source     string           `json:"source"`     // appstore, or the name of another source
	Apps       int              `json:"apps"`       // the number of tracked apps
	WorstRisk  storage.Risk     `json:"worstRisk"`  // the highest risk of the apps
	Changes    int              `json:"changes"`    // the number of changes that the feed shows
	Worse      int              `json:"worse"`      // of them, those for the worse
	LastChange storage.NullTime `json:"lastChange"` // the start of the day, in UTC, of the last change; null: none
}

// DevelopersQuery selects developers.
type DevelopersQuery struct {
	Search        string // only names that contain it, as in the list of apps; empty: all
	Order         string // one of the orders
	Limit, Offset int
}

// Developers returns a page of the developers that have a name, and how many there are.
func (s *Service) Developers(ctx context.Context, q DevelopersQuery) (page []Developer, total int, err error) {
	key := storage.SearchKey(q.Search)
	kept, err := derived.Get(ctx, s.developers, key, func(tx *storage.Tx) ([]Developer, error) { return developers(ctx, tx, key) })
	if err != nil {
		return nil, 0, fmt.Errorf("list developers: %w", err)
	}
	all := slices.Clone(kept) // others read what is kept
	order.Sort(all, q.compare)
	from := min(max(q.Offset, 0), len(all))
	return all[from:min(from+max(q.Limit, 0), len(all))], len(all), nil
}

func (q DevelopersQuery) compare(a, b Developer) int {
	switch q.Order {
	case DevelopersByApps:
		return cmp.Compare(b.Apps, a.Apps)
	case DevelopersByRisk:
		return cmp.Compare(b.WorstRisk.Rank(), a.WorstRisk.Rank())
	case DevelopersByChanges:
		return cmp.Compare(b.Changes, a.Changes)
	case DevelopersByChange:
		return cmp.Compare(b.LastChange, a.LastChange)
	}
	return 0
}

// developers returns all developers whose names contain a key, by name.
func developers(ctx context.Context, tx *storage.Tx, key string) ([]Developer, error) {
	found := make(map[tallyKey]*Developer)
	for course, err := range tx.Courses() {
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		of := tallyKey{cmp.Or(string(course.Group.Source), MainSource), string(course.Group.Developer)}
		if of.group == "" || !strings.Contains(storage.SearchKey(of.group), key) {
			continue
		}
		d := found[of]
		if d == nil {
			d = &Developer{Name: of.group, Source: of.source, WorstRisk: course.Group.Risk}
			found[of] = d
		}
		d.add(course)
	}
	all := make([]Developer, 0, len(found))
	for _, d := range found {
		all = append(all, *d)
	}
	order.Sort(all, func(a, b Developer) int {
		return cmp.Or(strings.Compare(storage.SearchKey(a.Name), storage.SearchKey(b.Name)), strings.Compare(a.Name, b.Name), strings.Compare(a.Source, b.Source))
	})
	return all, nil
}

// add adds an app.
func (d *Developer) add(course storage.Course) {
	d.Apps++
	if course.Group.Risk.Rank() > d.WorstRisk.Rank() {
		d.WorstRisk = course.Group.Risk
	}
	for _, s := range course.Shifts {
		d.Changes += s.Count
		if s.Direction == storage.Worse {
			d.Worse += s.Count
		}
		d.LastChange = max(d.LastChange, storage.NullTime(s.Day.Start()))
	}
}
