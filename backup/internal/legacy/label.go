package legacy

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/storage"
)

// The tables of labels: a data type belongs to a category, which belongs to a type,
// or in old databases to a purpose, which belongs to a type.
const (
	tableTypes      = "privacy_types"
	tablePurposes   = "privacy_purposes"
	tableCategories = "privacy_categories"
	tableDataTypes  = "privacy_data_types"
)

// The cells with the joined rows. No column has such a name.
const (
	cellCategories = " categories"
	cellPurposes   = " purposes"
	cellDataTypes  = " data types"
)

// types returns the rows of types, joined with all that belongs to them.
func (t *translation) types() source {
	categories := t.join(t.rows(tableCategories), t.rows(tableDataTypes), "category_id", cellDataTypes)
	ofPurposes := where(categories, func(r *row) bool { return r.text("type_id") == "" && r.text("purpose_id") != "" })
	others := where(categories, func(r *row) bool { return r.text("type_id") != "" || r.text("purpose_id") == "" })
	purposes := t.join(t.rows(tablePurposes), ofPurposes, "purpose_id", cellCategories)
	return t.join(t.join(t.rows(tableTypes), others, "type_id", cellCategories), purposes, "type_id", cellPurposes)
}

// takeType takes a type of the app's label.
func (t *translation) takeType(r *row) error {
	heading := storage.PrivacyType{
		Identifier: r.text("identifier"), Title: r.text("title"), Detail: r.known("detail"), Categories: readCategories(r, cellCategories),
	}
	r.list(cellPurposes, func(value []byte) error {
		inner, err := parseRow(Row{tablePurposes, r.Index}, value)
		if err != nil {
			return err
		}
		p := storage.Purpose{Identifier: inner.text("identifier"), Title: inner.text("title"), Categories: readCategories(inner, cellCategories)}
		if heading.Purposes = append(heading.Purposes, p); len(heading.Purposes) > maxLabelParts {
			return errLabelParts
		}
		for _, c := range p.Categories {
			heading.Categories = withCategory(heading.Categories, c)
		}
		return inner.err
	})
	if t.app.types == nil {
		t.app.types = r
	}
	if len(t.app.label.Types) == maxLabelParts {
		return r.fail(errLabelParts)
	}
	t.app.label.Types = append(t.app.label.Types, heading)
	return r.err
}

// readCategories returns the categories in a cell, each of them once.
func readCategories(r *row, cell string) []storage.LabelCategory {
	all := []storage.LabelCategory{}
	r.list(cell, func(value []byte) error {
		inner, err := parseRow(Row{tableCategories, r.Index}, value)
		if err != nil {
			return err
		}
		c := storage.LabelCategory{Identifier: inner.text("identifier"), Title: inner.text("title")}
		inner.list(cellDataTypes, func(value []byte) error {
			last, err := parseRow(Row{tableDataTypes, r.Index}, value)
			if err != nil {
				return err
			}
			c.DataTypes = append(c.DataTypes, storage.DataType{Identifier: last.text("identifier"), Title: last.text("title")})
			return last.err
		})
		if all = withCategory(all, c); len(all) > maxLabelParts || len(c.DataTypes) > maxLabelParts {
			return errLabelParts
		}
		return inner.err
	})
	return all
}

// maxLabelParts is the maximum number of types in a label, and of parts in each
// part. Real labels have a dozen.
const maxLabelParts = 1000

var errLabelParts = fmt.Errorf("%w: more than %d parts of a label", jsonread.ErrTooLarge, maxLabelParts)

func withCategory(all []storage.LabelCategory, c storage.LabelCategory) []storage.LabelCategory {
	if slices.ContainsFunc(all, func(o storage.LabelCategory) bool { return o.Identifier == c.Identifier }) {
		return all
	}
	return append(all, c)
}

// maxReadLabels is how many bytes of labels' texts are remembered.
const maxReadLabels = 1 << 20

// readLabels are the labels that were read last, by the texts of their cells: most
// snapshots of an app have the same one.
type readLabels struct {
	byText map[[sha256.Size]byte]readLabel
	bytes  int // of their texts
}

type readLabel struct {
	label  storage.Label
	digest storage.Digest
}

// add remembers a label.
func (l *readLabels) add(text [sha256.Size]byte, size int, read readLabel) {
	if l.bytes += size; l.byText == nil || l.bytes > maxReadLabels {
		*l = readLabels{make(map[[sha256.Size]byte]readLabel), size}
	}
	l.byText[text] = read
}

// putSnapshotLabel emits the label in the row of a snapshot, once, and returns it with its
// digest.
func (t *translation) putSnapshotLabel(r *row) (storage.Label, storage.Digest, error) {
	cell := r.cells["snapshot_json"]
	text := sha256.Sum256(cell)
	if read, ok := t.read.byText[text]; ok {
		return read.label, read.digest, nil
	}
	label := snapshotLabel(r)
	digest, err := t.putLabel(r, label)
	if err == nil && r.err == nil {
		t.read.add(text, len(cell), readLabel{label, digest})
	}
	return label, digest, err
}

// snapshotLabel returns the label in the row of a snapshot. It has the form of
// storage.Label, without details.
func snapshotLabel(r *row) storage.Label {
	var label storage.Label
	r.list("snapshot_json", func(value []byte) error {
		var heading storage.PrivacyType
		if err := jsonread.Decode(value, &heading); err != nil {
			return err
		}
		if label.Types = append(label.Types, heading); len(label.Types) > maxLabelParts || len(heading.Categories) > maxLabelParts {
			return errLabelParts
		}
		return nil
	})
	return label
}

// putLabel emits a label, once, and returns its digest: zero if it is not known.
func (t *translation) putLabel(r *row, label storage.Label) (storage.Digest, error) {
	body, err := changelog.BodyOf(label)
	if err != nil {
		return body.Digest, r.fail(err)
	}
	if body.Digest.IsZero() || t.labels[body.Digest] {
		return body.Digest, r.err
	}
	t.labels[body.Digest] = true
	return body.Digest, t.put(r, body)
}
