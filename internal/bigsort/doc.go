// Package bigsort sorts entries that are larger than memory in total, in a temporary
// file.
package bigsort
