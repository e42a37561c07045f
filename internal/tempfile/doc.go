// Package tempfile creates temporary files that are removed when they are closed,
// and removes those of processes that crashed.
package tempfile
