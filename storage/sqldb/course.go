package sqldb

import (
	"bytes"
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"sort"

	"github.com/privacylabels/auditor/storage"
)

// The table courses has the [storage.Course] of each app with observations or changes, in compact
// form. It is made from snapshots and changes: a transaction notes which apps it writes about, and
// brings their courses up to date before it is committed. For the usual write, an observation on a
// day without another, that takes no snapshot but the new one.

// follower tells the courses what is written to a table.
type follower struct {
	put     func(c *courses, record any)
	deleted func(c *courses, key any)
	cleared func(c *courses)
}

var snapshotsFollowed = &follower{
	put: func(c *courses, record any) {
		s := record.(storage.Snapshot)
		of := c.of(s.ID.App)
		of.seen = append(of.seen, noted{s.ID.At, s.Label, s.IsRead()})
		c.seen++
	},
	deleted: func(c *courses, key any) { c.of(key.(storage.SnapshotID).App).anew = true },
	cleared: func(c *courses) { *c = courses{none: true} },
}

var changesFollowed = &follower{
	put: func(c *courses, record any) {
		change := record.(storage.Change)
		of := c.of(change.ID.Snapshot.App)
		of.shifts, of.anew = true, of.anew || change.Unlists()
		if len(of.changes) <= maxNotedChanges {
			of.changes = append(of.changes, change)
		}
	},
	deleted: func(c *courses, key any) { c.of(key.(storage.ChangeID).Snapshot.App).anew = true },
	cleared: func(c *courses) { c.all = true },
}

// courses are those that a transaction has to bring up to date.
type courses struct {
	apps map[storage.AppID]*unsettled
	seen int  // number of snapshots in apps
	all  bool // the courses of all apps
	none bool // there are no snapshots but those in apps
}

// unsettled is what was written about one app.
type unsettled struct {
	seen    []noted          // in the order of time when they are settled
	shifts  bool             // changes were written
	changes []storage.Change // the first of them; more than maxNotedChanges: not all
	anew    bool             // the course has to be made from all snapshots and changes
	stored  *storedCourse    // what is stored; nil: not read
}

// storedCourse is the course of an app as it is stored. Written is nil if there is none.
type storedCourse struct {
	spans, shifts []byte
	written       *int64
}

// maxNotedChanges is how many changes of an app a refresh writes, and more.
const maxNotedChanges = 32

// noted is a snapshot that was written.
type noted struct {
	at    storage.Time
	label storage.Digest
	read  bool // a page was read for it
}

func (c *courses) of(app storage.AppID) *unsettled {
	if c.apps == nil {
		c.apps = make(map[storage.AppID]*unsettled)
	}
	if c.apps[app] == nil {
		c.apps[app] = new(unsettled)
	}
	return c.apps[app]
}

// wants reports whether what is stored of an app has to be read: it was not yet, and is not about to be
// deleted.
func (c *courses) wants(app storage.AppID) bool {
	return !c.none && (c.apps[app] == nil || c.apps[app].stored == nil)
}

// maxUnsettled is how many snapshots or apps are noted before their courses are brought up to
// date.
const maxUnsettled = 1000

func (c *courses) full() bool { return c.seen >= maxUnsettled || len(c.apps) >= maxUnsettled }

// puttingWithCourse returns a statement that puts a snapshot as the statement put does, and returns
// the number of rows that it wrote, and the course of the app, which is its first parameter.
func puttingWithCourse(put, first string) string {
	return "WITH put AS (" + put + " RETURNING 1) SELECT (SELECT count(*) FROM put), spans, shifts, written " +
		"FROM (SELECT 1) AS one LEFT JOIN courses ON app_id = " + first
}

// putSnapshot puts a snapshot with the values of its row, and notes the course of its app.
func (t *table) putSnapshot(args []any) (n int, err error) {
	if err := t.tx.beforeWrite(args); err != nil {
		return 0, err
	}
	rows, err := t.tx.query(t.putWithCourse, args)
	if err != nil {
		return 0, err
	}
	var stored storedCourse
	if _, err := rows.only([]any{&n, &stored.spans, &stored.shifts, &stored.written}); err != nil {
		return 0, err
	}
	t.tx.wrote = t.tx.wrote || n > 0
	t.tx.courses.of(storage.AppID(args[0].(int64))).stored = &stored
	return n, nil
}

