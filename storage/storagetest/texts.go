package storagetest

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

// policyText returns a text of 20 KB; texts of neighbouring numbers differ in a
// sentence.
func policyText(n int) string {
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "%d. We share category %x with partners. ", i, i*i*7919)
		if i == n%400 {
			fmt.Fprintf(&b, "Amended for the %dth time. ", n)
		}
	}
	return b.String()
}

func policyVersion(app storage.AppID, n int, text string) storage.PolicyVersion {
	return storage.PolicyVersion{
		ID: storage.PolicyVersionID{App: app, Hash: storage.Digest{byte(n + 1)}}, FirstFetched: storage.Time(n + 1), PolicyURL: "url", Text: text,
	}
}

func policyVersions() golden[storage.PolicyVersionID, storage.PolicyVersion, storage.PolicyVersionQuery] {
	type query = storage.PolicyVersionQuery
	id := func(app storage.AppID, n int) storage.PolicyVersionID { return policyVersion(app, n, "").ID }
	return golden[storage.PolicyVersionID, storage.PolicyVersion, query]{
		before:  putApps,
		records: []storage.PolicyVersion{policyVersion(1, 3, "a"), policyVersion(1, 1, "b"), policyVersion(1, 2, "a"), policyVersion(2, 2, "a")},
		lookups: []lookup[storage.PolicyVersionID, query]{
			{"all", query{}, []storage.PolicyVersionID{id(1, 3), id(1, 2), id(1, 1), id(2, 2)}},
			{"from", query{App: 1, From: 3}, []storage.PolicyVersionID{id(1, 3), id(1, 2)}},
			{"from, of every app", query{From: 4}, []storage.PolicyVersionID{id(1, 3)}},
			{"newest", query{App: 1, Limit: 1}, []storage.PolicyVersionID{id(1, 3)}},
		},
	}
}

// policyAnalyses are policies that are to be fetched again, and others.
func policyAnalyses() golden[storage.AppID, storage.PolicyAnalysis, storage.PolicyAnalysisQuery] {
	type query = storage.PolicyAnalysisQuery
	of := func(app storage.AppID, again storage.NullTime) storage.PolicyAnalysis {
		return storage.PolicyAnalysis{App: app, Status: storage.PolicyFetchError, FetchAgainAt: again}
	}
	return golden[storage.AppID, storage.PolicyAnalysis, query]{
		before:  putApps,
		records: []storage.PolicyAnalysis{of(1, 30), of(2, 0), of(3, 20), of(10, 10)},
		lookups: []lookup[storage.AppID, query]{
			{"all", query{}, []storage.AppID{1, 2, 3, 10}},
			{"none is due yet", query{FetchAgainBy: 9}, nil},
			{"due", query{FetchAgainBy: 20}, []storage.AppID{10, 3}},
			{"the first that is due", query{FetchAgainBy: 30, Limit: 1}, []storage.AppID{10}},
		},
	}
}

// testTexts stores texts that apps and kinds of record share or that differ little, and removes
// them in an order in which a store that shares their space may lose one.
func testTexts(t *testing.T, s storage.Store) {
	want := map[storage.PolicyVersionID]string{}
	check := func(when string) {
		t.Helper()
		got := map[storage.PolicyVersionID]string{}
		view(t, s, func(tx *storage.Tx) error {
			for v, err := range tx.PolicyVersions.List(storage.PolicyVersionQuery{}) {
				if err != nil {
					return err
				}
				got[v.ID] = v.Text
			}
			for id, text := range want {
				if v, err := tx.PolicyVersions.Get(id); err != nil || v.Text != text {
					return fmt.Errorf("Get(%v): %d bytes, %w", id, len(v.Text), err)
				}
			}
			return nil
		})
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("%s (-want +got):\n%s", when, d)
		}
	}
	const versions = 12
	update(t, s, func(tx *storage.Tx) error {
		if err := putApps(tx); err != nil {
			return err
		}
		for n := range versions {
			for _, app := range []storage.AppID{1, 2} {
				v := policyVersion(app, n, policyText(n))
				want[v.ID] = v.Text
				if err := tx.PolicyVersions.Put(v); err != nil {
					return err
				}
			}
		}
		manual := storage.ManualPolicyVersion{ID: storage.ManualPolicyVersionID{App: "m", Hash: storage.Digest{1}}, FirstFetched: 1, LastFetched: 1, Text: policyText(0)}
		return errors.Join(
			tx.ManualApps.Put(storage.ManualApp{ID: "m", Name: "Manual", Source: storage.ManualOwnBuild, FirstSeen: 1, UpdatedAt: 1}),
			tx.ManualPolicyVersions.Put(manual))
	})
	check("after Put")

	first := policyVersion(1, 0, "").ID
	update(t, s, func(tx *storage.Tx) error {
		_, err := tx.PolicyVersions.Delete(first)
		return err
	})
	delete(want, first)
	check("after the first text of one app was deleted")

	replaced := policyVersion(1, 1, policyText(77))
	want[replaced.ID] = replaced.Text
	update(t, s, func(tx *storage.Tx) error { return tx.PolicyVersions.Put(replaced) })
	check("after a text was replaced")

	update(t, s, func(tx *storage.Tx) error {
		_, err := tx.Apps.Delete(2)
		return err
	})
	for id := range want {
		if id.App == 2 {
			delete(want, id)
		}
	}
	check("after the other app was deleted")

	update(t, s, func(tx *storage.Tx) error {
		_, err := tx.PolicyVersions.Clear()
		return err
	})
	clear(want)
	check("after Clear")
	view(t, s, func(tx *storage.Tx) error {
		v, err := storage.First(tx.ManualPolicyVersions.List(storage.ManualPolicyVersionQuery{}))
		if err == nil && v.Text != policyText(0) {
			t.Errorf("the text of the manual app is now %d bytes", len(v.Text))
		}
		return err
	})
}
