package history_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/storage"
)

// What becomes of a target, and what the archive is asked for it. The targets are
// 1 February, 15 February, 15 May and 1 August 2021, all at noon but the first.
func TestHistoryOutcomes(t *testing.T) {
	t.Parallel()
	located := fleettest.Labelled("LINKED: LOCATION")
	for name, tt := range map[string]struct {
		archive func(p *past)
		want    []string
		asked   []string
	}{
		"nothing at all": {
			archive: func(*past) {},
			want: []string{
				"2021-02-01 requested_snapshot", "2021-02-15 skipped_no_capture", "2021-05-15 skipped_no_capture", "2021-08-01 skipped_no_capture",
			},
			asked: []string{"captures 1", "save 1"},
		},
		"nothing at all, and not to be had": {
			archive: func(p *past) {
				p.archive.fail(&archive.Error{Cause: archive.ErrThrottled, Status: 429}, "save")
			},
			want: []string{
				"2021-02-01 skipped_save_now_failed", "2021-02-15 skipped_no_capture", "2021-05-15 skipped_no_capture", "2021-08-01 skipped_no_capture",
			},
			asked: []string{"captures 1", "save 1"},
		},
		"none is near": {
			archive: func(p *past) {
				p.archive.capture(1, "2020-12-15", located)
				p.archive.capture(1, "2020-12-16", located)
			},
			want: []string{
				"2021-02-01 skipped_drift 2020-12-16", "2021-02-15 skipped_drift 2020-12-16",
				"2021-05-15 skipped_drift 2020-12-16", "2021-08-01 skipped_drift 2020-12-16",
			},
			asked: []string{"captures 1"},
		},
		"45 days and no more": {
			archive: func(p *past) {
				p.archive.capture(1, "2021-04-01", located) // 45 days from 15 February, 44 from 15 May
				p.archive.capture(1, "2021-06-30", located) // 46 from 15 May, 32 from 1 August
			},
			want: []string{
				"2021-02-01 skipped_drift 2021-04-01", "2021-02-15 imported 2021-04-01 0", "2021-05-15 skipped_existing 2021-04-01",
				"2021-08-01 unchanged 2021-06-30 0",
			},
			asked: []string{"captures 1", "replay 1 2021-04-01", "replay 1 2021-06-30"},
		},
		"of two as near the earlier": {
			archive: func(p *past) {
				p.archive.capture(1, "2021-05-25", located)
				p.archive.capture(1, "2021-05-05", located)
			},
			want: []string{
				"2021-02-01 skipped_drift 2021-05-05", "2021-02-15 skipped_drift 2021-05-05", "2021-05-15 imported 2021-05-05 0",
				"2021-08-01 skipped_drift 2021-05-25",
			},
			asked: []string{"captures 1", "replay 1 2021-05-05"},
		},
		"a page without a label, then one with": {
			archive: func(p *past) {
				p.archive.capture(1, "2021-05-14")
				p.archive.capture(1, "2021-05-17", fleettest.Labelled())
				p.archive.capture(1, "2021-05-20", fleettest.Labelled("NONE"))
			},
			want: []string{
				"2021-02-01 skipped_drift 2021-05-14", "2021-02-15 skipped_drift 2021-05-14", "2021-05-15 imported 2021-05-20 0",
				"2021-08-01 skipped_drift 2021-05-20",
			},
			asked: []string{"captures 1", "replay 1 2021-05-14", "replay 1 2021-05-17", "replay 1 2021-05-20"},
		},
		"three are tried": {
			archive: func(p *past) {
				for _, day := range []string{"2021-05-14", "2021-05-17", "2021-05-20"} {
					p.archive.capture(1, day)
				}
				p.archive.capture(1, "2021-05-25", located)
			},
			want: []string{
				"2021-02-01 skipped_drift 2021-05-14", "2021-02-15 skipped_drift 2021-05-14", "2021-05-15 skipped_parse_failure 2021-05-20",
				"2021-08-01 skipped_drift 2021-05-25",
			},
			asked: []string{"captures 1", "replay 1 2021-05-14", "replay 1 2021-05-17", "replay 1 2021-05-20"},
		},
		"each is tried once": { // by the first target as well as by the second
			archive: func(p *past) {
				for _, day := range []string{"2021-02-02", "2021-02-05", "2021-02-08"} {
					p.archive.capture(1, day)
				}
				p.archive.capture(1, "2021-03-20", located)
			},
			want: []string{
				"2021-02-01 skipped_parse_failure 2021-02-08", "2021-02-15 imported 2021-03-20 0",
				"2021-05-15 skipped_drift 2021-03-20", "2021-08-01 skipped_drift 2021-03-20",
			},
			asked: []string{"captures 1", "replay 1 2021-02-02", "replay 1 2021-02-05", "replay 1 2021-02-08", "replay 1 2021-03-20"},
		},
		"too large": {
			archive: func(p *past) {
				p.archive.capture(1, "2021-05-14", located)
				p.archive.fail(&archive.Error{Cause: fleet.ErrTooLarge}, "replay")
			},
			want: []string{
				"2021-02-01 skipped_drift 2021-05-14", "2021-02-15 skipped_drift 2021-05-14", "2021-05-15 skipped_parse_failure 2021-05-14",
				"2021-08-01 skipped_drift 2021-05-14",
			},
			asked: []string{"captures 1", "replay 1 2021-05-14"},
		},
		"an answer that does not come": {
			archive: func(p *past) {
				p.archive.capture(1, "2021-02-03", located)
				p.archive.capture(1, "2021-05-14", located)
				p.archive.fail(&archive.Error{Cause: archive.ErrUnavailable}, "replay 1 2021-05")
			},
			want: []string{
				"2021-02-01 imported 2021-02-03 0", "2021-02-15 skipped_existing 2021-02-03", "2021-05-15 skipped_fetch_failure 2021-05-14",
				"2021-08-01 skipped_drift 2021-05-14",
			},
			asked: []string{"captures 1", "replay 1 2021-02-03", "replay 1 2021-05-14"},
		},
		"what is no use does not hide what failed": {
			archive: func(p *past) {
				p.archive.capture(1, "2021-05-14")
				p.archive.capture(1, "2021-05-17", located)
				p.archive.fail(&archive.Error{Cause: archive.ErrNoMemento, Status: 404}, "replay 1 2021-05-17")
			},
			want: []string{
				"2021-02-01 skipped_drift 2021-05-14", "2021-02-15 skipped_drift 2021-05-14", "2021-05-15 skipped_parse_failure 2021-05-14",
				"2021-08-01 skipped_drift 2021-05-17",
			},
			asked: []string{"captures 1", "replay 1 2021-05-14", "replay 1 2021-05-17"},
		},
		"only what is no use": {
			archive: func(p *past) {
				p.archive.capture(1, "2021-05-14")
				p.archive.fail(&archive.Error{Cause: archive.ErrNoMemento, Status: 404}, "replay")
			},
			want: []string{
				"2021-02-01 skipped_drift 2021-05-14", "2021-02-15 skipped_drift 2021-05-14", "2021-05-15 skipped_no_capture 2021-05-14",
				"2021-08-01 skipped_drift 2021-05-14",
			},
			asked: []string{"captures 1", "replay 1 2021-05-14"},
		},
		"what is replayed is judged by its own time": {
			archive: func(p *past) {
				p.archive.capture(1, "2021-05-14", located)
				p.archive.capture(1, "2021-05-20", located)
				p.archive.capture(1, "2021-08-03", located)
				p.archive.drift(1, "2021-05-14", date("2021-07-01"))       // too far
				p.archive.drift(1, "2021-05-20", date("2021-06-01"))       // still near
				p.archive.drift(1, "2021-08-03", p.archiveTime(time.Hour)) // after now
			},
			want: []string{
				"2021-02-01 skipped_drift 2021-05-14", "2021-02-15 skipped_drift 2021-05-14", "2021-05-15 imported 2021-06-01 0",
				"2021-08-01 skipped_drift 2021-08-15",
			},
			asked: []string{"captures 1", "replay 1 2021-05-14", "replay 1 2021-05-20", "replay 1 2021-08-03"},
		},
		"a moment that is kept already": { // of a live state, by chance
			archive: func(p *past) {
				p.archive.capture(1, "2021-08-02", located)
				p.archive.drift(1, "2021-08-02", date("2021-08-01"))
			},
			want: []string{
				"2021-02-01 skipped_drift 2021-08-02", "2021-02-15 skipped_drift 2021-08-02", "2021-05-15 skipped_drift 2021-08-02",
				"2021-08-01 skipped_existing 2021-08-01",
			},
			asked: []string{"captures 1", "replay 1 2021-08-02"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPast(t, 1)
			tt.archive(p)
			got := p.history(t, 1)
			if diff := cmp.Diff(tt.want, brief(got)); diff != "" {
				t.Errorf("targets (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.asked, p.archive.calls()); diff != "" {
				t.Errorf("the archive was asked (-want +got):\n%s", diff)
			}
			if sum := got.Imported + got.Unchanged + got.Skipped + got.Failed + got.SnapshotsRequested; sum != got.Attempted || sum != len(got.Targets) {
				t.Errorf("the numbers do not add up: %+v", got)
			}
			for _, o := range got.Targets {
				failed := strings.HasSuffix(o.Outcome, "_failure") || strings.HasSuffix(o.Outcome, "_failed")
				if failed && o.ErrorMessage == "" {
					t.Errorf("%s has no error message", o.Outcome)
				}
			}
		})
	}
}

// archiveTime returns a moment so long after now.
func (p *past) archiveTime(after time.Duration) storage.Time {
	return storage.TimeOf(p.now().Add(after))
}

// What a page says that cannot be kept, or is about another app, is no state.
func TestArchivedPageThatCannotBeKept(t *testing.T) {
	t.Parallel()
	for name, says := range map[string]func(*fleet.Listing){
		"of another app":       func(l *fleet.Listing) { l.ID = 2 },
		"title with NUL":       func(l *fleet.Listing) { fleettest.Labelled("NONE")(l); l.Label.Types[0].Title = "\x00" },
		"identifier not UTF-8": fleettest.Labelled("LINKED: LOCA\xffTION"),
		"identifiers of none":  func(l *fleet.Listing) { l.Label = &storage.Label{Types: []storage.PrivacyType{{Title: "?"}}} },
		"extractor with NUL":   func(l *fleet.Listing) { l.Extractor = "\x00" },
	} {
		p := newPast(t, 1)
		p.archive.capture(1, "2021-05-14", fleettest.Labelled("NONE"), says)
		if got := p.history(t, 1); got.Targets[2].Outcome != history.ParseFailure || got.Failed != 1 {
			t.Errorf("%s: %v", name, brief(got))
		}
		if n := len(p.rows(t, 1)); n != 1 {
			t.Errorf("%s: %d snapshots, want the live one", name, n)
		}
	}
}

// A second import asks for what it lacks alone.
func TestImportHistoryAgain(t *testing.T) {
	t.Parallel()
	p := newPast(t, 1)
	for _, day := range []string{"2021-02-03", "2021-05-14", "2021-08-03"} {
		p.archive.capture(1, day, fleettest.Labelled("NONE"))
	}
	p.history(t, 1)
	p.archive.calls()
	rows := p.rows(t, 1)

	got := p.history(t, 1)

	if got.Skipped != 4 || got.Attempted != 4 || len(p.archive.calls()) != 0 {
		t.Errorf("the second import came to %v", brief(got))
	}
	if diff := cmp.Diff(rows, p.rows(t, 1)); diff != "" {
		t.Errorf("snapshots (-before +after):\n%s", diff)
	}
	more, err := p.imports.Import(t.Context(), 1, 1)
	if err != nil || more.Attempted != 8 {
		t.Errorf("month by month there are %v, %v; want 8 targets", brief(more), err)
	}
	p.archive.calls()
	for _, months := range []int{-1, 0, 7} { // a survey, and there is nothing left to read
		r, err := p.imports.Import(t.Context(), 1, months)
		if calls := p.archive.calls(); err != nil || r.Attempted != 0 || !slices.Equal(calls, []string{"captures 1"}) {
			t.Errorf("%d months: %v, %v, asked %v; want a survey", months, brief(r), err, calls)
		}
	}
}

func TestImportHistoryIsRefused(t *testing.T) {
	t.Parallel()
	p := newPast(t, 2)
	if err := p.Store.Update(t.Context(), func(tx *storage.Tx) error {
		app, err := tx.Apps.Get(2)
		app.URL = "  "
		return errors.Join(err, tx.Apps.Put(app))
	}); err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	stopped := newPast(t, 1)
	stopped.imports.Stop(0)
	for name, tt := range map[string]struct {
		ctx  context.Context
		lib  *history.Service
		app  storage.AppID
		want error
	}{
		"no archive":    {t.Context(), history.New(history.Config{}), 1, fleet.ErrNotSupported},
		"no such app":   {t.Context(), p.imports, 3, storage.ErrNotFound},
		"no address":    {t.Context(), p.imports, 2, fleet.ErrNoURL},
		"cancelled":     {gone, p.imports, 1, context.Canceled},
		"the end of it": {t.Context(), stopped.imports, 1, runner.ErrStopping},
	} {
		got, err := tt.lib.Import(tt.ctx, tt.app, 3)
		if !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", name, err, tt.want)
		}
		if got.Targets == nil || len(got.Targets) > 0 {
			t.Errorf("%s: the result is %+v, want one without targets", name, got)
		}
	}
	if calls := p.archive.calls(); len(calls) != 0 {
		t.Errorf("the archive was asked %v", calls)
	}
}
