package legacy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/privacylabels/auditor/backup/internal/record"
	"github.com/privacylabels/auditor/internal/bigsort"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/storage"
)

// Source is a backup of the other service.
type Source struct {
	File       io.ReaderAt
	Tables     map[string]jsonread.Span // the place of the rows of each table: arrays
	ExportedAt storage.Time
	Dir        string // folder of temporary files; empty: the system's
}

// Result is what [Translate] returns besides records.
type Result struct {
	Focus   *feature.Focus // nil: not in the backup
	Left    map[string]int // the number of rows per table that have no equivalent here
	Untold  int            // the number of changes that are left, because neither they nor their sentences tell a type
	Derived int            // the number of changes whose type was derived from their sentences
	Later   int            // the number of snapshots that are a millisecond or more later, because another of the app has their time
}

// Row is the place of a row.
type Row struct {
	Table string `json:"table"`
	Index int    `json:"index"` // from 0; negative: the table itself
}

// RowError reports what is wrong with a row.
type RowError struct {
	Row
	Column string // empty: the row itself
	Err    error
}

func (e *RowError) Error() string {
	return fmt.Sprintf("%s[%d] %s: %v", e.Table, e.Index, e.Column, e.Err)
}

// Unwrap returns Err.
func (e *RowError) Unwrap() error { return e.Err }

// Translate reads a backup and calls put with each record and the row that it is
// made of. The records come in no particular order. The error is a [*RowError], or
// that of put, ctx or the temporary files.
func Translate(ctx context.Context, from Source, put func(Row, any) error) (_ Result, err error) {
	t := &translation{
		Source: from, ctx: ctx, emit: put, left: make(map[string]int), notes: bigsort.New(from.Dir),
		labels: make(map[storage.Digest]bool), settings: make(map[string]bool), devices: make(map[uint64]bool), items: make(map[uint64]int),
		manual: make(map[uint64]bool), manualTexts: make(map[uint64]bool),
	}
	defer func() { err = errors.Join(err, t.notes.Close()) }()
	if err := t.run(); err != nil {
		return Result{}, err
	}
	return Result{t.focus, t.left, t.untold, t.derived, t.later}, nil
}

// table is a table whose rows are translated.
type table struct {
	name string
	app  string // the column with the ID of the app that a row belongs to; empty: none
	// order is the column with the time by which an app's rows are sorted; empty: they
	// keep their order.
	order string
	take  func(*translation, *row) error
}

// tables returns the tables that are translated: first those of an app, in the
// order in which the rows of one app are taken, then the others. Rows of other
// tables are left.
func tables() []table {
	return []table{
		{"apps", "id", "", (*translation).takeApp},
		{tableTypes, "app_id", "", (*translation).takeType}, // joined with the tables of its parts
		{"accessibility_features", "app_id", "", (*translation).takeFeature},
		{"privacy_policy_versions", "app_id", "first_fetched_at", (*translation).takePolicyVersion},
		{"privacy_policy_analyses", "app_id", "", (*translation).takePolicyAnalysis},
		{"privacy_snapshots", "app_id", "scraped_at", (*translation).takeSnapshot},
		{"change_review_actions", "app_id", "acted_at", (*translation).takeReview},
		{"app_verdicts", "app_id", "set_at", (*translation).takeVerdict},
		{"annotations", "app_id", "created_at", (*translation).takeAnnotation},
		{"shortlist_entries", "source_app_id", "", (*translation).takeCandidate},
		{"related_apps_observed", "source_app_id", "", (*translation).takeRelated},
		{"app_devices", "app_id", "", (*translation).takeLink},

		{"devices", "", "", (*translation).takeDevice},
		{"imports", "", "", (*translation).takeImport},
		{"import_items", "", "", (*translation).takeItem},
		{"manual_apps", "", "", (*translation).takeManualApp},
		{"manual_app_events", "", "", (*translation).takeManualEvent},
		{"manual_app_policy_versions", "", "", (*translation).takeManualPolicy},
		{"notifications", "", "", (*translation).takeNotification},
		{"app_settings", "", "", (*translation).takeSetting},
		{"feature_flag_overrides", "", "", (*translation).takeOverride},
		{"audit_bundle_imports", "", "", (*translation).takeImportedBundle},
	}
}

// translation translates one backup.
type translation struct {
	Source
	ctx  context.Context
	emit func(Row, any) error

	app    *app            // whose rows are being taken; nil: none
	notes  *bigsort.Sorter // annotations, which are numbered by time
	left   map[string]int
	untold int                     // changes without a type
	labels map[storage.Digest]bool // that were emitted
	read   readLabels

	derived int // changes with a type that their sentences tell
	later   int // snapshots whose time was taken

	settings map[string]bool // the names of those that were emitted
	focus    *feature.Focus  // several settings in one
	scoped   bool            // a scope of devices was emitted

	// By the fingerprints of their IDs:
	devices     map[uint64]bool
	items       map[uint64]int // how many were emitted, by import
	manual      map[uint64]bool
	manualTexts map[uint64]bool
}

func (t *translation) run() error {
	known := []string{tablePurposes, tableCategories, tableDataTypes} // which are joined with tableTypes
	for _, table := range tables() {
		known = append(known, table.name)
	}
	for name, at := range t.Tables {
		if !slices.Contains(known, name) && at.Len > 0 {
			t.left[name] = at.Len
		}
	}
	if err := t.takeApps(); err != nil {
		return err
	}
	if err := t.emitNotes(); err != nil {
		return err
	}
	for _, table := range tables() {
		if table.app != "" {
			continue
		}
		if err := t.rows(table.name)(func(r *row) error { return table.take(t, r) }); err != nil {
			return err
		}
	}
	return nil
}

// rows returns the rows of a table, in their order.
func (t *translation) rows(table string) source {
	return func(yield func(*row) error) error {
		at, ok := t.Tables[table]
		if !ok {
			return nil
		}
		var yielded error
		err := jsonread.Elements(io.NewSectionReader(t.File, at.From, at.To-at.From), record.Limits, func(i int, value []byte) error {
			var r *row
			if yielded = t.ctx.Err(); yielded == nil {
				r, yielded = parseRow(Row{table, i}, value)
			}
			if yielded == nil {
				yielded = yield(r)
			}
			return yielded
		})
		if err == nil || yielded != nil {
			return yielded
		}
		return &RowError{Row: Row{table, -1}, Err: err}
	}
}

// put emits a record that was made of a row.
func (t *translation) put(r *row, made any) error {
	if r.err != nil {
		return r.err
	}
	return t.emit(r.Row, made)
}

// leave counts a row that has no equivalent here.
func (t *translation) leave(r *row) error {
	t.left[r.Table]++
	return r.err
}
