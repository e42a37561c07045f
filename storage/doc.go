// Package storage defines the records of an auditor, the queries that list them,
// and [Store], the transactional database that holds them.
//
// It owns the shape of each record, its validation, the order in which its kind
// is listed, and the rules of a transaction. Databases are in storage/sqlite,
// storage/sqldb and storage/memory; the packages that write records decide what
// they mean.
//
// It imports the standard library only, so that every other package, including
// stores of other authors, can build on it.
//
// # The rules of a transaction
//
// Each rule is tested by storagetest and enforced by storagetest.Strict.
//
//   - Transactions do not nest: the function that opens one passes the [Tx] down.
//   - The function passed to View or Update may run again, for example after a
//     conflict. It assigns to captured variables and never appends to them, and
//     it does not wait for anything outside the database.
//   - Data that decides a write is read in the same Update.
//   - A failed write ends the transaction: return its error.
//   - While ranging over a list, any call is allowed except a write to the listed
//     table; a Delete or Clear also writes to the tables of the children. A list
//     ends with its transaction and is used once.
//   - If a list fails, its last pair is a zero record and the error.
//   - Text is UTF-8 without NUL and is ordered bytewise.
//   - A Tx is for one goroutine.
//
// # Parents
//
// A record may name parents. Its method Parents lists them, each with the action to
// take when that parent is deleted. A write that names a missing parent, or that
// deletes a parent with the action [Restrict], fails with [ErrConflict]. Other
// references are not checked: notifications, activities and AI logs outlive their app;
// related apps and candidates of the shortlist need not be tracked; reviews and
// policy analyses may name snapshots and versions that were deleted; the label
// digest and decision of an app are copies.
//
// # Round trip
//
// A record is read as it was written, except that a store may confuse an empty
// list with a nil one, and two encodings of the same JSON value. It distinguishes
// a nil pointer from one to a zero value, and a nil [encoding/json.RawMessage]
// from an empty object.
package storage
