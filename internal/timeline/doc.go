// Package timeline compares the snapshots of an app in the order of time: each whose
// label is known with the newest earlier one whose label is known.
//
// It owns that order and that comparison. It does not own where snapshots come from
// (fleet, internal/history) or what a difference is (changelog).
package timeline
