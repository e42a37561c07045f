// Package bigsort sorts entries that together are larger than memory.
//
// It owns the order and the files in which entries wait for it. It does not know
// what keys and values mean.
package bigsort
