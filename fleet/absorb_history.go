package fleet

import (
	"encoding/json"

	"github.com/privacylabels/auditor/storage"
)

// movePolicies moves the texts; what was made of them stays behind, for it is of
// the first app's page. A text that both have was there since the first of them had it.
func movePolicies(tx storage.Tx, from, into storage.AppID) error {
	versions, err := storage.Collect(tx.PolicyVersions().List(storage.PolicyVersionQuery{App: from}))
	if err != nil {
		return err
	}
	for _, v := range versions {
		v.ID.App = into
		same, there, err := lookUp(tx.PolicyVersions(), v.ID)
		if err != nil {
			return err
		}
		if there {
			same.FirstFetched, same.LastFetched = min(v.FirstFetched, same.FirstFetched), max(v.LastFetched, same.LastFetched)
			v = same
		}
		if err := tx.PolicyVersions().Put(v); err != nil {
			return err
		}
	}
	return nil
}

// moveSnapshots moves the snapshots and what they tell, and compares all of them
// again in the order in which they stand then. No app has two at one moment, so
// one of two moves on by a millisecond. It returns how many were moved.
func moveSnapshots(tx storage.Tx, from, into storage.AppID) (int, error) {
	snapshots, err := storage.Collect(tx.Snapshots().List(storage.SnapshotQuery{App: from, Reverse: true}))
	if err != nil || len(snapshots) == 0 {
		return 0, err
	}
	for _, s := range snapshots {
		told, err := storage.Collect(tx.Changes().List(storage.ChangeQuery{App: from, From: s.ID.At, To: s.ID.At}))
		if err != nil {
			return 0, err
		}
		s.ID.App = into
		for taken := true; taken; {
			if _, taken, err = lookUp(tx.Snapshots(), s.ID); err != nil {
				return 0, err
			}
			if taken {
				s.ID.At++
			}
		}
		for i := range told {
			told[i].ID.Snapshot = s.ID
			if told[i].Entry, err = namedAnew(told[i].Entry, from, into); err != nil {
				return 0, err
			}
		}
		if err := tx.Snapshots().Put(s); err != nil {
			return 0, err
		}
		if err := tx.Changes().Put(told...); err != nil {
			return 0, err
		}
	}
	all, err := storage.Collect(tx.Snapshots().List(storage.SnapshotQuery{App: into, Reverse: true}))
	if err != nil {
		return 0, err
	}
	for _, s := range all {
		if err := compareAgain(tx, s); err != nil {
			return 0, err
		}
	}
	return len(snapshots), nil
}

// namedAnew is an entry of the first app as one of the other's: the texts of a
// policy that it names were moved.
func namedAnew(e storage.Entry, from, into storage.AppID) (storage.Entry, error) {
	if e.Type != storage.EntryPolicy || len(e.More) == 0 {
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
