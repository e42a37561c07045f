// Package places remembers where the pages of a long list begin, so that a page far from
// the beginning is read without skipping all records before it.
//
// It does not know what is listed: a place is a number of records and the ID of the one
// that follows them, valid for one version of the order. It does not own how a version is
// counted (storage/sqldb and the triggers of the database).
package places
