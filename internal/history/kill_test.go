package history_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// mortal is the store of a process that is killed at one of its writes: from then
// on it reaches nothing any more.
type mortal struct {
	storage.Store
	left atomic.Int64 // writes before the one at which it is killed
	kept bool         // whether that one comes through
}

var errKilled = errors.New("killed")

func (m *mortal) View(ctx context.Context, fn func(*storage.Tx) error) error {
	if m.left.Load() < 0 {
		return errKilled
	}
	return m.Store.View(ctx, fn)
}

func (m *mortal) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	left := m.left.Add(-1)
	if left < 0 && !(left == -1 && m.kept) {
		return errKilled
	}
	err := m.Store.Update(ctx, fn)
	if left < 0 {
		return errKilled
	}
	return err
}

// Wherever a process is killed, the next one goes on behind it: the archive is
// asked one thing twice at most, each state is kept once, and the numbers are
// those of an uninterrupted run.
func TestKilledHistory(t *testing.T) {
	for _, kept := range []bool{false, true} {
		for writes := int64(1); writes < 14; writes++ {
			t.Run(fmt.Sprintf("after %d writes, the last kept: %v", writes, kept), func(t *testing.T) {
				bubble(t, 2, func(t *testing.T, p *past) {
					p.archive.capture(1, "2021-05-15") // is of no use
					process := &mortal{Store: p.Store, kept: kept}
					process.left.Store(writes)
					imports := history.New(history.Config{Env: storage.Env{Store: process, Now: p.now, Random: rand.Reader}, Archive: p.archive})
					defer imports.Stop(0)
					one := runner.New(runner.Config{Store: process, Now: p.now, Random: rand.Reader, Jobs: []runner.Job{imports.Job()}})
					defer one.Stop(0)
					run, err := one.Start(t.Context(), quarters())
					if err != nil {
						t.Fatal(err)
					}
					synctest.Wait()

					go p.Runs.Resume(t.Context())
					got, err := p.Runs.Wait(t.Context(), run.ID)

					want := history.Totals{AppsAttempted: 2, AppsWithImports: 2, TargetsAttempted: 8, Imported: 6, Skipped: 2, Pages: 7}
					if diff := cmp.Diff(want, history.TotalsOf(got)); diff != "" || err != nil || got.Status != storage.RunDone {
						t.Errorf("the run is %+v, %v; totals (-want +got):\n%s", got, err, diff)
					}
					asked := map[string]int{}
					for _, call := range p.archive.calls() {
						asked[call]++
					}
					twice := 0
					for call, n := range asked {
						if twice += n - 1; n > 2 {
							t.Errorf("%s: asked %d times", call, n)
						}
					}
					if len(asked) != 9 || twice > 1 {
						t.Errorf("%d things were asked, want 9; %d of them twice, want one at most", len(asked), twice)
					}
					for app := range storage.AppID(2) {
						if n := len(p.rows(t, app+1)); n != 4 {
							t.Errorf("app %d has %d snapshots, want its three states and the live one", app+1, n)
						}
					}
				})
			})
		}
	}
}

// A cancelled run calls off what it asks, also while it waits, and keeps what it has.
func TestCancelledHistory(t *testing.T) {
	for _, at := range []string{"a replay", "a wait"} {
		t.Run(at, func(t *testing.T) {
			bubble(t, 2, func(t *testing.T, p *past) {
				p.archive.before = func(ctx context.Context, call string) error {
					switch {
					case call != "replay 2 2021-05-14":
						return nil
					case at == "a wait":
						return throttled(0)
					}
					<-ctx.Done()
					return ctx.Err()
				}
				run := p.begin(t)
				synctest.Wait()
				began := time.Now()
				if _, err := p.Runs.Cancel(t.Context(), history.Runner); err != nil {
					t.Fatal(err)
				}
				got, err := p.Runs.Wait(t.Context(), run.ID)
				if err != nil || got.Status != storage.RunCancelled || time.Since(began) != 0 {
					t.Errorf("after %v the run is %+v, %v", time.Since(began), got, err)
				}
				if n := len(p.rows(t, 2)); n != 2 {
					t.Errorf("app 2 has %d snapshots, want the one that was read beside the live one", n)
				}
				if log := p.logged(t); !slices.Contains(log, "wayback_import cancelled 1 apps: 3 imported, 0 unchanged, 1 skipped, 1 not tried") {
					t.Errorf("the log says %q", log)
				}
			})
		})
	}
}

// A pause comes after the app under way.
func TestPausedHistory(t *testing.T) {
	bubble(t, 3, func(t *testing.T, p *past) {
		hang := make(chan struct{})
		p.archive.before = func(_ context.Context, call string) error {
			if call == "replay 1 2021-05-14" {
				<-hang
			}
			return nil
		}
		run := p.begin(t)
		synctest.Wait()
		if _, err := p.Runs.Pause(t.Context(), history.Runner); err != nil {
			t.Fatal(err)
		}
		close(hang)
		got, err := p.Runs.Wait(t.Context(), run.ID)
		if err != nil || got.Status != storage.RunPaused || got.Completed != 1 || got.Error != "" {
			t.Errorf("the run is %+v, %v", got, err)
		}
		if _, _, err := p.Runs.Continue(t.Context(), history.Runner); err != nil {
			t.Fatal(err)
		}
		got, err = p.Runs.Wait(t.Context(), run.ID)
		if totals := history.TotalsOf(got); err != nil || got.Status != storage.RunDone || totals.Imported != 9 {
			t.Errorf("the run is %+v, %v", got, err)
		}
		if diff := cmp.Diff(append(append(once("1"), once("2")...), once("3")...), p.archive.calls()); diff != "" {
			t.Errorf("the archive was asked (-want +got):\n%s", diff)
		}
	})
}

