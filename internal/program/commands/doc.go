// Package commands are the commands of the program on the tracked apps: track, import, list,
// show, changes and export; and audit.
//
// Each is a struct with the arguments and flags of the command, described by tags for
// package kong, and a method Do. A command talks to the HTTP API through the client in its
// [Env], so that it works in the same way on a running service and on a data folder, over
// which the program serves the API to itself. With the flag json it prints what the API
// answers, as the OpenAPI document describes it.
package commands
