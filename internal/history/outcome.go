package history

import (
	"fmt"
	"sync"

	"github.com/privacylabels/auditor/storage"
)

// The outcomes of a target.
const (
	Existing     = "skipped_existing"        // a stored snapshot from the archive covers it
	Drift        = "skipped_drift"           // the nearest capture is too far from it
	Requested    = "requested_snapshot"      // nothing is archived: the archive was asked to capture the page now
	SaveFailed   = "skipped_save_now_failed" // nothing is archived, and the archive did not capture the page
	NoCapture    = "skipped_no_capture"      // no capture is usable
	FetchFailure = "skipped_fetch_failure"   // the archive did not return a capture that it lists
	ParseFailure = "skipped_parse_failure"   // the captured page shows no label
	Imported     = "imported"                // a snapshot that differs from the one before, or the first
	Unchanged    = "unchanged"               // a snapshot equal to the one before

	// Waiting is progress and not an outcome: the archive is rate limiting until
	// [TargetOutcome.Until]. Only subscribers to the run receive it.
	Waiting = "waiting"
)

// TargetOutcome is the outcome of a target of an import. A run reports each to its
// subscribers.
type TargetOutcome struct {
	TargetDate  storage.Time `json:"targetDate,omitzero"`  // the time whose state was looked for
	Outcome     string       `json:"outcome"`              // the outcome of the target
	CaptureDate storage.Time `json:"captureDate,omitzero"` // when the archive captured the page
	WaybackURL  string       `json:"waybackUrl,omitzero"`  // the URL of the archived page
	// Number of changes; with the outcomes imported and unchanged.
	ChangeCount *int `json:"changeCount,omitempty"`
	// The URL at which the archive saves the page; only with the outcome requested.
	SaveNowURL   string `json:"saveNowUrl,omitzero"`
	ErrorMessage string `json:"errorMessage,omitzero"` // what went wrong, in a sentence
	// When requests to the archive are allowed again; only with the outcome waiting.
	Until storage.Time `json:"until,omitzero"`
}

// Result is the result of an import of one app. Attempted is the sum of the five
// numbers after it.
type Result struct {
	App       storage.AppID `json:"appId"`     // the ID of the app
	Attempted int           `json:"attempted"` // the number of targets
	Imported  int           `json:"imported"`  // the number of past states that were imported
	Unchanged int           `json:"unchanged"` // the number of targets without a change
	Skipped   int           `json:"skipped"`   // the number of targets that were skipped
	Failed    int           `json:"failed"`    // the number of targets that failed
	// Number of pages that the archive was asked to save.
	SnapshotsRequested int             `json:"snapshotsRequested"`
	Pages              int             `json:"pages"`   // pages that were requested from the archive
	Targets            []TargetOutcome `json:"targets"` // in the order in which they were decided, never nil
	Changes            []Found         `json:"changes"` // the changes that archived pages show after the import, oldest first
}

// Found is a change of an app's label that archived states show. It was made in the time
// after After and up to At. The changelog has it at At.
type Found struct {
	After storage.Time `json:"after"` // when the previous label was last observed
	At    storage.Time `json:"at"`    // when the new label was first observed
}

// resultOf counts outcomes.
func resultOf(app storage.AppID, targets []TargetOutcome) Result {
	r := Result{App: app, Attempted: len(targets), Targets: append([]TargetOutcome{}, targets...), Changes: []Found{}}
	for _, t := range targets {
		switch t.Outcome {
		case Imported:
			r.Imported++
		case Unchanged:
			r.Unchanged++
		case Requested:
			r.SnapshotsRequested++
		case FetchFailure, ParseFailure:
			r.Failed++
		default:
			r.Skipped++
		}
	}
	return r
}

// failed reports whether an outcome is a failure, which another import may repair.
func failed(outcome string) bool { return outcome == FetchFailure || outcome == ParseFailure }

// notable reports whether any target had an outcome other than skipped.
func (r Result) notable() bool {
	return r.Imported+r.Unchanged+r.SnapshotsRequested+r.Failed > 0
}

func (r Result) summary() string {
	s := fmt.Sprintf("%d imported, %d unchanged, %d skipped", r.Imported, r.Unchanged, r.Skipped)
	if r.Failed > 0 {
		s += fmt.Sprintf(", %d failed", r.Failed)
	}
	if r.SnapshotsRequested > 0 {
		s += fmt.Sprintf(", %d requested", r.SnapshotsRequested)
	}
	return s
}

// UnderWay is the progress of a running import of an app.
type UnderWay struct {
	Began   storage.Time
	Result  Result       // so far, without Changes
	Waiting storage.Time // until when it waits for an archive that is rate limiting; zero: it does not wait
}

// UnderWay returns the progress of the import of an app that this process is running, alone
// or in a run of [Service.Job]. It reports false if there is none.
func (s *Service) UnderWay(app storage.AppID) (UnderWay, bool) {
	now, ok, _ := s.underWay.get(app)
	return now, ok
}

// underWay holds the imports that this process is running. The zero value is ready to use.
type underWay struct {
	mu      sync.Mutex
	of      map[storage.AppID]UnderWay
	changed chan struct{} // closed by the next change; nil: not waited for
}

// get returns the progress of the import of an app, and a channel that is closed when that of
// any import changes.
func (u *underWay) get(app storage.AppID) (now UnderWay, ok bool, changed <-chan struct{}) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.changed == nil {
		u.changed = make(chan struct{})
	}
	now, ok = u.of[app]
	return now, ok, u.changed
}

// change calls edit with the imports under way.
func (u *underWay) change(edit func(of map[storage.AppID]UnderWay)) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.of == nil {
		u.of = make(map[storage.AppID]UnderWay)
	}
	edit(u.of)
	if u.changed != nil {
		close(u.changed)
		u.changed = nil
	}
}

// follow registers the progress of the import for [Service.UnderWay]. Waiting is the end of
// a wait for the archive that begins; zero otherwise.
func (i *importer) follow(waiting storage.Time) {
	now := UnderWay{Began: i.Began, Result: i.result(), Waiting: waiting}
	i.underWay.change(func(of map[storage.AppID]UnderWay) { of[i.app.ID] = now })
}

// unfollow removes the import again.
func (i *importer) unfollow() {
	i.underWay.change(func(of map[storage.AppID]UnderWay) { delete(of, i.app.ID) })
}
