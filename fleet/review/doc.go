// Package review is what people do about apps and their changes.
//
// It owns the acknowledgement of pending changes, its undoing, and snoozing; the
// notes that people write on an app, with a deletion that can be taken back for
// a moment; the verdicts that they give; the shortlist of apps that may replace
// one; and the setting of their profiles. It does not own the changes (fleet
// writes them, changelog reads them), the notifications about them, which it only
// marks as read, nor what a profile means (see fleet/profile).
package review
