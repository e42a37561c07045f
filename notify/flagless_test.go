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

func (f flagless) View(ctx context.Context, fn func(storage.Tx) error) error {
	return f.Store.View(ctx, func(tx storage.Tx) error {
		d := &deadTx{Tx: tx}
		if err := fn(d); err != nil {
			return err
		}
		if d.err != nil {
			return errors.New("success of a transaction that is over")
		}
		return nil
	})
}

type deadTx struct {
	storage.Tx
	err error
}

func (d *deadTx) FlagOverrides() storage.Table[string, storage.FlagOverride, storage.FlagOverrideQuery] {
	return deadOverrides{tx: d}
}

func (d *deadTx) Notifications() storage.Table[string, storage.Notification, storage.NotificationQuery] {
	if d.err != nil {
		return deadNotifications{err: d.err}
	}
	return d.Tx.Notifications()
}

type deadOverrides struct {
	storage.Table[string, storage.FlagOverride, storage.FlagOverrideQuery]
	tx *deadTx
}

func (d deadOverrides) List(storage.FlagOverrideQuery) iter.Seq2[storage.FlagOverride, error] {
	return func(yield func(storage.FlagOverride, error) bool) {
		d.tx.err = errors.New("the table is damaged")
		yield(storage.FlagOverride{}, d.tx.err)
	}
}

type deadNotifications struct {
	storage.Table[string, storage.Notification, storage.NotificationQuery]
	err error
}

func (d deadNotifications) Count(storage.NotificationQuery) (int, error) { return 0, d.err }