// settle brings the courses up to date.
func (t *tx) settle() error {
	due := t.courses
	t.courses = courses{}
	if due.none {
		if _, err := t.empty("courses"); err != nil {
			return err
		}
	}
	if due.all {
		ids, err := courseKeys.all(t, courseKeys.statement, nil)
		if err != nil {
			return err
		}
		for _, of := range ids {
			due.of(of.App).anew = true
		}
	}
	apps := make([]storage.AppID, 0, len(due.apps))
	for app := range due.apps {
		apps = append(apps, app)
	}
	slices.Sort(apps)
	for _, app := range apps {
		if err := t.settleApp(app, *due.apps[app]); err != nil {
			return fmt.Errorf("update the course of %d: %w", app, err)
		}
	}
	return nil
}

func (t *tx) settleApp(app storage.AppID, of unsettled) error {
	stored := of.stored
	if stored == nil {
		stored = new(storedCourse)
		query := t.dialect.rewrite("SELECT spans, shifts, written FROM courses WHERE app_id = ?")
		if _, err := t.first(query, []any{int64(app)}, &stored.spans, &stored.shifts, &stored.written); err != nil {
			return err
		}
	}
	spans, shifts, found, written := stored.spans, stored.shifts, stored.written != nil, int64(0)
	if found {
		written = *stored.written
	}
	sort.SliceStable(of.seen, func(i, j int) bool { return of.seen[i].at < of.seen[j].at })

	course, err := t.courseWith(app, &of, spans, shifts, storage.Time(written))
	if err != nil {
		return err
	}
	newSpans, newShifts := packSpans(course.Spans), packShifts(course.Shifts)
	same := found && bytes.Equal(newSpans, spans) && bytes.Equal(newShifts, shifts)
	newest := max(storage.Time(written), of.newest())
	if of.anew || len(of.changes) > maxNotedChanges {
		if newest, err = t.newestSnapshot(app); err != nil {
			return err
		}
	}
	switch {
	case same && (!of.anew || int64(newest) == written): // a further observation on the same day
	case len(course.Spans)+len(course.Shifts) > 0:
		_, err = t.write(t.dialect.rewrite(putCourse), []any{int64(app), newSpans, newShifts, int64(newest)})
	case found:
		_, err = t.write(t.dialect.rewrite("DELETE FROM courses WHERE app_id = ?"), []any{int64(app)})
	}
	return err
}

const putCourse = `INSERT INTO courses (app_id, spans, shifts, written) VALUES (?, ?, ?, ?)
ON CONFLICT (app_id) DO UPDATE SET spans = excluded.spans, shifts = excluded.shifts, written = excluded.written`

// courseWith returns the course of an app with what was written about it: by adding that to the
// course that is stored if possible, and else from all snapshots and changes, of which it makes a
// note in of. A course to which is added says nothing of the time of day, so that a second
// observation of a day can be added only if all snapshots since the course was written are at hand.
func (t *tx) courseWith(app storage.AppID, of *unsettled, spans, shifts []byte, written storage.Time) (course storage.Course, err error) {
	if !of.anew {
		if course, err = unpackCourse(spans, shifts); err != nil {
			return course, t.fail(err)
		}
	}
	unlisted := of.shifts && slices.ContainsFunc(course.Spans, func(s storage.Span) bool { return s.Unlisted })
	again := unlisted || of.crowded() || storage.DayOf(of.newest()) == storage.DayOf(written)
	if !of.anew && again && of.follows(written) && (of.shifts || !of.continues(course.Spans)) {
		later, err := t.snapshotsAfter(app, written)
		if err != nil {
			return course, err
		}
		if later == len(of.seen) { // there are no others, that did not change the course, among them
			return of.appendTo(course), nil
		}
	}

	of.anew = of.anew || unlisted
	for _, s := range of.seen {
		if of.anew {
			break
		}
		course.Spans, of.anew = withObservation(course.Spans, s)
	}
	switch {
	case of.anew:
		course.Spans, course.Shifts, err = t.tables.CourseOf(app)
	case of.shifts:
		course.Shifts, err = t.shiftsWith(course.Shifts, app, of.changes)
	}
	return course, err
}

func (t *tx) newestSnapshot(app storage.AppID) (storage.Time, error) {
	var at int64
	query := "SELECT at FROM snapshots WHERE app_id = ? ORDER BY at DESC LIMIT 1"
	_, err := t.first(t.dialect.rewrite(query), []any{int64(app)}, &at)
	return storage.Time(at), err
}

