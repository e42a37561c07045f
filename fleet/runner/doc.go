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
// results of earlier items are written. If they stand in several lines ([Lined]), the lines
// advance independently, and one of them can wait while the others go on.
//
// An open run has the status [storage.RunRunning], even while no process works on it,
// [storage.RunPaused] if a user paused it, or [storage.RunInterrupted]: the next start
// resumes it. A [Queue] hands out the items of a run, as tasks, at least once each. Without
// one, a process hands all items of a run to itself, and another process continues the run
// when that one ends. With one, several processes work on a run at the same time. An item
// during which processes crash twice is abandoned ([ErrAbandoned]), and the run continues with
// the next one.
//
// The clocks of processes on one database must differ by less than the duration of a lease.
// Otherwise work may be done twice, but nothing is written twice.
package runner

// How the engine works
//
// A task is an item that is not done. The process that works on it writes the result of the
// item, marks the item as done and completes the task in one transaction, which also writes
// what comes next: the run before its next item, or its end or pause. Everything that a run
// leaves later is found and done by the maintenance loop (tend): it renews leases, obeys
// requests to pause and cancel, and resumes runs that no process works on.
//
// A process can end at these points:
//
//   - before the commit that starts a run: no run exists;
//   - after it, or between two items: the run is open and its items are pending;
//   - after Do, before the commit: the item is pending, and is done again;
//   - after a commit whose response was lost: the item is done, and is recognised as done.
//
// The lease of a runner, a task with an owner, attempts and an expiry time, says who works on
// its run: one process, or all processes with the same queue. A clean stop releases the lease
// of a process and leaves the run open. After a crash another process resumes the run when
// the lease expires.
//
// Without a queue, the pending items are the queue (pending), and nothing is written about
// them before they are done. Each commit checks owner and attempts of it, so that a
// process whose lease was taken over writes nothing. If the items are independent, Do
// meanwhile runs for the items that follow. How many run at the same time, at most
// Config.AtOnce, adapts: one more after an item that hardly waited for its turn at a host,
// one fewer after an item that waited longer than it worked, because then the pace of
// requests is the limit. Results that wait for their turn count, which bounds the memory they
// take. Working ahead is invisible: the events, progress, checkpoints and result of an item
// come after the results of the items before it. Whatever leaves the run discards work that
// was done ahead. Those items stay pending and are read again.
//
// All that holds for each line of a run, if the job is [Lined]. A line is a range of places, so
// that its next items are found without another index. Results are written one at a time, of
// whichever line is ready. A line whose item asks for it ([Result.Later]) pauses. With a queue
// of several processes the tasks of the lines alternate, and an item that waits is handed out
// again later.
//
// With a queue, each process also holds a lease of its own while it works. When that lease
// expires, the tasks of the process are returned to the queue. A process works on an item with
// a crash only while it works on no other item of the run. After an interruption with
// [Result.Elsewhere], a process leaves the items to the others, and tries one after each lease
// duration. Subscribers receive the events of the items of their process, and the end of
// every run that it knows.
//
// An item that crashes its process must not crash every process that resumes the run. The
// process that finds the crash counts one on each item that was in progress; without a queue
// that is the first pending one of each line, and the next items of each are worked on one at a
// time, those of one line at a time, until all are done that may have been worked on ahead. Items therefore need no write when they start. An
// item with a crash does: the next crash is counted in advance, and its commit, or a clean
// stop, takes that back. An item with two crashes is abandoned: it fails with ErrAbandoned,
// which the job may record (Abandoner). The following do not count as crashes of an item:
//
//   - a clean stop;
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
