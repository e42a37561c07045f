package imports

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/storage"
)

// Patch is a change of an item. Nil fields are unchanged.
type Patch struct {
	Query       *string // not empty, and unique within the import
	EditedQuery *storage.Text
	Status      *storage.ImportStatus

	App       *storage.AppID // zero, or an app that is not tracked: none
	AppName   *storage.Text
	Developer *storage.Text
	URL       *storage.Text
	IconURL   *storage.Text
	Country   *storage.Text
	Error     *storage.Text

	// When to try again, for an item that is or becomes queued or waits to be searched
	// for; ignored for others.
	NextAttempt storage.Time  // zero: not set
	RetryAfter  time.Duration // from now; zero: not set
}

// errNoQuery means that an item has no query.
var errNoQuery = fmt.Errorf("%w: an item needs a query", storage.ErrInvalid)

// apply changes an item, and clears the fields that its new state does not use.
func (p Patch) apply(item *storage.ImportItem, now storage.Time, tracked func(storage.AppID) (bool, error)) error {
	if p.Query != nil {
		if item.Query = strings.TrimSpace(*p.Query); item.Query == "" {
			return errNoQuery
		}
	}
	if p.Status != nil && *p.Status != item.Status {
		item.Status, item.NextAttempt, item.RemovedApp = *p.Status, 0, 0
	}
	for _, text := range []struct{ to, is *storage.Text }{
		{&item.EditedQuery, p.EditedQuery}, {&item.AppName, p.AppName}, {&item.Developer, p.Developer}, {&item.URL, p.URL},
		{&item.IconURL, p.IconURL}, {&item.Country, p.Country}, {&item.Error, p.Error},
	} {
		if text.is != nil {
			*text.to = *text.is
		}
	}
	item.URL, item.IconURL = appdata.Link(item.URL), appdata.Link(item.IconURL)
	if item.Status == storage.ImportQueued || item.Status == storage.ImportPendingSearch {
		switch {
		case p.NextAttempt > 0:
			item.NextAttempt = storage.NullTime(p.NextAttempt)
		case p.RetryAfter > 0:
			item.NextAttempt = storage.NullTime(now.Add(p.RetryAfter))
		}
	}
	if p.App == nil {
		return nil
	}
	there, err := tracked(*p.App)
	item.App = 0
	if there {
		item.App = *p.App
	}
	return err
}

// tracking returns a function that reports whether an app is tracked, and caches its
// results.
func tracking(tx *storage.Tx) func(storage.AppID) (bool, error) {
	known := map[storage.AppID]bool{0: false}
	return func(app storage.AppID) (bool, error) {
		if is, asked := known[app]; asked {
			return is, nil
		}
		_, is, err := storage.Find(tx.Apps, app)
		known[app] = is
		return is, err
	}
}

// Update changes an item. The error wraps storage.ErrNotFound when there is no such
// item, storage.ErrConflict when its import has another item with the query, and
// storage.ErrInvalid when the change is invalid.
func (s *Service) Update(ctx context.Context, id storage.ImportItemID, p Patch) (Item, error) {
	changed, err := storage.Update(ctx, s.store, func(tx *storage.Tx) (storage.ImportItem, error) {
		now := s.stamp()
		return s.change(tx, id, false, func(item *storage.ImportItem) error {
			before := item.Query
			if err := p.apply(item, now, tracking(tx)); err != nil || item.Query == before {
				return err
			}
			_, taken, err := find(tx, id.Import, item.Query)
			if taken {
				return fmt.Errorf("%w: the import already has an item %.80q", storage.ErrConflict, item.Query)
			}
			return err
		})
	})
	if err == nil {
		s.queued.Send()
	}
	return itemOf(changed), err
}

// find returns the item of an import with a query, and reports whether there is one.
func find(tx *storage.Tx, list, query string) (item storage.ImportItem, found bool, err error) {
	return storage.FindFirst(tx.ImportItems.List(storage.ImportItemQuery{Import: list, Query: query, Limit: 1}))
}
