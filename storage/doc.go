// Package storage is the vocabulary and the contract below everything else: the
// records an auditor keeps, the queries that list them, and the [Store] that
// promises they are safe.
//
// It owns the shape of each record, what makes one valid, the order in which
// its kind is listed, and the rules of a transaction. It does not own a
// database (see storage/sqlite and storage/sqldb), nor any rule about what a
// record means: those are in the packages that write it.
//
// It is a leaf: it imports the standard library only, so that every other
// package, and every store that somebody else writes, can build on it.
//
// # The rules of a transaction
//
// Each rule is tested by storagetest and enforced by storagetest.Strict.
//
//   - A transaction never lies within another one: whoever opens it hands the
//     [Tx] down.
//   - The function handed to View or Update may run again, after a conflict for
//     instance. It sets what it captured and never adds to it, and it does not
//     wait for anything outside the store.
//   - What decides a write is read in the same Update.
//   - A write that failed ends the transaction: return its error.
//   - While ranging over a list, any call is allowed but a write to the table
//     that is listed; a Delete or Clear also writes to the tables of what hangs
//     on its records. A list ends with its transaction and is used once.
//   - A list that fails yields the error last, beside a zero record.
//   - Text is UTF-8 without NUL and is ordered bytewise.
//   - A Tx is for one goroutine.
//
// # What hangs on what
//
// A feature, a related app, a snapshot, a review, an annotation, a verdict, an
// entry of the shortlist (on its source), a policy version and a policy analysis
// hang on their app, a change on its snapshot, an item on its run or import, an
// event and a policy version of an app of no store on that, and a device link on
// its app and its device: it cannot be written before, and goes with it. A snapshot
// names a label body, which must be there before it and cannot be removed while it
// is named. An item of an import may name an app, which must be there before it;
// when the app goes, the item names none. A write against this
// fails with [ErrConflict]. Nothing else is checked: a notification, an activity
// and what a model was asked outlive their app, a related app and a candidate of
// the shortlist need not be tracked, a review may cover snapshots that are gone, a
// policy analysis may name versions that are, and an app's own label digest and
// decision are notes.
//
// # What comes back
//
// A record comes back as it was written, but for two things that a store need
// not tell apart: an empty list from a nil one, and two spellings of the same
// JSON. A nil pointer and one to a zero are told apart, and so are a nil
// [encoding/json.RawMessage] and an empty object.
package storage
