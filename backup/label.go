package backup

import (
	"fmt"

	"github.com/privacylabels/auditor/backup/internal/record"
	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet/profile"
	"github.com/privacylabels/auditor/storage"
)

func labels(table storage.Table[storage.Digest, storage.LabelBody, storage.LabelQuery]) kind {
	k := plain(memberLabels, table, nil)
	k.unpack = func(_ *facts, b storage.LabelBody) (storage.LabelBody, error) {
		// Labels are compared by digest, so a wrong digest would hide a change.
		digest, err := changelog.Digest(b.Label)
		if err == nil && digest != b.Digest {
			err = fmt.Errorf("%w: %v is not the digest of its label", record.ErrInvalid, b.Digest)
		}
		return b, err
	}
	k.note = func(f *facts, b storage.LabelBody) { f.footprints[b.Digest] = profile.FootprintOf(b.Label) }
	return k
}

// featureRecord adds the fields of a feature that the HTTP API does not show.
type featureRecord struct {
	storage.Feature
	Position int `json:"position"`
}

func features(table storage.Table[storage.FeatureID, storage.Feature, storage.FeatureQuery]) kind {
	return rows[storage.FeatureID, storage.Feature, storage.FeatureQuery, featureRecord]{
		name: "accessibilityFeatures", table: table,
		pack: func(f storage.Feature) featureRecord { return featureRecord{f, f.Position} },
		unpack: func(_ *facts, w featureRecord) (storage.Feature, error) {
			w.Feature.Position = w.Position
			return w.Feature, nil
		},
		refs: func(f storage.Feature) []ref { return toApp(f.App) },
	}
}
