// Package teststore opens the databases that tests of services run over: SQLite and, with the
// suites of storage/postgres, PostgreSQL in place of it.
package teststore
