package backup

import (
	"iter"

	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// The members of an envelope that are no lists of records.
const (
	memberVersion    = "version"
	memberExportedAt = "exportedAt"
	memberAppName    = "appName"
	memberFocus      = "focus"
	memberSettings   = "settings"
	memberSignature  = "signature"
)

// kinds returns all kinds that go with a backup, each behind those that its
// records belong to.
func kinds() []kind {
	own := func(id string) string { return id }
	return []kind{
		labels(), apps(), features(), relatedApps(), snapshots(), changes(),
		hung(plain("reviewActions", storage.Tx.Reviews, own), func(r storage.Review) storage.AppID { return r.App }),
		hung(plain("annotations", storage.Tx.Annotations, storage.AnnotationID.String), func(a storage.Annotation) storage.AppID { return a.App }),
		verdicts(),
		hung(plain("shortlist", storage.Tx.Shortlist, storage.ShortlistID.String), func(s storage.ShortlistEntry) storage.AppID { return s.Source }),
		policyVersions(),
		hung(plain("policyAnalyses", storage.Tx.PolicyAnalyses, storage.AppID.String), func(p storage.PolicyAnalysis) storage.AppID { return p.App }),
		devices(), deviceLinks(),
		imports(), importItems(),
		manualApps(), manualEvents(), manualVersions(),
		notifications(),
		flagOverrides(),
		settingsKind(), deviceScope(),
	}
}

// hung are rows that belong to an app.
func hung[K comparable, R storage.Record[K], Q, W any](k rows[K, R, Q, W], app func(R) storage.AppID) rows[K, R, Q, W] {
	k.refs = func(r R) []ref { return []ref{{memberApps, app(r).String()}} }
	return k
}

// perApp lists what hangs on apps, app by app in the order of apps: the order of
// very many records that a store need not sort.
func perApp[R any](list func(tx storage.Tx, app storage.AppID) iter.Seq2[R, error]) func(storage.Tx) iter.Seq2[R, error] {
	return func(tx storage.Tx) iter.Seq2[R, error] {
		return func(yield func(R, error) bool) {
			for app, err := range tx.Apps().List(storage.AppQuery{}) {
				if err != nil {
					var none R
					yield(none, err)
					return
				}
				for r, err := range list(tx, app.ID) {
					if !yield(r, err) {
						return
					}
				}
			}
		}
	}
}

func notifications() kind {
	k := plain("notifications", storage.Tx.Notifications, func(id string) string { return id })
	k.raw = true // its changes are entries
	return k
}

func verdicts() kind {
	k := hung(plain("verdicts", storage.Tx.Verdicts, storage.VerdictID.String), func(v storage.Verdict) storage.AppID { return v.App })
	k.note = func(f *facts, v storage.Verdict) {
		if v.Origin == storage.OriginUser {
			f.decisions[v.App] = v.Decision
		}
	}
	return k
}

func flagOverrides() kind {
	k := plain("featureFlagOverrides", storage.Tx.FlagOverrides, func(flag string) string { return flag })
	k.choice = true
	return k
}

func settingsKind() kind {
	k := plain(memberSettings, storage.Tx.Settings, func(name string) string { return name })
	k.left = func(s storage.Setting) bool {
		return settings.Secret(s.Name) || settings.Local(s.Name) || s.Name == feature.FocusSetting || s.Name == device.ScopeSetting
	}
	k.choice = true
	k.stays = func(s storage.Setting) bool { return settings.Local(s.Name) }
	return k
}
