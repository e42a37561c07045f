// Package backup exports everything that an auditor knows as one signed file, and
// restores it from such a file.
//
// It owns the format: the kinds of record in a backup (kinds.go), their order, and
// the signature. It does not own the key, which the caller stores outside the database
// so that older backups stay trusted after a restore, nor who may make a backup.
// Package snapshots writes backups to a folder on a schedule; package bundle has the
// format for other people.
//
// # Format
//
// A backup is one JSON object. [Service.Export] writes it in the form of RFC 8785,
// with the signature as the last member, so that it can be signed while it is
// written, one record at a time. Two stores have the same records exactly if their
// backups are equal except for exportedAt and signature. The signature is
// HMAC-SHA256 (RFC 2104) over the form of RFC 8785 of the object without it.
//
// A record has the fields that the HTTP API shows, and some that it does not. What
// can be computed from other records is left out. Secrets are never in a backup, nor
// are logs, runs and settings of one installation.
//
// # Restore
//
// A restore reads the whole file before it changes anything. It holds one record at
// a time, and eight bytes of each ID to find duplicates and unknown references. Then
// one transaction replaces everything or nothing.
//
// Backups of this service's predecessor are accepted as well. They are translated in
// a temporary file first, and are never trusted.
package backup
