// Package fragment compiles pieces of HTML that the program has as constants.
//
// A constant is written in English, with {} where a value belongs. Compiling it finds the context of each value, so that
// it can be escaped as that needs, and the messages: a text between two tags, or in an attribute that people read or
// hear. Tags within a sentence, such as links, are part of its message as <1> and </1>, and values as {1}: "Paused since
// {1}." A translation may have them in another order. A fragment is compiled once for each language, so showing it
// costs the same in each.
//
// A part of a tag, or of the value of an attribute, that depends on a value is {? class="new"}: it is written if the
// value is true.
package fragment
