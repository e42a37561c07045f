package activity_test

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

const now storage.Time = 1_760_000_000_000

// record writes a line with this summary, started some seconds after now.
func record(t *testing.T, s storage.Store, summary string, seconds int) {
	t.Helper()
	teststore.Update(t, s, func(tx *storage.Tx) error { return activity.Record(tx, rand.Reader, line(summary, seconds)) })
}

func line(summary string, seconds int) storage.Activity {
	return storage.Activity{
		Type: "scrape", Status: activity.OK, Summary: storage.Text(summary), StartedAt: now.Add(time.Duration(seconds) * time.Second),
	}
}

// fill puts n lines, one second apart, the last of them at now.
func fill(t *testing.T, s storage.Store, n int) {
	t.Helper()
	teststore.Update(t, s, func(tx *storage.Tx) error {
		lines := make([]storage.Activity, n)
		for i := range lines {
			lines[i] = line(fmt.Sprintf("old %d", i), i-n+1)
			lines[i].ID, lines[i].Kind = fmt.Sprintf("%06d", i), lines[i].Type
		}
		return tx.Activities.Put(lines...)
	})
}

func list(t *testing.T, s storage.Store, q storage.ActivityQuery) ([]storage.Activity, int) {
	t.Helper()
	lines, total, err := activity.List(t.Context(), s, q)
	if err != nil {
		t.Fatal(err)
	}
	return lines, total
}

func summaries(lines []storage.Activity) (texts []string) {
	for _, a := range lines {
		texts = append(texts, string(a.Summary))
	}
	return texts
}

func TestRecordFillsIn(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	given := storage.Activity{
		ID: "not this one", Kind: "scrape_failed", Type: "scrape", Status: activity.Failed, App: 7, AppName: "Notes",
		Summary: "Could not read it", Detail: []byte(`{"httpStatus":404}`), StartedAt: now, EndedAt: storage.NullTime(now + 5),
	}
	plain := storage.Activity{Type: "resync", Status: activity.Partial, StartedAt: now + 1}
	teststore.Update(t, s, func(tx *storage.Tx) error {
		return errors.Join(activity.Record(tx, rand.Reader, given), activity.Record(tx, rand.Reader, plain))
	})
	got, total := list(t, s, storage.ActivityQuery{})
	if total != 2 || len(got) != 2 {
		t.Fatalf("%d lines of %d", len(got), total)
	}
	for i := range got {
		if len(got[i].ID) != 36 || got[i].ID[14] != '7' {
			t.Errorf("the id is %q", got[i].ID)
		}
		got[i].ID = ""
	}
	given.ID, plain.Kind = "", "resync"
	if diff := cmp.Diff([]storage.Activity{plain, given}, got); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}

func TestRecordCutsSummariesBetweenCharacters(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	for i, test := range []struct{ given, want string }{
		{"", ""},
		{"short", "short"},
		{strings.Repeat("a", 200), strings.Repeat("a", 200)},
		{strings.Repeat("a", 201), strings.Repeat("a", 200)},
		{strings.Repeat("ü", 200), strings.Repeat("ü", 200)},
		{strings.Repeat("ü", 201), strings.Repeat("ü", 200)},
		{strings.Repeat("a", 199) + "😀😀", strings.Repeat("a", 199) + "😀"},
		{strings.Repeat("漢", 100_000), strings.Repeat("漢", 200)},
	} {
		record(t, s, test.given, i)
		got, _ := list(t, s, storage.ActivityQuery{Limit: 1})
		if len(got) != 1 || string(got[0].Summary) != test.want {
			t.Errorf("%.20q of %d bytes is kept as %q", test.given, len(test.given), summaries(got))
		}
	}
}

func TestRecordKeepsTheNewest(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	fill(t, s, activity.Kept-1)
	for i, want := range []int{activity.Kept, activity.Kept, activity.Kept} {
		record(t, s, fmt.Sprintf("new %d", i), i+1)
		if _, total := list(t, s, storage.ActivityQuery{Limit: 1}); total != want {
			t.Errorf("after %d more there are %d lines, want %d", i+1, total, want)
		}
	}
	newest, _ := list(t, s, storage.ActivityQuery{Limit: 4})
	if diff := cmp.Diff([]string{"new 2", "new 1", "new 0", "old 1998"}, summaries(newest)); diff != "" {
		t.Errorf("the newest (-want +got):\n%s", diff)
	}
	oldest, _ := list(t, s, storage.ActivityQuery{Ascending: true, Limit: 2})
	if diff := cmp.Diff([]string{"old 2", "old 3"}, summaries(oldest)); diff != "" {
		t.Errorf("the oldest (-want +got):\n%s", diff)
	}
}

