package commands

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/terminal"
	"github.com/privacylabels/auditor/storage"
)

// Env is the environment of a command. Every field is required, unless its comment says
// otherwise.
type Env struct {
	Client *client.Client
	// Get returns the answer to a GET of a path of the API. The caller must close it.
	Get func(ctx context.Context, path string) (io.ReadCloser, error)
	// Write writes a file that appears under its name only when it is complete.
	Write func(ctx context.Context, name string, write func(io.Writer) error) error
	// WriteSigned writes a signed zip to a file that appears under its name only when it is complete
	// and, if it is from a service elsewhere, verified.
	WriteSigned func(ctx context.Context, name string, write func(io.Writer) error) error
	// Unpack unpacks a signed zip to a folder, which appears under its name only when it is complete
	// and verified. The folder must not exist, or be empty.
	Unpack func(ctx context.Context, dir string, write func(io.Writer) error) error

	In  io.Reader
	Out io.Writer // for results
	Err io.Writer // for progress and failures
	Now func() time.Time
}

// ErrPartial means that a command is done, but failed for some apps, which it has printed.
var ErrPartial = errors.New("some apps failed")

// The maximum widths of texts in tables, in columns.
const (
	nameColumns     = 40
	textColumns     = 100
	sentenceColumns = 200 // of changes, and of any cell
	lineColumns     = 400 // of labels, which may name all data types of a category
)

// printJSON writes a value to the output as [PrintJSON] does.
func (e *Env) printJSON(v any) error { return PrintJSON(e.Out, v) }

// PrintJSON writes a value as indented JSON that is safe to show on a terminal.
func PrintJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(terminal.NewJSONWriter(w))
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// jsonArray writes an array element by element, in the form of [Env.printJSON].
type jsonArray struct {
	out io.Writer
	n   int
}

// add writes an element.
func (a *jsonArray) add(v any) error {
	text := new(bytes.Buffer)
	enc := json.NewEncoder(text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("  ", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	begin := ",\n  "
	if a.n++; a.n == 1 {
		begin = "[\n  "
	}
	_, err := terminal.NewJSONWriter(a.out).Write(append([]byte(begin), bytes.TrimSuffix(text.Bytes(), []byte("\n"))...))
	return err
}

// end writes the end of the array.
func (a *jsonArray) end() error {
	end := "\n]\n"
	if a.n == 0 {
		end = "[]\n"
	}
	_, err := io.WriteString(a.out, end)
	return err
}

// print writes a line of results. Each text among the arguments is made a [terminal.Line].
func (e *Env) print(format string, args ...any) error {
	_, err := fmt.Fprintln(e.Out, lineOf(format, args...))
	return err
}

// lineOf formats a line of results, see [Env.print].
func lineOf(format string, args ...any) string {
	safe := make([]any, len(args))
	for i, arg := range args {
		if safe[i] = arg; reflect.ValueOf(arg).Kind() == reflect.String {
			safe[i] = terminal.Line(fmt.Sprint(arg))
		}
	}
	return fmt.Sprintf(format, safe...)
}

// table writes rows in columns. The first row is the heading. No cell is wider than a sentence, because all rows are as
// wide as the widest cell.
func (e *Env) table(rows [][]string) error {
	w := tabwriter.NewWriter(e.Out, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = terminal.Clip(cell, sentenceColumns)
		}
		fmt.Fprintln(w, strings.Join(cells, "\t"))
	}
	return w.Flush()
}

// say writes a line about progress or a failure.
func (e *Env) say(format string, args ...any) {
	fmt.Fprintln(e.Err, terminal.Line(fmt.Sprintf(format, args...)))
}

// withinLimits calls the API, and again after a wait if it is limiting the rate of calls.
func withinLimits[T any](ctx context.Context, e *Env, call func() (T, error)) (T, error) {
	for again := turns(maxTurns); ; {
		answer, err := call()
		refused, ok := errors.AsType[*client.Error](err)
		if !ok || refused.Status != tooManyRequests || refused.RetryAfter <= 0 || refused.RetryAfter > longestWait {
			return answer, err
		}
		if err := again.next(); err != nil {
			return answer, err
		}
		e.say("the service asks to wait for %s", refused.RetryAfter)
		if err := sleep(ctx, refused.RetryAfter); err != nil {
			return answer, err
		}
	}
}

const (
	tooManyRequests = 429
	longestWait     = 2 * time.Minute // maximum wait because of a rate limit of the API
)

// sleep waits, unless the context ends first.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// day formats a time as a date, or as a dash if it is zero.
func day(t client.Time) string { return format(t, time.DateOnly) }

// minute formats a time to the minute, or as a dash if it is zero.
func minute(t client.Time) string { return format(t, "2006-01-02 15:04") }

func format(t client.Time, layout string) string {
	if t == 0 {
		return "-"
	}
	return t.Std().Local().Format(layout)
}

// value returns an optional value, or zero if it is nil.
func value[T any](v *T) (zero T) {
	if v == nil {
		return zero
	}
	return *v
}

// Plural returns a number with its noun.
func Plural(n int64, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.FormatInt(n, 10) + " " + noun
}

// Since is a time in the past: a duration before now, such as 30d, 2w or 12h, a date or a
// time. The zero Since is unset.
type Since struct {
	ago time.Duration
	at  time.Time
}

// UnmarshalText parses the value of the flag.
func (s *Since) UnmarshalText(sent []byte) error {
	text := strings.TrimSpace(string(sent))
	*s = Since{}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.ParseInLocation(layout, text, time.Local); err == nil {
			s.at = at
			return nil
		}
	}
	unit := time.Duration(0)
	switch {
	case strings.HasSuffix(text, "d"):
		unit = 24 * time.Hour
	case strings.HasSuffix(text, "w"):
		unit = 7 * 24 * time.Hour
	}
	if unit > 0 {
		n, err := strconv.ParseUint(text[:len(text)-1], 10, 16)
		if err == nil && n > 0 {
			s.ago = time.Duration(n) * unit
			return nil
		}
	}
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		s.ago = d
		return nil
	}
	return fmt.Errorf("%.40q is not a duration such as 30d, 2w or 12h, nor a date such as 2026-05-01", text)
}

// from returns the time, or zero if it is unset.
func (s Since) from(now time.Time) client.Time {
	switch {
	case s.ago > 0:
		return client.TimeOf(now.Add(-s.ago))
	case !s.at.IsZero():
		return client.TimeOf(s.at)
	}
	return 0
}

// AppID is the ID of an app in a flag or an argument.
type AppID int64

// UnmarshalText parses an ID. It also accepts the form in URLs, id310633997, and the name of a
// package on Google Play.
func (a *AppID) UnmarshalText(text []byte) error {
	key := strings.TrimSpace(string(text))
	if digits := strings.TrimPrefix(key, "id"); !strings.Contains(digits, ".") {
		key = digits
	}
	id, err := storage.ParseAppKey(key)
	if err != nil || id < 1 {
		return fmt.Errorf("%.80q is not the ID of an app, a number such as 310633997, which list shows", text)
	}
	*a = AppID(id)
	return nil
}

// Count is a maximum number of results. Zero means all.
type Count int

// UnmarshalText parses the value of the flag.
func (c *Count) UnmarshalText(text []byte) error {
	n, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || n < 0 {
		return fmt.Errorf("%.40q is not a whole number of at least 0, which is all", text)
	}
	*c = Count(n)
	return nil
}
