// Package review records what users decide about apps and their changes.
//
// It owns the acknowledgement of pending changes, its undo, and snoozing; the notes on
// an app, whose deletion can be undone for a while; verdicts; the shortlist of apps that
// may replace another; and the settings of the profiles. It does not own the changes
// (fleet writes them, changelog reads them), their notifications, which it only marks as
// read, or the meaning of a profile (internal/profile).
package review
