// Package apps has the operations of the HTTP interface on the tracked apps: the
// list, search, comparison, the changelog and the statistics.
package apps
