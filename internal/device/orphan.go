package device

import (
	"slices"

	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/storage"
)

// sweep removes those of some apps that are orphans now, and returns how many.
func sweep(tx *storage.Tx, now storage.Time, apps []storage.AppID) (orphaned int, err error) {
	for _, id := range apps {
		app, err := tx.Apps.Get(id)
		if err != nil {
			return 0, err
		}
		orphan, err := IsOrphan(tx, now, app, "")
		if err != nil {
			return 0, err
		}
		if !orphan {
			continue
		}
		if _, err := appdata.PutAside(tx, id, now); err != nil {
			return 0, err
		}
		orphaned++
	}
	return orphaned, nil
}

// IsOrphan reports whether nothing needs an app once it is off the device without: no
// other device has it, and it has no verdict of the user, no note (a deleted one counts
// while it can be restored) and no shortlist entries. An empty without excludes no
// device.
func IsOrphan(tx *storage.Tx, now storage.Time, app storage.App, without string) (bool, error) {
	if app.Decision != "" {
		return false, nil
	}
	on, err := devicesOf(tx, app.ID)
	if err != nil {
		return false, err
	}
	if slices.ContainsFunc(on, func(device string) bool { return device != without }) {
		return false, nil
	}
	for note, err := range tx.Annotations.List(storage.AnnotationQuery{App: app.ID}) {
		if err != nil || !review.Expired(note, now) {
			return false, err
		}
	}
	for _, err := range tx.Shortlist.List(storage.ShortlistQuery{Source: app.ID, Limit: 1}) {
		return false, err
	}
	return true, nil
}
