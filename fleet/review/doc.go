// Package review is what people do about an app's changes.
//
// It owns the acknowledgement of pending changes, its undoing, and snoozing. It
// does not own the changes (fleet writes them, changelog reads them) or the
// notifications about them, which it only marks as read.
package review
