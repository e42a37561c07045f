package memory

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// The tables, each under its own name: a method of tx returns one.
type (
	appTable      = table[storage.AppID, storage.App, storage.AppQuery]
	labelTable    = table[storage.Digest, storage.LabelBody, storage.LabelQuery]
	featureTable  = table[storage.FeatureID, storage.Feature, storage.FeatureQuery]
	relatedTable  = table[storage.RelatedID, storage.RelatedApp, storage.RelatedQuery]
	snapshotTable = table[storage.SnapshotID, storage.Snapshot, storage.SnapshotQuery]
	changeTable   = table[storage.ChangeID, storage.Change, storage.ChangeQuery]
	reviewTable   = table[string, storage.Review, storage.ReviewQuery]
	policyTable   = table[storage.PolicyVersionID, storage.PolicyVersion, storage.PolicyVersionQuery]
	analysisTable = table[storage.AppID, storage.PolicyAnalysis, storage.PolicyAnalysisQuery]
)

// wanted says whether a value is the one asked for; the zero value asks for any.
func wanted[V comparable](asked, value V) bool {
	var anything V
	return asked == anything || asked == value
}

// within says whether a moment is in a span; zero ends are open.
func within(from, to, at storage.Time) bool { return at >= from && (to == 0 || at <= to) }

// flip turns an order round when told to.
func flip(round bool, order int) int {
	if round {
		return -order
	}
	return order
}

func (t *tx) Apps() storage.Table[storage.AppID, storage.App, storage.AppQuery] {
	return &appTable{
		tx: t, name: "app", rows: &t.state.apps,
		order: func(_ storage.AppQuery, a, b storage.App) int {
			return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
		},
		match: func(q storage.AppQuery, a storage.App) bool {
			return (q.BundleID == "" || lowerASCII(q.BundleID) == lowerASCII(string(a.BundleID))) &&
				(len(q.Devices) == 0 || t.onOneOf(q.Devices, a.ID))
		},
		page: func(q storage.AppQuery) (int, int) { return q.Limit, q.Offset },
		fell: func(gone map[storage.AppID]bool) error {
			if _, err := t.features().removeAll(func(f storage.Feature) bool { return gone[f.App] }); err != nil {
				return err
			}
			if _, err := t.related().removeAll(func(r storage.RelatedApp) bool { return gone[r.App] }); err != nil {
				return err
			}
			if _, err := t.reviews().removeAll(func(r storage.Review) bool { return gone[r.App] }); err != nil {
				return err
			}
			if _, err := t.annotations().removeAll(func(a storage.Annotation) bool { return gone[a.App] }); err != nil {
				return err
			}
			if _, err := t.verdicts().removeAll(func(v storage.Verdict) bool { return gone[v.App] }); err != nil {
				return err
			}
			if _, err := t.shortlist().removeAll(func(s storage.ShortlistEntry) bool { return gone[s.Source] }); err != nil {
				return err
			}
			if _, err := t.policies().removeAll(func(v storage.PolicyVersion) bool { return gone[v.ID.App] }); err != nil {
				return err
			}
			if _, err := t.deviceLinks().removeAll(func(l storage.DeviceLink) bool { return gone[l.App] }); err != nil {
				return err
			}
			if _, err := t.analyses().removeAll(func(a storage.PolicyAnalysis) bool { return gone[a.App] }); err != nil {
				return err
			}
			t.unname(gone)
			_, err := t.snapshots().removeAll(func(s storage.Snapshot) bool { return gone[s.ID.App] })
			return err
		},
	}
}

// lowerASCII folds the letters A to Z only.
func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// used says whether an app has a label or a snapshot shows it.
func (t *tx) used(label storage.Digest) bool {
	for _, a := range t.state.apps.byKey {
		if a.LabelDigest == label {
			return true
		}
	}
	for _, s := range t.state.snapshots.byKey {
		if s.Label == label {
			return true
		}
	}
	return false
}

func (t *tx) Labels() storage.Table[storage.Digest, storage.LabelBody, storage.LabelQuery] {
	return &labelTable{
		tx: t, name: "label", rows: &t.state.labels,
		order: func(_ storage.LabelQuery, a, b storage.LabelBody) int {
			return strings.Compare(string(a.Digest[:]), string(b.Digest[:]))
		},
		match: func(q storage.LabelQuery, b storage.LabelBody) bool { return !q.Unused || !t.used(b.Digest) },
		page:  func(q storage.LabelQuery) (int, int) { return q.Limit, 0 },
		fell: func(gone map[storage.Digest]bool) error {
			for id, s := range t.state.snapshots.byKey {
				if gone[s.Label] {
					return fmt.Errorf("label %v is named by snapshot %v: %w", s.Label, id, storage.ErrConflict)
				}
			}
			return nil
		},
	}
}

func (t *tx) features() *featureTable {
	return &featureTable{
		tx: t, name: "feature", rows: &t.state.features,
		order: func(_ storage.FeatureQuery, a, b storage.Feature) int {
			return cmp.Or(cmp.Compare(a.App, b.App), cmp.Compare(a.Identifier, b.Identifier))
		},
		match:  func(q storage.FeatureQuery, f storage.Feature) bool { return wanted(q.App, f.App) },
		orphan: func(f storage.Feature) bool { return !t.state.apps.has(f.App) },
	}
}

