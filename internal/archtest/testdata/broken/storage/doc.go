// Package storage is the leaf, and imports a foreign module all the same.
package storage
