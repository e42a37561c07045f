// Package history imports the past of tracked apps from a web archive.
//
// It owns the [Service], the choice of captures, the import of one app and the job
// that imports all of them ([Service.Job], for the engine in fleet/runner), and the
// interface of an [archive.Archive]. It does not own the requests to an archive (fleet/wayback),
// the parsing of a page (fleet/appstore), or the comparison of snapshots
// (internal/timeline).
//
// # Survey
//
// An import is a survey unless it is given a distance between targets. A survey reads
// captures of an app about a year apart, including the first and the last, and compares
// their labels. Between two captures that differ it bisects, until the change is dated to 7
// days or to two neighbouring captures. It finds each label that lasted a year. A change
// that was undone between two samples is not found. An import with targets some months apart
// finds more of those, but reads a page for each target.
//
// A survey requests at most s + 7c pages. Here s is one sample for each 335 days, plus one,
// and c is the number of changes that it finds. Each page of a bisection halves the captures
// between two states that differ; if captures are spread evenly, there are fewer than 128 of
// them, and the ends of one half differ again. A capture that cannot be read is replaced by
// one near it, up to three times for a page, so an archive without a single usable capture
// takes three times as many requests. If every state differs from both its neighbours, the
// survey reads all captures that are half a week apart: stopping earlier would leave the end
// of a label that lasted a year without a date.
//
// # Targets
//
// An import with targets stores the label of the nearest usable capture for each target.
//
// # Dates
//
// Every stored snapshot is an observation at the time of its capture. A change is therefore
// dated to the first capture that shows it, and was made at some time after the previous
// snapshot ([Found]). Snapshots from the archive never cause notifications.
package history
