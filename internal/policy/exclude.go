package policy

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/policy/plaintext"
	"github.com/privacylabels/auditor/storage"
)

// The errors of excluding blocks.
var (
	// ErrNoBlock means that the policy has no such block.
	ErrNoBlock = errors.New("no such block of the policy")
	// ErrNoMatch means that a selector names nothing in the last texts of the policy.
	ErrNoMatch = errors.New("no heading or paragraph of the policy has these words")
	// ErrTooManyBlocks means that no more blocks of the policy can be excluded.
	ErrTooManyBlocks = errors.New("too many blocks of the policy are excluded")
	// ErrWholePolicy means that without the block hardly anything is left.
	ErrWholePolicy = errors.New("the rest is too short to be a policy")
)

// MaxSelector is the maximum length of a selector in bytes.
const MaxSelector = 500

// maxSearched is how many of the last texts of a policy are searched for the words of a selector: a
// changing block need not be in the current one.
const maxSearched = 10

// Exclude marks a block of an app's policy as not part of it: one of the changing blocks, by
// its ID, or what a selector names: "#id" and ".class" name elements of the page, the text of
// a heading its section, and other words the paragraphs with these words, or, ending with an
// ellipsis, those that begin with them. Fetches leave the block out from then on. That is
// no change of the policy. A block that is excluded already stays as it is.
//
// The texts that are saved do not say which elements their pages have, so that any "#id" and
// ".class" is taken: [ShownBlock] says after the next fetch how many parts it left out.
//
// The error is [ErrNoBlock], [ErrNoMatch], [ErrTooManyBlocks], [ErrWholePolicy], [ErrNoText],
// [ErrNoPolicy], or that of the database; it wraps [storage.ErrNotFound] if the app is not
// tracked.
func (s *Service) Exclude(ctx context.Context, id storage.AppID, block, selector string) error {
	return s.edit(ctx, id, func(tx *storage.Tx, state *storage.PolicyAnalysis, now storage.Time) (storage.PolicyBlock, string, error) {
		b, err := chosen(tx, *state, block, plaintext.Line(selector))
		if err != nil {
			return b, "", err
		}
		b.At = now
		at := slices.IndexFunc(state.Excluded, func(other storage.PolicyBlock) bool { return other.ID == b.ID })
		switch {
		case at >= 0 && state.Excluded[at].Readmitted != 0:
			again := &state.Excluded[at]
			again.Readmitted, again.LeftOut, again.Kept, again.Counted = 0, 0, false, 0
		case at >= 0:
		case len(state.Excluded) >= maxExcluded:
			return b, "", ErrTooManyBlocks
		default:
			state.Excluded = append(state.Excluded, b)
			at = len(state.Excluded) - 1
		}
		state.Changing = slices.DeleteFunc(state.Changing, func(other storage.PolicyBlock) bool { return other.ID == b.ID })
		if b.Selector != "" {
			return b, "marked as not part of the policy", nil // the next fetch leaves it out
		}
		out := &state.Excluded[at]
		out.Applied, out.Counted = storage.NullTime(now), storage.NullTime(now)
		out.LeftOut, err = leaveOut(tx, state, b)
		return b, "marked as not part of the policy", err
	})
}

// NamesElements reports whether a selector names elements of the page, so that only a fetch tells
// whether it names anything.
func NamesElements(selector string) bool { return fetch.NamesElements(plaintext.Line(selector)) }

// chosen returns the block that a user chose.
func chosen(tx *storage.Tx, state storage.PolicyAnalysis, id, selector string) (storage.PolicyBlock, error) {
	if selector != "" {
		b := storage.PolicyBlock{Selector: selector}
		b.ID = blockID(b)
		if slices.ContainsFunc(state.Excluded, func(other storage.PolicyBlock) bool { return other.ID == b.ID }) {
			return b, nil // and its words are in no text any more
		}
		return b, search(tx, state.App, selector)
	}
	for _, b := range slices.Concat(state.Changing, state.Excluded) {
		if b.ID == id {
			return b, nil
		}
	}
	return storage.PolicyBlock{}, ErrNoBlock
}

// search returns [ErrNoMatch] if a selector names nothing in the last texts of a policy.
func search(tx *storage.Tx, id storage.AppID, selector string) error {
	for v, err := range tx.PolicyVersions.List(storage.PolicyVersionQuery{App: id, Limit: maxSearched}) {
		if err != nil {
			return err
		}
		if fetch.Excludes(selector, v.Text) {
			return nil
		}
	}
	return ErrNoMatch
}

// leaveOut replaces the current version by its text without a block. It returns how many parts of the
// text the block was.
func leaveOut(tx *storage.Tx, state *storage.PolicyAnalysis, b storage.PolicyBlock) (parts int, err error) {
	v, found, err := storage.Find(tx.PolicyVersions, storage.PolicyVersionID{App: state.App, Hash: state.Current})
	if err != nil {
		return 0, err
	}
	if !found {
		return 0, ErrNoText
	}
	text, leftOut := leaveOutBlocks(v.Text, []storage.PolicyBlock{b})
	rest, err := fetch.Judge(fetch.Document{Text: text, Title: string(v.Title)}, "")
	if err != nil {
		return 0, ErrWholePolicy
	}
	v.Text, v.WordCount = rest.Text, rest.Words
	return leftOut[b.ID], replaceVersion(tx, state, v, rest.Hash)
}

// Readmit takes the exclusion of a block back: the next fetch reads it again, which is no
// change of the policy. The errors are those of [Service.Exclude].
func (s *Service) Readmit(ctx context.Context, id storage.AppID, block string) error {
	return s.edit(ctx, id, func(_ *storage.Tx, state *storage.PolicyAnalysis, now storage.Time) (storage.PolicyBlock, string, error) {
		at := slices.IndexFunc(state.Excluded, func(b storage.PolicyBlock) bool { return b.ID == block && b.Readmitted == 0 })
		if at < 0 {
			return storage.PolicyBlock{}, "", ErrNoBlock
		}
		b := state.Excluded[at]
		if state.Excluded[at].Readmitted = storage.NullTime(now); b.Applied == 0 { // no fetch has left it out
			state.Excluded = slices.Delete(state.Excluded, at, at+1)
		}
		return b, "part of the policy again", nil
	})
}

// edit changes the analysis of an app's policy and records that in the activity log.
func (s *Service) edit(
	ctx context.Context, id storage.AppID, change func(*storage.Tx, *storage.PolicyAnalysis, storage.Time) (storage.PolicyBlock, string, error),
) error {
	return s.env.Store.Update(ctx, func(tx *storage.Tx) error {
		app, state, err := policyOf(tx, id)
		if err != nil {
			return err
		}
		if state.Current.IsZero() {
			return ErrNoText
		}
		now := s.stamp()
		b, what, err := change(tx, &state, now)
		if err != nil {
			return err
		}
		if err := tx.PolicyAnalyses.Put(state); err != nil {
			return err
		}
		entry := storage.Activity{Status: activity.OK, StartedAt: now, EndedAt: storage.NullTime(now)}
		return s.record(tx, app, entry, strings.Join([]string{"block", Describe(b), what}, " "), map[string]any{"mode": "app", "block": b.ID})
	})
}
