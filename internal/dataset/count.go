package dataset

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/storage"
)

// counting is a panel that is being counted, from the courses of the apps. Periods are numbered
// from 0.
type counting struct {
	tx     *storage.Tx
	query  PanelQuery
	bounds []storage.Day // the first day of each period, and the day after the last
	carry  storage.Day

	tallies map[tallyKey]*tally
	chosen  map[tallyKey]bool // the groups that are counted; nil: all
	omitted int               // the number of other groups

	terms  []storage.LabelTerm
	places map[storage.LabelTerm]int // in terms
	labels map[storage.Digest]declared
}

// tallyKey is a group of apps of one source.
type tallyKey struct{ source, group string }

// tally counts the apps of one group in each period.
type tally struct {
	observed, labelled, adopted series
	better, neutral, worse      series
	terms                       []series // by their places
}

// series is a number for each period, stored as the difference to that of the period before.
type series []int32

// add adds n to the periods from one to before another.
func (s series) add(from, to int, n int32) {
	s[from] += n
	s[to] -= n
}

// declared is what a label declares.
type declared struct {
	provided bool
	terms    []int32 // places
}

// batchSize is how many courses are held at once, and maxDeclared how many labels.
const (
	batchSize   = 128
	maxDeclared = 20_000
)

func newCounting(tx *storage.Tx, q PanelQuery, bounds []storage.Time) *counting {
	c := &counting{
		tx: tx, query: q, carry: storage.Day(max(q.Carry, 0) / (24 * time.Hour)), tallies: make(map[tallyKey]*tally),
		places: make(map[storage.LabelTerm]int), labels: make(map[storage.Digest]declared),
	}
	for _, at := range bounds {
		c.bounds = append(c.bounds, storage.DayOf(at))
	}
	return c
}

func (c *counting) periods() int { return len(c.bounds) - 1 }

// courses calls yield with batches of the courses of all apps, in order, with the groups of each.
func (c *counting) courses(ctx context.Context, yield func(batch []storage.Course, groups [][]tallyKey) error) error {
	tags, stop := c.tags()
	defer stop()
	batch := make([]storage.Course, 0, batchSize)
	groups := make([][]tallyKey, 0, batchSize)
	pass := func() error {
		err := cmp.Or(ctx.Err(), yield(batch, groups))
		batch, groups = batch[:0], groups[:0]
		return err
	}
	for course, err := range c.tx.Courses() {
		if err != nil {
			return err
		}
		of, err := tags(course.Group.App)
		if err != nil {
			return err
		}
		batch, groups = append(batch, course), append(groups, c.groupsOf(course.Group, of))
		if len(batch) == batchSize {
			if err := pass(); err != nil {
				return err
			}
		}
	}
	return pass()
}

// tags is [tagsByApp] if apps are grouped by tag. Otherwise no app has any.
func (c *counting) tags() (tags func(storage.AppID) ([]string, error), stop func()) {
	if c.query.By == ByTag {
		return tagsByApp(c.tx)
	}
	return func(storage.AppID) ([]string, error) { return nil, nil }, func() {}
}

// tagsByApp returns a function that returns the tags of apps, which must be asked for in the order
// of their IDs.
func tagsByApp(tx *storage.Tx) (tags func(storage.AppID) ([]string, error), stop func()) {
	next, stop := iter.Pull2(tx.AppTags.List(storage.AppTagQuery{}))
	list := ahead[storage.AppTag]{next: next}
	return func(app storage.AppID) (tags []string, err error) {
		err = list.take(func(t storage.AppTag) int { return cmp.Compare(t.App, app) }, func(t storage.AppTag) { tags = append(tags, t.Tag) })
		if errors.Is(err, storage.ErrNotSupported) {
			list.ended, err = true, nil
		}
		return tags, err
	}, stop
}

// groupsOf returns the groups that an app counts in.
func (c *counting) groupsOf(app storage.CourseGroup, tags []string) []tallyKey {
	source := cmp.Or(string(app.Source), MainSource)
	if c.query.By == ByTag && len(tags) > 0 {
		keys := make([]tallyKey, len(tags))
		for i, tag := range tags {
			keys[i] = tallyKey{source, tag}
		}
		return keys
	}
	group := ""
	switch c.query.By {
	case ByGenre:
		group = string(app.GenreName)
	case ByRating:
		group = string(app.AgeRating)
	case ByPrice:
		group = priceGroup(app)
	case ByDeveloper:
		group = string(app.Developer)
	case ByCountry:
		group = app.Country
	}
	return []tallyKey{{source, group}}
}

