// Package profile is what a person accepts of an app, and how an app compares.
//
// It owns the privacy profile (per category, the tier up to which collecting is
// accepted) and the accessibility profile (which features are wanted), what is
// read of a text that somebody sends for one, the presets, the comparison with an
// app, and the badge in which a list shows it. It does not own the profiles'
// being set and told of (see fleet/review), nor notifications (see fleet).
//
// Everything here is pure, but for [StoredPrivacy] and its like, which read or
// write one setting of a transaction.
package profile
