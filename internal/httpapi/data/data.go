package data

import (
	"slices"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/services"
)

// New returns the operations. MaxUpload is the largest backup or bundle, in bytes.
func New(s services.Set, maxUpload int64) op.Package {
	datasets := newDatasets(s)
	return op.Package{
		Operations: slices.Concat(
			importLists{s}.operations(),
			manualApps{s.Manual}.operations(),
			resets{s}.operations(),
			dev{s}.operations(),
			backups{s, maxUpload}.operations(),
			backupFiles{s.Snapshots}.operations(),
			bundles{s, maxUpload}.operations(),
			datasets.operations(),
		),
		Types: types(),
		Close: datasets.files.close,
	}
}

// noteSuccess is [op.NoteOutcome] with a detail that only a success has.
func noteSuccess(r op.Request, action, detail string, err error) {
	if err != nil {
		detail = ""
	}
	op.NoteOutcome(r, action, detail, err)
}
