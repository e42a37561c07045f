package tracked

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/storage"
)

// RemovedFor is how long a removed app can be restored.
const RemovedFor = 30 * 24 * time.Hour

// ErrTracked means that a removed app cannot be restored because it is tracked again.
var ErrTracked = appdata.ErrTracked

// Removed is an app that was removed and can be restored.
type Removed struct {
	storage.RemovedApp
	Until storage.Time `json:"until"` // when its records are deleted
}

// Remove removes an app and everything that refers to it, except notifications and
// activity entries. For [RemovedFor], [Service.Restore] brings it back, and so does tracking it again,
// unless the store lacks the tables for that. It reports whether the app was tracked.
func (s *Service) Remove(ctx context.Context, id storage.AppID) (removed bool, err error) {
	return storage.Update(ctx, s.store, func(tx *storage.Tx) (bool, error) { return appdata.PutAside(tx, id, s.stamp()) })
}

// removedTogether is how many apps a transaction removes: other writes wait for it.
const removedTogether = 20

// Removal is what [Service.RemoveAll] did.
type Removal struct {
	Apps []storage.AppID // those that were tracked
	At   storage.Time    // names the removal to RestoreRemoval
}

// RemoveAll removes apps as [Service.Remove] does, many in a transaction. With an error, the apps of the
// result are removed all the same.
func (s *Service) RemoveAll(ctx context.Context, ids ...storage.AppID) (Removal, error) {
	removal := Removal{At: s.stamp()}
	for some := range slices.Chunk(ids, removedTogether) {
		gone, err := storage.Update(ctx, s.store, func(tx *storage.Tx) (gone []storage.AppID, err error) {
			for _, id := range some {
				tracked, err := appdata.PutAside(tx, id, removal.At)
				if err != nil {
					return nil, err
				}
				if tracked {
					gone = append(gone, id)
				}
			}
			return gone, nil
		})
		if err != nil {
			return removal, err
		}
		removal.Apps = append(removal.Apps, gone...)
	}
	return removal, nil
}

// Purge removes an app, tracked or removed already, for good. It reports whether there was one.
func (s *Service) Purge(ctx context.Context, id storage.AppID) (purged bool, err error) {
	return storage.Update(ctx, s.store, func(tx *storage.Tx) (bool, error) {
		tracked, err := appdata.Remove(tx, id)
		if err != nil {
			return false, err
		}
		n, err := tx.RemovedApps.Delete(id)
		if errors.Is(err, storage.ErrNotSupported) {
			n, err = 0, nil
		}
		return tracked || n > 0, err
	})
}

// maxRemoved is how many removed apps are listed.
const maxRemoved = 1000

// Removed returns the apps that can be restored, at most 1,000, the last removed one first.
func (s *Service) Removed(ctx context.Context) ([]Removed, error) {
	page, err := s.RemovedPage(ctx, maxRemoved, 0)
	return page.Apps, err
}

// RemovedPage is a page of the apps that can be restored.
type RemovedPage struct {
	Apps  []Removed // the last removed one first
	Total int       // in the whole list
}

// RemovedPage returns up to limit of the apps that can be restored, starting at offset.
func (s *Service) RemovedPage(ctx context.Context, limit, offset int) (RemovedPage, error) {
	return storage.View(ctx, s.store, func(tx *storage.Tx) (page RemovedPage, err error) {
		page.Apps = []Removed{}
		page.Total, err = tx.RemovedApps.Count(storage.RemovedAppQuery{})
		if errors.Is(err, storage.ErrNotSupported) {
			return page, nil
		}
		if err != nil || offset >= page.Total {
			return page, err
		}
		for app, err := range tx.RemovedApps.List(storage.RemovedAppQuery{Limit: limit, Offset: offset}) {
			if err != nil {
				return page, err
			}
			page.Apps = append(page.Apps, Removed{app, app.RemovedAt.Add(RemovedFor)})
		}
		return page, nil
	})
}

