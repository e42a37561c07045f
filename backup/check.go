package backup

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/jsonstream"
	"github.com/privacylabels/auditor/storage"
)

// facts are what records of a bundle say about others, which are not repeated in
// those.
type facts struct {
	exportedAt storage.Time
	trusted    bool
	footprints map[storage.Digest]storage.Footprint // of labels
	decisions  map[storage.AppID]storage.Decision   // of the user
	tallies    map[string]storage.ImportTally       // of the items of imports
}

// checker finds out whether the records of a bundle are fit to be restored.
type checker struct {
	facts
	ids    map[string]*idSet // by member
	counts map[string]int
}

// check reads all records that there are kinds for.
func check(ctx context.Context, c *contents, trusted bool) (*checker, error) {
	k := &checker{
		facts: facts{
			exportedAt: c.exportedAt, trusted: trusted, footprints: make(map[storage.Digest]storage.Footprint), decisions: make(map[storage.AppID]storage.Decision),
			tallies: make(map[string]storage.ImportTally),
		},
		ids: make(map[string]*idSet), counts: make(map[string]int),
	}
	for _, each := range kinds() {
		k.ids[each.member()] = new(idSet)
		if err := c.records(ctx, each.member(), func(value []byte) error { return each.check(k, value) }); err != nil {
			return nil, err
		}
		if err := k.unique(ctx, c, each); err != nil {
			return nil, err
		}
		k.counts[each.member()] = len(k.ids[each.member()].prints)
	}
	_, err := c.focus()
	return k, err
}

// focus returns the bundle's focus, nil when it has none.
func (c *contents) focus() (*feature.Focus, error) {
	text, err := c.text(memberFocus)
	if err != nil || text == nil || string(text) == "null" {
		return nil, err
	}
	var focus feature.Focus
	if err := jsonstream.Decode(text, &focus); err != nil {
		return nil, c.fault(memberFocus, -1, err)
	}
	if err := focus.Validate(); err != nil {
		return nil, c.fault(memberFocus, -1, fmt.Errorf("%w: %w", ErrRecord, err))
	}
	return &focus, nil
}

func (c *checker) add(member, id string) {
	set := c.ids[member]
	set.prints = append(set.prints, fingerprint(id))
}

// has says whether a record is there that belongs to a kind before. It may be
// wrong, once in some thousand million bundles; then the store refuses.
func (c *checker) has(to ref) bool {
	set, known := c.ids[to.member]
	return known && set.has(to.id)
}

// unique sorts the ids of a kind, and refuses one that is there twice. Only of
// those whose fingerprints are doubled are the ids looked at.
func (c *checker) unique(ctx context.Context, from *contents, k kind) error {
	set := c.ids[k.member()]
	slices.Sort(set.prints)
	twice := set.doubled()
	if len(twice) == 0 {
		return nil
	}
	seen := make(map[string]bool)
	return from.records(ctx, k.member(), func(value []byte) error {
		id, err := k.name(&c.facts, value)
		if err != nil || !twice[fingerprint(id)] {
			return err
		}
		if seen[id] {
			return fmt.Errorf("%w: %s", ErrDoubledID, id)
		}
		seen[id] = true
		return nil
	})
}

// idSet tells which ids were there, by a fingerprint of each. They are sorted
// before anybody asks.
type idSet struct{ prints []uint64 }

// fingerprint is one that nobody can give to many ids on purpose.
func fingerprint(id string) uint64 {
	digest := sha256.Sum256([]byte(id))
	return binary.BigEndian.Uint64(digest[:])
}

func (s *idSet) has(id string) bool {
	_, found := slices.BinarySearch(s.prints, fingerprint(id))
	return found
}

// doubled returns the fingerprints that are there more than once.
func (s *idSet) doubled() map[uint64]bool {
	twice := make(map[uint64]bool)
	for i := 1; i < len(s.prints); i++ {
		if s.prints[i-1] == s.prints[i] {
			twice[s.prints[i]] = true
		}
	}
	return twice
}
