package dataset

import (
	"cmp"
	"context"
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// DeveloperApp is what the record has of one app of a developer.
type DeveloperApp struct {
	ID         storage.AppID
	Name       string
	Risk       storage.Risk
	Changes    int          // that the feed shows
	Worse      int          // of them, those for the worse
	LastChange storage.Time // zero: none
}

// DeveloperApps returns the tracked apps of the developer with this name in one store, by name. There
// are at most limit, and total is how many there are.
func (s *Service) DeveloperApps(ctx context.Context, source, name string, limit int) (apps []DeveloperApp, total int, err error) {
	type answer struct {
		apps  []DeveloperApp
		total int
	}
	found, err := storage.View(ctx, s.config.Store, func(tx *storage.Tx) (answer, error) {
		var ids []storage.AppID
		for app, err := range tx.AppBriefs(storage.AppQuery{Search: name, Store: source}) { // by the index of searches
			if err := cmp.Or(err, ctx.Err()); err != nil {
				return answer{}, err
			}
			if string(app.Developer) == name {
				ids = append(ids, app.ID)
			}
		}
		a := answer{total: len(ids)}
		for _, id := range ids[:min(len(ids), max(limit, 0))] {
			app, err := developerApp(tx, id)
			if err != nil {
				return answer{}, err
			}
			a.apps = append(a.apps, app)
		}
		return a, nil
	})
	if err != nil {
		return nil, 0, fmt.Errorf("list the apps of a developer: %w", err)
	}
	return found.apps, found.total, nil
}

func developerApp(tx *storage.Tx, id storage.AppID) (of DeveloperApp, err error) {
	app, err := tx.Apps.Get(id)
	if err != nil {
		return of, err
	}
	of = DeveloperApp{ID: id, Name: app.Name, Risk: app.Risk()}
	shown := storage.ChangeQuery{App: id, Changed: true}
	if of.Changes, err = tx.Changes.Count(shown); err != nil {
		return of, err
	}
	worse := shown
	worse.Direction = storage.Worse
	if of.Worse, err = tx.Changes.Count(worse); err != nil {
		return of, err
	}
	shown.Limit = 1
	last, _, err := storage.FindFirst(tx.Changes.List(shown))
	of.LastChange = last.ID.Snapshot.At
	return of, err
}
