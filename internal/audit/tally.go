package audit

import (
	"fmt"
	"strconv"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// tally counts lines without rows of their own in one row, which is rewritten with every
// batch.
type tally struct {
	record storage.Audit // as first written; its id is set then
	lines  int
	last   time.Time
	what   string // the last line's detail, or action
	dirty  bool   // counted since the last write
}

func newTally(action string, line Line, now time.Time) *tally {
	line.Action = action
	return &tally{record: line.record(storage.TimeOf(now)), last: now}
}

// add counts a line.
func (t *tally) add(line Line, now time.Time) {
	t.lines++
	t.last, t.dirty = now, true
	t.what = line.Action
	if line.Detail != "" {
		t.what += ": " + line.Detail
	}
	t.what = fit(t.what, maxDetail)
}

// row returns the record as it is now.
func (t *tally) row() storage.Audit {
	r := t.record
	r.Detail = fit(fmt.Sprintf("and %s more, the last at %s: %s", grouped(t.lines), t.last.UTC().Format(time.RFC3339), t.what), maxDetail)
	return r
}

// grouped writes a number with a comma between thousands.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
