// Package pgtest makes schemas and databases for tests on the PostgreSQL server that the environment
// variable [Server] names, and removes them.
//
// It uses the driver "pgx" of [database/sql], which a test has by importing
// storage/postgres: only that module requires it.
package pgtest
