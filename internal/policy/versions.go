package policy

import (
	"context"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/internal/policy/textdiff"
	"github.com/privacylabels/auditor/storage"
)

// ErrNoPrevious means that a version is the first one of an app.
var ErrNoPrevious = errors.New("no earlier version of the policy")

// EventOf returns the event of a fetch that found a text while current, which may be zero,
// was the current text.
func EventOf(current, found storage.Digest) Event {
	switch current {
	case found:
		return Same
	case storage.Digest{}:
		return First
	}
	return Changed
}

// SaveVersion updates the version with this ID by calling update, or saves a new version if
// there is none. The text of an existing version stays, because summaries and comparisons
// were made from it. The table is that of tracked apps or that of manual apps.
func SaveVersion[ID comparable, V any](table interface {
	Get(id ID) (V, error)
	Put(versions ...V) error
}, id ID, create func() V, update func(*V),
) (v V, isNew bool, err error) {
	v, err = table.Get(id)
	if isNew = errors.Is(err, storage.ErrNotFound); isNew {
		v, err = create(), nil
	}
	if err != nil {
		return v, false, err
	}
	update(&v)
	return v, isNew, table.Put(v)
}

// Version is a text of an app's policy.
type Version struct {
	storage.PolicyVersion
	App  storage.AppID  `json:"appId"`       // the ID of the app
	Hash storage.Digest `json:"contentHash"` // the digest of the text (SHA-256, hexadecimal)
}

// Version returns a text of a policy. The error wraps [storage.ErrNotFound] if there is none
// with this ID, or is that of the database.
func (s *Service) Version(ctx context.Context, id storage.PolicyVersionID) (Version, error) {
	return storage.View(ctx, s.env.Store, func(tx *storage.Tx) (Version, error) { return versionOf(tx, id) })
}

// Side is one of two texts that are compared.
type Side struct {
	ID           storage.PolicyVersionID `json:"id"`              // the ID
	FirstFetched storage.Time            `json:"firstFetchedAt"`  // when this text was first fetched
	LastFetched  storage.Time            `json:"lastFetchedAt"`   // when this text was last fetched
	WordCount    int                     `json:"sourceWordCount"` // number of words of the text
}

// Comparison is the difference between two texts.
type Comparison struct {
	Previous Side `json:"previous"` // the previous one
	Current  Side `json:"current"`  // the current one
	textdiff.Diff
}

// Compare compares the text id with the text from of the same app. If from is zero, it is
// the text that was current right before id; if id was current more than once, the last
// time counts.
//
// The error wraps [storage.ErrNotFound] if either text does not exist, is [ErrNoPrevious] if
// the app had no text before, or is that of the database.
func (s *Service) Compare(ctx context.Context, id, from storage.PolicyVersionID) (Comparison, error) {
	var was, now Version
	err := s.env.Store.View(ctx, func(tx *storage.Tx) (err error) {
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

// versionOf returns a version. It takes the time of the last fetch of the current version
// from the analysis.
func versionOf(tx *storage.Tx, id storage.PolicyVersionID) (Version, error) {
	v, err := tx.PolicyVersions.Get(id)
	if err != nil {
		return Version{}, fmt.Errorf("version %v of a policy: %w", id, err)
	}
	state, _, err := storage.Find(tx.PolicyAnalyses, id.App)
	if err != nil {
		return Version{}, err
	}
	if state.Current == id.Hash {
		v.LastFetched = max(v.LastFetched, storage.Time(state.FetchedAt))
	}
	return Version{v, id.App, id.Hash}, nil
}

// maxReplaced is how many versions that replace each other are followed.
const maxReplaced = 20

// previous returns the text that was current right before this one: the text that its last
// entry in the changelog names or, without an entry, the version that was first fetched
// before it. A version that replaces another one has the same text before it as that.
func previous(tx *storage.Tx, v Version) (storage.PolicyVersionID, error) {
	for range maxReplaced {
		before, err := named(tx, v)
		if err != nil || before.App != 0 {
			return before, err
		}
		older, found, err := storage.Find(tx.PolicyVersions, storage.PolicyVersionID{App: v.App, Hash: v.Replaces})
		if err != nil {
			return storage.PolicyVersionID{}, err
		}
		if !found {
			break
		}
		v = Version{older, older.ID.App, older.ID.Hash}
	}
	for other, err := range tx.PolicyVersions.List(storage.PolicyVersionQuery{App: v.App}) {
		if err != nil || other.FirstFetched < v.FirstFetched {
			return other.ID, err
		}
	}
	return storage.PolicyVersionID{}, ErrNoPrevious
}

// named returns the text before this one that its last entry in the changelog names. It is
// zero if there is no such entry.
func named(tx *storage.Tx, v Version) (storage.PolicyVersionID, error) {
	for c, err := range tx.Changes.List(storage.ChangeQuery{App: v.App, From: v.FirstFetched}) {
		if err != nil {
			return storage.PolicyVersionID{}, err
		}
		current, before := versionsIn(c.Entry)
		if current != v.ID.String() {
			continue
		}
		if id, err := storage.ParsePolicyVersionID(before); err == nil && id.App == v.App {
			return id, nil
		}
	}
	return storage.PolicyVersionID{}, nil
}
