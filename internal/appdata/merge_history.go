package appdata

import (
	"encoding/json"

	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/storage"
)

// moveSnapshots moves the snapshots and their changes, compares all of them again, and
// returns how many were moved. Of two at one moment, one moves on by a millisecond.
func moveSnapshots(tx *storage.Tx, from, into storage.AppID) (int, error) {
	snapshots, err := storage.Collect(tx.Snapshots.List(storage.SnapshotQuery{App: from, Reverse: true}))
	if err != nil || len(snapshots) == 0 {
		return 0, err
	}
	for _, s := range snapshots {
		changes, err := storage.Collect(tx.Changes.List(storage.ChangeQuery{App: from, From: s.ID.At, To: s.ID.At}))
		if err != nil {
			return 0, err
		}
		s.ID.App = into
		for taken := true; taken; {
			if _, taken, err = storage.Find(tx.Snapshots, s.ID); err != nil {
				return 0, err
			}
			if taken {
				s.ID.At++
			}
		}
		entries := make([]storage.Entry, len(changes))
		for i, c := range changes {
			if entries[i], err = renamed(c.Entry, from, into); err != nil {
				return 0, err
			}
		}
		if err := timeline.Save(tx, s, entries); err != nil {
			return 0, err
		}
	}
	all, err := storage.Collect(tx.Snapshots.List(storage.SnapshotQuery{App: into, Reverse: true}))
	if err != nil {
		return 0, err
	}
	for _, s := range all {
		if err := timeline.Recompare(tx, s); err != nil {
			return 0, err
		}
	}
	return len(snapshots), nil
}

// renamed returns an entry with the IDs of the policy texts that were moved.
func renamed(e storage.Entry, from, into storage.AppID) (storage.Entry, error) {
	if e.Type != storage.EntryPolicy {
		return e, nil
	}
	for _, version := range []*string{&e.From, &e.To} {
		if id, err := storage.ParsePolicyVersionID(*version); err == nil && id.App == from {
			id.App = into
			*version = id.String()
		}
	}
	if len(e.More) == 0 {
		return e, nil
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(e.More, &members); err != nil {
		return e, err
	}
	changed := false
	for _, name := range []string{"policyVersionId", "previousVersionId"} {
		var id storage.PolicyVersionID
		if json.Unmarshal(members[name], &id) != nil || id.App != from {
			continue
		}
		id.App = into
		text, err := json.Marshal(id)
		if err != nil {
			return e, err
		}
		members[name], changed = text, true
	}
	if !changed {
		return e, nil
	}
	more, err := json.Marshal(members)
	e.More = more
	return e, err
}
