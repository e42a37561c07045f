// Package vocabulary has the App Store's names, in English, of what it gives identifiers: the
// parts of privacy labels and the accessibility features.
//
// It is the only place that turns an identifier into a name, so the same thing has the same
// name in labels, changes, messages, documents and on the page. Stored sentences keep the
// names that they were written with.
package vocabulary