// priceGroup returns paid, free, freeWithPurchases, or "" if it is not known.
func priceGroup(app storage.CourseGroup) string {
	switch {
	case app.PriceAmount == nil:
		return ""
	case *app.PriceAmount > 0:
		return "paid"
	case app.HasIAP != nil && *app.HasIAP:
		return "freeWithPurchases"
	}
	return "free"
}

// chooseGroups chooses, if there may be many groups, those of each source with the most apps.
func (c *counting) chooseGroups(ctx context.Context) error {
	if c.query.By == "" || c.query.By == ByPrice {
		return nil
	}
	tags, stop := c.tags()
	defer stop()
	apps := make(map[tallyKey]int)
	for group, err := range c.tx.CourseGroups() {
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		of, err := tags(group.App)
		if err != nil {
			return err
		}
		for _, key := range c.groupsOf(group, of) {
			apps[key]++
		}
	}
	keys := make([]tallyKey, 0, len(apps))
	for key := range apps {
		keys = append(keys, key)
	}
	order.Sort(keys, func(a, b tallyKey) int {
		return cmp.Or(cmp.Compare(apps[b], apps[a]), cmp.Compare(a.source, b.source), cmp.Compare(a.group, b.group))
	})
	c.chosen = make(map[tallyKey]bool)
	ofSource := make(map[string]int)
	for _, key := range keys {
		if ofSource[key.source]++; ofSource[key.source] > maxGroups {
			c.omitted++
			continue
		}
		c.chosen[key] = true
	}
	return nil
}

