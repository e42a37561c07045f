// Package runner is the engine of bulk runs: work on many subjects, one after
// the other, that survives the process.
//
// It owns the [Engine], and of each run the row, the items, the lease, control
// and who follows it. It knows no job: a [Job] lies beside what it works on.
//
// A run is a row in the store and its items are rows, written in one
// transaction. Whatever an item led to is written in the transaction that marks
// it as done ([Result]), so a process that is killed loses at most the item
// under way, and repeats none. Where a process can end, and what then is:
//
//   - before the commit that starts a run: there is none;
//   - after it, and between two items: the run is open, its items are pending;
//   - after Do, before the commit: the item is pending, and is fetched once more;
//   - after a commit whose answer was lost: the item is done, and is seen to be;
//   - before the commit that ends a run: the run is open, and has no items left.
//
// The mutex of a runner is a row as well, the lease: it has an owner, an epoch
// and an end. Each commit checks owner and epoch, so that one who slept while
// another process took over writes nothing, and moves the end; during a long
// item a ticker does. A clean stop gives the lease back, and leaves the run open
// to be gone on with. After a crash another process goes on when the lease ends.
//
// An item that ends its process must not end every process after it. The process
// that takes a lease which has an owner counts a crash on the item under way: the
// first pending one, since items are worked on one at a time and in order. It does
// so in the transaction that takes the lease, so the usual item costs no further
// write. At two crashes the item is abandoned: it fails with [ErrAbandoned], which
// the job may record ([Abandoner]), and the run continues behind it. Not counted are
//
//   - a stop in order, which releases the lease;
//   - the end of a process during a wait of the item: for a rate limit, and, once the
//     item has a crash, for its turn at a host as well;
//   - crashes before a checkpoint that moved what is kept of the item: it advances.
//
// A process that stalls until its lease ends, and from which another one takes over,
// counts as ended: from outside it is the same, and an item that stalls every process
// is as bad. So does one that could not release its lease at a stop. An operator who kills a
// process twice at one item has it abandoned. Items of ended runs that were abandoned,
// or were left with a crash, are remembered as long as their run is retained: in
// the next run one crash is enough, until the item comes to an end.
//
// What is open has a status of [storage.RunRunning], also while no process works
// on it, or of [storage.RunPaused]: without an Error somebody paused it; with
// one it was cut off for this reason ([CutOff]), and the next start goes on
// where that was.
//
// Several processes over one store need clocks that differ by less than a lease
// lasts. When they do not, work is done twice, but nothing is written twice.
package runner
