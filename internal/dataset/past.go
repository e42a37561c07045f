package dataset

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/storage"
)

// past is what the record has of one app, as far as the options include it.
type past struct {
	app        storage.App
	identifier string

	tags      []string
	features  []storage.Feature
	snapshots []storage.Snapshot // oldest first
	changes   []storage.Change   // of these snapshots, oldest first

	developer, rating history // each of which is complete, whatever the options
	facts             map[string]history
	listing           history          // of the availability
	policies          []fixed          // the texts that were read, oldest first
	accessibility     []storage.Change // about features, oldest first
	delisted          map[storage.Time]bool
}

// history is the recorded changes of a fact, oldest first.
type history []turn

type turn struct {
	at   storage.Time
	from string
}

// fixed is a value from a moment on.
type fixed struct {
	at    storage.Time
	value storage.Digest
}

// at returns the value at a moment: the one before the first later change, or the present one.
func (h history) at(t storage.Time, present string) string {
	for _, one := range h { // few
		if one.at > t {
			return one.from
		}
	}
	return present
}

// pasts yields the past of each app, in the order of the IDs. The value is valid until the next.
func pasts(ctx context.Context, tx *storage.Tx, o Options) iter.Seq2[*past, error] {
	return func(yield func(*past, error) bool) {
		snapshots, stop := iter.Pull2(tx.Snapshots.List(storage.SnapshotQuery{FromApp: 1, Reverse: true}))
		defer stop()
		changes, end := iter.Pull2(tx.Changes.List(storage.ChangeQuery{FromApp: 1}))
		defer end()
		identifiers, leave := iter.Pull2(tx.Identifiers.List(storage.IdentifierQuery{}))
		defer leave()
		features, finish := iter.Pull2(tx.Features.List(storage.FeatureQuery{}))
		defer finish()
		tagged, finishTags := tagsByApp(tx)
		defer finishTags()
		declared := ahead[storage.Feature]{next: features}
		states := ahead[storage.Snapshot]{next: snapshots}
		entries := ahead[storage.Change]{next: changes}
		names := ahead[storage.Identifier]{next: identifiers}
		p := new(past)
		for app, err := range tx.Apps.List(storage.AppQuery{Order: storage.AppsByID}) {
			if err == nil {
				err = ctx.Err()
			}
			if err == nil {
				p.reset(app)
				err = names.take(func(i storage.Identifier) int { return cmp.Compare(i.App, app.ID) }, func(i storage.Identifier) { p.identifier = i.Identifier })
			}
			if err == nil {
				err = declared.take(func(f storage.Feature) int { return cmp.Compare(f.App, app.ID) }, func(f storage.Feature) { p.features = append(p.features, f) })
			}
			if err == nil {
				err = states.take(func(s storage.Snapshot) int { return cmp.Compare(s.ID.App, app.ID) }, func(s storage.Snapshot) { p.snapshots = append(p.snapshots, s) })
			}
			if err == nil {
				err = entries.take(func(c storage.Change) int { return cmp.Compare(c.ID.Snapshot.App, app.ID) }, func(c storage.Change) { p.changes = append(p.changes, c) })
			}
			if err == nil {
				p.tags, err = tagged(app.ID)
			}
			if err == nil && !o.includes(app, p.tags) {
				continue
			}
			if err == nil {
				err = p.prepare(tx, o)
			}
			if !yield(p, err) || err != nil {
				return
			}
		}
	}
}

// includes reports whether the apps that the options choose include one with these tags.
func (o Options) includes(app storage.App, tags []string) bool {
	return (o.Source == "" || o.Source == sourceOf(app)) && (o.Tag == "" || slices.Contains(tags, o.Tag))
}

func sourceOf(app storage.App) string { return cmp.Or(string(app.Source), MainSource) }

// ahead reads a list whose records are taken in groups.
type ahead[R any] struct {
	next   func() (R, error, bool)
	record R
	read   bool // record is the next
	ended  bool
}

