package dataset

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/viewstream"
	"github.com/privacylabels/auditor/storage"
)

// Write writes the data set of one state of the database as a zip. The transaction stays open
// until all of it is written. After an error, the output is incomplete. The error wraps
// [ErrOption] if an option is not valid.
func (s *Service) Write(ctx context.Context, w io.Writer, o Options) error {
	if err := o.Check(); err != nil {
		return err
	}
	err := viewstream.Write(ctx, s.config.Store, w, func(tx *storage.Tx, to *bufio.Writer) error {
		x := &export{ctx: ctx, tx: tx, options: o, archive: newArchive(to, s.config.Dir), counts: make(map[string]int)}
		if o.narrowed() {
			x.labels = make(map[storage.Digest]bool)
		}
		if err := errors.Join(x.tables(), x.discard()); err != nil {
			return err
		}
		return x.finish(s.key)
	})
	if err != nil {
		return fmt.Errorf("write a data set: %w", err)
	}
	return nil
}

// export is a data set that is being written.
type export struct {
	ctx     context.Context
	tx      *storage.Tx
	options Options
	archive *archive

	labels   map[storage.Digest]bool // that rows refer to; nil: all are written
	paired   map[storage.AppID]bool  // the apps of pairs, and whether each has a row
	counts   map[string]int          // of rows, by table
	coverage coverage
	parts    []*part
}

// coverage is what the observations of a data set cover.
type coverage struct {
	first, last              storage.Time // of all observations
	live, archived, failures int
	labelled                 int // apps with a label in some state
}

// tables writes all tables.
func (x *export) tables() error {
	if err := x.findPaired(); err != nil {
		return err
	}
	if err := x.pasts(); err != nil {
		return err
	}
	for _, one := range []struct {
		name  string
		write func(*rows) error
	}{
		{"storefronts", x.storefronts}, {"label_items", x.labelItems}, {"practices", x.practices}, {"policies", x.policies}, {"pairs", x.pairs}, {"runs", x.runs},
	} {
		p, err := x.archive.direct(one.name+".csv", x.options.Compression)
		if err != nil {
			return err
		}
		r := newRows(table(one.name), p, x.options.ForSpreadsheet)
		if err := errors.Join(one.write(r), r.flush()); err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
		if err := p.close(); err != nil {
			return err
		}
		x.counts[one.name] = r.n
	}
	return nil
}

// pasts writes the tables about apps in one pass.
func (x *export) pasts() error {
	names := []string{"observations", "apps", "states", "changes", "features"} // the first is the largest
	parts := make([]*part, len(names))
	to := make([]*rows, len(names))
	for i, name := range names {
		begin := x.archive.apart
		if i == 0 {
			begin = x.archive.direct
		}
		p, err := begin(name+".csv", x.options.Compression)
		if err != nil {
			return err
		}
		x.parts = append(x.parts, p)
		parts[i], to[i] = p, newRows(table(name), p, x.options.ForSpreadsheet)
	}
	for p, err := range pasts(x.ctx, x.tx, x.options) {
		if err != nil {
			return err
		}
		if last := x.options.last(); last != 0 && p.app.FirstSeen > last && len(p.snapshots) == 0 {
			continue
		}
		x.observations(p, to[0])
		x.app(p, to[1])
		x.states(p, to[2])
		x.changes(p, to[3])
		for _, f := range p.featuresAt(x.options.last()) {
			to[4].integer(int64(f.App))
			to[4].text(f.Identifier)
			to[4].text(f.Title)
			to[4].end()
		}
		for _, r := range to {
			if r.err != nil {
				return r.err
			}
		}
	}
	for i, r := range to {
		if err := r.flush(); err != nil {
			return err
		}
		if err := parts[i].close(); err != nil {
			return err
		}
		x.counts[names[i]] = r.n
	}
	return nil
}

func (x *export) discard() error {
	var errs []error
	for _, p := range x.parts {
		errs = append(errs, p.discard())
	}
	return errors.Join(errs...)
}

func (x *export) uses(label storage.Digest) {
	if x.labels != nil && !label.IsZero() {
		x.labels[label] = true
	}
}

