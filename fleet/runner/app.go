package runner

import (
	"fmt"
	"iter"

	"github.com/privacylabels/auditor/storage"
)

// Apps lists the IDs of the tracked apps for which include returns true; nil includes
// every app. It is the [Job.Queue] of a job over apps.
func Apps(tx *storage.Tx, include func(storage.App) bool) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for app, err := range tx.Apps.List(storage.AppQuery{}) {
			if err == nil && include != nil && !include(app) {
				continue
			}
			if !yield(app.ID.String(), err) {
				return
			}
		}
	}
}

// App returns the app that a subject of [Apps] names, and reports whether it is still
// tracked.
func App(tx *storage.Tx, subject string) (app storage.App, tracked bool, err error) {
	id, err := AppID(subject)
	if err != nil {
		return app, false, err
	}
	return storage.Find(tx.Apps, id)
}

// AppID returns the ID in a subject of [Apps].
func AppID(subject string) (storage.AppID, error) {
	id, err := storage.ParseAppID(subject)
	if err != nil {
		err = fmt.Errorf("%q: %w", subject, err)
	}
	return id, err
}

// AppTitle is the [Job.Title] of a job over apps. It returns the name of the app.
func AppTitle(tx *storage.Tx, subject string) (string, error) {
	app, _, err := App(tx, subject)
	return app.Name, err
}

// Skip is a [Result.Write] that counts the item as skipped.
func Skip(*storage.Tx, storage.Run) (Outcome, error) { return Outcome{State: Skipped}, nil }
