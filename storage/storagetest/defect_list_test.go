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

// over returns a table of which some methods are replaced.
func over[K comparable, R storage.Record[K], Q storage.Query[R]](sound storage.Rows[K, R, Q], flaw flawedTable[K, R, Q]) storage.Rows[K, R, Q] {
	flaw.Rows = sound
	return flaw
}

func defects() []defect {
	return slices.Concat(recordDefects(), queryDefects(), transactionDefects())
}

func recordDefects() []defect {
	return []defect{
		{"loses a field", "Apps/EachField", within(func(tx, flawed *storage.Tx) {
			flawed.Apps = over(tx.Apps, apps{put: func(records ...storage.App) error {
				for i := range records {
					records[i].HasIAP = nil
				}
				return tx.Apps.Put(records...)
			}})
		})},
		{"takes a pointer to false for nil", "Apps/RoundTrip", within(func(tx, flawed *storage.Tx) {
			flawed.Apps = over(tx.Apps, apps{get: func(id storage.AppID) (storage.App, error) {
				a, err := tx.Apps.Get(id)
				if a.HasIAP != nil && !*a.HasIAP {
					a.HasIAP = nil
				}
				return a, err
			}})
		})},
		{"leaves out what is invalid", "Settings/Invalid", within(func(tx, flawed *storage.Tx) {
			flawed.Settings = over(tx.Settings, settings{put: func(records ...storage.Setting) error {
				valid := slices.DeleteFunc(slices.Clone(records), func(s storage.Setting) bool { return storage.Validate(s) != nil })
				return tx.Settings.Put(valid...)
			}})
		})},
		{"makes up a parent", "Features/Orphan", within(func(tx, flawed *storage.Tx) {
			flawed.Features = over(tx.Features, features{put: func(records ...storage.Feature) error {
				for _, f := range records {
					if _, err := tx.Apps.Get(f.App); errors.Is(err, storage.ErrNotFound) {
						if err := tx.Apps.Put(storage.App{ID: f.App, Name: "?", URL: "?"}); err != nil {
							return err
						}
					}
				}
				return tx.Features.Put(records...)
			}})
		})},
		{"replaces by deleting", "Features/Parents", within(func(tx, flawed *storage.Tx) {
			flawed.Apps = over(tx.Apps, apps{put: func(records ...storage.App) error {
				for _, a := range records {
					if _, err := tx.Apps.Delete(a.ID); err != nil {
						return err
					}
				}
				return tx.Apps.Put(records...)
			}})
		})},
		{"counts keys", "Settings/Delete", within(func(tx, flawed *storage.Tx) {
			flawed.Settings = over(tx.Settings, settings{del: func(keys ...string) (int, error) {
				_, err := tx.Settings.Delete(keys...)
				return len(keys), err
			}})
		})},
	}
}

func queryDefects() []defect {
	return []defect{
		{"turns the order round", "Audits/Generated", within(func(tx, flawed *storage.Tx) {
			flawed.Audits = over(tx.Audits, audits{list: func(q storage.AuditQuery) iter.Seq2[storage.Audit, error] {
				found, err := storage.Collect(tx.Audits.List(q))
				slices.Reverse(found)
				return yields(found, err)
			}})
		})},
		{"forgets a filter", "Notifications/Generated", within(func(tx, flawed *storage.Tx) {
			flawed.Notifications = over(tx.Notifications, notifications{
				list: func(q storage.NotificationQuery) iter.Seq2[storage.Notification, error] {
					q.Due = 0
					return tx.Notifications.List(q)
				},
			})
		})},
		{"counts beyond the limit", "Runs/Generated", within(func(tx, flawed *storage.Tx) {
			flawed.Runs = over(tx.Runs, runs{cnt: func(q storage.RunQuery) (int, error) {
				q.Limit = 0
				return tx.Runs.Count(q)
			}})
		})},
		{"ignores letter case", "Settings/Generated", within(func(tx, flawed *storage.Tx) {
			flawed.Settings = over(tx.Settings, settings{list: func(q storage.SettingQuery) iter.Seq2[storage.Setting, error] {
				found, err := storage.Collect(tx.Settings.List(storage.SettingQuery{}))
				return yields(slices.DeleteFunc(found, func(s storage.Setting) bool {
					return !strings.HasPrefix(strings.ToLower(s.Name), strings.ToLower(q.Prefix))
				}), err)
			}})
		})},
		{"lists beyond the end", "Settings/ListAfterEnd", within(func(tx, flawed *storage.Tx) {
			flawed.Settings = over(tx.Settings, settings{list: func(q storage.SettingQuery) iter.Seq2[storage.Setting, error] {
				return yields(storage.Collect(tx.Settings.List(q)))
			}})
		})},
	}
}

