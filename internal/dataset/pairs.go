package dataset

import "github.com/privacylabels/auditor/storage"

// findPaired reads which apps are in pairs, to note which of them get a row.
func (x *export) findPaired() error {
	x.paired = make(map[storage.AppID]bool)
	for pair, err := range x.tx.Pairs.List(storage.PairQuery{}) {
		if err != nil {
			return err
		}
		x.paired[pair.App], x.paired[pair.With] = false, false
	}
	return nil
}

// pairs writes the pairs of which both apps have a row. The lower ID is that of the App Store.
func (x *export) pairs(r *rows) error {
	for pair, err := range x.tx.Pairs.List(storage.PairQuery{}) {
		if err != nil {
			return err
		}
		if !x.paired[pair.App] || !x.paired[pair.With] || !x.options.covers(pair.CreatedAt) || !x.options.knew(pair.CreatedAt) {
			continue
		}
		r.integer(int64(pair.App))
		r.integer(int64(pair.With))
		r.instant(pair.CreatedAt)
		if pair.Compared && x.options.last() == 0 {
			r.integer(int64(len(pair.Open)))
		} else {
			r.empty()
		}
		r.end()
	}
	return r.err
}
