package sqlite

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ncruces/go-sqlite3"
)

// ErrSchema means that a database does not have the schema of its version, for
// example because an unreleased program created it.
var ErrSchema = errors.New("database does not have the schema of its version")

// digest returns the digest of the schema of a version, which is in a comment of one of the
// scripts. If the schema of a database has the digest of its version, it need not be compared
// in detail, for which the migrations would have to be run.
func (h history) digest(version int) (digest string, err error) {
	err = h.scripts(version, func(script string) error {
		if _, after, ok := strings.Cut(script, "-- schema digest: "); ok {
			digest, _, _ = strings.Cut(after, "\n")
		}
		return nil
	})
	return digest, err
}

// object is a table, an index, a view or a trigger.
type object struct {
	kind    string
	sql     string   // normalized
	columns []string // for a table read by schemaWithColumns
}

// schema holds all objects by name, except those that SQLite creates by itself.
type schema map[string]object

// digest returns a hash of the schema.
func (s schema) digest() string {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(s)) {
		fmt.Fprintf(h, "%q %q %q\n", name, s[name].kind, s[name].sql) // writing to a hash never fails
	}
	return hex.EncodeToString(h.Sum(nil))
}

// schema returns the schema of a version, by running its migrations in memory.
func (h history) schema(version int) (_ schema, err error) {
	conn, err := sqlite3.Open(":memory:")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	for v := firstVersion; v <= version; v++ {
		if err := h.scripts(v, conn.Exec); err != nil {
			return nil, err
		}
	}
	return schemaWithColumns(conn)
}

// schemaOf reads the schema of a database, without the columns of its tables.
func schemaOf(conn *sqlite3.Conn) (schema, error) {
	s := make(schema)
	err := each(conn, `SELECT name, type, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\'`, func(row *sqlite3.Stmt) {
		s[row.ColumnText(0)] = object{kind: row.ColumnText(1), sql: normalize(row.ColumnText(2))}
	})
	return s, err
}

// schemaWithColumns is schemaOf with the columns of the tables, to describe differences.
func schemaWithColumns(conn *sqlite3.Conn) (schema, error) {
	s, err := schemaOf(conn)
	if err != nil {
		return nil, err
	}
	err = each(conn, `SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table'`, func(row *sqlite3.Stmt) {
		if o, ok := s[row.ColumnText(0)]; ok {
			o.columns = append(o.columns, row.ColumnText(1))
			s[row.ColumnText(0)] = o
		}
	})
	return s, err
}

// missing returns a phrase for each object of the schema want that s lacks or has in another
// form. Additional objects are allowed, such as an index that the user created or the tables of
// a replication tool.
func (s schema) missing(want schema) []string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(want)) {
		is, there := s[name]
		what := fmt.Sprintf("%s %q", want[name].kind, name)
		switch {
		case !there || is.kind != want[name].kind:
			all = append(all, what+" is missing")
		case is.sql != want[name].sql:
			all = append(all, what+is.difference(want[name]))
		}
	}
	return all
}

// difference describes how two objects of the same name differ.
func (o object) difference(want object) string {
	for _, column := range want.columns {
		if !slices.Contains(o.columns, column) {
			return fmt.Sprintf(": column %q is missing", column)
		}
	}
	for _, column := range o.columns {
		if !slices.Contains(want.columns, column) {
			return fmt.Sprintf(" has the unknown column %q", column)
		}
	}
	return " is defined in another way"
}

// compare returns an error that names the first differences between the schema of a database
// and that of its version, or nil.
func (h history) compare(conn *sqlite3.Conn, version int) error {
	if version == 0 { // a new database has no schema
		return nil
	}
	is, err := schemaOf(conn)
	if err != nil {
		return err
	}
	if known, err := h.digest(version); err != nil || is.digest() == known {
		return err
	}
	if is, err = schemaWithColumns(conn); err != nil {
		return err
	}
	want, err := h.schema(version)
	if err != nil {
		return fmt.Errorf("schema of version %d: %w", version, err)
	}
	all := is.missing(want)
	if len(all) == 0 {
		return nil
	}
	const most = 3
	if more := len(all) - most; more > 0 {
		all = append(all[:most], fmt.Sprintf("and %d more differences", more))
	}
	return fmt.Errorf("%w, %d: %s: use the version of the program that wrote it, or restore a backup", ErrSchema, version, strings.Join(all, ", "))
}

// normalize removes comments and white space from a statement, except within quotes.
func normalize(sql string) string {
	var b strings.Builder
	gap, before := false, byte(0)
	for len(sql) > 0 {
		n := 1
		switch c := sql[0]; {
		case strings.HasPrefix(sql, "--"):
			n, gap = through(sql, "\n", 2), true
		case strings.HasPrefix(sql, "/*"):
			n, gap = through(sql, "*/", 2), true
		case strings.IndexByte(" \t\r\n\f", c) >= 0:
			gap = true
		default:
			if c == '\'' || c == '"' || c == '`' {
				n = through(sql, string(c), 1)
			} else if c == '[' {
				n = through(sql, "]", 1)
			}
			// Space next to a bracket or a comma has no meaning.
			if gap && before != 0 && !strings.ContainsRune("(,", rune(before)) && !strings.ContainsRune("),", rune(c)) {
				b.WriteByte(' ')
			}
			b.WriteString(sql[:n])
			gap, before = false, sql[n-1]
		}
		sql = sql[n:]
	}
	return b.String()
}

// through returns the index after the first occurrence of end at or after from, or the length
// of the text if there is none.
func through(text, end string, from int) int {
	if i := strings.Index(text[from:], end); i >= 0 {
		return from + i + len(end)
	}
	return len(text)
}
