package e2e_test

import (
	"slices"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/fakearchive"
	"github.com/privacylabels/auditor/storage"
)

// importBulk is an import of the past of all apps, of which the archive has some
// captures each.
type importBulk struct {
	*scene
	archive *fakearchive.Archive
	gate    *gate
	since   int // questions to the index before the run
}

// capturesEach is how many captures of an app there are.
const capturesEach = 4

// appsReported is how many apps of a run that go well have a line in the activity log.
const appsReported = 180

// questionsEach is what it takes to ask the index for an app: once for each form
// of its address on the store's new host.
const questionsEach = 3

func newImportBulk(t *testing.T, apps int) *importBulk {
	b := &importBulk{scene: newScene(t, apps), archive: fakearchive.New(), gate: newGate()}
	b.env = []string{"SERVICE_WAYBACK_URL=" + b.gate.serve(t, b.archive)}
	return b
}

func (b *importBulk) order() order {
	return order{"wayback", "/api/wayback/import-all?stream=1&intervalMonths=3", ""}
}

func (b *importBulk) base() *scene { return b.scene }
func (b *importBulk) guard() *gate { return b.gate }

// renew forgets the past that was imported, and gives every app another one.
func (b *importBulk) renew(s *service) {
	s.t.Helper()
	must[struct{ Deleted int }](s, "DELETE", "/api/wayback/import-all", "")
	var captures []fakearchive.Capture
	for _, id := range b.ids {
		past := randomState(b.random)
		var states []state
		for _, at := range b.moments() {
			states = append(states, past.labelOnly())
			capture := fakearchive.New().AddApp(at, "us", past.app(b.random, id, false))
			capture.URL = address(id)
			captures = append(captures, capture)
			past = past.evolve(b.random)
		}
		b.want[id] = [][]string{nil}
		for i, was := range states {
			is := b.states[id].labelOnly()
			if i+1 < len(states) {
				is = states[i+1]
			}
			b.want[id] = append(b.want[id], between(was, is))
		}
	}
	b.archive.Clear()
	b.archive.Add(captures...)
	b.since = b.archive.Requests(fakearchive.Index, 0)
}

// moments returns when an app was captured: close to some of the moments that an
// import aims at.
func (b *importBulk) moments() (moments []storage.Time) {
	for _, steps := range b.random.Perm(16)[:capturesEach] {
		moments = append(moments, storage.TimeOf(time.Now().AddDate(0, -3*(steps+2), 0)))
	}
	slices.Sort(moments)
	return moments
}

// labelOnly returns the state without what is not read of archived pages.
func (s state) labelOnly() state { return state{uses: s.clone().uses} }

func (b *importBulk) asked() (times, once int) {
	return b.archive.Requests(fakearchive.Replay, 0), len(b.ids) * capturesEach
}

func (b *importBulk) examine(t *testing.T, tx *storage.Tx, r round) {
	t.Helper()
	totals := r.whole(t, tx, len(b.ids), 0)
	if read := totals.Imported + totals.Unchanged; read != len(b.ids)*capturesEach || totals.Failed != 0 {
		t.Errorf("the totals are %+v, want %d states", totals, len(b.ids)*capturesEach)
	}
	b.recorded(t, tx)
	asked, once := b.archive.Requests(fakearchive.Index, 0)-b.since, len(b.ids)*questionsEach
	if extra := asked - once; extra < 0 || extra > r.kills*questionsEach {
		t.Errorf("the index was asked %d times, want %d and those of one app for each of %d kills", asked, once, r.kills)
	}
	if n := b.archive.Requests(fakearchive.Save, 0); n != 0 {
		t.Errorf("%d captures were asked for", n)
	}
	lines := r.lines(t, tx)
	for i, id := range b.ids {
		want := 0
		if i < appsReported {
			want = 1
		}
		if lines[id] != want {
			t.Errorf("app %d has %d lines in the activity log, want %d", id, lines[id], want)
		}
	}
}
