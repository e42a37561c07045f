// Package memory is a store of one's own: a [storage.Store] that keeps
// everything in memory and forgets it with the process.
//
// It shows how little a store must do. One generic table serves every kind of
// record; of each kind it asks for the order, the filters, what must be there
// before it and what goes with it (see kinds_apps.go and its neighbours). A
// transaction works on a copy of the tables that it writes to, and a commit is
// the exchange of one pointer: so a View keeps its state whatever goes on beside
// it, and undoing is forgetting.
//
// It is for tests, demonstrations and small fleets: a list walks its whole
// table, and an Update copies each table it writes to. It does not persist
// anything, and knows no other process.
package memory
