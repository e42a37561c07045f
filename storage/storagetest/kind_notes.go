package storagetest

import "github.com/privacylabels/auditor/storage"

// annotation returns the nth note of an app.
func annotation(app storage.AppID, n storage.AnnotationID) storage.Annotation {
	return noted(storage.AnnotationID(app)*100+n, app, 1)
}

// noted returns a note that is there to be exported.
func noted(id storage.AnnotationID, app storage.AppID, at storage.Time) storage.Annotation {
	return storage.Annotation{
		ID: id, App: app, Body: "a note", Visibility: storage.VisibilityExport, CreatedAt: at, Origin: storage.OriginUser,
	}
}

func hidden(a storage.Annotation) storage.Annotation {
	a.Visibility = storage.VisibilityPrivate
	return a
}

func deleted(at storage.NullTime, a storage.Annotation) storage.Annotation {
	a.DeletedAt = at
	return a
}

func annotations() kind[storage.AnnotationID, storage.Annotation, storage.AnnotationQuery] {
	return kind[storage.AnnotationID, storage.Annotation, storage.AnnotationQuery]{
		name:  "Annotations",
		table: storage.Tx.Annotations,
		key: func(a *storage.Annotation, n int) {
			a.ID, a.App = storage.AnnotationID(n), 2
			if n == 3 {
				a.ID, a.App = storage.MaxAnnotationID, storage.MaxAppID
			}
		},
		least: func(a *storage.Annotation) {
			a.Body, a.CreatedAt, a.Visibility, a.Origin = "body", 1, storage.VisibilityExport, storage.OriginUser
		},
		fix: func(a *storage.Annotation) {
			a.Visibility, a.Tag, a.Origin = storage.VisibilityPrivate, storage.TagFollowUp, storage.OriginImported
		},
		parents:      putApps,
		orphans:      []storage.Annotation{annotation(4, 1), annotation(11, 1)},
		stockParents: putApps,
		stock: []storage.Annotation{
			noted(20, 1, 100), hidden(noted(3, 2, 100)), deleted(150, noted(100, 1, 100)), noted(1000, 1, 99),
			deleted(151, hidden(noted(7, 1, 101))), hidden(noted(9, 1, 1000)), noted(8, 10, 1),
		},
		lookups: []lookup[storage.AnnotationID, storage.AnnotationQuery]{
			{
				name: "newest first, then by id, highest first",
				want: []storage.AnnotationID{9, 7, 100, 20, 3, 1000, 8},
			},
			{
				name:  "by id, highest first",
				query: storage.AnnotationQuery{ByID: true},
				want:  []storage.AnnotationID{1000, 100, 20, 9, 8, 7, 3},
			},
			{
				name:  "of an app",
				query: storage.AnnotationQuery{App: 1},
				want:  []storage.AnnotationID{9, 7, 100, 20, 1000},
			},
			{
				name:  "of a visibility",
				query: storage.AnnotationQuery{Visibility: storage.VisibilityPrivate},
				want:  []storage.AnnotationID{9, 7, 3},
			},
			{
				name:  "not deleted",
				query: storage.AnnotationQuery{Present: true},
				want:  []storage.AnnotationID{9, 20, 3, 1000, 8},
			},
			{
				name:  "deleted by a time",
				query: storage.AnnotationQuery{DeletedBy: 150},
				want:  []storage.AnnotationID{100},
			},
			{name: "deleted before any was", query: storage.AnnotationQuery{DeletedBy: 149}},
			{name: "deleted and not deleted", query: storage.AnnotationQuery{Present: true, DeletedBy: 1000}},
			{
				name:  "by everything at once",
				query: storage.AnnotationQuery{App: 1, Visibility: storage.VisibilityExport, Present: true, ByID: true},
				want:  []storage.AnnotationID{1000, 20},
			},
		},
	}
}

// verdict returns one on an app: of the user, or of somebody with a name.
func verdict(app storage.AppID, name storage.Text) storage.Verdict {
	v := storage.Verdict{App: app, Decision: storage.DecisionSafe, Origin: storage.OriginUser, SetAt: 1}
	if name != "" {
		v.Origin, v.OriginName = storage.OriginImported, name
	}
	return v
}

