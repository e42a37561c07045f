package storagetest_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/privacylabels/auditor/storage"
)

type (
	apps          = flawedTable[storage.AppID, storage.App, storage.AppQuery]
	features      = flawedTable[storage.FeatureID, storage.Feature, storage.FeatureQuery]
	notifications = flawedTable[string, storage.Notification, storage.NotificationQuery]
	audits        = flawedTable[string, storage.Audit, storage.AuditQuery]
	settings      = flawedTable[string, storage.Setting, storage.SettingQuery]
	runs          = flawedTable[string, storage.Run, storage.RunQuery]
)

// flawedTx is a Tx of which some tables are replaced.
type flawedTx struct {
	storage.Tx
	apps          *apps
	features      *features
	notifications *notifications
	audits        *audits
	settings      *settings
	runs          *runs
}

// table returns the replacement, over the sound table, or that one.
func table[K comparable, R storage.Record[K], Q any](
	flaw *flawedTable[K, R, Q], sound storage.Table[K, R, Q],
) storage.Table[K, R, Q] {
	if flaw == nil {
		return sound
	}
	flaw.Table = sound
	return flaw
}

func (t *flawedTx) Apps() storage.Table[storage.AppID, storage.App, storage.AppQuery] {
	return table(t.apps, t.Tx.Apps())
}

func (t *flawedTx) Features() storage.Table[storage.FeatureID, storage.Feature, storage.FeatureQuery] {
	return table(t.features, t.Tx.Features())
}

func (t *flawedTx) Notifications() storage.Table[string, storage.Notification, storage.NotificationQuery] {
	return table(t.notifications, t.Tx.Notifications())
}

func (t *flawedTx) Audits() storage.Table[string, storage.Audit, storage.AuditQuery] {
	return table(t.audits, t.Tx.Audits())
}

func (t *flawedTx) Settings() storage.Table[string, storage.Setting, storage.SettingQuery] {
	return table(t.settings, t.Tx.Settings())
}

func (t *flawedTx) Runs() storage.Table[string, storage.Run, storage.RunQuery] {
	return table(t.runs, t.Tx.Runs())
}

func defects() []defect {
	return slices.Concat(recordDefects(), queryDefects(), transactionDefects())
}

func recordDefects() []defect {
	return []defect{
		{"loses a field", "Apps/EachField", within(func(tx storage.Tx) storage.Tx {
			return &flawedTx{Tx: tx, apps: &apps{put: func(records ...storage.App) error {
				for i := range records {
					records[i].HasIAP = nil
				}
				return tx.Apps().Put(records...)
			}}}
		})},
		{"takes a pointer to false for nil", "Apps/RoundTrip", within(func(tx storage.Tx) storage.Tx {
			return &flawedTx{Tx: tx, apps: &apps{get: func(id storage.AppID) (storage.App, error) {
				a, err := tx.Apps().Get(id)
				if a.HasIAP != nil && !*a.HasIAP {
					a.HasIAP = nil
				}
				return a, err
			}}}
		})},
		{"leaves out what is invalid", "Settings/Invalid", within(func(tx storage.Tx) storage.Tx {
			return &flawedTx{Tx: tx, settings: &settings{put: func(records ...storage.Setting) error {
				valid := slices.DeleteFunc(slices.Clone(records), func(s storage.Setting) bool { return s.Validate() != nil })
				return tx.Settings().Put(valid...)
			}}}
		})},
		{"makes up a parent", "Features/Orphan", within(func(tx storage.Tx) storage.Tx {
			return &flawedTx{Tx: tx, features: &features{put: func(records ...storage.Feature) error {
				for _, f := range records {
					if _, err := tx.Apps().Get(f.App); errors.Is(err, storage.ErrNotFound) {
						if err := tx.Apps().Put(storage.App{ID: f.App, Name: "?", URL: "?"}); err != nil {
							return err
						}
					}
				}
				return tx.Features().Put(records...)
			}}}
		})},
		{"replaces by deleting", "Tree/ReplaceParent", within(func(tx storage.Tx) storage.Tx {
			return &flawedTx{Tx: tx, apps: &apps{put: func(records ...storage.App) error {
				for _, a := range records {
					if _, err := tx.Apps().Delete(a.ID); err != nil {
						return err
					}
				}
				return tx.Apps().Put(records...)
			}}}
		})},
		{"counts keys", "Settings/Delete", within(func(tx storage.Tx) storage.Tx {
			return &flawedTx{Tx: tx, settings: &settings{del: func(keys ...string) (int, error) {
				_, err := tx.Settings().Delete(keys...)
				return len(keys), err
			}}}
		})},
	}
}

