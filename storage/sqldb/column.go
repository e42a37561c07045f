package sqldb

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"reflect"
	"sort"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// column maps a column of a table to a field of a record.
type column struct {
	name   string
	field  []int // the index of the field, see [reflect.Value.FieldByIndex]
	coding coding
	key    bool // the tag has ",key": the column is one of the key

	// derive computes the value of a column without a field from a pointer to the record,
	// when that is written. The column is used in queries and is read back only by statements
	// of their own.
	derive func(record any) (any, error)
}

// coding is how the value of a field is stored.
type coding uint8

// The codings. That of a field follows from its type, and from its tag where that is said.
const (
	text      coding = iota // a string; one that is unknown is empty
	number                  // an integer; a time that means never is 0
	reference               // the tag has ",null": a key, null for 0
	flag                    // a bool, which some databases store as 0 and 1
	optional                // a pointer to a bool, int64 or float64, null for nil
	digest                  // a storage.Digest: 32 bytes, null for the zero digest
	rank                    // a storage.Risk: its number
	document                // any other type: JSON, null for nil
	object                  // the tag has ",object": JSON, also null for an object without members
	raw                     // a json.RawMessage: JSON text that is stored unchanged, null for nil
	blob                    // a []byte, empty for null; only read
	apart                   // the tag has ",apart": a text that is stored outside the row, see texts
)

// columnsOf returns the columns of a type of record: those of the key in the order of its
// fields, and then the others. The tag db of a field names its column, after which it may have
// options. The fields of a struct without a tag are columns of their own. A field without a
// column has the tag "-".
func columnsOf(record reflect.Type) []column {
	columns := fieldsOf(record)
	sort.SliceStable(columns, func(i, j int) bool { return columns[i].key && !columns[j].key })
	return columns
}

func fieldsOf(record reflect.Type) []column {
	var columns []column
	for i := range record.NumField() {
		field := record.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("db"), ",")
		switch {
		case name == "-":
		case name != "":
			c := column{name: name, field: field.Index, coding: codingOf(field.Type)}
			c.set(options)
			columns = append(columns, c)
		case field.Type.Kind() == reflect.Struct:
			for _, c := range fieldsOf(field.Type) {
				c.field = append([]int{i}, c.field...)
				columns = append(columns, c)
			}
		default:
			panic(fmt.Sprintf("sqldb: field %s of %s has no tag db", field.Name, record))
		}
	}
	return columns
}

// set sets an option of a tag.
func (c *column) set(option string) {
	switch option {
	case "":
	case "key":
		c.key = true
	case "null":
		c.coding = reference
	case "object":
		c.coding = object
	case "apart":
		c.coding = apart
	default:
		panic(fmt.Sprintf("sqldb: column %s has the unknown option %q", c.name, option))
	}
}

func codingOf(field reflect.Type) coding {
	switch field {
	case reflect.TypeFor[storage.Digest]():
		return digest
	case reflect.TypeFor[storage.Risk]():
		return rank
	case reflect.TypeFor[json.RawMessage]():
		return raw
	case reflect.TypeFor[[]byte]():
		return blob
	case reflect.TypeFor[*bool](), reflect.TypeFor[*int64](), reflect.TypeFor[*float64]():
		return optional
	}

	switch field.Kind() {
	case reflect.String:
		return text
	case reflect.Bool:
		return flag
	case reflect.Int, reflect.Int64, reflect.Uint8, reflect.Uint16, reflect.Uint32:
		return number
	default:
		return document
	}
}

// isRead reports whether the column is read into a record.
func (c column) isRead() bool { return c.derive == nil && c.coding != apart }

// value returns the value to bind for a record, which is addressable: nil, an int64, float64,
// bool, string or []byte.
func (c column) value(record reflect.Value) (any, error) {
	if c.derive != nil {
		return c.derive(record.Addr().Interface())
	}
	field := record.FieldByIndex(c.field)
	switch c.coding {
	case text:
		return field.String(), nil
	case apart:
		sum := sha256.Sum256([]byte(field.String()))
		return sum[:], nil
	case number:
		return integer(field), nil
	case reference:
		if n := field.Int(); n != 0 {
			return n, nil
		}
		return nil, nil
	case rank:
		return int64(storage.Risk(field.String()).Rank()), nil
	case flag:
		return field.Bool(), nil
	case optional:
		if field.IsNil() {
			return nil, nil
		}
		return field.Elem().Interface(), nil
	case digest:
		if d := field.Addr().Interface().(*storage.Digest); !d.IsZero() {
			return bytes.Clone(d[:]), nil // the record may be used for the next row
		}
		return nil, nil
	case raw:
		if field.IsNil() {
			return nil, nil
		}
		return string(field.Bytes()), nil
	default:
		return c.encoded(field)
	}
}

