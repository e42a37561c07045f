// Package translate puts parsed templates of HTML into another language.
//
// Templates are written in English, without marks. A message is a text between two tags, or in an
// attribute that people read or hear. Tags within a sentence, such as links, are part of its
// message as <1> and </1>, and what the template fills in as {1}: "Paused since {1}." A translation
// may have them in another order. Templates are translated when they are parsed, so showing a
// screen costs the same in each language.
package translate
