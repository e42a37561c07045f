// Package textdiff compares two versions of a text line by line and, within
// lines that were rewritten, word by word.
//
// It is made for the texts of policies: paragraphs that are each one long line,
// with a blank line between. A blank line belongs to the line before it, so that
// paragraphs are compared with paragraphs, and a paragraph that was rewritten
// stands beside what it was, although others came in between.
//
// The whole texts are compared, of any length. One result has three forms: its JSON, the lines
// that a page shows, and for messages the counts of paragraphs and the changed sentences.
//
// It is pure: it owns neither where texts come from nor how a difference is
// shown.
package textdiff
