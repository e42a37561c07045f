// Package commitlog numbers the snapshots with changes in the order in which they were
// committed, so that a program can ask for all that came after a number.
//
// It owns [storage.Commit] and the counter, a setting. The counter is read and written in
// the transaction that commits the snapshot. Transactions are serializable, so the order
// of numbers is the order of commits, also with several processes.
package commitlog
