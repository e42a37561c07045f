// Package cmdline reads the command line of a program into a struct, as the tags of its fields
// say, and describes it, for help, manual page and completion.
//
// It owns the grammar: a command, its arguments, and flags, which have one dash or two and may
// stand anywhere, those of a command after its name; a flag that is not given is read from its environment variable. It owns
// neither a setting nor a command, and writes nothing.
//
// A field with the tag help is part of the command line; the fields of an embedded struct are,
// too. A field with the tag cmd, a struct, is a command; the first command is the default one.
// Any other field is a flag or, with the tag arg, an argument of a command. Their tags are:
//
//	name         the name, unless it is that of the field, in lower case with dashes
//	type         the parser of the value, if the type of the field does not tell it
//	default      the value if none is given
//	var          the environment variable that a flag is read from
//	enum         the values that are allowed, separated by commas
//	sep:"none"   a value is one element of a list, with its commas
//	placeholder  what the help shows for the value of a flag
//	optional     an argument may be missing
//	required     a flag may not be missing
package cmdline
