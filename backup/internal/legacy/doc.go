// Package legacy reads the backups of another service, the predecessor of this one,
// and translates them into records of package storage.
//
// Such a backup has the same version as one of this service, but holds the rows of
// the other service's tables:
//
//	{"version": 1, "exportedAt": …, "tables": {"apps": {"columns": […], "rows": [{"id": …}, …]}, …}}
//
// The package owns the names of those tables and columns, and what their values
// mean. Each row names its columns, so "columns" is not read, and a missing column
// counts as null. Rows may come in any order: they are sorted in a temporary file,
// so memory does not grow with their number.
//
// The package does not check the records as a whole: package backup does, as for
// every backup.
package legacy
