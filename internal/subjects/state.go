package subjects

import (
	"encoding/json"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// state is how far all entries have been visited, as saved in
// [settings.EntrySubjects]: first those of snapshots, by app and newest first, and then
// those of notifications. The zero state is the start.
type state struct {
	Last          storage.SnapshotID `json:"last"`          // the last snapshot visited
	Changes       bool               `json:"changes"`       // all snapshots were visited
	Notifications int                `json:"notifications"` // how many of the newest were visited
	Done          bool               `json:"done"`
}

// stateOf returns the saved state. One that cannot be read is the start.
func stateOf(tx *storage.Tx) (state, error) {
	text, err := settings.Text(tx, settings.EntrySubjects)
	var s state
	if err != nil || json.Unmarshal([]byte(text), &s) != nil {
		return state{}, err
	}
	return s, nil
}

func (s state) put(tx *storage.Tx) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return settings.PutText(tx, settings.EntrySubjects, string(text))
}
