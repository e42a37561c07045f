package storagetest

import "github.com/privacylabels/auditor/storage"

func leases() kind[string, storage.Lease, storage.LeaseQuery] {
	var stock []storage.Lease
	for _, name := range []string{"sync", "é", "Sync", "policy", "sync2"} {
		stock = append(stock, storage.Lease{Name: name, Owner: "owner of " + name})
	}
	return kind[string, storage.Lease, storage.LeaseQuery]{
		name:  "Leases",
		table: storage.Tx.Leases,
		key:   func(l *storage.Lease, n int) { l.Name = text("lease", n) },
		stock: stock,
		lookups: []lookup[string, storage.LeaseQuery]{
			{name: "by name, bytewise", want: []string{"Sync", "policy", "sync", "sync2", "é"}},
		},
	}
}
