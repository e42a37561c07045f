// Package settings is what users set, and how it and other small values are kept
// as settings of a store.
//
// It owns the table of what users set: of each setting the name, the default,
// which values it takes and how it is shown. It does not own what a setting
// leads to, nor the names of what the service itself remembers as a setting:
// those are with the package that reads it.
//
// Everything here is a function of a transaction, or pure.
package settings
