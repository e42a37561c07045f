package backup

import "github.com/privacylabels/auditor/storage"

const memberManualApps = "manualApps"

func manualApps() kind {
	k := plain(memberManualApps, storage.Tx.ManualApps, func(id string) string { return id })
	k.unpack = func(_ *facts, a storage.ManualApp) (storage.ManualApp, error) {
		for _, address := range []storage.Text{a.PrivacyPolicyURL, a.SourceURL} {
			if err := checkAddress(string(address)); err != nil {
				return a, err
			}
		}
		return a, nil
	}
	return k
}

func manualEvents() kind {
	k := plain("manualAppEvents", storage.Tx.ManualAppEvents, func(id string) string { return id })
	k.raw = true // its detail is JSON as it was
	k.unpack = func(_ *facts, e storage.ManualAppEvent) (storage.ManualAppEvent, error) {
		if string(e.Detail) == "null" {
			e.Detail = nil
		}
		return e, nil
	}
	return hungManual(k, func(e storage.ManualAppEvent) string { return e.App })
}

func manualVersions() kind {
	k := plain("manualAppPolicyVersions", storage.Tx.ManualPolicyVersions, storage.ManualPolicyVersionID.String)
	return hungManual(k, func(v storage.ManualPolicyVersion) string { return v.ID.App })
}

// hungManual are rows that belong to an app of no store.
func hungManual[K comparable, R storage.Record[K], Q, W any](k rows[K, R, Q, W], app func(R) string) rows[K, R, Q, W] {
	k.refs = func(r R) []ref { return []ref{{memberManualApps, app(r)}} }
	return k
}
