// Package changelog compares two states of an app, and reads the changes that are stored.
//
// [DiffLabels], [DiffFeatures] and [DiffApps] compare two states and return entries: a
// sentence for each change, with its data. [Digest] identifies a label.
//
// A [Reader] reads the feed of all apps, the timeline of one app, and the app's changes
// since it was first tracked and over the years.
//
// [Reader.After] and [Reader.Follow] return each change once it is committed, starting at
// a [Cursor] that remains valid after a restart.
//
// The package writes nothing. The packages that write snapshots decide when a state is
// observed, which earlier state it is compared with, and whether the feed shows the result.
//
// # How labels are compared
//
// Labels are sets of identifiers. Titles, descriptions, order and language are ignored.
// Elements with the same identifier are merged; elements without an identifier are not
// compared. Purposes and data types are compared only if both labels are [Detailed], because
// a page that leaves them out does not deny them. For the same reason an unknown label, or
// one without identifiers, is never a change.
package changelog
