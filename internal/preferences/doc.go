// Package preferences has what a user interface remembers for its user: the layout of a
// dashboard, the tasks of the first days, saved filters, and small switches.
//
// Settings that change what the service does are in internal/settings. All functions work
// in a transaction or are pure.
package preferences