func verdicts() kind[storage.VerdictID, storage.Verdict, storage.VerdictQuery] {
	id := func(app storage.AppID, name storage.Text) storage.VerdictID { return verdict(app, name).Key() }
	return kind[storage.VerdictID, storage.Verdict, storage.VerdictQuery]{
		name:  "Verdicts",
		table: storage.Tx.Verdicts,
		key: func(v *storage.Verdict, n int) {
			v.App, v.Origin, v.OriginName = 2, storage.OriginImported, storage.Text(text("name", n))
			switch n {
			case 2:
				v.App, v.Origin, v.OriginName = 1, storage.OriginUser, ""
			case 3:
				v.App = storage.MaxAppID
			}
		},
		least:        func(v *storage.Verdict) { v.Decision, v.SetAt = storage.DecisionSafe, 1 },
		fix:          func(v *storage.Verdict) { v.Decision = storage.DecisionUninstall },
		parents:      putApps,
		orphans:      []storage.Verdict{verdict(4, ""), verdict(storage.MaxAppID-1, "a")},
		stockParents: putApps,
		stock: []storage.Verdict{
			verdict(2, "é"), verdict(10, ""), verdict(2, ""), verdict(1, "a"), verdict(2, "a"), verdict(2, "B"), verdict(1, ""),
		},
		lookups: []lookup[storage.VerdictID, storage.VerdictQuery]{
			{
				name: "by app, origin and name, bytewise",
				want: []storage.VerdictID{id(1, "a"), id(1, ""), id(2, "B"), id(2, "a"), id(2, "é"), id(2, ""), id(10, "")},
			},
			{
				name:  "on an app",
				query: storage.VerdictQuery{App: 1},
				want:  []storage.VerdictID{id(1, "a"), id(1, "")},
			},
			{name: "on an app without", query: storage.VerdictQuery{App: 3}},
			{
				name:  "of the user",
				query: storage.VerdictQuery{Origin: storage.OriginUser},
				want:  []storage.VerdictID{id(1, ""), id(2, ""), id(10, "")},
			},
			{
				name:  "of the user, with a decision",
				query: storage.VerdictQuery{Origin: storage.OriginUser, Decision: storage.DecisionSafe},
				want:  []storage.VerdictID{id(1, ""), id(2, ""), id(10, "")},
			},
			{name: "with a decision nobody came to", query: storage.VerdictQuery{Origin: storage.OriginUser, Decision: storage.DecisionReplace}},
		},
	}
}

// shortlisted returns an entry of the shortlist.
func shortlisted(source, candidate storage.AppID) storage.ShortlistEntry {
	return storage.ShortlistEntry{
		Source: source, Candidate: candidate, Name: "Other", URL: "url", Modes: storage.ModePrivacy, AddedAt: 1,
	}
}

func shortlist() kind[storage.ShortlistID, storage.ShortlistEntry, storage.ShortlistQuery] {
	return kind[storage.ShortlistID, storage.ShortlistEntry, storage.ShortlistQuery]{
		name:  "Shortlist",
		table: storage.Tx.Shortlist,
		key: func(e *storage.ShortlistEntry, n int) {
			e.Source, e.Candidate = storage.AppID(1+n%3), storage.AppID(10+n)
			if n == 3 {
				e.Source, e.Candidate = storage.MaxAppID, storage.MaxAppID-1
			}
		},
		least: func(e *storage.ShortlistEntry) {
			e.Name, e.URL, e.Modes, e.AddedAt = "name", "url", storage.ModePrivacy, 1
		},
		fix:          func(e *storage.ShortlistEntry) { e.Modes = storage.ModePrivacy | storage.ModeAccessibility },
		parents:      putApps,
		orphans:      []storage.ShortlistEntry{shortlisted(4, 1), shortlisted(storage.MaxAppID-1, 1)},
		stockParents: putApps,
		stock: []storage.ShortlistEntry{
			shortlisted(2, 100), shortlisted(10, 2), shortlisted(2, 9), shortlisted(1, 2), shortlisted(2, 1),
		},
		lookups: []lookup[storage.ShortlistID, storage.ShortlistQuery]{
			{
				name: "by source and candidate",
				want: []storage.ShortlistID{
					{Source: 1, Candidate: 2}, {Source: 2, Candidate: 1}, {Source: 2, Candidate: 9}, {Source: 2, Candidate: 100},
					{Source: 10, Candidate: 2},
				},
			},
			{
				name:  "of a source",
				query: storage.ShortlistQuery{Source: 2},
				want:  []storage.ShortlistID{{Source: 2, Candidate: 1}, {Source: 2, Candidate: 9}, {Source: 2, Candidate: 100}},
			},
			{name: "of a source without", query: storage.ShortlistQuery{Source: 3}},
		},
	}
}
