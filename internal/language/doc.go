// Package language has the texts of the page and of messages in the languages that people read.
//
// The key of a text is the text in English, so code and HTML stay readable, and a text that a
// language lacks is shown in English. Each language is one file in the folder messages, which a test
// of package web writes anew with what is missing: CONTRIBUTING.md says how to add a language.
//
// A sentence with parameters is made by [Language.Text] or, if it has a number, by
// [Language.Plural]. A sentence without is a [Words], which is translated when it is shown. The
// names of what the stores give identifiers are theirs in that language: [Language.Name].
package language
