package sqldb

import (
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

var _ = declare("Labels", declaration{
	table:   "labels",
	derived: []column{derived("terms", func(l *storage.LabelBody) (any, error) { return packTerms(l.Label.Terms()), nil })},
	query: asking(func(q storage.LabelQuery, s *selection) {
		s.keepIf(q.Unused, "digest NOT IN (SELECT label FROM snapshots WHERE label IS NOT NULL)")
		s.keepIf(q.Unused, "digest NOT IN (SELECT label FROM apps WHERE label IS NOT NULL)")
		s.keepIf(q.Unused, "digest NOT IN (SELECT label FROM storefronts WHERE label IS NOT NULL)")
		s.order, s.limit = "digest", q.Limit
	}),
})

var _ = declare("Features", declaration{
	table: "features",
	query: asking(func(q storage.FeatureQuery, s *selection) {
		s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
		s.order = "app_id, identifier"
	}),
})

// termLetters are the kinds of terms in the column terms.
var termLetters = map[storage.TermKind]string{
	storage.TermPrivacyType: "t", storage.TermCategory: "c", storage.TermPurpose: "p", storage.TermDataType: "d",
}

var termKinds = func() map[string]storage.TermKind {
	kinds := make(map[string]storage.TermKind)
	for kind, letter := range termLetters {
		kinds[letter] = kind
	}
	return kinds
}()

var (
	escape   = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	unescape = strings.NewReplacer(`\\`, `\`, `\n`, "\n")
)

// packTerms returns the identifiers of a label as lines: whether something is declared, and then
// the letter of the kind and the identifier.
func packTerms(of storage.LabelTerms) string {
	var b strings.Builder
	b.WriteString(map[bool]string{true: "1", false: "0"}[of.Provided])
	for _, t := range of.Terms {
		b.WriteString("\n" + termLetters[t.Kind] + escape.Replace(t.Identifier))
	}
	return b.String()
}

// unpackTerms reads what packTerms wrote.
func unpackTerms(packed string) storage.LabelTerms {
	provided, rest, _ := strings.Cut(packed, "\n")
	of := storage.LabelTerms{Provided: provided == "1"}
	if rest == "" {
		return of
	}
	of.Terms = make([]storage.LabelTerm, 0, strings.Count(rest, "\n")+1)
	for line := range strings.SplitSeq(rest, "\n") {
		identifier := line[1:]
		if strings.Contains(identifier, `\`) {
			identifier = unescape.Replace(identifier)
		}
		of.Terms = append(of.Terms, storage.LabelTerm{Kind: termKinds[line[:1]], Identifier: identifier})
	}
	return of
}

// labelRows implements [storage.Rows] of labels with its optional interface.
type labelRows struct {
	storage.Rows[storage.Digest, storage.LabelBody, storage.LabelQuery]
	in *table
}

var _ storage.LabelRows = labelRows{}

// Transaction implements [storage.Joined].
func (r labelRows) Transaction() any { return r.in.tx }

// AnyRows implements [storage.Untyped].
func (r labelRows) AnyRows() storage.AnyRows { return r.in }

// termsRow is a label as statistics need it.
type termsRow struct {
	Digest storage.Digest `db:"digest,key"`
	Terms  string         `db:"terms"`
}

var termsRows = project[termsRow]("labels", nil)

// maxTerms is the number of labels that one statement reads.
const maxTerms = 64

// TermsOf implements [storage.LabelRows].
func (r labelRows) TermsOf(digests ...storage.Digest) (map[storage.Digest]storage.LabelTerms, error) {
	terms := make(map[storage.Digest]storage.LabelTerms, len(digests))
	for part := range slices.Chunk(digests, maxTerms) {
		args := make([]any, maxTerms) // always as many, so that there is one statement
		for i := range args {
			args[i] = part[min(i, len(part)-1)][:]
		}
		query := r.in.rewrite(termsRows.statement + " WHERE digest IN (" + marks(len(args)) + ")")
		err := termsRows.read(r.in.tx, query, args, func(row termsRow, _ error) bool {
			terms[row.Digest] = unpackTerms(row.Terms)
			return true
		})
		if err != nil {
			return nil, r.in.named("read", err)
		}
	}
	return terms, nil
}
