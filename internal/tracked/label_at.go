package tracked

import (
	"context"

	"github.com/privacylabels/auditor/storage"
)

// LabelAt is the label that an app had at a time.
type LabelAt struct {
	App        storage.AppID         `json:"appId"`        // the ID of the app
	ObservedAt storage.NullTime      `json:"observedAt"`   // when it was last read then; null: nothing was read so early
	Source     storage.Text          `json:"source"`       // where it was read: live, from the App Store, or wayback, from the web archive; null: nothing was
	Types      []storage.PrivacyType `json:"privacyTypes"` // the types of the label, with the categories of each
	// The identifiers of the security practices that the developer declared on Google Play; left
	// out if there were none.
	Practices []string `json:"practices,omitempty"`

	// The label before that one, the last one that differs; null: none is known.
	Before *LabelBefore `json:"before"`
}

// LabelBefore is an earlier label.
type LabelBefore struct {
	ObservedAt storage.Time          `json:"observedAt"`   // when it was last read
	Types      []storage.PrivacyType `json:"privacyTypes"` // the types of the label, with the categories of each
	// The identifiers of the security practices that the developer declared on Google Play; left
	// out if there were none.
	Practices []string `json:"practices,omitempty"`
}

// LabelAt returns the label of an app as it was last read at or before a time, and the one before.
// The error wraps storage.ErrNotFound if the app is not tracked.
func (s *Service) LabelAt(ctx context.Context, id storage.AppID, at storage.Time) (LabelAt, error) {
	return storage.View(ctx, s.store, func(tx *storage.Tx) (LabelAt, error) {
		found := LabelAt{App: id, Types: []storage.PrivacyType{}}
		app, err := tx.Apps.Get(id)
		if err != nil {
			return found, err
		}
		var digest storage.Digest
		for snapshot, err := range tx.Snapshots.List(storage.SnapshotQuery{App: id, To: max(at, 1)}) {
			if err != nil {
				return found, err
			}
			if snapshot.Label.IsZero() || snapshot.Label == digest {
				continue
			}
			body, err := tx.Labels.Get(snapshot.Label)
			if err != nil {
				return found, err
			}
			if !digest.IsZero() {
				found.Before = &LabelBefore{snapshot.ID.At, types(app.Store(), body.Label), body.Label.Practices}
				break
			}
			digest = snapshot.Label
			found.ObservedAt, found.Types = storage.NullTime(snapshot.ID.At), types(app.Store(), body.Label)
			found.Practices = body.Label.Practices
			found.Source = storage.Text(storage.SourceLive)
			if snapshot.Source == storage.SourceWayback {
				found.Source = storage.Text(storage.SourceWayback)
			}
		}
		return found, nil
	})
}
