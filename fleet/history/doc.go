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
// days or to two neighbouring captures. It finds each label that lasted a year. A change
// that was undone between two samples is not found; targets some months apart find more of
// them, with a page for each target.
//
// A survey requests at most s + 7c pages, where s is a sample for each 335 days and one
// more, and c is how many changes it finds: each page of the bisection halves the captures
// between two states that differ, of which there are fewer than 128 if captures are spread
// evenly, and one of the halves has such states at its ends again. A capture that cannot be
// read is replaced by one near it, up to three for a page, so an archive without a single
// usable capture takes three times as many, and none twice. If each state that it meets
// differs from both states around it, each is a change, and the survey reads all captures
// that are half a week apart: stopping earlier would leave the end of a label that lasted a
// year without a date.
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
