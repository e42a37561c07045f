// Package tempfile creates temporary files that are removed when they are closed,
// and removes those of processes that crashed. It also writes files and folders under
// a temporary name until they are complete.
package tempfile
