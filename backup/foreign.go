package backup

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/privacylabels/auditor/internal/bigsort"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/jsonstream"
	"github.com/privacylabels/auditor/storage"
)

// Another service of this kind writes envelopes too, of the same version: the rows
// of its tables as they lie in its database, as
//
//	{"version": 1, "exportedAt": …, "tables": {"apps": {"columns": […], "rows": [{"id": …}, …]}, …}}
//
// Such an envelope is made one of this package's, in a file beside it, and looked
// at and restored as that. It is never trusted: its signature is over another form
// and with another service's key. A row says what its cells are called, so columns
// are not looked at, and a cell that is not there is null.

// memberTables is the member that makes an envelope a foreign one.
const memberTables = "tables"

// foreignTable is a table of the other service whose rows are taken over.
type foreignTable struct {
	name string
	app  string // the column that says on which app a row hangs; empty: on none
	// order is the column with the time by which an app's rows are taken; empty: in
	// the order in which they are there.
	order string
	take  func(*translation, *row) error
}

// foreignTables returns the tables that are taken over: of an app first itself,
// and then what hangs on it in this order; afterwards the others. Those that are
// not here are left out, and a preview says so.
func foreignTables() []foreignTable {
	return []foreignTable{
		{"apps", "id", "", (*translation).takeApp},
		{tableTypes, "app_id", "", (*translation).takeType}, // with the three tables below it, see labelParts
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

// labelParts are the tables whose rows come with those of [tableTypes].
func labelParts() []string { return []string{tablePurposes, tableCategories, tableDataTypes} }

// foreign says whether the envelope is another service's.
func (c *contents) foreign() bool {
	_, own := c.members[memberApps]
	at, there := c.members[memberTables]
	return there && !at.Array && !own
}

// mustRows refuses an envelope whose apps are not there, and tables whose rows are
// no list.
func (c *contents) mustRows() error {
	if _, there := c.tables[memberApps]; !there {
		return c.fault(memberTables+"."+memberApps, -1, ErrMissing)
	}
	for name, at := range c.tables {
		if !at.Array {
			return c.fault(memberTables+"."+name, -1, fmt.Errorf("%w: rows that are no list", jsonstream.ErrType))
		}
	}
	return nil
}

// translation makes an envelope of this package's of a foreign one.
type translation struct {
	ctx  context.Context
	from *contents
	dir  string
	out  *foreignWriter
	app  *foreignApp     // of which rows are taken; nil: of none
	note *bigsort.Sorter // the notes, which are numbered in the order of their times
	left map[string]int  // rows without a place here, by table

	labels map[storage.Digest]bool // that were written
	names  map[string]bool         // of settings that were
	focus  *feature.Focus          // that settings say together; nil: they do not
	scoped bool                    // whether there is a scope of devices

	// By the fingerprints of their ids:
	devices     map[uint64]bool
	items       map[uint64]int // how many were taken, by import
	manual      map[uint64]bool
	manualTexts map[uint64]bool
}

// translate returns the envelope as one of this package's, and how many rows of
// which tables are left out. The caller closes its bundle. A [FormatError] names
// the table.
func (c *contents) translate(ctx context.Context, dir string) (_ *contents, left map[string]int, err error) {
	t := &translation{
		ctx: ctx, from: c, dir: dir, out: newForeignWriter(dir), left: make(map[string]int), note: bigsort.New(dir),
		labels: make(map[storage.Digest]bool), names: make(map[string]bool), devices: make(map[uint64]bool), items: make(map[uint64]int),
		manual: make(map[uint64]bool), manualTexts: make(map[uint64]bool),
	}
	defer func() { err = errors.Join(err, t.out.close(), t.note.Close()) }()
	if err := t.run(); err != nil {
		return nil, nil, err
	}
	b, err := t.out.bundle(c.exportedAt, t.focus)
	if err != nil {
		return nil, nil, err
	}
	own, err := open(b)
	if err != nil {
		return nil, nil, errors.Join(err, b.Close())
	}
	own.signature, own.signed, own.origin = c.signature, c.signed, c
	return own, t.left, nil
}

// run takes all rows.
func (t *translation) run() error {
	known := labelParts()
	for _, table := range foreignTables() {
		known = append(known, table.name)
	}
	for name, at := range t.from.tables {
		if !slices.Contains(known, name) && at.Len > 0 {
			t.left[name] = at.Len
		}
	}
	if err := t.takeApps(); err != nil {
		return err
	}
	if err := t.writeNotes(); err != nil {
		return err
	}
	for _, table := range foreignTables() {
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
		at, there := t.from.tables[table]
		if !there {
			return nil
		}
		err := jsonstream.Elements(t.from.bundle.section(at.From, at.To), limits, func(i int, value []byte) error {
			if err := t.ctx.Err(); err != nil {
				return &outside{err}
			}
			r, err := readRow(table, i, value)
			if err != nil {
				return err
			}
			return yield(r)
		})
		var out *outside
		var format *FormatError
		switch {
		case errors.As(err, &out):
			return out.err
		case err == nil, errors.As(err, &format):
			return err
		}
		return t.from.fault(memberTables+"."+table, -1, err)
	}
}

// leave counts a row that there is no place for.
func (t *translation) leave(r *row) error {
	t.left[r.table]++
	return r.err
}

// stamp is what is taken for now: what a bundle says of the future is not true.
func (t *translation) stamp() storage.Time { return t.from.exportedAt }