// take calls yield with the next records while compare returns 0. It leaves out those before.
func (a *ahead[R]) take(compare func(R) int, yield func(R)) error {
	for !a.ended {
		if !a.read {
			record, err, ok := a.next()
			if err != nil {
				return err
			}
			a.record, a.read, a.ended = record, ok, !ok
			continue
		}
		order := compare(a.record)
		if order > 0 {
			return nil
		}
		if order == 0 {
			yield(a.record)
		}
		a.read = false
	}
	return nil
}

func (p *past) reset(app storage.App) {
	*p = past{app: app, features: p.features[:0], snapshots: p.snapshots[:0], changes: p.changes[:0]}
}

// prepare puts the changes in order, finds the recorded values, and leaves out what the options
// leave out.
func (p *past) prepare(tx *storage.Tx, o Options) error {
	order.Sort(p.changes, func(a, b storage.Change) int {
		return cmp.Or(cmp.Compare(a.ID.Snapshot.At, b.ID.Snapshot.At), cmp.Compare(a.ID.Index, b.ID.Index))
	})
	for _, c := range p.changes {
		p.note(c)
	}
	if o.AsOf|o.KnownAt == 0 {
		return nil
	}
	return p.cut(tx, o)
}

// note remembers what a change tells of the values before and after it.
func (p *past) note(c storage.Change) {
	at, e := c.ID.Snapshot.At, c.Entry
	switch e.Category {
	case storage.CategoryListing:
		if e.Fact == storage.FactDeveloper {
			p.developer = append(p.developer, turn{at, e.From})
		}
		if p.facts == nil {
			p.facts = make(map[string]history)
		}
		p.facts[e.Fact] = append(p.facts[e.Fact], turn{at, e.From})
	case storage.CategoryAccessibility:
		if e.Feature != "" {
			p.accessibility = append(p.accessibility, c)
		}
	case storage.CategoryAgeRating:
		if e.Feature == "" && e.From != "" {
			p.rating = append(p.rating, turn{at, e.From})
		}
	case storage.CategoryAvailability:
		p.listing = append(p.listing, turn{at, e.From})
		if e.To == storage.Unlisted {
			if p.delisted == nil {
				p.delisted = make(map[storage.Time]bool)
			}
			p.delisted[at] = true
		}
	case storage.CategoryPrivacyPolicy:
		if version, err := storage.ParsePolicyVersionID(e.To); err == nil {
			p.policies = append(p.policies, fixed{at, version.Hash})
		}
	}
}

// cut removes what was observed or stored too late. An observation whose label was compared with
// that of a removed one is compared again, with what was known.
func (p *past) cut(tx *storage.Tx, o Options) error {
	var before, known storage.Digest // the labels before, of all and of the included snapshots
	recompared := make(map[storage.Time][]storage.Change)
	included := p.snapshots[:0]
	for _, s := range p.snapshots {
		ok := o.covers(s.ID.At) && o.knew(s.Recorded())
		if ok && !s.Label.IsZero() && before != known {
			changes, err := p.recompare(tx, &s, known, len(included) == 0)
			if err != nil {
				return err
			}
			recompared[s.ID.At] = changes
		}
		if !s.Label.IsZero() {
			before = s.Label
		}
		if !ok {
			continue
		}
		if !s.Label.IsZero() {
			known = s.Label
		}
		included = append(included, s)
	}
	p.snapshots = included
	var changes []storage.Change
	rest := p.changes
	for _, s := range included {
		for len(rest) > 0 && rest[0].ID.Snapshot.At < s.ID.At {
			rest = rest[1:]
		}
		own := 0
		for own < len(rest) && rest[own].ID.Snapshot.At == s.ID.At {
			own++
		}
		if again, ok := recompared[s.ID.At]; ok {
			changes = append(changes, again...)
		} else {
			changes = append(changes, rest[:own]...)
		}
	}
	p.changes = changes
	return nil
}

