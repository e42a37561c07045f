package sqldb

import (
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/privacylabels/auditor/storage"
)

// selection is what a query comes to: which rows, in which order, how many. Its
// texts are this package's own; what a caller gave is in args.
type selection struct {
	where         []string
	keys          string // a statement that yields the order's columns of the rows, one of them id; empty: every row
	args          []any
	order         string
	limit, offset int // neither counts unless it is more than zero
}

// keep narrows the selection by a condition with a question mark for each argument.
// What sets keys comes after all of them.
func (s *selection) keep(condition string, args ...any) {
	s.where = append(s.where, condition)
	s.args = append(s.args, args...)
}

// keepIf is keep where a field of the query asks for it.
func (s *selection) keepIf(asked bool, condition string, args ...any) {
	if asked {
		s.keep(condition, args...)
	}
}

// keepNone leaves out the rows whose column holds one of these texts.
func keepNone[T ~string](s *selection, column string, texts []T) {
	if len(texts) == 0 {
		return
	}
	args := make([]any, len(texts))
	for i, t := range texts {
		args[i] = string(t)
	}
	s.keep(column+" NOT IN (?"+strings.Repeat(", ?", len(texts)-1)+")", args...)
}

// between keeps what happened from one time to another, both included. Zero is no bound.
func (s *selection) between(column string, from, to storage.Time) {
	s.keepIf(from != 0, column+" >= ?", int64(from))
	s.keepIf(to != 0, column+" <= ?", int64(to))
}

// days keeps the days from one time to another, counted from 1970-01-01 UTC, and
// says whether those are whole days.
func (s *selection) days(from, to storage.Time) bool {
	const day = storage.Time(24 * time.Hour / time.Millisecond)
	s.keep("day BETWEEN ? AND ?", int64(from/day), int64(to/day))
	return from >= 0 && from%day == 0 && to > 0 && (to+1)%day == 0
}

// prefixed keeps the texts that begin so, as a range that an index can serve.
func (s *selection) prefixed(column, prefix string) {
	if prefix == "" {
		return
	}
	s.keep(column+" >= ?", prefix)
	if end, ok := afterPrefix(prefix); ok {
		s.keep(column+" < ?", end)
	}
}

// afterPrefix returns the first text after all that begin with prefix, false
// when there is none. It counts in runes, for the bound to be a text itself;
// the bytes of UTF-8 are in the order of the runes.
func afterPrefix(prefix string) (string, bool) {
	for prefix != "" {
		r, size := utf8.DecodeLastRuneInString(prefix)
		prefix = prefix[:len(prefix)-size]
		switch r++; {
		case r == 0xD800: // the surrogates are no runes of a text
			return prefix + "\uE000", true
		case r <= utf8.MaxRune:
			return prefix + string(r), true
		}
	}
	return "", false
}

// conditions writes the filter, without parameters for limit and offset.
func (s *selection) conditions(b *strings.Builder) {
	where := s.where
	if s.keys != "" {
		where = append(where[:len(where):len(where)], "id IN (SELECT id FROM ("+s.keys+") AS kept)")
	}
	for i, c := range where {
		if i == 0 {
			b.WriteString(" WHERE ")
		} else {
			b.WriteString(" AND ")
		}
		b.WriteString(c)
	}
}

// byKeys says whether the keys alone tell the rows, so that a page is one of them.
func (s *selection) byKeys() bool { return s.keys != "" && len(s.where) == 0 }

// page writes the keys of the page, and returns all arguments.
func (s *selection) page(b *strings.Builder) []any {
	b.WriteString("(" + s.keys + " ORDER BY " + s.order)
	args := s.paging(b)
	b.WriteString(")")
	return args
}

// paging writes the bounds, if there are any, and returns all arguments.
func (s *selection) paging(b *strings.Builder) []any {
	args := s.args
	if s.limit > 0 || s.offset > 0 {
		limit := int64(math.MaxInt64) // an offset needs a limit in SQLite
		if s.limit > 0 {
			limit = int64(s.limit)
		}
		b.WriteString(" LIMIT ?")
		args = append(args, limit)
	}
	if s.offset > 0 {
		b.WriteString(" OFFSET ?")
		args = append(args, int64(s.offset))
	}
	return args
}
