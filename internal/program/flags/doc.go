// Package flags reads the settings of a program from its command line and the environment.
//
// It owns the settings that every program has that serves the auditor, how each kind of
// setting is written, and the errors for those that are not understood. It does not own the
// commands of a program, the settings that only one program has, and what is done with them.
//
// A setting is a field for kong with the tags of a flag. The tag type names how its value is
// written (see [Reader.Options]), and the tag var the environment variable that it comes from
// if it is not on the command line.
package flags