// snapshotsAfter returns how many snapshots of an app there are after a time.
func (t *tx) snapshotsAfter(app storage.AppID, after storage.Time) (n int, err error) {
	query := "SELECT count(*) FROM snapshots WHERE app_id = ? AND at > ?"
	_, err = t.first(t.dialect.rewrite(query), []any{int64(app), int64(after)}, &n)
	return n, err
}

// newest returns the time of the newest snapshot of which something was written, zero if there is
// none.
func (of *unsettled) newest() (at storage.Time) {
	for _, s := range of.seen {
		at = max(at, s.at)
	}
	for _, c := range of.changes {
		at = max(at, c.ID.Snapshot.At)
	}
	return at
}

// follows reports whether all that was written about the app is of snapshots later than when its
// course was written. One of them may replace a snapshot that did not change the course, which so has
// another one for what it tells of that day.
func (of *unsettled) follows(written storage.Time) bool {
	for _, s := range of.seen {
		if s.at <= written {
			return false
		}
	}
	for i, c := range of.changes {
		seen := slices.ContainsFunc(of.seen, func(s noted) bool { return s.at == c.ID.Snapshot.At })
		again := slices.ContainsFunc(of.changes[:i], func(other storage.Change) bool { return other.ID == c.ID })
		if !seen || again {
			return false
		}
	}
	for i := range max(len(of.seen)-1, 0) {
		if of.seen[i].at == of.seen[i+1].at {
			return false
		}
	}
	return len(of.seen) > 0 && len(of.changes) <= maxNotedChanges
}

// crowded reports whether several snapshots of a day were written. They are in the order of time.
func (of *unsettled) crowded() bool {
	for i := range max(len(of.seen)-1, 0) {
		if storage.DayOf(of.seen[i].at) == storage.DayOf(of.seen[i+1].at) {
			return true
		}
	}
	return false
}

// continues reports whether what was seen of the app is what the last of spans shows.
func (of *unsettled) continues(spans []storage.Span) bool {
	return !slices.ContainsFunc(of.seen, func(s noted) bool {
		n := len(spans)
		return s.read && (n == 0 || spans[n-1].Label != s.label || spans[n-1].Unlisted)
	})
}

// appendTo adds what was written about the app, which follows all that is in its course.
func (of *unsettled) appendTo(c storage.Course) storage.Course {
	for _, s := range of.seen {
		if s.read {
			c.Spans = storage.AppendSpan(c.Spans, s.label, false, storage.DayOf(s.at))
		}
	}
	for _, s := range storage.ShiftsOf(of.changes) {
		c.Shifts = withShift(c.Shifts, s)
	}
	return c
}

// withShift adds a shift to those of the same day and direction.
func withShift(shifts []storage.Shift, s storage.Shift) []storage.Shift {
	at, found := slices.BinarySearchFunc(shifts, s, func(a, b storage.Shift) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Direction, b.Direction))
	})
	if found {
		shifts[at].Count += s.Count
		return shifts
	}
	return slices.Insert(shifts, at, s)
}

// shiftsWith adds changes that were written to the shifts of an app. It reads all changes of the app
// unless these are on later days than all others, so that none of them replaces another one.
func (t *tx) shiftsWith(shifts []storage.Shift, app storage.AppID, written []storage.Change) ([]storage.Shift, error) {
	last, later := storage.Day(math.MinInt32), len(written) <= maxNotedChanges
	if n := len(shifts); n > 0 {
		last = shifts[n-1].Day
	}
	for i, c := range written {
		again := slices.ContainsFunc(written[:i], func(other storage.Change) bool { return other.ID == c.ID })
		later = later && storage.DayOf(c.ID.Snapshot.At) > last && !again
	}
	if later {
		return append(shifts, storage.ShiftsOf(written)...), nil
	}
	all, err := storage.Collect(t.tables.Changes.List(storage.ChangeQuery{App: app}))
	return storage.ShiftsOf(all), err
}

