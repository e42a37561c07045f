package e2e_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// policyBulk is a reading of the policies of all apps. Each is on a host of its
// own, since a host is asked once a second only, and some hosts refuse.
type policyBulk struct {
	*scene
	gate *gate

	mu       sync.Mutex
	editions map[storage.AppID]int
	fetched  int
}

func newPolicyBulk(t *testing.T, apps int) *policyBulk {
	b := &policyBulk{scene: newScene(t, apps), gate: newGate(), editions: map[storage.AppID]int{}}
	b.env = []string{"SERVICE_OUTBOUND_ALLOW=127.0.0.1"}
	hosts := map[storage.AppID]string{}
	for _, id := range b.ids {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		server := httptest.NewUnstartedServer(b.gate.before(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { b.answer(w, id) })))
		_ = server.Listener.Close()
		server.Listener = listener
		server.Start()
		t.Cleanup(server.Close)
		hosts[id] = server.URL
		b.editions[id] = 1
	}
	b.adorn = func(a fakestore.App) fakestore.App {
		a.PolicyURL = hosts[a.ID] + "/privacy"
		return a
	}
	return b
}

// refused reports whether the site of an app refuses to serve its policy.
func (b *policyBulk) refused(id storage.AppID) bool { return int(id-b.ids[0])%20 == 7 }

func (b *policyBulk) answer(w http.ResponseWriter, id storage.AppID) {
	b.mu.Lock()
	b.fetched++
	edition := b.editions[id]
	b.mu.Unlock()
	if b.refused(id) {
		http.NotFound(w, nil)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprintln(w, policyText(id, edition))
}

// policyText is an edition of the policy of an app.
func policyText(id storage.AppID, edition int) string {
	var text strings.Builder
	fmt.Fprintf(&text, "We collect personal data of the kind number%dx%d.\n", id, edition)
	for i := range 60 {
		fmt.Fprintf(&text, "\nParagraph %d says that we share some of it with others.\n", i)
	}
	return text.String()
}

func (b *policyBulk) order() order {
	return order{"policy", "/api/policy/sync-all", `{"stream":true,"force":true}`}
}

func (b *policyBulk) base() *scene { return b.scene }
func (b *policyBulk) guard() *gate { return b.gate }

func (b *policyBulk) renew(*service) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, id := range b.ids {
		if b.random.IntN(4) == 0 && b.fetched > 0 {
			b.editions[id]++
		}
	}
}

func (b *policyBulk) asked() (times, once int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.fetched, len(b.ids)
}

func (b *policyBulk) examine(t *testing.T, tx *storage.Tx, r round) {
	t.Helper()
	refused := 0
	lines := r.lines(t, tx)
	for _, id := range b.ids {
		reported, editions := 0, b.editions[id]
		if b.refused(id) {
			refused++
			reported, editions = 1, 0
		}
		if lines[id] != reported {
			t.Errorf("app %d has %d lines in the activity log, want %d", id, lines[id], reported)
		}
		b.examineApp(t, tx, r, id, editions)
		b.want[id] = append(b.want[id][:1], marks(editions)...)
	}
	if all := r.whole(t, tx, len(b.ids), refused); all.Succeeded != len(b.ids)-refused || all.Failed != refused {
		t.Errorf("the totals are %+v, want %d refused", all, refused)
	}
	b.recorded(t, tx)
}

// marks are what the timeline of an app tells of its policy: of each edition once,
// whatever happened to the process.
func marks(editions int) (reported [][]string) {
	what := []string{"could not be read"}
	if editions > 0 {
		what = append([]string{"was read for the first time"}, slices.Repeat([]string{"changed"}, editions-1)...)
	}
	for _, w := range what {
		reported = append(reported, []string{"policy The privacy policy at 127.0.0.1 " + w})
	}
	return reported
}

// examineApp fails the test unless so many editions of an app's policy are stored,
// the last of which is the current one.
func (b *policyBulk) examineApp(t *testing.T, tx *storage.Tx, r round, id storage.AppID, editions int) {
	t.Helper()
	versions, err := storage.Collect(tx.PolicyVersions.List(storage.PolicyVersionQuery{App: id}))
	if err != nil || len(versions) != editions {
		t.Errorf("app %d has %d versions of its policy, want %d; %v", id, len(versions), editions, err)
	}
	state, err := tx.PolicyAnalyses.Get(id)
	if err != nil || state.UpdatedAt < r.since {
		t.Errorf("the policy of app %d was last read at %v, before the run; %v", id, state.UpdatedAt, err)
	}
	if editions == 0 {
		if state.Status != storage.PolicyFetchError {
			t.Errorf("the policy of app %d is %s", id, state.Status)
		}
		return
	}
	current, err := tx.PolicyVersions.Get(storage.PolicyVersionID{App: id, Hash: state.Current})
	if err != nil || current.Text != strings.TrimSpace(policyText(id, editions)) || state.Status != storage.PolicySourceReady {
		t.Errorf("the policy of app %d is %s: %.80q, %v", id, state.Status, current.Text, err)
	}
}
