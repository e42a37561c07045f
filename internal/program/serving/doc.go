// Package serving is how a program serves the auditor, whatever its database: the sources
// that it reads from, the log, the HTTP server with its timeouts, the line that announces it,
// and the shutdown.
//
// It does not own the settings, which are in package flags, nor the database, the key of the
// installation, and the limits of connections: these differ between the program with SQLite
// and the one for several replicas.
package serving
