package imports_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/storage"
)

func TestComplete(t *testing.T) {
	t.Parallel()
	const done = storage.ImportImported
	for name, tt := range map[string]struct {
		total  int
		states []storage.ImportStatus
		want   string
		prompt int // items that it is about; none: there is none
	}{
		"nothing at all":     {0, nil, "ok", 0},
		"nothing came":       {3, nil, "error", 0},
		"all":                {2, []storage.ImportStatus{done, done}, "ok", 0},
		"not all came":       {3, []storage.ImportStatus{done, done}, "partial", 0},
		"some failed":        {0, []storage.ImportStatus{done, storage.ImportFailed}, "partial", 0},
		"some wait":          {0, []storage.ImportStatus{done, storage.ImportQueued}, "partial", 0},
		"some to search for": {0, []storage.ImportStatus{done, storage.ImportPendingSearch}, "partial", 0},
		"some not found":     {0, []storage.ImportStatus{done, storage.ImportUnmatched, storage.ImportSkipped}, "partial", 2},
		"none":               {0, []storage.ImportStatus{storage.ImportUnmatched}, "error", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			list, err := b.Begin(t.Context(), imports.Start{Source: storage.ImportFile, Label: storage.Text(strings.Repeat("é", 900)), Total: tt.total})
			if err != nil {
				t.Fatal(err)
			}
			if len(tt.states) > 0 {
				var patches []imports.Patch
				for n, status := range tt.states {
					patches = append(patches, item(strings.Repeat("x", n+1), status))
				}
				b.add(list.ID, patches...)
			}
			b.clock.Add(time.Minute)
			got, err := b.Complete(t.Context(), list.ID)
			if err != nil || got.CompletedAt != storage.NullTime(storage.TimeOf(b.clock.Now())) {
				t.Errorf("complete: %+v, %v", got, err)
			}
			if again, err := b.Complete(t.Context(), list.ID); err != nil || again != got {
				t.Errorf("complete again: %+v, %v, want %+v", again, err, got)
			}
			lines, reported := b.lines(), b.notices(storage.NoticeImportCompleted)
			if len(lines) != 1 || len(reported) != 1 {
				t.Fatalf("reported %+v and %+v, want one of each", lines, reported)
			}
			entry := reported[0].Changes[0]
			if lines[0].Status != tt.want || lines[0].StartedAt != list.CreatedAt || entry.Type != "import_completed" || len(entry.Description) > 500 ||
				!strings.Contains(string(entry.More), `"status":"`+tt.want+`"`) || !strings.Contains(string(lines[0].Detail), list.ID) {
				t.Errorf("reported %+v and %+v, want %s", lines[0], entry, tt.want)
			}
			prompts := b.notices(storage.NoticeManualAppsPrompt)
			if (len(prompts) == 1) != (tt.prompt > 0) || len(prompts) > 1 {
				t.Fatalf("asked %+v", prompts)
			}
			if tt.prompt > 0 && prompts[0].Changes[0].Type != "manual_apps_prompt" {
				t.Errorf("asked %+v", prompts[0])
			}
		})
	}
}

// People are asked about what was not found once a day, whatever the import.
func TestComplete_prompts(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for range 5 {
		list := b.begin()
		b.add(list, item("a", storage.ImportUnmatched))
		if _, err := b.Complete(t.Context(), list); err != nil {
			t.Fatal(err)
		}
		b.clock.Add(7 * time.Hour)
	}
	if n := len(b.notices(storage.NoticeManualAppsPrompt)); n != 2 {
		t.Errorf("asked %d times in 28 hours, want 2", n)
	}
	if _, err := b.Complete(t.Context(), "none"); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("an import that is not there: %v", err)
	}
}

// An import completes by itself once nothing of it is to be imported, and is open
// again when something is.
func TestComplete_automatic(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.shop.show(1, "One")
	list := b.begin()
	complete := func(want bool, reported int) {
		t.Helper()
		got, _ := b.list(list)
		if n := len(b.notices(storage.NoticeImportCompleted)); (got.CompletedAt != 0) != want || n != reported {
			t.Errorf("complete: %v, reported %d times, want %v and %d", got.CompletedAt != 0, n, want, reported)
		}
	}
	ids := b.add(list, queued(1), queued(9), item("meant", storage.ImportMatched, at(address(1))), item("a", storage.ImportUnmatched))
	b.work()
	complete(false, 0)
	if _, err := b.Update(t.Context(), ids[2], imports.Patch{Status: new(storage.ImportQueued)}); err != nil {
		t.Fatal(err)
	}
	b.work()
	complete(true, 1)
	if len(b.notices(storage.NoticeManualAppsPrompt)) != 0 {
		t.Error("asked about what was not found, by itself")
	}
	if _, err := b.Retry(t.Context(), ids[1]); err != nil {
		t.Fatal(err)
	}
	complete(true, 1)
	b.add(list, item("more", storage.ImportUnmatched))
	complete(true, 1)
	b.add(list, queued(1), item("still more", storage.ImportQueued, at(address(1))))
	complete(false, 1)
	b.work()
	complete(true, 2)
	if diff := cmp.Diff("error", b.lines()[0].Status); diff == "" {
		t.Errorf("reported %+v", b.lines()[0])
	}
}
