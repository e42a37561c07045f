// Package manual makes the manual page of a command line, and the scripts that complete it
// in a shell, from its model in package kong.
package manual
