package health

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/privacylabels/auditor/storage"
)

const (
	// KeptLines is how many lines of the log are kept.
	KeptLines = 200
	// maxLine is the maximum length of a line in bytes.
	maxLine = 4 << 10
	// truncated ends a line that was longer.
	truncated = " (truncated)"
)

// Line is a warning or an error of the log, masked as by [Mask].
type Line struct {
	At        storage.Time `json:"at"`        // when it happened
	Level     string       `json:"level"`     // "error" or "warn"
	Message   string       `json:"message"`   // what happened, in a sentence
	Truncated bool         `json:"truncated"` // whether the message was shortened
}

// Recorder is a [slog.Handler] that passes records to another one and keeps the newest
// warnings and errors. It is safe for concurrent use.
type Recorder struct {
	next    slog.Handler
	lines   *Ring[Line]
	secrets []string

	given  []slog.Attr // by WithAttrs, with the names of their groups
	groups []string
}

// NewRecorder returns a recorder before another handler. It masks the secrets.
func NewRecorder(next slog.Handler, secrets ...string) *Recorder {
	return &Recorder{next: next, lines: NewRing[Line](KeptLines), secrets: secrets}
}

// Lines returns the lines. Recorders derived from this one share them.
func (r *Recorder) Lines() *Ring[Line] { return r.lines }

// Enabled implements [slog.Handler].
func (r *Recorder) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn || r.next.Enabled(ctx, level)
}

// Handle implements [slog.Handler].
func (r *Recorder) Handle(ctx context.Context, record slog.Record) error {
	if record.Level >= slog.LevelWarn {
		r.lines.Add(r.line(record))
	}
	if !r.next.Enabled(ctx, record.Level) {
		return nil
	}
	return r.next.Handle(ctx, record)
}

// WithAttrs implements [slog.Handler].
func (r *Recorder) WithAttrs(attrs []slog.Attr) slog.Handler {
	with := *r
	with.next = r.next.WithAttrs(attrs)
	with.given = slices.Clip(r.given)
	for _, a := range attrs {
		with.given = append(with.given, r.named(a))
	}
	return &with
}

// WithGroup implements [slog.Handler].
func (r *Recorder) WithGroup(name string) slog.Handler {
	with := *r
	with.next = r.next.WithGroup(name)
	if name != "" {
		with.groups = append(slices.Clip(r.groups), name)
	}
	return &with
}

// named returns an attribute with the names of its groups.
func (r *Recorder) named(a slog.Attr) slog.Attr {
	if len(r.groups) > 0 {
		a.Key = strings.Join(r.groups, ".") + "." + a.Key
	}
	return a
}

func (r *Recorder) line(record slog.Record) Line {
	l := Line{Level: "warn"}
	if record.Level >= slog.LevelError {
		l.Level = "error"
	}
	if !record.Time.IsZero() {
		l.At = storage.TimeOf(record.Time)
	}
	var text strings.Builder
	text.WriteString(Mask(cut(record.Message), r.secrets...))
	for _, a := range r.given {
		r.write(&text, a, 0)
	}
	record.Attrs(func(a slog.Attr) bool {
		r.write(&text, r.named(a), 0)
		return text.Len() <= maxLine
	})
	l.Message = strings.ToValidUTF8(text.String(), "\uFFFD")
	if len(l.Message) > maxLine {
		l.Message, l.Truncated = short(l.Message, maxLine)+truncated, true
	}
	return l
}

// maxGroups is the maximum depth of groups of attributes.
const maxGroups = 8

// write adds an attribute to a line.
func (r *Recorder) write(text *strings.Builder, a slog.Attr, depth int) {
	if text.Len() > maxLine || depth > maxGroups {
		return
	}
	value := a.Value.Resolve()
	if value.Kind() == slog.KindGroup {
		for _, inner := range value.Group() {
			switch {
			case inner.Key == "": // a group without a name is inlined
				inner.Key = a.Key
			case a.Key != "":
				inner.Key = a.Key + "." + inner.Key
			}
			r.write(text, inner, depth+1)
		}
		return
	}
	if a.Key == "" {
		return
	}
	shown := hidden
	if !secretName(a.Key) {
		shown = Mask(cut(value.String()), r.secrets...)
	}
	text.WriteString(" " + a.Key + "=" + shown)
}

// cut returns the start of a text: more than fits, as masking makes it shorter.
func cut(text string) string { return short(text, 16*maxLine) }

// short returns at most the first n bytes of a text, without splitting a character.
func short(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