// Two imports of one app wait for each other, a refresh waits for none, and what
// one has kept the other has not to ask for.
func TestImportsOfOneAppAtATime(t *testing.T) {
	bubble(t, 1, func(t *testing.T, p *past) {
		hang := make(chan struct{})
		p.archive.before = func(_ context.Context, call string) error {
			if call == "captures 1" {
				<-hang
			}
			return nil
		}
		run := p.begin(t)
		synctest.Wait()
		second := make(chan history.Result)
		go func() { second <- p.history(t, 1) }()
		synctest.Wait()
		p.Pages.Show(1, "App 1", fleettest.Labelled("NONE"))
		p.see(t)
		close(hang)
		if got, err := p.Runs.Wait(t.Context(), run.ID); err != nil || history.TotalsOf(got).Imported != 3 {
			t.Errorf("the run is %+v, %v", got, err)
		}
		if got := <-second; got.Skipped != 4 {
			t.Errorf("the second import came to %v", brief(got))
		}
		if diff := cmp.Diff(once("1"), p.archive.calls()); diff != "" {
			t.Errorf("the archive was asked (-want +got):\n%s", diff)
		}
	})
}

// The database may lose any response: what was stored is reported correctly, once.
func TestHistoryWhoseAnswersAreLost(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 8; n++ { // the survey, the page, the item; the survey, the request, the item
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			p := newPast(t, 2)
			p.archive.capture(1, "2021-02-03", fleettest.Labelled("LINKED: CONTACTS"))
			whole := p.Store
			p.Store = storagetest.Faulty(whole, storagetest.Faults{After: storagetest.Nth(n)})
			p.on(t, p.now)
			run := p.importAll(t)
			want := history.Totals{
				AppsAttempted: 2, AppsWithImports: 1, TargetsAttempted: 8, Imported: 1, Skipped: 6, SnapshotsRequested: 1, Pages: 1,
			}
			if diff := cmp.Diff(want, history.TotalsOf(run)); diff != "" {
				t.Errorf("totals (-want +got):\n%s", diff)
			}
			p.Store = whole
			if rows := p.rows(t, 2); len(rows) != 2 { // the first state and the request
				t.Errorf("the snapshots are %q", rows)
			}
			p.consistent(t)
		})
	}
}

// eager is a store in which something happens before the next write.
type eager struct {
	storage.Store
	first func()
}

func (e *eager) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	if first := e.first; first != nil {
		e.first = nil
		first()
	}
	return e.Store.Update(ctx, fn)
}

// What others did to an app's snapshots while a page was read, or after it was
// seen where its state stands, is seen when it is kept.
func TestSnapshotsMoveDuringAnImport(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		day  string // of what another process imports meanwhile; empty: it refreshes the app
		want string
	}{
		"a refresh":           {"", "2021-05-15 imported 2021-05-14 0"},
		"the target is taken": {"2021-05-20", "2021-05-15 skipped_existing 2021-05-14"},
		"another comes first": {"2021-02-03", "2021-05-15 unchanged 2021-05-14 0"},
	} {
		for _, late := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, late: %v", name, late), func(t *testing.T) {
				t.Parallel()
				p := newPast(t, 1)
				p.archive.capture(1, "2021-05-14", fleettest.Labelled("LINKED: CONTACTS"))
				same := *p.Bench
				other := &past{Bench: &same, archive: new(annals)}
				other.on(t, p.now)
				meanwhile := func() { p.see(t) }
				if tt.day != "" {
					other.archive.capture(1, tt.day, fleettest.Labelled("LINKED: CONTACTS"))
					meanwhile = func() { other.history(t, 1) }
				}
				mine := &eager{Store: p.Store}
				p.Store = mine
				p.on(t, p.now)
				p.archive.before = func(_ context.Context, call string) error {
					switch {
					case call != "replay 1 2021-05-14":
					case late:
						mine.first = meanwhile
					default:
						meanwhile()
					}
					return nil
				}
				if got := brief(p.history(t, 1))[2]; got != tt.want {
					t.Errorf("%q, want %q", got, tt.want)
				}
				p.consistent(t)
			})
		}
	}
}

// A panic within an archive is the capture's failure, not the process's.
func TestPanickingArchive(t *testing.T) {
	t.Parallel()
	for call, want := range map[string]string{"replay": history.ParseFailure, "save": history.SaveFailed} {
		p := newPast(t, 1)
		if call == "replay" {
			p.archive.capture(1, "2021-02-03", fleettest.Labelled("NONE"))
		}
		p.archive.before = func(_ context.Context, c string) error {
			if c[:4] == call[:4] {
				panic("an unexpected page")
			}
			return nil
		}
		if got := p.history(t, 1); got.Targets[0].Outcome != want {
			t.Errorf("%s: %v, want %s", call, brief(got), want)
		}
	}
	p := newPast(t, 2)
	p.archive.before = func(context.Context, string) error { panic("at all") }
	if run := p.importAll(t); run.Status != storage.RunDone || run.Failed != 2 {
		t.Errorf("the run is %+v", run)
	}
	p.archive.fail(errors.New("of no known kind"), "captures")
	if _, err := p.imports.Import(t.Context(), 1, 3); !errors.Is(err, archive.ErrUnavailable) {
		t.Errorf("an error of no known kind is %v, want ErrArchiveUnavailable", err)
	}
}
