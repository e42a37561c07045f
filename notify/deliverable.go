package notify

import "github.com/privacylabels/auditor/storage"

// deliverable says whether a notification of this type is told to the outside at
// all, and from when on: now, or later. Every type is told at once.
func deliverable(_ storage.Tx, _ storage.NotificationType, now storage.Time) (from storage.Time, ok bool, err error) {
	return now, true, nil
}