// app writes the row of an app. With an end, the facts whose changes are recorded are those of
// that time.
func (x *export) app(p *past, r *rows) {
	a := p.app
	last := x.options.last()
	then := func(fact, present string) string {
		if last == 0 {
			return present
		}
		return p.facts[fact].at(last, present)
	}
	r.integer(int64(a.ID))
	r.text(sourceOf(a))
	r.text(p.identifier)
	r.text(string(a.Platform()))
	r.text(a.Country)
	r.text(then(storage.FactBundleID, string(a.BundleID)))
	r.text(then(storage.FactDeveloper, string(a.Developer)))
	r.text(then(storage.FactName, a.Name))
	r.text(a.URL)
	r.text(then(storage.FactPolicy, string(a.PrivacyPolicyURL)))
	if a.GenreID == nil {
		r.empty()
	} else {
		r.integer(*a.GenreID)
	}
	r.text(string(a.GenreName))
	price, currency := a.PriceAmount, string(a.PriceCurrency)
	if last != 0 && slices.ContainsFunc(p.facts[storage.FactPrice], func(t turn) bool { return t.at > last }) {
		price, currency = nil, "" // the entry has the price in words only
	}
	r.number(price)
	r.text(currency)
	iap := ""
	if a.HasIAP != nil {
		iap = strconv.FormatBool(*a.HasIAP)
	}
	r.text(then(storage.FactIAP, iap))
	rating, availability := string(a.AgeRating), a.Availability.State()
	if last != 0 {
		rating, availability = p.rating.at(last, rating), p.listing.at(last, availability)
	}
	r.text(rating)
	r.text(availability)
	r.instant(a.FirstSeen)
	r.text(strings.Join(p.tags, ","))
	r.end()
	if _, paired := x.paired[a.ID]; paired {
		x.paired[a.ID] = true
	}
}

func (x *export) states(p *past, r *rows) {
	labelled := false
	p.states(func(s state) {
		if s.to < x.options.Since {
			return
		}
		labelled = labelled || !s.label.IsZero()
		x.uses(s.label)
		r.integer(int64(p.app.ID))
		r.instant(s.from)
		r.instant(s.to)
		r.integer(int64(s.observations))
		r.text(s.origin)
		r.text(s.availability)
		r.digest(s.label)
		r.text(s.version)
		r.text(s.developer)
		r.text(s.rating)
		r.digest(s.policy)
		r.end()
	})
	if labelled {
		x.coverage.labelled++
	}
}

// observations writes the observations of an app, with the failed refresh that is known.
func (x *export) observations(p *past, r *rows) {
	failure := p.app.LastError
	if failure != nil && (!x.options.covers(failure.At) || !x.options.knew(failure.At)) {
		failure = nil
	}
	for _, s := range p.snapshots {
		if failure != nil && failure.At <= s.ID.At {
			if failure.At < s.ID.At { // otherwise the page was read, without a label
				x.failure(p, *failure, r)
			}
			failure = nil
		}
		if p.isObservation(s) {
			x.observation(p, s, r)
		}
	}
	if failure != nil {
		x.failure(p, *failure, r)
	}
}

func (x *export) observation(p *past, s storage.Snapshot, r *rows) {
	if s.ID.At < x.options.Since {
		return
	}
	x.observed(s.ID.At)
	outcome, label := Unchanged, s.Label
	switch {
	case p.delisted[s.ID.At]:
		outcome, label = Unlisted, storage.Digest{}
	case s.Changed:
		outcome = Changed
	}
	x.uses(label)
	if s.Source == storage.SourceWayback {
		x.coverage.archived++
	} else {
		x.coverage.live++
	}
	version := string(s.AppVersion)
	if outcome == Unlisted {
		version = ""
	}
	r.integer(int64(p.app.ID))
	r.instant(s.ID.At)
	r.instant(s.Recorded())
	r.text(originOf(s))
	r.text(outcome)
	r.empty()
	r.digest(label)
	r.text(version)
	r.text(string(s.ArchiveURL))
	r.text(s.Extractor)
	r.end()
}

func (x *export) failure(p *past, f storage.Failure, r *rows) {
	if f.At < x.options.Since {
		return
	}
	x.observed(f.At)
	x.coverage.failures++
	r.integer(int64(p.app.ID))
	r.instant(f.At)
	r.instant(f.At)
	r.text(Live)
	r.text(Failed)
	r.text(string(f.Code))
	for range 4 {
		r.empty()
	}
	r.end()
}

func (x *export) observed(at storage.Time) {
	if x.coverage.first == 0 || at < x.coverage.first {
		x.coverage.first = at
	}
	x.coverage.last = max(x.coverage.last, at)
}

func (x *export) changes(p *past, r *rows) {
	next := 0
	for _, s := range p.snapshots {
		for ; next < len(p.changes) && p.changes[next].ID.Snapshot.At <= s.ID.At; next++ {
			if c := p.changes[next]; c.ID.Snapshot.At == s.ID.At && s.ID.At >= x.options.Since {
				writeChange(c, s, r)
			}
		}
	}
}

