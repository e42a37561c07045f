package storage

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Text is a text that may be unknown: empty means unknown and is null in JSON.
type Text string

// MarshalJSON writes the text, or null when it is empty.
func (t Text) MarshalJSON() ([]byte, error) {
	if t == "" {
		return []byte("null"), nil
	}
	for i := range len(t) {
		if c := t[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			return json.Marshal(string(t))
		}
	}
	quoted := make([]byte, 0, len(t)+2) // nearly always, and much faster
	return append(append(append(quoted, '"'), t...), '"'), nil
}

// invalid returns an error that wraps ErrInvalid and names the record's kind.
func invalid(kind, format string, args ...any) error {
	return fmt.Errorf("%w: %s: %s", ErrInvalid, kind, fmt.Sprintf(format, args...))
}

// checkText refuses text that some databases cannot hold.
func checkText[S ~string](kind string, texts ...S) error {
	for _, s := range texts {
		if !utf8.ValidString(string(s)) || strings.IndexByte(string(s), 0) >= 0 {
			return invalid(kind, "text is not UTF-8 without NUL: %.40q", string(s))
		}
	}
	return nil
}

// Fold returns a form of s for comparisons that ignore letter case. It folds each letter by
// itself, so two texts with equal results differ only in the case of letters.
func Fold(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		if r < utf8.RuneSelf {
			return r
		}
		return unicode.ToLower(unicode.ToUpper(r))
	}, s)
}

// Time is a point in time in whole milliseconds since 1970-01-01 UTC, as in the
// API, backups and the database. Zero means never.
type Time int64

// TimeOf returns t, truncated to milliseconds.
func TimeOf(t time.Time) Time { return Time(t.UnixMilli()) }

// Std returns t as a standard time in UTC.
func (t Time) Std() time.Time { return time.UnixMilli(int64(t)).UTC() }

// Add returns t moved by d, in whole milliseconds.
func (t Time) Add(d time.Duration) Time { return t + Time(d.Milliseconds()) }

// Sub returns the duration t-u.
func (t Time) Sub(u Time) time.Duration { return time.Duration(t-u) * time.Millisecond }

// NullTime is a [Time] that is null in JSON if zero.
type NullTime Time

// MarshalJSON writes the milliseconds, or null for never.
func (t NullTime) MarshalJSON() ([]byte, error) {
	if t == 0 {
		return []byte("null"), nil
	}
	return strconv.AppendInt(nil, int64(t), 10), nil
}
