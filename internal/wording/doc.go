// Package wording puts the changes of apps in words, in the language of a reader.
//
// What it says comes from the identifiers of an entry. Sentences that are stored with entries stay
// in English: they are what programs read, and what is shown of an entry without identifiers.
package wording
