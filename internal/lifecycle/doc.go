// Package lifecycle ends the work that outlives the call that started it.
//
// It owns the context of such work and the waiting for its end. It does not
// know what the work is.
package lifecycle
