// Package backup moves what is known in and out of an installation.
//
// It owns the audit bundle, a file for another person: apps with their labels,
// and the notes and verdicts that may leave; its being written and taken in; and
// the table of all apps. It does not own the records, nor how a file comes over
// the network.
//
// An [Exchange] writes bundles and tables piece by piece, from one state of the
// store, and takes a bundle in within one transaction. An [AuditBundle] is a file
// that was checked from its first to its last byte. Memory is flat in the number
// of apps in both directions.
package backup
