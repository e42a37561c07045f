// Package vocabulary has the names, in English, of what the App Store and Google Play give
// identifiers: the parts of privacy labels, the accessibility features and the security practices.
// It also has what the labels of both have in common.
//
// It is the only place that turns an identifier into a name, so the same thing has the same
// name in labels, changes, messages, documents and on the page. Stored sentences keep the
// names that they were written with.
package vocabulary
