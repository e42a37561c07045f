// Package background runs work that outlives the call that started it.
//
// A [Group] starts such work and stops it together. A [Loop] repeats a step. A lease,
// a row of the database, gives a piece of work to one process at a time: [Acquire],
// [Renew] and [Release] work in the caller's transaction, so that a commit can check
// the lease, and [Hold] renews one while the work takes.
package background
