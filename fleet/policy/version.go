package policy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/fleet/policy/textdiff"
	"github.com/privacylabels/auditor/storage"
)

// ErrNoPrevious says that there is nothing to compare a text with: it is the
// app's first.
var ErrNoPrevious = errors.New("no earlier version of the policy")

// Version is a text of an app's policy. It was last fetched at the time that it
// says, which of the current one the store keeps elsewhere.
type Version struct {
	storage.PolicyVersion
	App  storage.AppID  `json:"appId"`
	Hash storage.Digest `json:"contentHash"`
}

// Version returns a text of a policy. The error wraps [storage.ErrNotFound] when
// there is none with this id, or is the store's.
func (r *Reader) Version(ctx context.Context, id storage.PolicyVersionID) (Version, error) {
	var version Version
	err := r.store.View(ctx, func(tx storage.Tx) (err error) {
		version, err = versionOf(tx, id)
		return err
	})
	return version, err
}

// Side is one of two texts that are compared.
type Side struct {
	ID           storage.PolicyVersionID `json:"id"`
	FirstFetched storage.Time            `json:"firstFetchedAt"`
	LastFetched  storage.Time            `json:"lastFetchedAt"`
	WordCount    int                     `json:"sourceWordCount"`
}

// Comparison is what a text changed.
type Comparison struct {
	Previous Side `json:"previous"`
	Current  Side `json:"current"`
	textdiff.Diff
}

// Compare returns what a text changed against another one of the same app or, when
// that is zero, against the one that was current right before it: the last time,
// if it was current more than once.
//
// The error wraps [storage.ErrNotFound] when either text is not there, is
// [ErrNoPrevious] when the app had no text before, or is the store's.
func (r *Reader) Compare(ctx context.Context, id, from storage.PolicyVersionID) (Comparison, error) {
	var was, now Version
	err := r.store.View(ctx, func(tx storage.Tx) (err error) {
		if now, err = versionOf(tx, id); err != nil {
			return err
		}
		before := from
		if before == (storage.PolicyVersionID{}) {
			if before, err = previous(tx, now); err != nil {
				return err
			}
		}
		was, err = versionOf(tx, before)
		return err
	})
	if err != nil {
		return Comparison{}, err
	}
	return Comparison{Previous: was.side(), Current: now.side(), Diff: textdiff.Compare(was.Text, now.Text)}, nil
}

func (v Version) side() Side { return Side{v.ID, v.FirstFetched, v.LastFetched, v.WordCount} }

func versionOf(tx storage.Tx, id storage.PolicyVersionID) (Version, error) {
	v, err := tx.PolicyVersions().Get(id)
	if err != nil {
		return Version{}, fmt.Errorf("version %v of a policy: %w", id, err)
	}
	state, err := tx.PolicyAnalyses().Get(id.App)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return Version{}, err
	}
	if state.Current == id.Hash {
		v.LastFetched = max(v.LastFetched, storage.Time(state.FetchedAt))
	}
	return Version{v, id.App, id.Hash}, nil
}

// previous returns the text that was current right before this one: what the last
// entry of the changelog on it names, or else the one that was new before it.
func previous(tx storage.Tx, v Version) (storage.PolicyVersionID, error) {
	for c, err := range tx.Changes().List(storage.ChangeQuery{App: v.App, From: v.FirstFetched}) {
		if err != nil {
			return storage.PolicyVersionID{}, err
		}
		if c.Entry.Type != storage.EntryPolicy {
			continue
		}
		var named struct {
			Current  string `json:"policyVersionId"`
			Previous string `json:"previousVersionId"`
		}
		if json.Unmarshal(c.Entry.More, &named) != nil || named.Current != v.ID.String() {
			continue
		}
		if id, err := storage.ParsePolicyVersionID(named.Previous); err == nil && id.App == v.App {
			return id, nil
		}
	}
	for other, err := range tx.PolicyVersions().List(storage.PolicyVersionQuery{App: v.App}) {
		if err != nil || other.FirstFetched < v.FirstFetched {
			return other.ID, err
		}
	}
	return storage.PolicyVersionID{}, ErrNoPrevious
}
