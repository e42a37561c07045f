package backup

import (
	"fmt"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet/profile"
	"github.com/privacylabels/auditor/storage"
)

const memberLabels = "labels"

func labels() kind {
	k := plain(memberLabels, storage.Tx.Labels, storage.Digest.String)
	k.unpack = func(_ *facts, b storage.LabelBody) (storage.LabelBody, error) {
		// Labels are compared by their digests, so a wrong one would hide changes.
		digest, err := changelog.Digest(b.Label)
		if err == nil && digest != b.Digest {
			err = fmt.Errorf("%w: %v is not the digest of its label", ErrRecord, b.Digest)
		}
		return b, err
	}
	k.note = func(f *facts, b storage.LabelBody) { f.footprints[b.Digest] = profile.FootprintOf(b.Label) }
	return k
}

// featureRecord is a feature with its place.
type featureRecord struct {
	storage.Feature
	Position int `json:"position"`
}

func features() kind {
	return hung(rows[storage.FeatureID, storage.Feature, storage.FeatureQuery, featureRecord]{
		at: "accessibilityFeatures", table: storage.Tx.Features,
		pack: func(f storage.Feature) featureRecord { return featureRecord{f, f.Position} },
		unpack: func(_ *facts, w featureRecord) (storage.Feature, error) {
			w.Feature.Position = w.Position
			return w.Feature, nil
		},
		id: func(f storage.FeatureID) string { return fmt.Sprintf("%d-%s", f.App, f.Identifier) },
	}, func(f storage.Feature) storage.AppID { return f.App })
}
