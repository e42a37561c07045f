package sqldb

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/privacylabels/auditor/storage"
)

// selection is a query in SQL: which rows, in which order, how many. Its SQL texts are
// constants of this package; values of the caller are in args only.
type selection struct {
	where         []string
	keys          string // replaces where: a statement that selects the columns of the order, of which id is the last
	args          []any
	order         string
	limit, offset int // ignored unless positive

	candidates func(text string) (ids string, few bool)      // see [tx.candidates]; nil: there are none
	linked     func(devices []string) (ids string, few bool) // see [tx.linked]; nil: there are none
	tagged     func(tag string) (ids string, few bool)       // see [tx.tagged]; nil: there are none
	few        bool                                          // keys selects few rows, see [tx.few]
}

// keep adds a condition, which has a question mark for each argument.
func (s *selection) keep(condition string, args ...any) {
	s.where = append(s.where, condition)
	s.args = append(s.args, args...)
}

// keepIf calls keep if asked is true.
func (s *selection) keepIf(asked bool, condition string, args ...any) {
	if asked {
		s.keep(condition, args...)
	}
}

// keepIn adds a condition that ends in IN or NOT IN, such as "type NOT IN", on these texts.
// Without texts, it selects all rows.
func keepIn[T ~string](s *selection, condition string, texts []T) {
	if len(texts) == 0 {
		return
	}
	args := make([]any, len(texts))
	for i, t := range texts {
		args[i] = string(t)
	}
	s.keep(condition+" ("+marks(len(texts))+")", args...)
}

// between selects a time range, bounds included. Zero means no bound.
func (s *selection) between(column string, from, to storage.Time) {
	s.keepIf(from != 0, column+" >= ?", int64(from))
	s.keepIf(to != 0, column+" <= ?", int64(to))
}

// days selects a range of days, counted from 1970-01-01 UTC, bounds included. It reports
// whether from and to are the first and last times of days.
func (s *selection) days(from, to storage.Time) bool {
	const day = storage.Time(24 * time.Hour / time.Millisecond)
	s.keep("day BETWEEN ? AND ?", int64(from/day), int64(to/day))
	return from >= 0 && from%day == 0 && to > 0 && (to+1)%day == 0
}

// prefixed selects the texts with a prefix, in the form of a range, for which an index can be
// used.
func (s *selection) prefixed(column, prefix string) {
	if prefix == "" {
		return
	}
	s.keep(column+" >= ?", prefix)
	if end, ok := afterPrefix(prefix); ok {
		s.keep(column+" < ?", end)
	}
}

// afterPrefix returns the first text that sorts after all texts with a prefix. It reports
// false if there is none. It increments runes, so that the result is valid UTF-8; the bytewise
// order of UTF-8 is that of the runes.
func afterPrefix(prefix string) (string, bool) {
	for prefix != "" {
		r, size := utf8.DecodeLastRuneInString(prefix)
		prefix = prefix[:len(prefix)-size]
		switch r++; {
		case r == 0xD800: // surrogates are not valid in UTF-8
			return prefix + "\uE000", true
		case r <= utf8.MaxRune:
			return prefix + string(r), true
		}
	}
	return "", false
}

// conditions writes the WHERE clause.
func (s *selection) conditions(b *strings.Builder) {
	for i, c := range s.where {
		if i == 0 {
			b.WriteString(" WHERE ")
		} else {
			b.WriteString(" AND ")
		}
		b.WriteString(c)
	}
}

// page writes the join of the rows with the keys of the page, and their order, and returns all arguments. It names the
// keys anew: so the database learns that they come in that order, and does not sort the rows.
func (s *selection) page(b *strings.Builder) []any {
	var keys, order []string
	var id string // the last key
	for i, term := range strings.Split(s.order, ", ") {
		column, descending := strings.CutSuffix(term, " DESC")
		id = "key_" + strconv.Itoa(i)
		keys = append(keys, column+" AS "+id)
		if term = id; descending {
			term += " DESC"
		}
		order = append(order, term)
	}
	b.WriteString(" JOIN (SELECT " + strings.Join(keys, ", ") + " FROM (" + s.keys + " ORDER BY " + s.order)
	args := s.paging(b)
	b.WriteString(") AS kept) AS page ON id = " + id + " ORDER BY " + strings.Join(order, ", "))
	return args
}

// someRows is the parameter of a LIMIT. SQLite would prepare a statement with a plain
// parameter again for each value. PostgreSQL would plan for fewer rows if it were a sum.
const someRows = "CAST(? AS BIGINT)"

// paging writes the LIMIT and OFFSET clauses, if needed, and returns all arguments.
func (s *selection) paging(b *strings.Builder) []any {
	args := s.args
	if s.limit > 0 || s.offset > 0 {
		limit := int64(math.MaxInt64) // an offset needs a limit in SQLite
		if s.limit > 0 {
			limit = int64(s.limit)
		}
		b.WriteString(" LIMIT " + someRows)
		args = append(args, limit)
	}
	if s.offset > 0 {
		b.WriteString(" OFFSET ?")
		args = append(args, int64(s.offset))
	}
	return args
}

// ordering lists the columns of an order. Descending ones end in " DESC".
type ordering []string

// in returns the order, or the opposite order, for ORDER BY.
func (o ordering) in(reverse bool) string {
	terms := slices.Clone(o)
	for i, term := range terms {
		if column, descending := strings.CutSuffix(term, " DESC"); reverse && descending {
			terms[i] = column
		} else if reverse {
			terms[i] += " DESC"
		}
	}
	return strings.Join(terms, ", ")
}

// columns returns the columns without directions.
func (o ordering) columns() string { return strings.ReplaceAll(strings.Join(o, ", "), " DESC", "") }