func queryDefects() []defect {
	return []defect{
		{"turns the order round", "Audits/Lookup", within(func(tx storage.Tx) storage.Tx {
			return &flawedTx{Tx: tx, audits: &audits{list: func(q storage.AuditQuery) iter.Seq2[storage.Audit, error] {
				found, err := storage.Collect(tx.Audits().List(q))
				slices.Reverse(found)
				return yields(found, err)
			}}}
		})},
		{"forgets a filter", "Notifications/Lookup", within(func(tx storage.Tx) storage.Tx {
			return &flawedTx{Tx: tx, notifications: &notifications{
				list: func(q storage.NotificationQuery) iter.Seq2[storage.Notification, error] {
					q.Due = 0
					return tx.Notifications().List(q)
				},
			}}
		})},
		{"counts beyond the limit", "Runs/Lookup", within(func(tx storage.Tx) storage.Tx {
			return &flawedTx{Tx: tx, runs: &runs{cnt: func(q storage.RunQuery) (int, error) {
				q.Limit = 0
				return tx.Runs().Count(q)
			}}}
		})},
		{"ignores letter case", "Settings/Lookup", within(func(tx storage.Tx) storage.Tx {
			return &flawedTx{Tx: tx, settings: &settings{list: func(q storage.SettingQuery) iter.Seq2[storage.Setting, error] {
				found, err := storage.Collect(tx.Settings().List(storage.SettingQuery{}))
				return yields(slices.DeleteFunc(found, func(s storage.Setting) bool {
					return !strings.HasPrefix(strings.ToLower(s.Name), strings.ToLower(q.Prefix))
				}), err)
			}}}
		})},
		{"lists beyond the end", "Settings/ListAfterEnd", within(func(tx storage.Tx) storage.Tx {
			return &flawedTx{Tx: tx, settings: &settings{list: func(q storage.SettingQuery) iter.Seq2[storage.Setting, error] {
				return yields(storage.Collect(tx.Settings().List(q)))
			}}}
		})},
	}
}

func transactionDefects() []defect {
	return []defect{
		{"keeps what failed", "Settings/Rollback", func(s storage.Store) storage.Store {
			return &flawed{Store: s, update: func(ctx context.Context, fn func(storage.Tx) error) error {
				var failed error
				err := s.Update(ctx, func(tx storage.Tx) error { failed = fn(tx); return nil })
				return errors.Join(err, failed)
			}}
		}},
		{"wraps the error", "Transaction/ErrorOfUpdate", func(s storage.Store) storage.Store {
			return &flawed{Store: s, update: func(ctx context.Context, fn func(storage.Tx) error) error {
				if err := s.Update(ctx, fn); err != nil {
					return fmt.Errorf("update: %w", err)
				}
				return nil
			}}
		}},
		{"swallows a panic", "Transaction/PanicInUpdate", func(s storage.Store) storage.Store {
			return &flawed{Store: s, update: func(ctx context.Context, fn func(storage.Tx) error) (err error) {
				defer func() {
					if p := recover(); p != nil {
						err = fmt.Errorf("panic: %v", p)
					}
				}()
				return s.Update(ctx, fn)
			}}
		}},
		{"writes in a View", "Settings/ReadOnly", func(s storage.Store) storage.Store {
			return &flawed{Store: s, view: s.Update}
		}},
		{"forgets the context", "Transaction/EndedContext", func(s storage.Store) storage.Store {
			return &flawed{Store: s, update: func(ctx context.Context, fn func(storage.Tx) error) error {
				return s.Update(context.WithoutCancel(ctx), fn)
			}}
		}},
		{"commits after the context", "Transaction/ContextEndsInUpdate", func(s storage.Store) storage.Store {
			return &flawed{Store: s, update: func(ctx context.Context, fn func(storage.Tx) error) error {
				if err := ctx.Err(); err != nil {
					return err
				}
				return s.Update(context.WithoutCancel(ctx), fn)
			}}
		}},
		{"loses updates", "Concurrency/Increments", optimist},
		{"skews", "Concurrency/Skew", optimist},
		{"reads what is committed meanwhile", "Concurrency/OneState", restless},
		{"revision stands still", "Powers/Revision", func(s storage.Store) storage.Store {
			return &flawed{Store: s, revision: func() uint64 { return 1 }}
		}},
		{"revision moves by itself", "Powers/Revision", func(s storage.Store) storage.Store {
			var n atomic.Uint64
			return &flawed{Store: s, revision: func() uint64 { return n.Add(1) }}
		}},
		{"revision lags", "Powers/RevisionAndView", func(s storage.Store) storage.Store {
			var n atomic.Uint64
			return &flawed{Store: s, revision: func() uint64 { return n.Add(1) / 64 }}
		}},
	}
}

// optimist runs fn in a View and writes the settings it put afterwards, without
// looking whether what it read is still so.
func optimist(s storage.Store) storage.Store {
	return &flawed{Store: s, update: func(ctx context.Context, fn func(storage.Tx) error) error {
		var kept []storage.Setting
		if err := s.View(ctx, func(tx storage.Tx) error {
			return fn(&flawedTx{Tx: tx, settings: &settings{put: func(records ...storage.Setting) error {
				kept = append(kept, records...)
				return nil
			}}})
		}); err != nil {
			return err
		}
		return s.Update(ctx, func(tx storage.Tx) error { return tx.Settings().Put(kept...) })
	}}
}

// restless reads each setting in a View of its own.
func restless(s storage.Store) storage.Store {
	return &flawed{Store: s, view: func(ctx context.Context, fn func(storage.Tx) error) error {
		return s.View(ctx, func(tx storage.Tx) error {
			return fn(&flawedTx{Tx: tx, settings: &settings{get: func(name string) (r storage.Setting, err error) {
				err = s.View(ctx, func(now storage.Tx) error {
					r, err = now.Settings().Get(name)
					return err
				})
				return r, err
			}}})
		})
	}}
}
