// Package settings reads and writes single settings within a transaction.
//
// It owns how a value of a type is written as the text of a storage.Setting. It
// does not own any setting's name, default or meaning: those are with the
// package that the setting belongs to.
package settings
