// Package usertemplate runs templates that people write, such as those of messages.
//
// The language is that of text/template as far as it is harmless: its syntax, its fields, if, with, range,
// variables, and, or, not, len, index, slice and the comparisons, and beside them upper, lower and cut. What text/template
// writes for such a template, this package writes too. The trees are those of text/template/parse, but they are run
// here for two reasons. A template cannot be stopped from outside, so its run has to count what it does. And
// text/template finds methods by name, because of which the linker keeps every exported method of every type in a program.
package usertemplate