// count counts all apps.
func (c *counting) count(ctx context.Context) error {
	return c.courses(ctx, func(batch []storage.Course, groups [][]tallyKey) error {
		if err := c.know(batch); err != nil {
			return err
		}
		for i, course := range batch {
			for _, key := range groups[i] {
				if c.chosen != nil && !c.chosen[key] {
					continue
				}
				t := c.tally(key)
				c.spans(course.Spans, t)
				if err := c.shifts(course, t); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func (c *counting) tally(key tallyKey) *tally {
	t := c.tallies[key]
	if t == nil {
		t = new(tally)
		for _, s := range []*series{&t.observed, &t.labelled, &t.adopted, &t.better, &t.neutral, &t.worse} {
			*s = make(series, c.periods()+1)
		}
		c.tallies[key] = t
	}
	return t
}

// know reads what the labels of some courses declare.
func (c *counting) know(batch []storage.Course) error {
	if len(c.labels) > maxDeclared {
		clear(c.labels)
	}
	var unknown []storage.Digest
	for _, course := range batch {
		for _, s := range course.Spans {
			if _, known := c.labels[s.Label]; !known && !s.Label.IsZero() {
				c.labels[s.Label] = declared{}
				unknown = append(unknown, s.Label)
			}
		}
	}
	found, err := c.tx.LabelTermsOf(unknown...)
	if err != nil {
		return err
	}
	for digest, of := range found {
		one := declared{provided: of.Provided, terms: make([]int32, len(of.Terms))}
		for i, term := range of.Terms {
			place, known := c.places[term]
			if !known {
				place = len(c.terms)
				c.places[term], c.terms = place, append(c.terms, term)
			}
			one.terms[i] = int32(place)
		}
		c.labels[digest] = one
	}
	return nil
}

// spans counts the observations of an app. Spans and periods are walked together, both in the
// order of time.
func (c *counting) spans(spans []storage.Span, t *tally) {
	period, span, at := 0, -1, 0 // at is the place after the last day of span before the end of the period
	ever := false                // whether some label was provided
	var counted *storage.Span    // with which the app counted in the last period
	from := 0                    // the first period with it
	for ; period < c.periods(); period++ {
		start, end := c.bounds[period], c.bounds[period+1]
		for {
			if span >= 0 {
				for at < len(spans[span].Days) && spans[span].Days[at] < end {
					at++
				}
			}
			if span+1 == len(spans) || spans[span+1].Days[0] >= end {
				break
			}
			span, at = span+1, 0
			if !ever && c.labels[spans[span].Label].provided {
				ever = true
				if span > 0 && spans[span].Days[0] >= start { // an app that is first observed with a label did not adopt it then
					t.adopted.add(period, period+1, 1)
				}
			}
		}
		var now *storage.Span
		if span >= 0 && !spans[span].Unlisted && spans[span].Days[at-1] >= start-c.carry {
			now = &spans[span]
		}
		if now != counted {
			c.add(t, counted, from, period)
			counted, from = now, period
		}
	}
	c.add(t, counted, from, period)
}

// add counts an app with the label of a span in some periods.
func (c *counting) add(t *tally, span *storage.Span, from, to int) {
	if span == nil {
		return
	}
	t.observed.add(from, to, 1)
	label := c.labels[span.Label]
	if !label.provided {
		return
	}
	t.labelled.add(from, to, 1)
	for _, place := range label.terms {
		for len(t.terms) <= int(place) {
			t.terms = append(t.terms, nil)
		}
		if t.terms[place] == nil {
			t.terms[place] = make(series, c.periods()+1)
		}
		t.terms[place].add(from, to, 1)
	}
}

// shifts counts the changes of an app by direction.
func (c *counting) shifts(course storage.Course, t *tally) error {
	shifts := course.Shifts
	if slices.ContainsFunc(shifts, func(s storage.Shift) bool { return s.Direction == "" }) {
		changes, err := storage.Collect(c.tx.Changes.List(storage.ChangeQuery{App: course.Group.App}))
		if err != nil {
			return err
		}
		for i := range changes {
			changes[i].Entry = changelog.Weigh(changes[i].Entry)
		}
		shifts = storage.ShiftsOf(changes)
	}
	for _, s := range shifts {
		if s.Day < c.bounds[0] || s.Day >= c.bounds[c.periods()] {
			continue
		}
		n, exact := slices.BinarySearch(c.bounds, s.Day)
		if !exact {
			n--
		}
		switch s.Direction {
		case storage.Better:
			t.better.add(n, n+1, int32(s.Count))
		case storage.Worse:
			t.worse.add(n, n+1, int32(s.Count))
		case storage.Neutral:
			t.neutral.add(n, n+1, int32(s.Count))
		}
	}
	return nil
}

// panel returns the rows in their order. Those of periods without an observed app or a change are
// left out.
func (c *counting) panel() Panel {
	panel := Panel{Interval: c.query.Interval, By: c.query.By, Carry: int(c.carry), Omitted: c.omitted, Rows: []PanelRow{}}
	for key, t := range c.tallies {
		for _, s := range append(t.terms, t.observed, t.labelled, t.adopted, t.better, t.neutral, t.worse) {
			s.sum()
		}
		for n := range c.periods() {
			row := PanelRow{
				Start: c.bounds[n].Start(), End: c.bounds[n+1].Start(), Source: key.source, Group: key.group,
				Observed: int(t.observed[n]), Labelled: int(t.labelled[n]), Adopted: int(t.adopted[n]),
				Better: int(t.better[n]), Neutral: int(t.neutral[n]), Worse: int(t.worse[n]), Items: []PanelItem{},
			}
			if row.Observed+row.Better+row.Neutral+row.Worse == 0 {
				continue
			}
			for place, s := range t.terms {
				if s != nil && s[n] > 0 {
					term := c.terms[place]
					row.Items = append(row.Items, PanelItem{string(term.Kind), term.Identifier, int(s[n]), float64(s[n]) / float64(row.Labelled)})
				}
			}
			order.Sort(row.Items, func(a, b PanelItem) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Item, b.Item)) })
			panel.Rows = append(panel.Rows, row)
		}
	}
	order.Sort(panel.Rows, func(a, b PanelRow) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Source, b.Source), cmp.Compare(a.Group, b.Group))
	})
	return panel
}

// sum replaces the differences by the numbers.
func (s series) sum() {
	for i := 1; i < len(s); i++ {
		s[i] += s[i-1]
	}
}
