// Package backup reaches for all that a library must not.
package backup
