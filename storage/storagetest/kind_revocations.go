package storagetest

import "github.com/privacylabels/auditor/storage"

func revoked(session string, until storage.Time) storage.Revocation {
	return storage.Revocation{Session: session, ExpiresAt: until}
}

func revocations() kind[string, storage.Revocation, storage.RevocationQuery] {
	return kind[string, storage.Revocation, storage.RevocationQuery]{
		name:  "Revocations",
		table: storage.Tx.Revocations,
		key:   func(r *storage.Revocation, n int) { r.Session = text("session", n) },
		stock: []storage.Revocation{
			revoked("b", 100), revoked("é", 100), revoked("B", 100), revoked("c", 1000), revoked("a", 99), revoked("d", 0),
		},
		lookups: []lookup[string, storage.RevocationQuery]{
			{name: "by expiry and session", want: []string{"d", "a", "B", "b", "é", "c"}},
			{name: "expired by then", query: storage.RevocationQuery{ExpiredBy: 100}, want: []string{"d", "a", "B", "b", "é"}},
			{name: "expired just before", query: storage.RevocationQuery{ExpiredBy: 99}, want: []string{"d", "a"}},
		},
	}
}
