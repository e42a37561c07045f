package device

import "github.com/privacylabels/auditor/storage"

// sweep forgets those of some apps that are orphans, and returns how many.
func (r *Registry) sweep(tx storage.Tx, apps []storage.AppID) (orphaned int, err error) {
	for _, id := range apps {
		app, err := tx.Apps().Get(id)
		if err != nil {
			return 0, err
		}
		orphan, err := IsOrphan(tx, app, "")
		if err != nil {
			return 0, err
		}
		if !orphan {
			continue
		}
		if _, err := r.Forget(tx, id); err != nil {
			return 0, err
		}
		orphaned++
	}
	return orphaned, nil
}

// IsOrphan says whether nothing would need an app that one device does not have
// any more: no other device has it, and nobody has said anything about it. A
// verdict of the user's own says something, and so do a note, also one whose
// deletion can still be taken back, and what is on the shortlist to replace it.
// Where no device is to be left out, without is empty.
func IsOrphan(tx storage.Tx, app storage.App, without string) (bool, error) {
	if app.Decision != "" {
		return false, nil
	}
	on, err := devicesOf(tx, app.ID)
	if err != nil {
		return false, err
	}
	for _, device := range on {
		if device != without {
			return false, nil
		}
	}
	for _, err := range tx.Annotations().List(storage.AnnotationQuery{App: app.ID, Limit: 1}) {
		return false, err
	}
	for _, err := range tx.Shortlist().List(storage.ShortlistQuery{Source: app.ID, Limit: 1}) {
		return false, err
	}
	return true, nil
}
