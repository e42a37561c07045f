package backup

import (
	"context"
	"fmt"
	"slices"

	"github.com/privacylabels/auditor/backup/internal/record"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/storage"
)

// facts are derived from records of one kind and needed to restore records of other kinds.
type facts struct {
	exportedAt storage.Time
	trusted    bool
	footprints map[storage.Digest]storage.Footprint // of labels
	decisions  map[storage.AppID]storage.Decision   // of the user
	tallies    map[string]storage.ImportTally       // of the items of imports
	paired     map[storage.AppID]storage.AppID      // the keys of the pairs of apps
	beyond     beyond
}

// beyond has the fingerprints of the IDs of records that a restore leaves out because there are too
// many, by member.
type beyond map[string]map[uint64]bool

func (b beyond) add(member, id string) {
	if b[member] == nil {
		b[member] = make(map[uint64]bool)
	}
	b[member][record.Fingerprint(id)] = true
}

// has reports whether a record, or one that it belongs to, was added.
func (b beyond) has(k kind, r any) bool {
	if len(b) == 0 {
		return false
	}
	return b[k.member][record.Fingerprint(fmt.Sprint(k.Key(r)))] ||
		slices.ContainsFunc(k.refs(r), func(to ref) bool { return b[to.member][record.Fingerprint(to.id)] })
}

// checker checks whether the records of a backup can be restored.
type checker struct {
	facts
	ids     map[string]*idSet // by member
	counts  map[string]int
	dropped map[string]int
	unknown int            // changes with a type that is not known
	left    map[string]int // the number of records that are beyond a limit
	groups  map[string]int // the number of records of each group that has a limit
}

// check reads all records.
func check(ctx context.Context, e *envelope, trusted bool) (*checker, error) {
	k := &checker{
		facts: facts{
			exportedAt: e.exportedAt, trusted: trusted, footprints: make(map[storage.Digest]storage.Footprint), decisions: make(map[storage.AppID]storage.Decision),
			tallies: make(map[string]storage.ImportTally), paired: make(map[storage.AppID]storage.AppID), beyond: make(beyond),
		},
		ids: make(map[string]*idSet), counts: make(map[string]int), dropped: make(map[string]int), left: make(map[string]int), groups: make(map[string]int),
	}
	for _, each := range kinds(new(storage.Tx)) {
		k.ids[each.member] = new(idSet)
		if err := e.records(ctx, each.member, func(value []byte) error { return each.check(k, value) }); err != nil {
			return nil, err
		}
		if err := k.checkDuplicates(ctx, e, each); err != nil {
			return nil, err
		}
		k.counts[each.member] = len(k.ids[each.member].prints) - k.left[each.member]
	}
	_, err := e.focus()
	return k, err
}

// focus returns the focus in the backup, or nil if it has none.
func (e *envelope) focus() (*feature.Focus, error) {
	text, err := e.text(memberFocus)
	if err != nil || text == nil || string(text) == "null" {
		return nil, err
	}
	var focus feature.Focus
	if err := jsonread.Decode(text, &focus); err != nil {
		return nil, invalid(memberFocus, -1, err)
	}
	if err := focus.Validate(); err != nil {
		return nil, invalid(memberFocus, -1, fmt.Errorf("%w: %w", record.ErrInvalid, err))
	}
	return &focus, nil
}

// isBeyond counts a record, and reports whether it is beyond a limit or belongs to one that is.
func (c *checker) isBeyond(k kind, r any) bool {
	if k.limited != nil {
		if group, most := k.limited(r); most > 0 {
			group = k.member + " " + group
			if c.groups[group]++; c.groups[group] > most {
				return true
			}
		}
	}
	return c.beyond.has(k, r)
}

func (c *checker) add(member, id string) {
	set := c.ids[member]
	set.prints = append(set.prints, record.Fingerprint(id))
}

// has reports whether a record of an earlier kind exists. It can be wrong if two IDs have the
// same fingerprint; the database then refuses the record.
func (c *checker) has(to ref) bool {
	set, ok := c.ids[to.member]
	return ok && set.has(to.id)
}

// checkDuplicates sorts the IDs of a kind and refuses duplicates. It reads again only the IDs
// whose fingerprints occur twice.
func (c *checker) checkDuplicates(ctx context.Context, from *envelope, k kind) error {
	set := c.ids[k.member]
	slices.Sort(set.prints)
	duplicates := set.duplicates()
	if len(duplicates) == 0 {
		return nil
	}
	seen := make(map[string]bool)
	return from.records(ctx, k.member, func(value []byte) error {
		id, err := k.id(&c.facts, value)
		if err != nil || !duplicates[record.Fingerprint(id)] {
			return err
		}
		if seen[id] {
			return fmt.Errorf("%w %s", record.ErrDuplicate, id)
		}
		seen[id] = true
		return nil
	})
}

// idSet is a set of fingerprints of IDs. They must be sorted before has and duplicates are
// called.
type idSet struct{ prints []uint64 }

func (s *idSet) has(id string) bool {
	_, found := slices.BinarySearch(s.prints, record.Fingerprint(id))
	return found
}

func (s *idSet) duplicates() map[uint64]bool {
	twice := make(map[uint64]bool)
	for i := 1; i < len(s.prints); i++ {
		if s.prints[i-1] == s.prints[i] {
			twice[s.prints[i]] = true
		}
	}
	return twice
}
