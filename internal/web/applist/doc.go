// Package applist reads lists of apps that people have: lines of text, tables as CSV, and
// JSON such as the export of Apple Configurator.
package applist