func (t *tx) related() *relatedTable {
	return &relatedTable{
		tx: t, name: "related app", rows: &t.state.related,
		order: func(_ storage.RelatedQuery, a, b storage.RelatedApp) int {
			return cmp.Or(cmp.Compare(a.App, b.App), cmp.Compare(a.Shelf, b.Shelf),
				cmp.Compare(a.Position, b.Position), cmp.Compare(a.Related, b.Related))
		},
		match: func(q storage.RelatedQuery, r storage.RelatedApp) bool {
			return wanted(q.App, r.App) && wanted(q.Shelf, r.Shelf)
		},
		page:   func(q storage.RelatedQuery) (int, int) { return q.Limit, 0 },
		orphan: func(r storage.RelatedApp) bool { return !t.state.apps.has(r.App) },
	}
}

func (t *tx) snapshots() *snapshotTable {
	return &snapshotTable{
		tx: t, name: "snapshot", rows: &t.state.snapshots,
		order: func(q storage.SnapshotQuery, a, b storage.Snapshot) int {
			return flip(q.Reverse, cmp.Or(cmp.Compare(b.ID.At, a.ID.At), cmp.Compare(a.ID.App, b.ID.App)))
		},
		match: func(q storage.SnapshotQuery, s storage.Snapshot) bool {
			return wanted(q.App, s.ID.App) && within(q.From, q.To, s.ID.At) && wanted(q.Changed, s.Changed) &&
				wanted(q.Source, s.Source)
		},
		page: func(q storage.SnapshotQuery) (int, int) { return q.Limit, 0 },
		orphan: func(s storage.Snapshot) bool {
			return !t.state.apps.has(s.ID.App) || !s.Label.IsZero() && !t.state.labels.has(s.Label)
		},
		fell: func(gone map[storage.SnapshotID]bool) error {
			_, err := t.changes().removeAll(func(c storage.Change) bool { return gone[c.ID.Snapshot] })
			return err
		},
	}
}

func (t *tx) changes() *changeTable {
	return &changeTable{
		tx: t, name: "change", rows: &t.state.changes,
		order: func(_ storage.ChangeQuery, a, b storage.Change) int {
			x, y := a.ID.Snapshot, b.ID.Snapshot
			return cmp.Or(cmp.Compare(y.At, x.At), cmp.Compare(x.App, y.App), cmp.Compare(a.ID.Index, b.ID.Index))
		},
		match: func(q storage.ChangeQuery, c storage.Change) bool {
			id := c.ID.Snapshot
			return wanted(q.App, id.App) && within(q.From, q.To, id.At) && wanted(q.Changed, c.Changed) &&
				wanted(q.Type, c.Entry.Type) && wanted(q.Category, c.Entry.Category)
		},
		page:   func(q storage.ChangeQuery) (int, int) { return q.Limit, 0 },
		orphan: func(c storage.Change) bool { return !t.state.snapshots.has(c.ID.Snapshot) },
	}
}

func (t *tx) reviews() *reviewTable {
	return &reviewTable{
		tx: t, name: "review", rows: &t.state.reviews,
		order: func(_ storage.ReviewQuery, a, b storage.Review) int {
			return cmp.Or(cmp.Compare(b.ActedAt, a.ActedAt), cmp.Compare(a.ID, b.ID))
		},
		match: func(q storage.ReviewQuery, r storage.Review) bool {
			return wanted(q.App, r.App) && within(q.From, q.To, r.ActedAt)
		},
		page:   func(q storage.ReviewQuery) (int, int) { return q.Limit, 0 },
		orphan: func(r storage.Review) bool { return !t.state.apps.has(r.App) },
	}
}

func (t *tx) policies() *policyTable {
	return &policyTable{
		tx: t, name: "policy version", rows: &t.state.policies,
		order: func(_ storage.PolicyVersionQuery, a, b storage.PolicyVersion) int {
			return cmp.Or(cmp.Compare(a.ID.App, b.ID.App), cmp.Compare(b.FirstFetched, a.FirstFetched),
				bytes.Compare(a.ID.Hash[:], b.ID.Hash[:]))
		},
		match:  func(q storage.PolicyVersionQuery, v storage.PolicyVersion) bool { return wanted(q.App, v.ID.App) },
		page:   func(q storage.PolicyVersionQuery) (int, int) { return q.Limit, 0 },
		orphan: func(v storage.PolicyVersion) bool { return !t.state.apps.has(v.ID.App) },
	}
}

func (t *tx) analyses() *analysisTable {
	return &analysisTable{
		tx: t, name: "policy analysis", rows: &t.state.analyses,
		order:  func(_ storage.PolicyAnalysisQuery, a, b storage.PolicyAnalysis) int { return cmp.Compare(a.App, b.App) },
		orphan: func(a storage.PolicyAnalysis) bool { return !t.state.apps.has(a.App) },
	}
}

func (t *tx) Features() storage.Table[storage.FeatureID, storage.Feature, storage.FeatureQuery] {
	return t.features()
}

func (t *tx) RelatedApps() storage.Table[storage.RelatedID, storage.RelatedApp, storage.RelatedQuery] {
	return t.related()
}

func (t *tx) Snapshots() storage.Table[storage.SnapshotID, storage.Snapshot, storage.SnapshotQuery] {
	return t.snapshots()
}

func (t *tx) Changes() storage.Table[storage.ChangeID, storage.Change, storage.ChangeQuery] {
	return t.changes()
}

func (t *tx) Reviews() storage.Table[string, storage.Review, storage.ReviewQuery] {
	return t.reviews()
}

func (t *tx) PolicyVersions() storage.Table[storage.PolicyVersionID, storage.PolicyVersion, storage.PolicyVersionQuery] {
	return t.policies()
}

func (t *tx) PolicyAnalyses() storage.Table[storage.AppID, storage.PolicyAnalysis, storage.PolicyAnalysisQuery] {
	return t.analyses()
}
