// Package tempfile makes temporary files that no folder shows, or that are gone
// as soon as they are closed.
//
// It owns the names of such files and their removal, also of those that a
// process left when it ended at once. It does not know what is written to them.
package tempfile
