package storagetest

import (
	"errors"

	"github.com/privacylabels/auditor/storage"
)

// digest returns the nth digest.
func digest(n int) storage.Digest { return storage.Digest{0: byte(n >> 8), 1: byte(n), 31: 0xff} }

// label returns a label body with the nth digest.
func label(n int) storage.LabelBody {
	return storage.LabelBody{Digest: digest(n), Label: storage.Label{Types: []storage.PrivacyType{{
		Identifier: storage.DataLinkedToYou,
		Title:      "Data Linked to You",
		Categories: []storage.LabelCategory{{Identifier: "CONTACT_INFO", Title: "Contact Info"}},
	}}}}
}

func putLabels(tx storage.Tx) error { return tx.Labels().Put(label(1), label(2)) }

func labels() kind[storage.Digest, storage.LabelBody, storage.LabelQuery] {
	known := tracked(1)
	known.LabelDigest = digest(1)
	showing := snapshot(1, 5)
	showing.Label = digest(2)
	last := storage.LabelBody{Digest: storage.Digest{31: 1}}
	return kind[storage.Digest, storage.LabelBody, storage.LabelQuery]{
		name:  "Labels",
		table: storage.Tx.Labels,
		key:   func(b *storage.LabelBody, n int) { b.Digest = digest(n) },
		stock: []storage.LabelBody{label(0x80ff), label(2), label(0x7f01), label(1), last, label(0xff00)},
		stockParents: func(tx storage.Tx) error {
			return errors.Join(tx.Apps().Put(known, tracked(2)), putLabels(tx), tx.Snapshots().Put(showing, snapshot(2, 5)))
		},
		lookups: []lookup[storage.Digest, storage.LabelQuery]{
			{
				name: "by digest",
				want: []storage.Digest{last.Digest, digest(1), digest(2), digest(0x7f01), digest(0x80ff), digest(0xff00)},
			},
			{
				name:  "that no app has and no snapshot shows",
				query: storage.LabelQuery{Unused: true},
				want:  []storage.Digest{last.Digest, digest(0x7f01), digest(0x80ff), digest(0xff00)},
			},
		},
	}
}
