// Package appdata removes an app with everything that refers to it, and merges two apps
// that are the same.
//
// It owns the rules of both, for transactions of other packages. It does not own how an
// app is tracked or refreshed (fleet).
package appdata
