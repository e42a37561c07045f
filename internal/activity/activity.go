package activity

import (
	"io"

	"github.com/privacylabels/auditor/storage"
)

// Kept is how many lines the log holds; those written first go first.
const Kept = 2000

// The states that a line can end in.
const (
	OK        = "ok"
	Partial   = "partial"
	Failed    = "error"
	Cancelled = "cancelled"
)

// Record writes a line and drops what is beyond [Kept]. It fills in the id, and
// the kind from the type when it is empty. Summaries are cut at 200 runes.
func Record(tx storage.Tx, random io.Reader, a storage.Activity) error {
	// Of lines that began at one moment, such as those of one run, the id tells
	// the order in which they were written.
	id, err := storage.NewID(max(a.StartedAt, storage.Time(a.EndedAt)), random)
	if err != nil {
		return err
	}
	a.ID = id
	if a.Kind == "" {
		a.Kind = a.Type
	}
	a.Summary = cut(a.Summary, 200)
	if err := tx.Activities().Put(a); err != nil {
		return err
	}
	return trim(tx)
}

// trim goes by the order of writing: a run that began before all that it led to
// tells of its end when that fills the log.
func trim(tx storage.Tx) error {
	var old []string
	for a, err := range tx.Activities().List(storage.ActivityQuery{Order: storage.ByID, Offset: Kept}) {
		if err != nil {
			return err
		}
		old = append(old, a.ID)
	}
	_, err := tx.Activities().Delete(old...)
	return err
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
