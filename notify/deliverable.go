package notify

import "github.com/privacylabels/auditor/storage"

// deliverable says whether a notification is told to the outside at all while the
// switches are so, and from when on: now, or when it is held back no longer.
func (s switches) deliverable(n storage.Notification, now storage.Time) (from storage.Time, ok bool) {
	return max(now, storage.Time(n.NotBefore)), s.tell(n.Type)
}