// withObservation adds a snapshot to spans. Unclear reports that it cannot tell where: there is
// another observation on that day, or the snapshot replaces one.
func withObservation(spans []storage.Span, s noted) (with []storage.Span, unclear bool) {
	day := storage.DayOf(s.at)
	same := func(i int) bool {
		return 0 <= i && i < len(spans) && spans[i].Label == s.label && !spans[i].Unlisted
	}
	on, before := -1, -1 // the only span with an observation on the day; the last span that begins before it
	for i := range spans {
		if _, found := slices.BinarySearch(spans[i].Days, day); found {
			if on >= 0 || !s.read || !same(i) {
				return spans, true
			}
			on = i
		}
		if spans[i].Days[0] < day {
			before = i
		}
	}
	if on >= 0 || !s.read {
		return spans, false
	}
	if same(before) {
		at, _ := slices.BinarySearch(spans[before].Days, day)
		spans[before].Days = slices.Insert(spans[before].Days, at, day)
		return spans, false
	}
	own := storage.Span{Label: s.label, Days: []storage.Day{day}}
	if before >= 0 {
		if at, _ := slices.BinarySearch(spans[before].Days, day); at < len(spans[before].Days) { // within another
			rest := spans[before]
			rest.Days = slices.Clone(rest.Days[at:])
			spans[before].Days = spans[before].Days[:at]
			return slices.Insert(spans, before+1, own, rest), false
		}
	}
	if same(before + 1) {
		spans[before+1].Days = slices.Insert(spans[before+1].Days, 0, day)
		return spans, false
	}
	return slices.Insert(spans, before+1, own), false
}

// courseKey is the app of a course.
type courseKey struct {
	App storage.AppID `db:"app_id,key"`
}

var courseKeys = project[courseKey]("courses", nil)

// snapshotRows implements [storage.Rows] of snapshots with its optional interface.
type snapshotRows struct {
	storage.Rows[storage.SnapshotID, storage.Snapshot, storage.SnapshotQuery]
	in *table
}

var _ storage.SnapshotRows = snapshotRows{}

// Transaction implements [storage.Joined].
func (r snapshotRows) Transaction() any { return r.in.tx }

// AnyRows implements [storage.Untyped].
func (r snapshotRows) AnyRows() storage.AnyRows { return r.in }

// courseRow is an app with its course.
type courseRow struct {
	storage.CourseGroup
	Spans  []byte `db:"spans"`
	Shifts []byte `db:"shifts"`
}

var courseRows = project[courseRow]("apps LEFT JOIN courses ON courses.app_id = apps.id", nil)

var courseGroups = project[storage.CourseGroup]("apps", nil)

// coursePage is how many courses or groups are read at once.
const coursePage = 128

// Courses implements [storage.SnapshotRows].
func (r snapshotRows) Courses() iter.Seq2[storage.Course, error] {
	return func(yield func(storage.Course, error) bool) {
		read := func(query string, args []any) ([]courseRow, error) {
			if due := &r.in.tx.courses; len(due.apps) > 0 || due.all || due.none {
				if err := r.in.tx.settle(); err != nil {
					return nil, err
				}
			}
			return courseRows.all(r.in.tx, query, args)
		}
		for row, err := range pages(r.in, courseRows.statement, read, func(row courseRow) storage.AppID { return row.App }) {
			var course storage.Course
			if err == nil {
				if course, err = unpackCourse(row.Spans, row.Shifts); err != nil {
					err = r.in.tx.fail(err)
				}
				course.Group = row.CourseGroup
			}
			if !yield(course, err) || err != nil {
				return
			}
		}
	}
}

// CourseGroups implements [storage.SnapshotRows].
func (r snapshotRows) CourseGroups() iter.Seq2[storage.CourseGroup, error] {
	read := func(query string, args []any) ([]storage.CourseGroup, error) {
		return courseGroups.all(r.in.tx, query, args)
	}
	return pages(r.in, courseGroups.statement, read, func(g storage.CourseGroup) storage.AppID { return g.App })
}

// pages yields what read reads of the apps in the order of their IDs, some at once, so that the
// transaction can be used for something else meanwhile.
func pages[R any](in *table, statement string, read func(query string, args []any) ([]R, error), app func(R) storage.AppID) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		query := in.rewrite(statement + " WHERE apps.id > ? ORDER BY apps.id LIMIT ?")
		after := storage.AppID(-1)
		for more := true; more; {
			page, err := read(query, []any{int64(after), int64(coursePage)})
			if err != nil {
				var none R
				yield(none, in.named("read the courses of", err))
				return
			}
			for _, row := range page {
				if after = app(row); !yield(row, nil) {
					return
				}
			}
			more = len(page) == coursePage
		}
	}
}
