// Package commands implements the commands of the program that work on the tracked apps, such as
// track, list, changes, dataset and run; and audit.
//
// Each command is a struct with its arguments and flags, described by tags for package cmdline,
// and a method Do. A command calls the HTTP API through the client in its [Env]. It therefore
// works in the same way on a running service and on a data folder, for which the program
// serves the API within its process. With the flag json it prints the answers of the API in
// the form that the OpenAPI document describes.
package commands
