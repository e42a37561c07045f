// Package health checks a running service: its process, its disk, its database and, once
// a day, its records.
//
// A [Checker] does the daily check and repairs what can be repaired without asking; other
// packages add repairs. It does not touch leases and runs, which expire. A
// [Recorder] and a [TimedStore] remember the latest warnings, errors and slow
// transactions.
package health
