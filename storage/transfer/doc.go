// Package transfer copies all records of one [storage.Store] to another, such as those of
// a SQLite file to a PostgreSQL database, and verifies the copy.
//
// A backup of package backup holds what an installation recorded, and can be restored over
// another one. A transfer holds everything, sessions and the audit log included, so that
// the new store continues where the old one ended.
package transfer
