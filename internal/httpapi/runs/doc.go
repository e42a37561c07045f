// Package runs has the operations of the HTTP interface on work on many apps:
// synchronisation, imports from the web archive, runs over policies, and the
// activity log.
package runs
