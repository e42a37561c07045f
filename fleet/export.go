package fleet

import (
	"context"
	"iter"

	"github.com/privacylabels/auditor/storage"
)

// Exported is an app with its label and what the user has set and written about it.
type Exported struct {
	App      storage.App
	Label    storage.Label
	Decision storage.Decision
	Notes    []string // newest first
	Tags     []string
}

// EachExported calls yield with the apps that a query selects. The limit and the offset of the query
// have no effect.
func (p Subset) EachExported(ctx context.Context, q ListQuery, yield func(Exported) error) error {
	return each(ctx, p, func(tx *storage.Tx, all storage.AppQuery) iter.Seq2[Exported, error] {
		return p.fleet.exported(tx, all, q)
	}, yield)
}

// AllExported returns what [Subset.EachExported] yields as a slice. It is for small fleets.
func (p Subset) AllExported(ctx context.Context, q ListQuery) ([]Exported, error) {
	return view(ctx, p, func(tx *storage.Tx, s selection) ([]Exported, error) {
		return storage.Collect(p.fleet.exported(tx, s.list, q))
	})
}

func (s *Service) exported(tx *storage.Tx, all storage.AppQuery, q ListQuery) iter.Seq2[Exported, error] {
	return func(yield func(Exported, error) bool) {
		narrowed, none, err := s.narrow(tx, all, q)
		if err != nil {
			yield(Exported{}, err)
			return
		}
		if none {
			return
		}
		narrowed.Order, narrowed.Reverse = q.Order, q.Reverse
		for app, err := range tx.Apps.List(narrowed) {
			exported := Exported{App: app, Decision: app.Decision}
			if err == nil {
				err = exported.complete(tx)
			}
			if !yield(exported, err) {
				return
			}
		}
	}
}

// complete adds what is not on the row of the app.
func (e *Exported) complete(tx *storage.Tx) (err error) {
	if e.Label, err = labelOf(tx, e.App); err != nil {
		return err
	}
	for note, err := range tx.Annotations.List(storage.AnnotationQuery{App: e.App.ID, Present: true}) {
		if err != nil {
			return err
		}
		e.Notes = append(e.Notes, note.Body)
	}
	marks, err := marksOf(tx, e.App.ID)
	e.Tags = orEmpty(marks[e.App.ID].Tags)
	return err
}
