package httpapi_test

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"fmt"
	mathrand "math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// life is an API and a model of it, to which the same things happen.
type life struct {
	*api
	pages *pages
	model *inboxModel
	rand  *mathrand.Rand
	done  []string // what happened, to tell when they part

	refreshes int
}

func newLife(t *testing.T, seed uint64) *life {
	l := &life{pages: newPages(), model: newInboxModel(), rand: mathrand.New(mathrand.NewPCG(seed, 0))}
	l.api = newAPI(t, func(cfg *httpapi.Config) {
		cfg.Store, cfg.NewLimiter = memory.New(), unlimited // quick, and its answers are cached
		cfg.Fleet = tracked.New(tracked.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader}, Scraper: l.pages})
		cfg.Inbox = notify.NewInbox(storage.Env{Store: cfg.Store, Now: cfg.Now})
		cfg.Reviews = review.New(storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader})
	})
	return l
}

func (l *life) now() storage.Time { return storage.TimeOf(l.clock.Now()) }

// some returns some of the names, in their order.
func (l *life) some(names ...string) []string {
	chosen := []string{}
	for _, name := range names {
		if l.rand.IntN(2) == 0 {
			chosen = append(chosen, name)
		}
	}
	return chosen
}

func (l *life) oneOf(names ...string) string { return names[l.rand.IntN(len(names))] }

// refresh shows an app in a new state, and refreshes it. A label, a list of features, a rating
// or a version that changes is one that the app never had, because of what goes back and forth users are not
// notified, see the tests of package fleet.
func (l *life) refresh() string {
	id := storage.AppID(1 + l.rand.IntN(3))
	last, tracked := l.model.apps[id]
	l.refreshes++
	page := pageState{
		features: append(l.some("voiceover", "captions"), fmt.Sprint("feature", l.refreshes)),
		rating:   fmt.Sprint(l.refreshes, "+"), version: fmt.Sprint(l.refreshes, ".0"),
		headings: map[string][]string{storage.DataLinkedToYou: append(l.some("CONTACTS"), "LOCATION", fmt.Sprint("DATA_", l.refreshes))},
	}
	for _, heading := range l.some(storage.DataUsedToTrackYou, storage.DataNotLinkedToYou) {
		page.headings[heading] = append(l.some("PURCHASES"), "IDENTIFIERS")
	}
	if tracked && l.rand.IntN(2) == 0 {
		page.features = last.features
	}
	if tracked && l.rand.IntN(2) == 0 {
		page.rating = last.rating
	}
	if tracked && l.rand.IntN(2) == 0 {
		page.version = last.version
	}
	if last.headings != nil && l.rand.IntN(2) == 0 {
		page.headings = last.headings
	}
	if l.rand.IntN(8) == 0 {
		page.headings = nil
	}
	l.pages.showState(id, page)
	text(l.post("/api/scrape", fmt.Sprintf(`{"urls":[%q],"resync":true}`, address(id))))
	l.model.refresh(id, page, l.now())
	return fmt.Sprintf("refresh %d as %v", id, page)
}

