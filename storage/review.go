package storage

import (
	"cmp"
)

// ReviewAction is the user's response to an app's pending changes.
type ReviewAction string

// The review actions.
const (
	ReviewReviewed  ReviewAction = "reviewed"
	ReviewDismissed ReviewAction = "dismissed"
	ReviewSnoozed   ReviewAction = "snoozed"
	ReviewUnsnoozed ReviewAction = "unsnoozed"
)

// ReviewState holds the fields of an app that a review changes.
type ReviewState struct {
	ChangeCount           int  `db:"pre_change_count" json:"changeCount"`
	ChangesAcknowledgedAt Time `db:"pre_acknowledged_at" json:"changesAcknowledgedAt"`
	ChangesSnoozedUntil   Time `db:"pre_snoozed_until" json:"changesSnoozedUntil"`
}

// Review is an acknowledgement of an app's pending changes, recorded so that it
// can be undone.
type Review struct {
	ID      string       `db:"id,key" json:"id"`
	App     AppID        `db:"app_id" json:"appId"`
	Action  ReviewAction `db:"action" json:"action"`
	ActedAt Time         `db:"acted_at" json:"actedAt"`

	CoveredCount     int          `db:"covered_count" json:"coveredCount"`           // the number of entries that the review covers
	CoveredSnapshots []SnapshotID `db:"covered_snapshots" json:"coveredSnapshotIds"` // the IDs of the snapshots that the review covers, newest first

	SnoozeUntil NullTime    `db:"snooze_until" json:"snoozeUntil"`
	Note        Text        `db:"note" json:"note"`
	PreState    ReviewState `json:"preState"`
}

// ReviewQuery narrows a list of reviews, which is ordered newest first and, at
// one moment, by id.
type ReviewQuery struct {
	App   AppID // zero: every app
	From  Time  // at or after
	To    Time  // at or before; zero: no bound
	Limit int   // zero: all
}

// matches implements [Query].
func (q ReviewQuery) matches(r Review) bool {
	return asked(q.App, r.App) && within(q.From, q.To, r.ActedAt)
}

// compare implements [Query].
func (ReviewQuery) compare(a, b Review) int {
	return cmp.Or(cmp.Compare(b.ActedAt, a.ActedAt), cmp.Compare(a.ID, b.ID))
}

// key returns the id.
func (r Review) key() string { return r.ID }

// parents implements [child].
func (r Review) parents() []Parent { return onApp(r.App) }

// validate refuses a review without id, app or known action.
func (r Review) validate() error {
	if r.ID == "" {
		return invalid("review", "no id")
	}
	if err := r.App.validate("review"); err != nil {
		return err
	}
	switch r.Action {
	case ReviewReviewed, ReviewDismissed, ReviewSnoozed, ReviewUnsnoozed:
	default:
		return invalid("review", "unknown action %q", r.Action)
	}
	return checkText("review", r.ID, string(r.Note))
}
