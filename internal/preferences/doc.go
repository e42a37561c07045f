// Package preferences has the user's preferences for the pages: the layout of the
// dashboard, the tasks of the first days, and small switches.
//
// The pages are served by another program. Settings that change what the service does are
// in internal/settings. All functions work in a transaction or are pure.
package preferences
