// Package snapshots writes backups to files in a folder, on request and on a
// schedule, and removes the oldest.
//
// It owns the folder, the names of the files and the schedule, which is in the
// settings. What is in a file is up to package backup.
//
// A file gets its name only when all of it is on the disk, so a crash or a full
// disk never leaves part of a backup under the name of one. Several processes may
// share one folder and one database; a lease lets one of them write at a time.
package snapshots
