// Package preferences is how the user wants pages to look and what of them the
// user has seen: the layout of the dashboard, the tasks of the first days, and
// small switches.
//
// It owns the cards of the dashboard, the tasks and when each is done, and how
// all of this is kept. It does not own the pages, which somebody serves beside
// the interface, nor the settings that change what the service does: those are
// in internal/settings.
//
// Everything here is a function of a transaction, or pure.
package preferences
