// Package riverrunner executes bulk runs on several processes that share a PostgreSQL
// database. It is the [runner.Queue] of their [runner.Engine], on River
// (https://riverqueue.com).
//
// It owns the tables of River, which are in the schema of the store, and their migrations. A
// task of a run is a River job, inserted in the transaction that starts the run or, for items
// that are not independent, in the one that completes the item before it. The result of an
// item is written in the transaction that completes its job.
//
// River hands out the jobs, notices new ones and deletes the completed ones. Its rescue of
// stuck jobs is not used, because it cannot tell a job that takes long from one whose process
// has ended: the engine hands a job to another process when the lease of its process has
// expired, which takes seconds, and counts the crash in the same transaction.
package riverrunner
