package review

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/storage"
)

// MaxDecided is the maximum number of apps of [Service.DecideAll].
const MaxDecided = 500

// Verdicts returns the verdicts on an app, the user's and others', newest first. It
// returns none for an untracked app.
func (s *Service) Verdicts(ctx context.Context, app storage.AppID) ([]storage.Verdict, error) {
	if app <= 0 { // zero would select all apps
		return []storage.Verdict{}, nil
	}
	return storage.View(ctx, s.store, func(tx *storage.Tx) ([]storage.Verdict, error) {
		all, err := storage.Collect(tx.Verdicts.List(storage.VerdictQuery{App: app}))
		order.Sort(all, func(a, b storage.Verdict) int { return cmp.Compare(b.SetAt, a.SetAt) })
		if all == nil {
			all = []storage.Verdict{}
		}
		return all, err
	})
}

// Decide sets the user's verdict on an app, with an optional rationale, in place of the
// previous one. The error wraps [ErrTooLong], storage.ErrInvalid, or storage.ErrNotFound
// when the app is not tracked.
func (s *Service) Decide(ctx context.Context, app storage.AppID, decision storage.Decision, rationale string) (storage.Verdict, error) {
	rationale = strings.TrimSpace(rationale)
	if err := checkLength(rationale); err != nil {
		return storage.Verdict{}, err
	}
	now := storage.TimeOf(s.now())
	return storage.Update(ctx, s.store, func(tx *storage.Tx) (storage.Verdict, error) {
		v, a, err := decide(tx, app, decision, rationale, now)
		if err != nil {
			return v, err
		}
		return v, s.record(tx, now, "verdict_set", a, fmt.Sprintf("%s: %s", a.Name, decision), map[string]any{
			"verdict": decision, "hasRationale": rationale != "",
		})
	})
}

// DecideAll sets the user's verdict on up to [MaxDecided] apps in one transaction. The
// errors are those of Decide. The verdicts are in the order of the apps, including
// repeated ones.
func (s *Service) DecideAll(ctx context.Context, apps []storage.AppID, decision storage.Decision, rationale string) ([]storage.Verdict, error) {
	rationale = strings.TrimSpace(rationale)
	if len(apps) == 0 || len(apps) > MaxDecided {
		return nil, fmt.Errorf("%w: %d apps, want 1 to %d", storage.ErrInvalid, len(apps), MaxDecided)
	}
	if err := checkLength(rationale); err != nil {
		return nil, err
	}
	now := storage.TimeOf(s.now())
	return storage.Update(ctx, s.store, func(tx *storage.Tx) ([]storage.Verdict, error) {
		set := make([]storage.Verdict, 0, len(apps))
		for _, app := range apps {
			v, _, err := decide(tx, app, decision, rationale, now)
			if err != nil {
				return nil, err
			}
			set = append(set, v)
		}
		return set, s.record(tx, now, "bulk_verdict_set", storage.App{}, fmt.Sprintf("%d apps: %s", len(apps), decision), map[string]any{
			"verdict": decision, "count": len(apps), "appIds": apps, "hasRationale": rationale != "",
		})
	})
}

// decide sets the user's verdict on an app, and on the app's row.
func decide(tx *storage.Tx, app storage.AppID, decision storage.Decision, rationale string, now storage.Time) (storage.Verdict, storage.App, error) {
	a, err := tx.Apps.Get(app)
	if err != nil {
		return storage.Verdict{}, a, err
	}
	v := storage.Verdict{
		App: app, Decision: decision, Rationale: storage.Text(rationale), Origin: storage.OriginUser, SetAt: now, UpdatedAt: now,
	}
	before, decided, err := storage.Find(tx.Verdicts, storage.Key(v))
	if err != nil {
		return v, a, err
	}
	if decided {
		v.SetAt = before.SetAt
	}
	if err := tx.Verdicts.Put(v); err != nil {
		return v, a, err
	}
	return v, a, mark(tx, &a, decision)
}

// mark stores the user's verdict in an app's row.
func mark(tx *storage.Tx, a *storage.App, decision storage.Decision) error {
	if a.Decision == decision {
		return nil
	}
	a.Decision = decision
	return tx.Apps.Put(*a)
}

// ClearVerdict removes a verdict, and reports whether there was one.
func (s *Service) ClearVerdict(ctx context.Context, id storage.VerdictID) (bool, error) {
	now := storage.TimeOf(s.now())
	return storage.Update(ctx, s.store, func(tx *storage.Tx) (removed bool, err error) {
		n, err := tx.Verdicts.Delete(id)
		if err != nil || n == 0 {
			return false, err
		}
		a, err := tx.Apps.Get(id.App)
		if err != nil {
			return false, err
		}
		if id.Origin == storage.OriginUser {
			if err := mark(tx, &a, ""); err != nil {
				return false, err
			}
		}
		return true, s.record(tx, now, "verdict_cleared", a, a.Name+": verdict taken back", map[string]any{
			"source": id.Origin, "sourceName": id.OriginName,
		})
	})
}
