package httpapi_test

import (
	"cmp"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// pageState is what the store shows of an app.
type pageState struct {
	headings map[string][]string // categories by heading; nil: the page was not understood
	features []string
	rating   string
	version  string
}

// inboxRow is a notification, as far as the model knows it.
type inboxRow struct {
	id      string // empty until it was shown
	at      storage.Time
	kind    string
	app     storage.AppID // zero: about no one app
	entries int
	read    bool
	until   storage.Time // not shown before; zero: at once
}

// inboxModel is all that ever happened, and what follows from it: what there is
// to see is worked out anew each time, with no other help than a loop.
type inboxModel struct {
	apps   map[storage.AppID]pageState // the last that was understood
	rows   []inboxRow                  // the oldest first
	badges map[storage.AppID]*badge

	versionTold   map[storage.AppID]storage.Time
	fallthroughAt storage.Time

	prefs      prefsModel
	quiet      bool
	start, end string
	zone       *time.Location
}

// badge is what the list shows of an app's changes.
type badge struct {
	count                           int
	privacy, accessibility, ratings bool
}

func newInboxModel() *inboxModel {
	return &inboxModel{
		apps: map[storage.AppID]pageState{}, badges: map[storage.AppID]*badge{}, versionTold: map[storage.AppID]storage.Time{}, zone: time.UTC,
		prefs: prefsModel{hard: map[string]bool{"label_changes": true, "new_privacy_types": true}},
	}
}

// heldUntil is when what is told now of a refresh will be shown, found by looking
// at the clock every minute.
func (m *inboxModel) heldUntil(now storage.Time) storage.Time {
	isQuiet := func(at time.Time) bool {
		shows := at.In(m.zone).Format("15:04")
		if m.start <= m.end {
			return m.start <= shows && shows < m.end
		}
		return shows >= m.start || shows < m.end
	}
	if !m.quiet || m.start == "" || m.end == "" || !isQuiet(now.Std()) {
		return 0
	}
	at := now.Std().Truncate(time.Minute)
	for isQuiet(at) {
		at = at.Add(time.Minute)
	}
	return storage.TimeOf(at)
}

// refresh is a refresh of an app whose page is so.
func (m *inboxModel) refresh(app storage.AppID, page pageState, now storage.Time) {
	last, tracked := m.apps[app]
	tell := func(kind string, about storage.AppID, entries int, until storage.Time) {
		if entries > 0 {
			m.rows = append(m.rows, inboxRow{at: now, kind: kind, app: about, entries: entries, until: until})
		}
	}
	if page.headings == nil {
		page.headings = last.headings
		if m.fallthroughAt == 0 || now.Sub(m.fallthroughAt) >= 24*time.Hour {
			tell("parserFallthrough", 0, 1, 0)
			m.fallthroughAt = now
		}
	}
	m.apps[app] = page
	if !tracked {
		m.badges[app] = &badge{}
		return
	}
	fresh, labels := 0, 0
	if last.headings != nil {
		for name, categories := range page.headings {
			before, ok := last.headings[name]
			if !ok {
				fresh++
				continue
			}
			labels += missing(categories, before) + missing(before, categories)
		}
		labels += missing(slices.Collect(maps.Keys(last.headings)), slices.Collect(maps.Keys(page.headings)))
	}
	features := missing(page.features, last.features) + missing(last.features, page.features)
	ratings := 0
	if page.rating != last.rating {
		ratings = 1
	}
	until := m.heldUntil(now)
	tell("newPrivacyTypes", app, fresh, until)
	tell("labelChanges", app, labels+ratings, until)
	tell("accessibilityChanges", app, features, until)
	b := m.badges[app]
	if fresh+labels+ratings+features > 0 {
		b.count++
	}
	b.privacy, b.accessibility, b.ratings = b.privacy || fresh+labels > 0, b.accessibility || features > 0, b.ratings || ratings > 0
	if page.version != last.version && (m.versionTold[app] == 0 || now.Sub(m.versionTold[app]) >= time.Hour) {
		tell("versionUpdates", app, 1, 0)
		m.versionTold[app] = now
	}
}

// missing counts what is in one list and not in the other.
func missing(list, from []string) (n int) {
	for _, each := range list {
		if !slices.Contains(from, each) {
			n++
		}
	}
	return n
}

// on reports whether a type is switched on.
func (m *inboxModel) on(kind string) bool {
	switch kind {
	case "labelChanges":
		return m.prefs.flag("label_changes")
	case "accessibilityChanges":
		return m.prefs.flag("accessibility_changes")
	case "newPrivacyTypes":
		return m.prefs.flag("new_privacy_types")
	}
	on, set := m.prefs.stored[kind]
	return on || !set
}

// shown are the rows to be seen now, the newest first.
func (m *inboxModel) shown(now storage.Time) (rows []*inboxRow, unread int) {
	for i := range m.rows {
		if row := &m.rows[i]; row.until <= now && m.on(row.kind) {
			rows = append(rows, row)
			if !row.read {
				unread++
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b *inboxRow) int {
		return cmp.Or(cmp.Compare(b.at, a.at), cmp.Compare(a.kind, b.kind))
	})
	return rows, unread
}

// mark marks the rows for which want says so, and counts those that changed.
func (m *inboxModel) mark(read bool, want func(*inboxRow) bool) (flipped int) {
	for i := range m.rows {
		if row := &m.rows[i]; row.read != read && want(row) {
			row.read = read
			flipped++
		}
	}
	return flipped
}

// acknowledge is what people do about an app's changes.
func (m *inboxModel) acknowledge(app storage.AppID) {
	*m.badges[app] = badge{}
	m.mark(true, func(row *inboxRow) bool { return row.app == app })
}

// learn notes the id of a row that is shown.
func (m *inboxModel) learn(t testing.TB, row *inboxRow, id string) {
	t.Helper()
	if row.id == "" {
		row.id = id
	}
	if row.id != id {
		t.Errorf("the notification %s of %s is named %s now", row.id, row.kind, id)
	}
}
