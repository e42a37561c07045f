package activity

import (
	"encoding/json"
	"io"

	"github.com/privacylabels/auditor/storage"
)

// Kept is how many lines the log keeps; the oldest are deleted first.
const Kept = 2000

// The states that a line can end in.
const (
	OK        = "ok"
	Partial   = "partial"
	Failed    = "error"
	Cancelled = "cancelled"
)

// Record writes a line and deletes the lines beyond [Kept]. It sets the id and, if the
// kind is empty, the kind from the type. It cuts the summary to 200 runes.
func Record(tx *storage.Tx, random io.Reader, a storage.Activity) error {
	// Ids order lines that started at the same time, such as those of one run, by the
	// time of writing.
	id, err := storage.NewID(max(a.StartedAt, storage.Time(a.EndedAt)), random)
	if err != nil {
		return err
	}
	a.ID = id
	if a.Kind == "" {
		a.Kind = a.Type
	}
	a.Summary = cut(a.Summary, 200)
	if err := tx.Activities.Put(a); err != nil {
		return err
	}
	return trim(tx)
}

// trim deletes by the order of writing: the line of a long run is written last, and must
// not be deleted because it started before the lines of its items.
func trim(tx *storage.Tx) error {
	n, err := tx.Activities.Count(storage.ActivityQuery{})
	if err != nil || n <= Kept {
		return err
	}
	// Counting is much faster than skipping the lines that are kept.
	_, err = storage.DeleteListed(tx.Activities, storage.ActivityQuery{Order: storage.ByID, Ascending: true, Limit: n - Kept})
	return err
}

// Detail encodes the detail of a line. It panics if a value cannot be encoded, so it
// is for plain values only.
func Detail(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic("activity: encode detail: " + err.Error())
	}
	return b
}

func cut(t storage.Text, runes int) storage.Text {
	for i := range t {
		if runes == 0 {
			return t[:i]
		}
		runes--
	}
	return t
}