// showState shows an app in a state.
func (p *pages) showState(id storage.AppID, s pageState) {
	name, features := fmt.Sprint("App ", id), []storage.Feature{}
	for _, f := range s.features {
		features = append(features, storage.Feature{Identifier: f, Title: f})
	}
	l := fleet.Listing{ID: id, Name: &name, Features: &features, AgeRating: &s.rating, AgeRatingSource: "page", Version: &s.version}
	if s.headings != nil {
		l.Label = &storage.Label{}
		for heading, categories := range s.headings {
			kind := storage.PrivacyType{Identifier: heading, Title: heading}
			for _, c := range categories {
				kind.Categories = append(kind.Categories, storage.LabelCategory{Identifier: c, Title: c})
			}
			l.Label.Types = append(l.Label.Types, kind)
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.listings[id] = l
}

// prefs sets switches.
func (l *life) prefs() string {
	var members []string
	for _, name := range l.some(append(slices.Clone(snakes), camels...)...) {
		members = append(members, fmt.Sprintf("%q:%s", name, l.oneOf("true", "true", "false", "null")))
	}
	sent := `{"prefs":{` + strings.Join(members, ",") + `}}`
	if l.rand.IntN(6) == 0 {
		sent = `{"prefs":null}`
	}
	text(l.put(prefsPath, sent))
	l.model.prefs.put(l.t, sent)
	return sent
}

// hours sets quiet hours.
func (l *life) hours() string {
	m := l.model
	m.quiet = l.rand.IntN(4) > 0
	m.start, m.end = l.oneOf("22:00", "09:30", "14:00", ""), l.oneOf("07:00", "12:15", "00:00", "22:00")
	zone := l.oneOf("", "UTC", "Europe/Berlin", "Asia/Kathmandu")
	var err error
	if m.zone, err = time.LoadLocation(zone); err != nil {
		l.t.Skipf("no time zones: %v", err)
	}
	if m.start == m.end {
		m.start = ""
	}
	sent := fmt.Sprintf(`{"notificationQuietHoursStart":%q,"notificationQuietHoursEnd":%q,"notificationQuietHoursTimeZone":%q}`, m.start, m.end, zone)
	text(l.post("/api/settings", sent))
	value := map[bool]string{true: "on", false: "off"}[m.quiet]
	text(l.post("/api/feature-flags/overrides", fmt.Sprintf(`{"key":%q,"value":%q}`, feature.QuietHours, value)))
	return sent + " " + value
}

// wait lets time pass: often to the very moment at which something is shown.
func (l *life) wait() string {
	d := time.Duration(1 + l.rand.Int64N(int64(9*time.Hour)))
	var next storage.Time
	for _, row := range l.model.rows {
		if row.until > l.now() && (next == 0 || row.until < next) {
			next = row.until
		}
	}
	if next != 0 && l.rand.IntN(2) == 0 {
		d = next.Sub(l.now()) - time.Duration(l.rand.IntN(2))*time.Millisecond
	}
	l.clock.Advance(d)
	return "wait " + d.String()
}

func (l *life) marked(sent string, want int) string {
	l.t.Helper()
	got := into[struct{ Flipped int }](l.post("/api/notifications", sent))
	if got.Flipped != want {
		l.t.Errorf("%s flipped %d, want %d\n%s", sent, got.Flipped, want, strings.Join(l.done, "\n"))
	}
	return sent
}

func (l *life) markRead() string {
	return l.marked(`{"action":"mark_read"}`, l.model.mark(true, func(*inboxRow) bool { return true }))
}

func (l *life) markUnread() string {
	ids := []string{"unknown", ""}
	for _, row := range l.model.rows {
		if row.id != "" && l.rand.IntN(3) == 0 {
			ids = append(ids, row.id, row.id)
		}
	}
	list, err := json.Marshal(ids)
	if err != nil {
		l.t.Fatal(err)
	}
	counted := ids[:1:1]
	for _, id := range ids { // the first 200 that are not empty
		if id != "" && len(counted) <= 200 {
			counted = append(counted, id)
		}
	}
	flipped := l.model.mark(false, func(row *inboxRow) bool { return slices.Contains(counted, row.id) })
	return l.marked(`{"action":"mark_unread","ids":`+string(list)+`}`, flipped)
}

func (l *life) acknowledge() string {
	id := storage.AppID(1 + l.rand.IntN(3))
	if l.model.badges[id] == nil {
		return "nothing to acknowledge"
	}
	l.post(fmt.Sprintf("/api/apps/%d/acknowledge", id), `{}`).status(200)
	l.model.acknowledge(id)
	return fmt.Sprint("acknowledge ", id)
}

// wireRow is a notification on the wire.
type wireRow struct {
	ID, Type             string
	AppID                *storage.AppID
	Changes              []any
	CreatedAt, NotBefore storage.Time
	Read                 bool
}

// seen is what of a notification the model knows too.
func (n wireRow) seen() inboxRow {
	row := inboxRow{at: n.CreatedAt, kind: n.Type, entries: len(n.Changes), read: n.Read, until: n.NotBefore}
	if n.AppID != nil {
		row.app = *n.AppID
	}
	return row
}

// agree compares all that can be seen with the model.
func (l *life) agree() {
	l.t.Helper()
	rows, unread := l.model.shown(l.now())
	want, got := []inboxRow{}, []inboxRow{}
	for _, row := range rows[:min(len(rows), 200)] {
		known := *row
		known.id = "" // which the service gives
		want = append(want, known)
	}
	page := into[struct {
		Notifications      []wireRow
		UnreadCount, Total int
	}](l.do("GET", "/api/notifications?limit=200"))
	slices.SortStableFunc(page.Notifications, func(a, b wireRow) int {
		if a.CreatedAt != b.CreatedAt {
			return 0 // their order is under test
		}
		return cmp.Compare(a.Type, b.Type) // of one commit they come in any order
	})
	for i, n := range page.Notifications {
		got = append(got, n.seen())
		if i < len(rows) {
			l.model.learn(l.t, rows[i], n.ID)
		}
	}
	diff := gocmp.Diff(want, got, gocmp.AllowUnexported(inboxRow{}))
	if diff != "" || page.UnreadCount != unread || page.Total != len(rows) {
		l.t.Fatalf("%d of %d are unread, want %d of %d; the list (-want +got):\n%s\nafter\n%s", page.UnreadCount, page.Total, unread, len(rows),
			diff, strings.Join(l.done, "\n"))
	}
	offset := l.rand.IntN(5)
	part := into[struct{ Notifications []any }](l.do("GET", fmt.Sprintf("/api/notifications?limit=3&offset=%d", offset)))
	if n := len(part.Notifications); n != max(0, min(3, len(rows)-offset)) {
		l.t.Errorf("%d of %d are on the page from %d", n, len(rows), offset)
	}
	l.badges()
}

// badges compares the badges of the list with the model's.
func (l *life) badges() {
	l.t.Helper()
	list := into[struct {
		Apps []struct {
			ID          storage.AppID
			ChangeCount int
		}
		Meta struct {
			Pending map[string]map[string]bool `json:"pendingChangeCategoriesByApp"`
		}
	}](l.do("GET", "/api/apps?limit=100&meta=grid"))
	got := make(map[storage.AppID]badge)
	for _, app := range list.Apps {
		p := list.Meta.Pending[app.ID.String()]
		got[app.ID] = badge{app.ChangeCount, p["privacy"], p["accessibility"], p["ageRating"]}
	}
	want := make(map[storage.AppID]badge)
	for id, b := range l.model.badges {
		want[id] = *b
	}
	if diff := gocmp.Diff(want, got, gocmp.AllowUnexported(badge{})); diff != "" {
		l.t.Fatalf("badges (-want +got):\n%s\nafter\n%s", diff, strings.Join(l.done, "\n"))
	}
}

// Whatever happens in whatever order, the inbox and the badges are what a naive
// look at all that ever happened makes of it.
func TestInboxAgreesWithItsHistory(t *testing.T) {
	t.Parallel()
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			l := newLife(t, seed)
			for range 60 {
				do := []func() string{
					l.refresh, l.refresh, l.refresh, l.wait, l.wait, l.prefs, l.hours, l.markRead, l.markUnread, l.acknowledge,
				}[l.rand.IntN(10)]
				l.clock.Advance(time.Millisecond) // each at a time of its own
				l.done = append(l.done, l.clock.Now().Format(time.RFC3339Nano)+" "+do())
				l.agree()
			}
		})
	}
}
