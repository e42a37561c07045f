// Package forms has the screens on which people do things: the runs and the log, adding
// apps, the settings, and the statistics.
package forms
