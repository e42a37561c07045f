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
// What is open has a status of [storage.RunRunning], also while no process works
// on it, or of [storage.RunPaused]: without an Error somebody paused it; with
// one it was cut off for this reason ([CutOff]), and the next start goes on
// where that was.
//
// Several processes over one store need clocks that differ by less than a lease
// lasts. When they do not, work is done twice, but nothing is written twice.
package runner
