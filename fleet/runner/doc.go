// Package runner executes bulk runs: work on many subjects that survives the end of the
// process.
//
// It owns the [Engine] and, for each run, its row, items, lease, control and
// subscribers. It does not own any job: a [Job] belongs to the package of its subjects.
//
// A run and its items are rows in the database, written in one transaction. The result of
// an item is written in the transaction that marks the item as done ([Result]), so
// a process that is killed loses at most the current item, and repeats none. A
// process can end at these points:
//
//   - before the commit that starts a run: no run exists;
//   - after it, or between two items: the run is open and its items are pending;
//   - after Do, before the commit: the item is pending, and is done again;
//   - after a commit whose response was lost: the item is done, and is recognised as done;
//   - before the commit that ends a run: the run is open and has no items left.
//
// Work on an item has two parts. Do reads what it needs, from the network, outside any
// transaction. The Write of its [Result] is called in the transaction that marks the item as
// done. A job does not know which engine calls the two, nor when: where its items are
// [Independent], Do may run ahead of the results of other items, at the same time as they.
// This engine commits in the order of the queue, one item at a time, and starts Do of the
// items that follow, as many as [Config.AtOnce] says. It begins with one, takes one more for
// each item that did not have to wait for its turn at a host, and one fewer for each that
// waited for longer than it worked, since then the pace is the limit. Results that wait for
// their turn count, so that memory is bounded when one item takes long.
//
// Working ahead is invisible: events, progress, checkpoints and marks of an item come after
// the commits of the items before it. What was done ahead is discarded when a run is
// paused, cancelled, interrupted or stopped, or fails, and when the process ends: those
// items stay pending, and what they read is read again.
//
// [Shared] is the engine of several processes that all work on a run. It calls the same two
// parts, and writes results as they are ready. What follows is about the engine of [New].
//
// The mutex of a runner is a row as well, the lease, with an owner, an epoch and an expiry
// time. Each commit checks owner and epoch, so that a process whose lease was taken over
// writes nothing, and renews the lease; during a long item a ticker renews it. A clean
// stop releases the lease and leaves the run open to be resumed. After a crash another
// process resumes the run when the lease expires.
//
// An item that ends its process must not end every process after it. A process that takes
// over a lease that was not released counts a crash on the current item: the first pending
// one, since items are done one at a time and in order. It does so in the transaction that
// takes the lease, so that other items cost no further write. After two crashes the item is
// abandoned: it fails with [ErrAbandoned], which the job may record ([Abandoner]), and
// the run continues with the next one. Not counted are
//
//   - a clean stop, which releases the lease;
//   - the end of a process while the item waits: for a rate limit and, once the item has a
//     crash, for its turn at a host as well;
//   - crashes before a checkpoint that differs from the one before: the item advances.
//
// A process that stalls until its lease expires, or that could not release its lease
// at a stop, counts as crashed: other processes cannot tell the difference, and an item
// that stalls every process is as bad. An operator who kills two processes during one
// item causes it to be abandoned. Items of ended runs that were abandoned or have a
// crash are retained with their run: in the next run one crash is enough, until
// the item ends.
//
// An open run has the status [storage.RunRunning], even while no process works on it,
// [storage.RunPaused] if a user paused it, or [storage.RunInterrupted]: the next start
// resumes it.
//
// Several processes on one database need clocks that differ by less than the duration of a
// lease. Otherwise work may be done twice, but nothing is written twice.
package runner
