// Package record holds what backups of this service and of others have in common
// about one record: its limits, what can be wrong with it, and a short form of its
// ID.
package record
