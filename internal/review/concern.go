package review

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/storage"
)

// ConcernState is what a user decided about a concern.
type ConcernState string

// The states. An accepted or deferred concern is open again when the label names new data.
const (
	ConcernOpen     ConcernState = "open"
	ConcernAccepted ConcernState = "accepted"
	ConcernDeferred ConcernState = "deferred" // open again later
)

// Concern is a category of data in which an app exceeds the privacy profile, with the
// user's decision.
type Concern struct {
	profile.Mismatch
	State ConcernState `json:"state"` // the state
	// The purposes and data types that the label names in the category.
	Data []string `json:"data"`

	// When the last decision was made, even if the concern is open again; null: never.
	AcceptedAt storage.NullTime `json:"acceptedAt"`
	Until      storage.NullTime `json:"until"`   // when the deferral ends; null: it is not deferred
	Note       storage.Text     `json:"note"`    // a note in the user's words; empty or null: none
	NewData    []string         `json:"newData"` // the elements of data that were not accepted
}

// Concerns returns the concerns about an app, the gravest first. There are none without a
// privacy profile. The error wraps storage.ErrNotFound when the app is not tracked.
func (s *Service) Concerns(ctx context.Context, app storage.AppID) ([]Concern, error) {
	return storage.View(ctx, s.store, func(tx *storage.Tx) ([]Concern, error) {
		_, all, err := s.concerns(tx, app)
		return all, err
	})
}

func (s *Service) concerns(tx *storage.Tx, id storage.AppID) (storage.App, []Concern, error) {
	all := []Concern{}
	app, err := tx.Apps.Get(id)
	if err != nil {
		return app, nil, err
	}
	mine, err := profile.StoredPrivacy(tx)
	if err != nil || app.LabelDigest.IsZero() {
		return app, all, err
	}
	label, err := tx.Labels.Get(app.LabelDigest)
	if err != nil {
		return app, nil, err
	}
	decided, err := storage.Collect(tx.Concerns.List(storage.ConcernQuery{App: id}))
	if err != nil {
		return app, nil, err
	}
	now := storage.TimeOf(s.now())
	for _, m := range mine.Compare(app.Footprint).Mismatches {
		c := Concern{Mismatch: m, State: ConcernOpen, Data: profile.DataOf(label.Label, m.Category), NewData: []string{}}
		at := slices.IndexFunc(decided, func(d storage.Concern) bool { return d.Category == m.Category })
		if at >= 0 {
			c.decided(decided[at], now)
		}
		all = append(all, c)
	}
	return app, all, nil
}

// decided adds a decision.
func (c *Concern) decided(d storage.Concern, now storage.Time) {
	c.AcceptedAt, c.Until, c.Note = storage.NullTime(d.AcceptedAt), d.Until, d.Note
	c.NewData = profile.NewData(d.Accepted, c.Data)
	switch {
	case len(c.NewData) > 0:
	case d.Until == 0:
		c.State = ConcernAccepted
	case storage.Time(d.Until) > now:
		c.State = ConcernDeferred
	}
}

// AcceptConcern accepts the data that an app collects in a category beyond the privacy
// profile, for a number of days or, if that is zero, for good. The concern is open again
// when the label names new data in it. The error wraps [ErrTooLong], or
// storage.ErrNotFound when there is no such concern.
func (s *Service) AcceptConcern(ctx context.Context, id storage.ConcernID, days int, note string) (Concern, error) {
	note = strings.TrimSpace(note)
	if err := checkLength(note); err != nil {
		return Concern{}, err
	}
	now := storage.TimeOf(s.now())
	return storage.Update(ctx, s.store, func(tx *storage.Tx) (accepted Concern, err error) {
		app, all, err := s.concerns(tx, id.App)
		if err != nil {
			return accepted, err
		}
		at := slices.IndexFunc(all, func(c Concern) bool { return c.Category == id.Category })
		if at < 0 {
			return accepted, &storage.MissingError{Kind: "concern", Key: fmt.Sprintf("%s of app %d", id.Category, id.App)}
		}
		accepted = all[at]
		d := storage.Concern{App: id.App, Category: id.Category, Accepted: accepted.Data, AcceptedAt: now, Note: storage.Text(note)}
		event, verb := "concern_accepted", "accepted"
		if days > 0 {
			d.Until = storage.NullTime(now.Add(time.Duration(days) * 24 * time.Hour))
			event, verb = "concern_deferred", "deferred"
		}
		accepted.decided(d, now)
		if err := tx.Concerns.Put(d); err != nil {
			return accepted, err
		}
		return accepted, s.record(tx, now, event, app, fmt.Sprintf("%s: %s %s", app.Name, profile.CategoryLabel(id.Category), verb), map[string]any{
			"category": id.Category, "observed": accepted.Observed, "until": d.Until,
		})
	})
}

// ReopenConcern withdraws the decision about a concern. The error wraps
// storage.ErrNotFound when there is none.
func (s *Service) ReopenConcern(ctx context.Context, id storage.ConcernID) error {
	now := storage.TimeOf(s.now())
	return s.store.Update(ctx, func(tx *storage.Tx) error {
		n, err := tx.Concerns.Delete(id)
		if err == nil && n == 0 {
			return &storage.MissingError{Kind: "concern", Key: fmt.Sprintf("%s of app %d", id.Category, id.App)}
		}
		if err != nil {
			return fmt.Errorf("concern %s of app %d: %w", id.Category, id.App, err)
		}
		app, err := tx.Apps.Get(id.App)
		if err != nil {
			return err
		}
		return s.record(tx, now, "concern_reopened", app, fmt.Sprintf("%s: %s reopened", app.Name, profile.CategoryLabel(id.Category)), map[string]any{
			"category": id.Category,
		})
	})
}

// Accepted returns the concerns about an app that are accepted or deferred at a time,
// whatever the label names by now. A store without concerns has none.
func Accepted(tx *storage.Tx, app storage.AppID, now storage.Time) ([]storage.Concern, error) {
	all, err := storage.Collect(tx.Concerns.List(storage.ConcernQuery{App: app}))
	if errors.Is(err, storage.ErrNotSupported) {
		return nil, nil
	}
	return slices.DeleteFunc(all, func(c storage.Concern) bool { return c.Until != 0 && storage.Time(c.Until) <= now }), err
}

// AcceptedForGood returns the concerns that are accepted without an end, by app, whatever
// the labels name by now. A store without concerns has none.
func AcceptedForGood(tx *storage.Tx) (map[storage.AppID][]storage.Concern, error) {
	all := make(map[storage.AppID][]storage.Concern)
	for c, err := range tx.Concerns.List(storage.ConcernQuery{}) {
		if errors.Is(err, storage.ErrNotSupported) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if c.Until == 0 {
			all[c.App] = append(all[c.App], c)
		}
	}
	return all, nil
}
