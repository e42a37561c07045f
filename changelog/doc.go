// Package changelog says what changed about an app, and reads it back.
//
// The pure half compares two states: [DiffLabels], [DiffFeatures] and
// [DiffAgeRating] return entries, sentences with what a program needs of them.
// [Edits] and [Apply] are the typed form of a label's difference, from which
// the entries are made, and [Digest] is what a label's identity is. Whatever
// refreshes an app keeps what these return.
//
// The reading half is the [Reader]: the feed of all apps, the timeline of one,
// and what it did since it was installed and over the years.
//
// It does not own the records (see package storage), and it writes nothing:
// when a state is seen, which one it is compared with and whether the feed
// shows it are decided by those who write snapshots.
//
// # What a comparison sees
//
// Labels are sets of identifiers. Titles, descriptions, order and language mean
// nothing; what is named twice counts once, as the union of both; what has no
// identifier is not compared. Purposes and data types are compared only when
// both labels carry them whole, see [Detailed], because a page that leaves them
// out has not denied them. For the same reason a label that says nothing, or
// has not one identifier, is never read as a change.
package changelog
