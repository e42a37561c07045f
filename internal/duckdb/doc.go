// Package duckdb tries data sets in DuckDB. It is a module of its own, and has tests only. They need
// a C compiler: without cgo there are none.
package duckdb
