// Package system has the operations of the HTTP interface on the service itself:
// settings, feature flags, preferences, health and diagnostics.
package system
