package sqldb

import (
	"crypto/sha256"
	"fmt"
	"reflect"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqldb/internal/compress"
)

// texts stores the long texts of a kind in the table policy_texts. Each text is stored once,
// compressed or, if that is much smaller, as the difference to another text. The column of
// the text has its digest. Such records are put one at a time: when a row gets another text,
// the database deletes its old text if no row has it, and the row of the next record might
// need that.
type texts struct {
	column column

	find, exists, base, insert string // statements
}

// newTexts returns the texts of a kind. The first column of its key must be the app.
func newTexts(c column, d Dialect, table string, keys []string) *texts {
	return &texts{
		column: c,
		find: d.rewrite("SELECT t.length, t.packed, b.length, b.packed FROM " + table + " AS v LEFT JOIN policy_texts AS t ON t.digest = v." + c.name +
			" LEFT JOIN policy_texts AS b ON b.digest = t.base WHERE v." + keys[0] + " = ? AND v." + keys[1] + " = ?"),
		exists: d.rewrite("SELECT 1 FROM policy_texts WHERE digest = ?"),
		base: d.rewrite("SELECT digest, length, packed FROM policy_texts WHERE digest = (SELECT coalesce(t.base, t.digest) FROM " + table +
			" AS v JOIN policy_texts AS t ON t.digest = v." + c.name + " WHERE v." + keys[0] + " = ? ORDER BY v.first_fetched_at DESC LIMIT 1)"),
		insert: d.rewrite("INSERT INTO policy_texts (digest, base, length, packed) VALUES (?, ?, ?, ?) ON CONFLICT (digest) DO NOTHING"),
	}
}

// load sets the text of the record with this key.
func (x *texts) load(t *tx, key []any, record reflect.Value) error {
	var length, baseLength *int
	var packed, base []byte
	ok, err := t.first(x.find, key, &length, &packed, &baseLength, &base)
	if err != nil || !ok {
		return err
	}
	if length == nil {
		return t.fail(fmt.Errorf("%w: the text of %v is missing", storage.ErrDamaged, key[0]))
	}
	text, err := unpack(*length, packed, baseLength, base)
	if err != nil {
		return t.fail(fmt.Errorf("%w: text of %v: %w", storage.ErrDamaged, key[0], err))
	}
	record.FieldByIndex(x.column.field).SetString(text)
	return nil
}

// unpack decompresses a text. If baseLength is not nil, the text is stored as a difference to
// the base.
func unpack(length int, packed []byte, baseLength *int, base []byte) (string, error) {
	if baseLength == nil {
		return compress.Decode(packed, length)
	}
	text, err := compress.Decode(base, *baseLength)
	if err != nil {
		return "", err
	}
	return compress.Apply(text, packed, length)
}

// save stores the text of a record unless it is already stored.
func (x *texts) save(t *tx, key []any, record reflect.Value) error {
	text := record.FieldByIndex(x.column.field).String()
	digest := sha256.Sum256([]byte(text))
	if there, err := t.first(x.exists, []any{digest[:]}, new(int)); err != nil || there {
		return err
	}
	packed, err := compress.Text(text)
	if err != nil {
		return t.fail(fmt.Errorf("%w: %w", storage.ErrInvalid, err))
	}
	base, difference, err := x.difference(t, key[0], text)
	if err != nil {
		return err
	}
	// A difference of more than half the size means that the base is outdated, so the
	// text is stored without a base and becomes the base of later texts.
	if base == nil || len(difference) > len(packed)/2 {
		base, difference = nil, packed
	}
	_, err = t.write(x.insert, []any{digest[:], base, len(text), difference})
	return err
}

// difference returns the difference of a text to the base of the app's newest text, and the
// digest of that base, which is nil if there is none.
func (x *texts) difference(t *tx, app any, text string) (digest any, difference []byte, err error) {
	var length int
	var base, packed []byte
	if ok, err := t.first(x.base, []any{app}, &base, &length, &packed); err != nil || !ok {
		return nil, nil, err
	}
	before, err := compress.Decode(packed, length)
	if err != nil { // the base is damaged, but the new text can be stored without it
		return nil, nil, nil
	}
	difference, err = compress.Difference(before, text)
	return base, difference, err
}
