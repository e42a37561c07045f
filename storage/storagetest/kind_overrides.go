package storagetest

import "github.com/privacylabels/auditor/storage"

func flagOverrides() kind[string, storage.FlagOverride, storage.FlagOverrideQuery] {
	var stock []storage.FlagOverride
	for _, flag := range []string{"flag.nav.bell", "é", "Flag", "flag.nav", "flag.a"} {
		stock = append(stock, storage.FlagOverride{Flag: flag, Value: "on"})
	}
	return kind[string, storage.FlagOverride, storage.FlagOverrideQuery]{
		name:  "FlagOverrides",
		table: storage.Tx.FlagOverrides,
		key:   func(o *storage.FlagOverride, n int) { o.Flag = text("flag", n) },
		least: func(o *storage.FlagOverride) { o.Value = "collapsed" },
		stock: stock,
		lookups: []lookup[string, storage.FlagOverrideQuery]{
			{name: "by flag, bytewise", want: []string{"Flag", "flag.a", "flag.nav", "flag.nav.bell", "é"}},
		},
	}
}
