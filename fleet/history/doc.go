// Package history imports the past of tracked apps from a web archive.
//
// It owns the [Service], the choice of captures, the import of one app and the job
// that imports all of them ([Service.Job], for the engine in fleet/runner), and the
// interface of an [Archive]. It does not own how an archive is asked (fleet/wayback),
// how a page is parsed (fleet/appstore), or how snapshots are compared
// (internal/timeline).
//
// # Survey
//
// An import is a survey unless it is told the distance of its targets. A survey reads
// captures of an app about a year apart, the first and the last one among them, compares
// the labels, and bisects the time between two that differ, until a change is dated to 7
// days or to two neighbouring captures. That takes about a page for each year and seven
// for each change, and finds each label that lasted a year. A change that was undone
// between two samples is not found; targets some months apart find more of them, with
// a page for each target.
//
// # Targets
//
// An import with targets stores for each the label on the nearest usable capture.
//
// # Dates
//
// Every stored snapshot is an observation, with the moment of its capture. A change is
// therefore dated to the first capture that shows it. It was made at some time since the
// snapshot before ([Found]). Snapshots from the archive never cause notifications.
package history
