// Package backup is imported by a lower column.
package backup
