// Package data has the operations of the HTTP interface on data that comes and goes as a whole: backups, exports, bundles, imports, manual apps and resets.
package data