// recompare returns the changes of a snapshot as they were with another label before it.
func (p *past) recompare(tx *storage.Tx, s *storage.Snapshot, before storage.Digest, first bool) ([]storage.Change, error) {
	entries, err := timeline.ChangesOf(tx, s.ID, before, s.Label)
	if err != nil {
		return nil, err
	}
	shown := len(entries) > 0
	for _, c := range p.changes {
		if c.ID.Snapshot == s.ID && !timeline.OfLabel(c.Entry) {
			entries = append(entries, c.Entry)
			shown = shown || c.Changed
		}
	}
	s.Changed, s.Entries = shown && !first, len(entries)
	changes := make([]storage.Change, len(entries))
	for i, e := range entries {
		changes[i] = storage.Change{ID: storage.ChangeID{Snapshot: s.ID, Index: i}, Entry: changelog.Weigh(e), Changed: s.Changed}
	}
	return changes, nil
}

// isObservation reports whether a page was read for a snapshot, or the store no longer lists the
// app. Others carry an entry only.
func (p *past) isObservation(s storage.Snapshot) bool {
	return !s.Label.IsZero() || s.Extractor != "" || s.AppVersion != "" || p.delisted[s.ID.At]
}

// policyAt returns the policy that was read last at a moment.
func (p *past) policyAt(t storage.Time) (digest storage.Digest) {
	for _, one := range p.policies {
		if one.at > t {
			break
		}
		digest = one.value
	}
	return digest
}

// state is an observed state.
type state struct {
	from, to     storage.Time
	observations int
	shown
}

// shown is what distinguishes states.
type shown struct {
	origin            string
	availability      string
	label             storage.Digest
	version           string
	developer, rating string
	policy            storage.Digest
}

// shownBy returns what an observation showed.
func (p *past) shownBy(s storage.Snapshot) shown {
	if s.Source == storage.SourceWayback {
		return shown{origin: Archive, availability: storage.Listed, label: s.Label}
	}
	if p.delisted[s.ID.At] {
		return shown{origin: Live, availability: storage.Unlisted}
	}
	return shown{
		origin: Live, availability: storage.Listed, label: s.Label, version: string(s.AppVersion),
		developer: p.developer.at(s.ID.At, string(p.app.Developer)), rating: p.rating.at(s.ID.At, string(p.app.AgeRating)),
		policy: p.policyAt(s.ID.At),
	}
}

// states yields the states, oldest first.
func (p *past) states(yield func(state)) {
	var now state
	for _, s := range p.snapshots {
		if !p.isObservation(s) {
			continue
		}
		seen := p.shownBy(s)
		if now.observations > 0 && seen == now.shown {
			now.to = s.ID.At
			now.observations++
			continue
		}
		if now.observations > 0 {
			yield(now)
		}
		now = state{s.ID.At, s.ID.At, 1, seen}
	}
	if now.observations > 0 {
		yield(now)
	}
}

// originOf returns where the page of a snapshot was read.
func originOf(s storage.Snapshot) string {
	if s.Source == storage.SourceWayback {
		return Archive
	}
	return Live
}

// featuresAt returns the features that an app declared at a moment: the present ones without the
// later changes. Zero is the present.
func (p *past) featuresAt(last storage.Time) []storage.Feature {
	if last == 0 {
		return p.features
	}
	then := slices.Clone(p.features)
	for _, c := range slices.Backward(p.accessibility) {
		if c.ID.Snapshot.At <= last {
			break
		}
		then = slices.DeleteFunc(then, func(f storage.Feature) bool { return f.Identifier == c.Entry.Feature })
		if c.Entry.Type == storage.EntryRemoved {
			then = append(then, storage.Feature{App: p.app.ID, Identifier: c.Entry.Feature})
		}
	}
	order.Sort(then, storage.Order(storage.FeatureQuery{}))
	return then
}
