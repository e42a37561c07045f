// Package fakestore is an app store for tests and trials: an [http.Handler] that
// serves the product pages, the lookup, the search and the charts of apps whose
// state the caller sets, in the formats of every year and with every fault that the real
// one has.
//
// It owns what such answers look like, and counts who asked for what. It does
// not own how they are read, and shares no code with what reads them, so that
// one cannot hide the other's mistakes.
package fakestore