// The line that started first but was written last stays.
func TestRecordKeepsTheEndOfALongRun(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	fill(t, s, activity.Kept)
	teststore.Update(t, s, func(tx *storage.Tx) error {
		run := line("run", -2*activity.Kept)
		run.EndedAt = storage.NullTime(now + 1)
		return activity.Record(tx, rand.Reader, run)
	})
	record(t, s, "new", 1)
	lines, total := list(t, s, storage.ActivityQuery{})
	if total != activity.Kept || lines[0].Summary != "new" || lines[total-1].Summary != "run" || lines[total-2].Summary != "old 2" {
		t.Errorf("%d lines are left, %q to %q", total, lines[0].Summary, summaries(lines[total-2:]))
	}
}

// A log that grew too long by other ways, such as a restore, is cut at once.
func TestRecordTrimsALongLog(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	fill(t, s, activity.Kept+150)
	record(t, s, "new", 1)
	lines, total := list(t, s, storage.ActivityQuery{})
	if total != activity.Kept || len(lines) != activity.Kept {
		t.Fatalf("%d lines of %d are left, want %d", len(lines), total, activity.Kept)
	}
	if first, last := lines[0].Summary, lines[len(lines)-1].Summary; first != "new" || last != "old 151" {
		t.Errorf("left are %q to %q", first, last)
	}
}

func TestRecordRefuses(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	for name, test := range map[string]struct {
		random io.Reader
		line   storage.Activity
		want   error
	}{
		"no type":       {rand.Reader, storage.Activity{Status: activity.OK, StartedAt: now}, storage.ErrInvalid},
		"no status":     {rand.Reader, storage.Activity{Type: "scrape", StartedAt: now}, storage.ErrInvalid},
		"broken text":   {rand.Reader, line("\xff", 0), storage.ErrInvalid},
		"no randomness": {strings.NewReader("short"), line("text", 0), io.ErrUnexpectedEOF},
	} {
		err := s.Update(t.Context(), func(tx *storage.Tx) error { return activity.Record(tx, test.random, test.line) })
		if !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
	if lines, total := list(t, s, storage.ActivityQuery{}); total != 0 {
		t.Errorf("there are %v", summaries(lines))
	}
}

func TestListCountsMatches(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	teststore.Update(t, s, func(tx *storage.Tx) error {
		var errs []error
		for i := range 6 {
			a := line(string(rune('a'+i)), i)
			if i%2 == 1 {
				a.Status = activity.Cancelled
			}
			errs = append(errs, activity.Record(tx, rand.Reader, a))
		}
		return errors.Join(errs...)
	})
	for name, test := range map[string]struct {
		query storage.ActivityQuery
		want  string
		total int
	}{
		"all":            {storage.ActivityQuery{}, "fedcba", 6},
		"first two":      {storage.ActivityQuery{Limit: 2}, "fe", 6},
		"next two":       {storage.ActivityQuery{Limit: 2, Offset: 2}, "dc", 6},
		"beyond the end": {storage.ActivityQuery{Limit: 2, Offset: 6}, "", 6},
		"of a status":    {storage.ActivityQuery{Status: activity.Cancelled, Limit: 1, Offset: 1}, "d", 3},
		"of a time":      {storage.ActivityQuery{From: now.Add(time.Second), To: now.Add(3 * time.Second), Limit: 2}, "dc", 3},
		"turned round":   {storage.ActivityQuery{Ascending: true, Limit: 3}, "abc", 6},
		"of no type":     {storage.ActivityQuery{Type: "import"}, "", 0},
	} {
		lines, total := list(t, s, test.query)
		if got := strings.Join(summaries(lines), ""); got != test.want || total != test.total {
			t.Errorf("%s: %q of %d, want %q of %d", name, got, total, test.want, test.total)
		}
	}
}

func TestListFailsWithTheStore(t *testing.T) {
	t.Parallel()
	s := storagetest.Faulty(teststore.Open(t), storagetest.Faults{View: storagetest.Nth(1)})
	if lines, total, err := activity.List(t.Context(), s, storage.ActivityQuery{}); !errors.Is(err, storagetest.ErrFault) || lines != nil || total != 0 {
		t.Errorf("%v of %d, %v, want the injected fault", lines, total, err)
	}
}
