// Package flags reads the settings of a program from its command line and the environment.
//
// It owns the settings that all programs share, with the options of an auditor that they
// mean, how the value of each type of setting is written, and the errors for values that are
// not understood. It does not own the commands of a program, the settings that only one
// program has, and the sources that settings name, see package serving.
//
// A setting is a field with the tags of a flag of package cmdline. The tag type names the parser of
// its value, one of [Types].
package flags
