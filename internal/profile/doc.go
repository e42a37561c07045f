// Package profile compares apps with the preferences of a person.
//
// It owns the privacy profile (for each category, the highest accepted tier of data
// collection) and the accessibility profile (the wanted features), the parsing of both
// from requests, the presets, the comparison with an app, and the badge for lists. It
// does not own changes of the profiles and their activity entries (internal/review), or
// notifications (fleet).
//
// All functions are pure, except [StoredPrivacy] and similar ones, which read or write a
// setting in a transaction.
package profile