func transactionDefects() []defect {
	return []defect{
		{"keeps what failed", "Settings/Rollback", func(s storage.Store) storage.Store {
			return &flawed{Store: s, update: func(ctx context.Context, fn func(*storage.Tx) error) error {
				var failed error
				err := s.Update(ctx, func(tx *storage.Tx) error { failed = fn(tx); return nil })
				return errors.Join(err, failed)
			}}
		}},
		{"wraps the error", "Transaction/ErrorOfUpdate", func(s storage.Store) storage.Store {
			return &flawed{Store: s, update: func(ctx context.Context, fn func(*storage.Tx) error) error {
				if err := s.Update(ctx, fn); err != nil {
					return fmt.Errorf("update: %w", err)
				}
				return nil
			}}
		}},
		{"swallows a panic", "Transaction/PanicInUpdate", func(s storage.Store) storage.Store {
			return &flawed{Store: s, update: func(ctx context.Context, fn func(*storage.Tx) error) (err error) {
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
			return &flawed{Store: s, update: func(ctx context.Context, fn func(*storage.Tx) error) error {
				return s.Update(context.WithoutCancel(ctx), fn)
			}}
		}},
		{"commits after the context", "Transaction/ContextEndsInUpdate", func(s storage.Store) storage.Store {
			return &flawed{Store: s, update: func(ctx context.Context, fn func(*storage.Tx) error) error {
				if err := ctx.Err(); err != nil {
					return err
				}
				return s.Update(context.WithoutCancel(ctx), fn)
			}}
		}},
		{"loses updates", "Concurrency/Increments", optimist},
		{"skews", "Concurrency/Skew", optimist},
		{"reads what is committed meanwhile", "Concurrency/OneState", restless},
		{"revision stands still", "Capabilities/Revision", func(s storage.Store) storage.Store {
			return &flawed{Store: s, revision: func() uint64 { return 1 }}
		}},
		{"revision moves by itself", "Capabilities/Revision", func(s storage.Store) storage.Store {
			var n atomic.Uint64
			return &flawed{Store: s, revision: func() uint64 { return n.Add(1) }}
		}},
		{"revision lags", "Capabilities/RevisionAndView", func(s storage.Store) storage.Store {
			var n atomic.Uint64
			return &flawed{Store: s, revision: func() uint64 { return n.Add(1) / 64 }}
		}},
	}
}

// optimist runs fn in a View and writes the settings it put afterwards, without
// looking whether what it read is still so.
func optimist(s storage.Store) storage.Store {
	return &flawed{Store: s, update: func(ctx context.Context, fn func(*storage.Tx) error) error {
		var kept []storage.Setting
		if err := s.View(ctx, func(tx *storage.Tx) error {
			flawed := *tx
			flawed.Settings = over(tx.Settings, settings{put: func(records ...storage.Setting) error {
				kept = append(kept, records...)
				return nil
			}})
			return fn(&flawed)
		}); err != nil {
			return err
		}
		return s.Update(ctx, func(tx *storage.Tx) error { return tx.Settings.Put(kept...) })
	}}
}

// restless reads each setting in a View of its own.
func restless(s storage.Store) storage.Store {
	return &flawed{Store: s, view: func(ctx context.Context, fn func(*storage.Tx) error) error {
		return s.View(ctx, func(tx *storage.Tx) error {
			flawed := *tx
			flawed.Settings = over(tx.Settings, settings{get: func(name string) (r storage.Setting, err error) {
				err = s.View(ctx, func(now *storage.Tx) error {
					r, err = now.Settings.Get(name)
					return err
				})
				return r, err
			}})
			return fn(&flawed)
		})
	}}
}