func writeChange(c storage.Change, s storage.Snapshot, r *rows) {
	e := changelog.Shown(c.Entry)
	r.text(c.ID.String())
	r.integer(int64(s.ID.App))
	r.instant(s.ID.At)
	r.instant(s.Recorded())
	r.text(originOf(s))
	r.text(string(e.Type))
	r.text(string(e.Category))
	r.text(e.PrivacyType)
	r.text(e.DataCategory)
	r.text(e.Purpose)
	r.text(e.DataType)
	r.text(e.Feature)
	r.text(e.Fact)
	r.text(e.From)
	r.text(e.To)
	r.text(string(e.Direction))
	r.text(string(e.Weight))
	r.boolean(c.Changed)
	r.boolean(e.StoreWide)
	r.text(e.Description)
	r.end()
}

func (x *export) labelItems(r *rows) error {
	for body, err := range x.tx.Labels.List(storage.LabelQuery{}) {
		if err != nil {
			return err
		}
		if x.labels != nil && !x.labels[body.Digest] {
			continue
		}
		for _, i := range ItemsOf(body.Label) {
			r.digest(body.Digest)
			r.text(i.PrivacyType)
			r.text(i.Category)
			r.text(i.Purpose)
			r.text(i.DataType)
			r.text(i.Text)
			r.text(i.Optional)
			r.end()
		}
		if r.err != nil {
			return r.err
		}
	}
	return nil
}

func (x *export) practices(r *rows) error {
	for body, err := range x.tx.Labels.List(storage.LabelQuery{}) {
		if err != nil {
			return err
		}
		if x.labels != nil && !x.labels[body.Digest] {
			continue
		}
		for _, practice := range practicesOf(body.Label) {
			r.digest(body.Digest)
			r.text(practice)
			r.end()
		}
	}
	return r.err
}

// policies writes the texts of the policies. Those of some apps are read app by app.
func (x *export) policies(r *rows) error {
	if x.options.Source == "" && x.options.Tag == "" {
		return x.policiesOf(storage.PolicyVersionQuery{}, r)
	}
	return x.included(func(app storage.AppID) error { return x.policiesOf(storage.PolicyVersionQuery{App: app}, r) })
}

// included calls yield with the apps that the options choose, in the order of their IDs.
func (x *export) included(yield func(storage.AppID) error) error {
	tagged, stop := tagsByApp(x.tx)
	defer stop()
	for app, err := range x.tx.Apps.List(storage.AppQuery{Order: storage.AppsByID}) {
		if err != nil {
			return err
		}
		tags, err := tagged(app.ID)
		if err != nil {
			return err
		}
		if !x.options.includes(app, tags) {
			continue
		}
		if err := yield(app.ID); err != nil {
			return err
		}
	}
	return nil
}

func (x *export) policiesOf(q storage.PolicyVersionQuery, r *rows) error {
	for v, err := range x.tx.PolicyVersions.List(q) {
		if err != nil {
			return err
		}
		if !x.options.covers(v.FirstFetched) || !x.options.knew(v.FirstFetched) {
			continue
		}
		last := v.LastFetched
		if !x.options.covers(last) || !x.options.knew(last) {
			last = 0
		}
		r.integer(int64(v.ID.App))
		r.digest(v.ID.Hash)
		r.text(v.PolicyURL)
		r.text(string(v.FinalURL))
		r.instant(v.FirstFetched)
		r.instant(last)
		r.integer(int64(v.WordCount))
		r.text(string(v.Origin))
		r.text(string(v.ArchiveURL))
		r.digest(v.Replaces)
		if x.options.Texts {
			r.text(v.Text)
		} else {
			r.empty()
		}
		r.end()
		if r.err != nil {
			return r.err
		}
	}
	return nil
}

// runs writes the runs that have ended, the oldest first, if they were asked for. There are few.
func (x *export) runs(r *rows) error {
	if !x.options.Runs {
		return nil
	}
	all, err := storage.Collect(x.tx.Runs.List(storage.RunQuery{}))
	if err != nil {
		return err
	}
	for _, run := range slices.Backward(all) {
		if run.EndedAt == 0 || run.StartedAt < x.options.Since || !x.options.covers(run.EndedAt) || !x.options.knew(run.EndedAt) {
			continue
		}
		r.text(run.ID)
		r.text(run.Runner)
		r.text(run.Initiator)
		r.text(string(run.Status))
		r.instant(run.StartedAt)
		r.instant(run.EndedAt)
		for _, n := range []int{run.Total, run.Completed, run.Failed, run.Skipped} {
			r.integer(int64(n))
		}
		r.end()
	}
	return r.err
}
