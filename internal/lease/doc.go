// Package lease lets one process at a time, of all on a store, do a piece of work.
//
// It owns how a lease is taken, kept and given back: an owner, an epoch that moves
// with each taking, and an end, after which who is gone is not waited for. It does
// not own what is done under one. The leases of bulk runs, which are bound up with
// those, are in package runner.
//
// Everything here is a function of a transaction.
package lease
