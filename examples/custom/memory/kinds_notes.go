package memory

import (
	"cmp"

	"github.com/privacylabels/auditor/storage"
)

// The tables of what people say about apps.
type (
	annotationTable = table[storage.AnnotationID, storage.Annotation, storage.AnnotationQuery]
	verdictTable    = table[storage.VerdictID, storage.Verdict, storage.VerdictQuery]
	shortlistTable  = table[storage.ShortlistID, storage.ShortlistEntry, storage.ShortlistQuery]
)

func (t *tx) annotations() *annotationTable {
	return &annotationTable{
		tx: t, name: "annotation", rows: &t.state.annotations,
		order: func(q storage.AnnotationQuery, a, b storage.Annotation) int {
			if q.ByID {
				return cmp.Compare(b.ID, a.ID)
			}
			return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(b.ID, a.ID))
		},
		match: func(q storage.AnnotationQuery, a storage.Annotation) bool {
			return wanted(q.App, a.App) && wanted(q.Visibility, a.Visibility) && wanted(q.Present, a.DeletedAt == 0) &&
				(q.DeletedBy == 0 || a.DeletedAt != 0 && storage.Time(a.DeletedAt) <= q.DeletedBy)
		},
		page:   func(q storage.AnnotationQuery) (int, int) { return q.Limit, 0 },
		orphan: func(a storage.Annotation) bool { return !t.state.apps.has(a.App) },
	}
}

func (t *tx) verdicts() *verdictTable {
	return &verdictTable{
		tx: t, name: "verdict", rows: &t.state.verdicts,
		order: func(_ storage.VerdictQuery, a, b storage.Verdict) int {
			return cmp.Or(cmp.Compare(a.App, b.App), cmp.Compare(a.Origin, b.Origin), cmp.Compare(a.OriginName, b.OriginName))
		},
		match: func(q storage.VerdictQuery, v storage.Verdict) bool {
			return wanted(q.App, v.App) && wanted(q.Origin, v.Origin) && wanted(q.Decision, v.Decision)
		},
		page:   func(q storage.VerdictQuery) (int, int) { return q.Limit, 0 },
		orphan: func(v storage.Verdict) bool { return !t.state.apps.has(v.App) },
	}
}

func (t *tx) shortlist() *shortlistTable {
	return &shortlistTable{
		tx: t, name: "shortlist entry", rows: &t.state.shortlist,
		order: func(_ storage.ShortlistQuery, a, b storage.ShortlistEntry) int {
			return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Candidate, b.Candidate))
		},
		match:  func(q storage.ShortlistQuery, e storage.ShortlistEntry) bool { return wanted(q.Source, e.Source) },
		page:   func(q storage.ShortlistQuery) (int, int) { return q.Limit, 0 },
		orphan: func(e storage.ShortlistEntry) bool { return !t.state.apps.has(e.Source) },
	}
}

func (t *tx) Annotations() storage.Table[storage.AnnotationID, storage.Annotation, storage.AnnotationQuery] {
	return t.annotations()
}

func (t *tx) Verdicts() storage.Table[storage.VerdictID, storage.Verdict, storage.VerdictQuery] {
	return t.verdicts()
}

func (t *tx) Shortlist() storage.Table[storage.ShortlistID, storage.ShortlistEntry, storage.ShortlistQuery] {
	return t.shortlist()
}
