// Package runner executes bulk runs: work on many subjects that survives the end of the
// process.
//
// It owns the [Engine] and, for each run, its row, items, lease, control and
// subscribers. It does not own any job: a [Job] belongs to the package of its subjects.
//
// A run and its items are rows in the database, written in one transaction. The result of
// an item is written in the transaction that marks the item as done ([Result]). Therefore a
// process that is killed loses at most the work on unfinished items, and no item is done
// twice.
//
// Work on an item has two parts. Do reads from the network, outside any transaction. Then
// the Write of its [Result] is called in the transaction that marks the item as done. If the
// items of a job are [Independent], Do may run for several items at the same time, before the
// results of earlier items are written.
//
// An open run has the status [storage.RunRunning], even while no process works on it,
// [storage.RunPaused] if a user paused it, or [storage.RunInterrupted]: the next start
// resumes it. With the engine of [New], one process at a time works on a run; [Shared] is an
// engine for several processes that all work on one run. An item during which processes
// crash twice is abandoned ([ErrAbandoned]), and the run continues with the next one.
//
// The clocks of processes on one database must differ by less than the duration of a lease.
// Otherwise work may be done twice, but nothing is written twice.
package runner

// How the engine of New works
//
// It commits one item at a time in the order of the queue. If the items are independent, it
// meanwhile runs Do for the items that follow. How many run at the same time, at most
// Config.AtOnce, adapts: one more after an item that hardly waited for its turn at a host,
// one fewer after an item that waited longer than it worked, because then the pace of
// requests is the limit. Results that wait to be committed count, which bounds the memory
// they take.
//
// Working ahead is invisible: the events, progress and checkpoints of an item come after the
// commits of the items before it. If a run is paused, cancelled, interrupted or stopped, or
// fails, or the process ends, work that was done ahead is discarded. Those items stay
// pending and are read again.
//
// A process can end at these points:
//
//   - before the commit that starts a run: no run exists;
//   - after it, or between two items: the run is open and its items are pending;
//   - after Do, before the commit: the item is pending, and is done again;
//   - after a commit whose response was lost: the item is done, and is recognised as done;
//   - before the commit that ends a run: the run is open and has no items left.
//
// One process at a time works on the run of a runner: the one that holds the runner's lease,
// a row with an owner, an epoch and an expiry time. Each commit checks owner and epoch, so
// that a process whose lease was taken over writes nothing, and renews the lease; a ticker
// renews it during long items. A clean stop releases the lease and leaves the run open.
// After a crash another process resumes the run when the lease expires.
//
// An item that crashes its process must not crash every process that resumes the run. A
// process that takes over a lease that was not released counts a crash on the first pending
// item. It does so in the transaction that takes the lease, so that items need no write when
// they start. After two crashes the item is abandoned: it fails with ErrAbandoned, which the
// job may record (Abandoner). The following do not count as crashes of an item:
//
//   - a clean stop, which releases the lease;
//   - the end of a process while the item waits for a rate limit or, if the item already has
//     a crash, for its turn at a host;
//   - crashes before the item saved a new checkpoint, because it advances.
//
// A process that stalls until its lease expires, or that could not release its lease at a
// stop, counts as crashed: other processes cannot tell the difference, and an item that
// stalls every process is as bad. An operator who kills two processes during one item causes
// it to be abandoned. Items that were abandoned or have a crash are retained after the end of
// their run: in the next run they are abandoned after one crash, until they are done once
// without a crash.
