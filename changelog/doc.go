// Package changelog compares two states of an app, and reads the changes that are stored.
//
// [DiffLabels], [DiffFeatures] and [DiffApps] compare states and return entries:
// sentences with their data. [Edits] and [Apply] are the typed form of the difference of
// two labels, from which the entries are made, and [Digest] is the identity of a label.
//
// A [Reader] reads the feed of all apps, the timeline of one, and its changes since it was
// installed and over the years.
//
// [Reader.After] and [Reader.Follow] tell a program of each change once it is committed,
// from a [Cursor] that survives restarts.
//
// The package writes nothing. The packages that write snapshots decide when a state is
// observed, with which one it is compared, and whether the feed shows the result.
//
// # How labels are compared
//
// Labels are sets of identifiers. Titles, descriptions, order and language are ignored.
// Identifiers that are repeated count once, as the union of both; elements without an
// identifier are not compared. Purposes and data types are compared only when both labels
// have them whole, see [Detailed], because a page that leaves them out has not denied them.
// For the same reason an unknown label, or one without identifiers, is never a change.
package changelog
