package backup

import (
	"fmt"

	"github.com/privacylabels/auditor/backup/internal/record"
	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/storage"
)

func labels(k kind) kind {
	k.unpack = from(func(_ *facts, b storage.LabelBody) (storage.LabelBody, error) {
		// Labels are compared by their digests: a wrong one would hide a change.
		body, err := changelog.BodyOf(b.Label)
		if err == nil && body.Digest != b.Digest {
			err = fmt.Errorf("%w: %v is not the digest of its label", record.ErrInvalid, b.Digest)
		}
		return body, err
	})
	k.note = func(f *facts, r any) {
		b := r.(storage.LabelBody)
		f.footprints[b.Digest] = profile.FootprintOf(b.Label)
	}
	return k
}

// featureRecord adds the fields of a feature that the HTTP API does not show.
type featureRecord struct {
	storage.Feature
	Position int `json:"position"`
}

func features(k kind) kind {
	return formed(k,
		func(f storage.Feature) featureRecord { return featureRecord{f, f.Position} },
		func(_ *facts, w featureRecord) (storage.Feature, error) {
			w.Feature.Position = w.Position
			return w.Feature, nil
		})
}
