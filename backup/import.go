package backup

import "github.com/privacylabels/auditor/storage"

const (
	memberImports     = "imports"
	memberImportItems = "importItems"
)

// imports are lists that were taken in. How many items are in which state is
// not repeated in them.
func imports() kind {
	k := plain(memberImports, storage.Tx.Imports, func(id string) string { return id })
	k.unpack = func(f *facts, i storage.Import) (storage.Import, error) {
		i.Tally = f.tallies[i.ID]
		i.Total = max(i.Total, i.Tally.Items())
		return i, nil
	}
	return k
}

func importItems() kind {
	k := plain(memberImportItems, storage.Tx.ImportItems, storage.ImportItemID.String)
	k.unpack = func(_ *facts, i storage.ImportItem) (storage.ImportItem, error) {
		for _, address := range []storage.Text{i.URL, i.IconURL} {
			if err := checkAddress(string(address)); err != nil {
				return i, err
			}
		}
		return i, nil
	}
	k.refs = func(i storage.ImportItem) []ref {
		refs := []ref{{memberImports, i.ID.Import}}
		if i.App != 0 {
			refs = append(refs, ref{memberApps, i.App.String()})
		}
		return refs
	}
	k.note = func(f *facts, i storage.ImportItem) {
		tally := f.tallies[i.ID.Import]
		tally.Add(i.Status, 1)
		f.tallies[i.ID.Import] = tally
	}
	return k
}
