package manual

import (
	"context"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// MaxEvents is how many events of an app are retained, the newest.
const MaxEvents = 500

// Change is a change of an app. Nil fields are unchanged, and empty texts clear a field.
type Change struct {
	Name, Source, Developer, PrivacyPolicyURL, SourceURL, Notes *string
}

// apply returns the fields after a change.
func (c Change) apply(f Fields) Fields {
	set(&f.Name, c.Name)
	set(&f.Source, c.Source)
	set(&f.Developer, c.Developer)
	set(&f.PrivacyPolicyURL, c.PrivacyPolicyURL)
	set(&f.SourceURL, c.SourceURL)
	set(&f.Notes, c.Notes)
	return f
}

func set(to, sent *string) {
	if sent != nil {
		*to = *sent
	}
}

// Update changes an app, and records an event for each changed field. The error is a
// [*FieldError], wraps [storage.ErrNotFound] when there is no such app, or is the
// database's.
func (s *Service) Update(ctx context.Context, id string, c Change) (storage.ManualApp, error) {
	now := s.stamp()
	return storage.Update(ctx, s.store, func(tx *storage.Tx) (storage.ManualApp, error) {
		before, err := get(tx, id)
		if err != nil {
			return before, err
		}
		app, err := s.changed(before, c)
		if err != nil {
			return app, err
		}
		app.ID, app.FirstSeen, app.UpdatedAt = before.ID, before.FirstSeen, max(now, before.FirstSeen)
		if err := tx.ManualApps.Put(app); err != nil {
			return app, err
		}
		return app, s.noteChanges(tx, before, app)
	})
}

// changed returns an app after a change. An unchanged address is not checked again,
// since the allowed networks may have changed.
func (s *Service) changed(before storage.ManualApp, c Change) (storage.ManualApp, error) {
	f := c.apply(fieldsOf(before))
	if c.PrivacyPolicyURL == nil {
		f.PrivacyPolicyURL = ""
	}
	if c.SourceURL == nil {
		f.SourceURL = ""
	}
	app, err := s.read(f)
	if c.PrivacyPolicyURL == nil {
		app.PrivacyPolicyURL = before.PrivacyPolicyURL
	}
	if c.SourceURL == nil {
		app.SourceURL = before.SourceURL
	}
	return app, err
}

// noteChanges records the differences between two states of an app.
func (s *Service) noteChanges(tx *storage.Tx, before, after storage.ManualApp) error {
	was, now := fieldsOf(before), fieldsOf(after)
	for _, field := range []struct{ name, was, now string }{
		{"name", was.Name, now.Name},
		{"source", was.Source, now.Source},
		{"developer", was.Developer, now.Developer},
		{"privacyPolicyUrl", was.PrivacyPolicyURL, now.PrivacyPolicyURL},
		{"sourceUrl", was.SourceURL, now.SourceURL},
		{"notes", was.Notes, now.Notes},
	} {
		if field.was == field.now {
			continue
		}
		detail := map[string]any{"kind": storage.ManualFieldChange, "field": field.name, "from": storage.Text(field.was), "to": storage.Text(field.now)}
		if _, err := s.note(tx, after.ID, storage.ManualFieldChange, after.UpdatedAt, detail); err != nil {
			return err
		}
	}
	return s.trim(tx, after.ID)
}

// note adds an event. The detail has values of basic types only.
func (s *Service) note(tx *storage.Tx, app string, what storage.ManualEventType, now storage.Time, detail map[string]any) (storage.ManualAppEvent, error) {
	id, err := storage.NewID(now, s.random)
	if err != nil {
		return storage.ManualAppEvent{}, err
	}
	event := storage.ManualAppEvent{ID: id, App: app, Type: what, OccurredAt: now, Detail: activity.Detail(detail)}
	return event, tx.ManualAppEvents.Put(event)
}

// trim deletes the oldest events of an app above the limit.
func (s *Service) trim(tx *storage.Tx, app string) error {
	n := 0
	_, err := storage.DeleteFunc(tx.ManualAppEvents, storage.ManualAppEventQuery{App: app}, func(storage.ManualAppEvent) bool {
		n++
		return n > MaxEvents
	})
	return err
}
