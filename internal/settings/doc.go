// Package settings reads and writes settings: those that users change, and other small
// values that the service stores as settings.
//
// It has the table of the settings that users change, with their names, defaults, allowed
// values and displayed forms. The names of other settings are in the packages that use
// them. All functions work in a transaction or are pure.
package settings
