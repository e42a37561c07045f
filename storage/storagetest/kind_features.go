package storagetest

import (
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

func feature(app storage.AppID, identifier string) storage.Feature {
	return storage.Feature{App: app, Identifier: identifier, Title: "Feature " + identifier}
}

func features() kind[storage.FeatureID, storage.Feature, storage.FeatureQuery] {
	return kind[storage.FeatureID, storage.Feature, storage.FeatureQuery]{
		name:  "Features",
		table: storage.Tx.Features,
		key: func(f *storage.Feature, n int) {
			f.App, f.Identifier = storage.AppID(1+n%2), fmt.Sprint("FEATURE_", n/2)
		},
		parents:      putApps,
		orphans:      []storage.Feature{feature(4, "a"), feature(storage.MaxAppID-1, "a")},
		stockParents: putApps,
		stock: []storage.Feature{
			feature(10, "VOICE"), feature(2, "b"), feature(2, "É"), feature(1, "VOICE"), feature(2, "B"), feature(2, "a"),
		},
		lookups: []lookup[storage.FeatureID, storage.FeatureQuery]{
			{
				name: "by app and identifier, bytewise",
				want: []storage.FeatureID{
					{App: 1, Identifier: "VOICE"}, {App: 2, Identifier: "B"}, {App: 2, Identifier: "a"},
					{App: 2, Identifier: "b"}, {App: 2, Identifier: "É"}, {App: 10, Identifier: "VOICE"},
				},
			},
			{
				name:  "of an app",
				query: storage.FeatureQuery{App: 1},
				want:  []storage.FeatureID{{App: 1, Identifier: "VOICE"}},
			},
			{name: "of an app without", query: storage.FeatureQuery{App: 3}},
			{name: "of no app that is there", query: storage.FeatureQuery{App: 4}},
		},
	}
}
