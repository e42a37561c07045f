// Package fakestore is a fake App Store for tests and demos: an [http.Handler] that
// serves the product pages, lookup, search and charts of apps that the caller sets, in
// the formats of every year and with the faults of the real one.
//
// It owns the form of these responses, and counts requests. It does not own how they are
// parsed, and shares no code with the parsers, so that mistakes in one show in the
// other.
package fakestore
