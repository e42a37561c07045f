// Package settings reads and writes settings: those that users change, and other small
// values that the service stores as settings.
//
// It owns the table of the settings that users change, with their names, defaults, valid
// values and displayed forms. Other settings are named by this package or by the packages
// that use them. All functions work in a transaction or are pure.
package settings
