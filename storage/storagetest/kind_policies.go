package storagetest

import (
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

func policyID(app storage.AppID, n int) storage.PolicyVersionID {
	return storage.PolicyVersionID{App: app, Hash: digest(n)}
}

// policy returns an app's nth policy text.
func policy(app storage.AppID, n int, fetched storage.Time) storage.PolicyVersion {
	return storage.PolicyVersion{
		ID: policyID(app, n), FirstFetched: fetched, LastFetched: fetched + 1,
		PolicyURL: fmt.Sprintf("https://apps.example/%d/policy", app), Text: fmt.Sprint("We collect ", n),
	}
}

func policyVersions() kind[storage.PolicyVersionID, storage.PolicyVersion, storage.PolicyVersionQuery] {
	return kind[storage.PolicyVersionID, storage.PolicyVersion, storage.PolicyVersionQuery]{
		name:  "PolicyVersions",
		table: storage.Tx.PolicyVersions,
		key: func(v *storage.PolicyVersion, n int) {
			v.ID = policyID(storage.AppID(1+n%2), 1+n/2)
			if n == 3 {
				v.ID.App = storage.MaxAppID
			}
		},
		least:        func(v *storage.PolicyVersion) { v.FirstFetched, v.PolicyURL, v.Text = 1, "url", "text" },
		parents:      putApps,
		orphans:      []storage.PolicyVersion{policy(4, 1, 1), policy(storage.MaxAppID-1, 1, 1)},
		stockParents: putApps,
		stock: []storage.PolicyVersion{
			policy(2, 1, 100), policy(1, 2, 99), policy(1, 0x80ff, 100), policy(10, 1, 1000), policy(1, 1, 98),
			policy(1, 3, 100), policy(2, 2, 1),
		},
		lookups: []lookup[storage.PolicyVersionID, storage.PolicyVersionQuery]{
			{
				name: "by app, newest first, then by digest",
				want: []storage.PolicyVersionID{
					policyID(1, 3), policyID(1, 0x80ff), policyID(1, 2), policyID(1, 1),
					policyID(2, 1), policyID(2, 2), policyID(10, 1),
				},
			},
			{
				name:  "of an app",
				query: storage.PolicyVersionQuery{App: 2},
				want:  []storage.PolicyVersionID{policyID(2, 1), policyID(2, 2)},
			},
			{name: "of an app without", query: storage.PolicyVersionQuery{App: 3}},
		},
	}
}

func analysis(app storage.AppID) storage.PolicyAnalysis {
	return storage.PolicyAnalysis{App: app, Status: storage.PolicySourceReady, Current: digest(2), Previous: digest(1)}
}

// summary returns one that tells of a text.
func summary[T ~string](text T) *storage.PolicySummary {
	s := storage.PolicySummary{
		Overview: string(text), Highlights: []string{string(text), "1", "2"}, Safety: &storage.PolicySafety{Paragraph: "p" + string(text)},
		Lenses: []storage.PolicyLens{{Key: storage.LensAds, Rating: storage.RatingMixed, Summary: string(text)}},
	}.Normal()
	return &s
}

func policyAnalyses() kind[storage.AppID, storage.PolicyAnalysis, storage.PolicyAnalysisQuery] {
	return kind[storage.AppID, storage.PolicyAnalysis, storage.PolicyAnalysisQuery]{
		name:  "PolicyAnalyses",
		table: storage.Tx.PolicyAnalyses,
		key: func(a *storage.PolicyAnalysis, n int) {
			a.App = []storage.AppID{1, 2, 3, 10, storage.MaxAppID}[n%5]
		},
		least: func(a *storage.PolicyAnalysis) { a.Status = storage.PolicyPending },
		fix: func(a *storage.PolicyAnalysis) {
			a.Status = storage.PolicyTooShort
			a.Summary, a.PreviousSummary = summary(a.Model), summary(a.Mode)
		},
		parents:      putApps,
		orphans:      []storage.PolicyAnalysis{analysis(4), analysis(storage.MaxAppID - 1)},
		stockParents: putApps,
		stock:        []storage.PolicyAnalysis{analysis(10), analysis(2), analysis(storage.MaxAppID), analysis(1)},
		lookups: []lookup[storage.AppID, storage.PolicyAnalysisQuery]{
			{name: "by app", want: []storage.AppID{1, 2, 10, storage.MaxAppID}},
		},
	}
}
