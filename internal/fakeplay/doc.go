// Package fakeplay is a fake Google Play for tests and demos: an [http.Handler] that serves the
// data safety and details pages of apps that the caller sets, in the two forms that pages have had,
// and searches among them. It counts requests and can refuse them.
//
// It shares no code with the parser, so that mistakes in one show in the other.
package fakeplay
