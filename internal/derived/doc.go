// Package derived keeps values that are computed from some tables of a store until one of them
// is written.
package derived
