package tracked

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
		part := make([]Exported, 0, exportedAtOnce)
		for app, err := range tx.Apps.List(narrowed) {
			if err != nil {
				yield(Exported{}, err)
				return
			}
			part = append(part, Exported{App: app, Decision: app.Decision})
			if len(part) == exportedAtOnce {
				if !yieldExported(tx, part, yield) {
					return
				}
				part = part[:0]
			}
		}
		yieldExported(tx, part, yield)
	}
}

// exportedAtOnce is of how many apps the tags and labels are read together.
const exportedAtOnce = 200

// yieldExported completes apps with what is not on their rows, and yields them. It reports
// whether to go on.
func yieldExported(tx *storage.Tx, part []Exported, yield func(Exported, error) bool) bool {
	ids := make([]storage.AppID, len(part))
	for i := range part {
		ids[i] = part[i].App.ID
	}
	marks, err := marksOf(tx, ids...)
	labels := make(map[storage.Digest]storage.Label)
	for _, app := range part {
		if err == nil {
			err = app.complete(tx, labels)
		}
		app.Tags = orEmpty(marks[app.App.ID].Tags)
		if !yield(app, err) || err != nil {
			return false
		}
	}
	return true
}

// complete adds the label and the notes. Labels are those that were read before, by digest.
func (e *Exported) complete(tx *storage.Tx, labels map[storage.Digest]storage.Label) (err error) {
	var read bool
	if e.Label, read = labels[e.App.LabelDigest]; !read {
		if e.Label, err = labelOf(tx, e.App); err != nil {
			return err
		}
		labels[e.App.LabelDigest] = e.Label
	}
	for note, err := range tx.Annotations.List(storage.AnnotationQuery{App: e.App.ID, Present: true}) {
		if err != nil {
			return err
		}
		e.Notes = append(e.Notes, note.Body)
	}
	return nil
}