// Restore brings removed apps back with all their records, and returns how many. It does nothing and
// returns an error that wraps storage.ErrNotFound if one of them cannot be restored, and [ErrTracked] if
// one is tracked again.
func (s *Service) Restore(ctx context.Context, ids ...storage.AppID) (restored int, err error) {
	err = s.store.Update(ctx, func(tx *storage.Tx) error {
		for _, id := range ids {
			ok, err := appdata.Restore(tx, id)
			if err != nil {
				return err
			}
			if !ok {
				return storage.Missing(storage.RemovedApp{}, id)
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return len(ids), nil
}

// RestoreRemoval brings back the apps of a removal that were neither restored nor added again since, many in a
// transaction, and returns how many. The error wraps storage.ErrNotFound if there are none.
func (s *Service) RestoreRemoval(ctx context.Context, at storage.Time) (restored int, err error) {
	ids, err := storage.View(ctx, s.store, func(tx *storage.Tx) (ids []storage.AppID, err error) {
		for app, err := range tx.RemovedApps.List(storage.RemovedAppQuery{RemovedBy: at}) {
			if err != nil {
				return nil, err
			}
			if app.RemovedAt < at { // the last removed come first
				break
			}
			ids = append(ids, app.App)
		}
		return ids, nil
	})
	if err != nil {
		return 0, err
	}

	for some := range slices.Chunk(ids, removedTogether) {
		n, err := storage.Update(ctx, s.store, func(tx *storage.Tx) (n int, err error) {
			for _, id := range some {
				ok, err := appdata.Restore(tx, id)
				if errors.Is(err, ErrTracked) {
					continue
				}
				if err != nil {
					return 0, err
				}
				if ok {
					n++
				}
			}
			return n, nil
		})
		if err != nil {
			return restored, err
		}
		restored += n
	}
	if restored == 0 {
		return 0, fmt.Errorf("restore the apps removed at %d: %w", at, storage.ErrNotFound)
	}
	return restored, nil
}

// forgetRemoved deletes the records of the apps that were removed too long ago to be restored.
func (s *scheduler) forgetRemoved(ctx context.Context) error {
	by := storage.TimeOf(s.now().Add(-RemovedFor))
	expired := storage.RemovedAppQuery{RemovedBy: by, Limit: 100}
	some, err := storage.View(ctx, s.store, func(tx *storage.Tx) (bool, error) {
		_, found, err := storage.FindFirst(tx.RemovedApps.List(expired))
		return found, err
	})
	if errors.Is(err, storage.ErrNotSupported) {
		return nil
	}
	if err != nil || !some {
		return err
	}
	return s.store.Update(ctx, func(tx *storage.Tx) error {
		_, err := storage.DeleteListed(tx.RemovedApps, expired)
		return err
	})
}

// Pause makes runs leave apps out, or refresh them again. IDs that are not tracked are ignored. It
// returns the IDs of the apps that were not so before.
func (s *Service) Pause(ctx context.Context, pause bool, ids ...storage.AppID) (changed []storage.AppID, err error) {
	return storage.Update(ctx, s.store, func(tx *storage.Tx) (changed []storage.AppID, err error) {
		for _, id := range ids {
			_, tracked, err := storage.Find(tx.Apps, id)
			if err != nil {
				return nil, err
			}
			_, paused, err := storage.Find(tx.PausedApps, id)
			if err != nil {
				return nil, err
			}
			if !tracked || paused == pause {
				continue
			}
			changed = append(changed, id)
			if pause {
				err = tx.PausedApps.Put(storage.PausedApp{App: id, PausedAt: s.stamp()})
			} else {
				_, err = tx.PausedApps.Delete(id)
			}
			if err != nil {
				return nil, err
			}
		}
		return changed, nil
	})
}

// pausedApps returns the apps that runs leave out.
func pausedApps(tx *storage.Tx) (map[storage.AppID]storage.Time, error) {
	paused := make(map[storage.AppID]storage.Time)
	for app, err := range tx.PausedApps.List(storage.PausedAppQuery{}) {
		if errors.Is(err, storage.ErrNotSupported) {
			break
		}
		if err != nil {
			return nil, err
		}
		paused[app.App] = app.PausedAt
	}
	return paused, nil
}
