// Package applist reads lists of apps that people have: lines of text, tables as CSV, and
// JSON or property lists such as the exports of Apple Configurator.
package applist
