package notify_test

import (
	"context"
	"errors"
	"iter"

	"github.com/privacylabels/auditor/storage"
)

// flagless is a store whose feature flags cannot be read: a transaction that tries
// is over, as one of a database is.
type flagless struct{ storage.Store }

func (f flagless) View(ctx context.Context, fn func(*storage.Tx) error) error {
	return f.Store.View(ctx, func(tx *storage.Tx) error {
		var failed error
		dead := *tx
		dead.FlagOverrides = deadOverrides{err: &failed}
		dead.Notifications = deadNotifications{tx.Notifications, &failed}
		if err := fn(&dead); err != nil {
			return err
		}
		if failed != nil {
			return errors.New("success of a transaction that is over")
		}
		return nil
	})
}

type deadOverrides struct {
	storage.Rows[string, storage.FlagOverride, storage.FlagOverrideQuery]
	err *error // what ended the transaction
}

func (d deadOverrides) List(storage.FlagOverrideQuery) iter.Seq2[storage.FlagOverride, error] {
	return func(yield func(storage.FlagOverride, error) bool) {
		*d.err = errors.New("the table is damaged")
		yield(storage.FlagOverride{}, *d.err)
	}
}

type deadNotifications struct {
	storage.Rows[string, storage.Notification, storage.NotificationQuery]
	err *error
}

func (d deadNotifications) Count(q storage.NotificationQuery) (int, error) {
	if *d.err != nil {
		return 0, *d.err
	}
	return d.Rows.Count(q)
}
