// Package backup takes everything that an auditor knows out of its store, as one
// signed file, and puts such a file back in the place of what is there.
//
// It owns the envelope: which kinds of record are in it, under which names and
// in which order (see kinds.go, one table for all of it), its signature, and what
// makes a file fit to be restored. It does not own the key, which whoever wires
// the service keeps beside the store and not in it, so that a file is still
// trusted after everything was replaced; nor who may ask for a backup.
//
// # The envelope
//
// An envelope is one JSON object. [Vault.Export] writes it in the form of RFC
// 8785, but for the signature, which is its last member: so the signature is
// computed while the rest is written, one record at a time, and what two stores
// hold is the same exactly when their exports are the same bytes but for the
// members exportedAt and signature. The signature is HMAC-SHA256 (RFC 2104) over
// the form of RFC 8785 of the envelope without it.
//
// An app is what the interface shows of it, with a few members more that the
// interface does not show. What follows from other records is not there: the
// footprint of a label, the user's verdict. Secrets never are, see
// settings.Secret, nor are the logs, the runs and what concerns this
// installation alone.
//
// # Restoring
//
// Whatever the size of a file, one record of it is in memory at a time, and what
// tells whether ids are doubled and references lead somewhere: eight bytes of
// each. A file is read to its end before anything is touched. Then one
// transaction replaces everything, or nothing.
//
// The envelope of another service, with the rows of its tables, is made one of
// this package's first, see foreign.go. Its rows are sorted in a file for that, so
// that they may come in any order.
//
// [Vault.Reset] uses the same table to empty the fleet.
//
// # Files
//
// A [Depot] keeps the newest bundles as files in a folder, made by hand or by a
// plan that lies in the settings. A file has its name only when it is whole and on
// the disk, whatever happens to the process or the disk.
//
// # Between people
//
// The audit bundle is a file for another person: apps with their labels, and the
// notes and verdicts that may leave. An [Exchange] writes bundles, and the table
// of all apps, piece by piece from one state of the store, and takes a bundle in
// within one transaction. An [AuditBundle] is a file that was checked from its
// first to its last byte.
package backup
