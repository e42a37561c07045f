// Package panics turns panics into errors where foreign code or foreign input is at work: the content
// of a page, or a mistake in a source that a host program supplies, must not end the process.
//
// It does not decide what the error is: its caller does.
package panics