func integer(field reflect.Value) int64 {
	if field.CanUint() {
		return int64(field.Uint())
	}
	return field.Int()
}

// encoded returns the JSON of a field.
func (c column) encoded(field reflect.Value) (any, error) {
	switch field.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		if field.IsNil() && field.NumMethod() == 0 { // package json would say null, if no method does
			return nil, nil
		}
	}
	b, err := json.Marshal(field.Addr().Interface())
	if err != nil {
		return nil, fmt.Errorf("%w: encode %s: %w", storage.ErrInvalid, c.name, err)
	}
	if bytes.Equal(b, []byte("null")) || c.coding == object && len(b) == len("{}") {
		return nil, nil
	}
	return string(b), nil
}

// target is a field that is set to a value of the database.
type target struct {
	field  reflect.Value
	coding coding
}

// targets returns the targets of the columns that are read into a record, which is
// addressable.
func targets(columns []column, record reflect.Value) []any {
	fields := make([]target, 0, len(columns))
	into := make([]any, 0, len(columns))
	for _, c := range columns {
		if c.isRead() {
			fields = append(fields, target{record.FieldByIndex(c.field), c.coding})
			into = append(into, &fields[len(fields)-1])
		}
	}
	return into
}

func (t *target) set(v *value) error {
	switch t.coding {
	case text:
		return t.setText(v)
	case number, reference:
		return t.setNumber(v)
	case flag:
		is, ok := v.truth()
		if !ok {
			return t.mismatch(v)
		}
		t.field.SetBool(is)
		return nil
	case optional:
		return t.setOptional(v)
	case digest:
		return t.setDigest(v)
	case blob:
		b, ok := v.bytes()
		if !ok {
			return t.mismatch(v)
		}
		t.field.SetBytes(b)
		return nil
	case rank:
		if v.kind != reflect.Int64 || v.n < 0 || v.n >= int64(len(risks)) {
			return t.mismatch(v)
		}
		t.field.SetString(string(risks[v.n]))
		return nil
	default:
		return t.setJSON(v)
	}
}

var risks = storage.Risks()

func (t *target) setText(v *value) error {
	switch v.kind {
	case reflect.String:
		t.field.SetString(v.s)
	case reflect.Slice:
		if t.field.String() != string(v.b) { // otherwise it is that of the row before
			t.field.SetString(string(v.b))
		}
	default:
		return t.mismatch(v)
	}
	return nil
}

func (t *target) setNumber(v *value) error {
	n := v.n
	switch {
	case v.kind == reflect.Invalid && t.coding == reference: // 0
	case v.kind != reflect.Int64:
		return t.mismatch(v)
	}
	if t.field.CanUint() {
		if n < 0 || t.field.OverflowUint(uint64(n)) {
			return t.mismatch(v)
		}
		t.field.SetUint(uint64(n))
		return nil
	}
	if t.field.OverflowInt(n) {
		return t.mismatch(v)
	}
	t.field.SetInt(n)
	return nil
}

func (t *target) setOptional(v *value) error {
	t.field.SetZero()
	if v.kind == reflect.Invalid {
		return nil
	}
	p := reflect.New(t.field.Type().Elem())
	switch is, ok := v.truth(); {
	case p.Elem().Kind() == reflect.Bool && ok:
		p.Elem().SetBool(is)
	case p.Elem().Kind() == reflect.Int64 && v.kind == reflect.Int64:
		p.Elem().SetInt(v.n)
	case p.Elem().Kind() == reflect.Float64 && v.kind == reflect.Float64:
		p.Elem().SetFloat(v.f)
	default:
		return t.mismatch(v)
	}
	t.field.Set(p)
	return nil
}

func (t *target) setDigest(v *value) error {
	d := t.field.Addr().Interface().(*storage.Digest)
	switch {
	case v.kind == reflect.Invalid:
		*d = storage.Digest{}
	case v.kind == reflect.Slice && len(v.b) == len(d):
		copy(d[:], v.b)
	default:
		return t.mismatch(v)
	}
	return nil
}

func (t *target) setJSON(v *value) error {
	t.field.SetZero()
	b := v.b
	switch v.kind {
	case reflect.Invalid:
		return nil
	case reflect.String:
		b = []byte(v.s)
	case reflect.Slice:
	default:
		return t.mismatch(v)
	}
	if t.coding == raw {
		t.field.SetBytes(bytes.Clone(b))
		return nil
	}
	if storage.ReadSimple(string(b), t.field.Addr().Interface()) {
		return nil
	}
	t.field.SetZero()
	return json.Unmarshal(b, t.field.Addr().Interface())
}

func (t *target) mismatch(v *value) error {
	return fmt.Errorf("cannot read %s into %s", v.kind, t.field.Type())
}
