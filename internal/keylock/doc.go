// Package keylock provides a mutex for each key of a set.
package keylock
