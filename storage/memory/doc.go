// Package memory implements a [storage.Store] in memory, without persistence.
//
// It is the reference: storagetest compares other stores with it. It knows no kind
// of record by name. What a query lists and in which order, and what a record
// needs, is declared in package storage, so a new kind works here at once.
//
// A transaction works on a copy of the tables that it writes to, and a commit
// swaps one pointer: a View has a stable state, and a rollback drops the copy.
//
// It is for tests, demonstrations and small fleets: a list walks its whole
// table, and an Update copies each table it writes to. No other process sees it.
package memory
