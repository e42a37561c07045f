// Package spreadsheet knows what programs such as Excel take for more than a text: the cells of a
// table that people open have names and notes by strangers.
package spreadsheet
