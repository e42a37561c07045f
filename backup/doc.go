// Package backup exports all data of an auditor as one signed file, and restores it from
// such a file.
//
// It owns the format: the kinds of record in a backup (kinds.go), their order, and the
// signature. It does not own the key, which the caller stores outside the database so that
// older backups stay trusted after a restore, and it does not decide who may make a backup.
// Package snapshots writes backups to a folder on a schedule. Package bundle has the format
// for sharing data with other people.
//
// # Format
//
// A backup is one JSON object. [Service.Export] writes it in the form of RFC 8785,
// except that the signature is the last member, so that it can be signed while it is
// written, one record at a time. Two stores have the same records exactly if their
// backups are equal except for exportedAt and signature. The signature is an
// HMAC-SHA256 (RFC 2104) of the RFC 8785 form of the object without the signature.
//
// A record has the fields that the HTTP API shows, and some that it does not. A backup
// leaves out what can be computed from other records. It never contains secrets, logs,
// runs, or settings that belong to one installation.
//
// # Restore
//
// A restore reads the whole file before it changes anything. It holds one record at a time
// in memory, and eight bytes for each ID, to find duplicates and unknown references. Then
// one transaction replaces everything, or nothing if it fails.
//
// Backups in the format of package legacy are accepted as well. They are first translated
// to a temporary file, and are never trusted.
package backup
