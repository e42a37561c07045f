// Package background runs work that outlives the call that started it.
//
// A [Group] starts such work and stops it together. A [Loop] repeats a step. A lease on a
// task, a row of the database, gives the work to one process at a time. [Take] takes a task
// and renews its lease until the work ends. [Acquire], [Renew] and [Release] are the steps of
// that, in the caller's transaction, so that a commit can check the lease, and [Hold] renews
// one.
package background
