package backup

import (
	"fmt"
	"iter"
	"slices"

	"github.com/privacylabels/auditor/backup/internal/record"
	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/fleet/policy/digest"
	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// The members of an envelope that are not lists of records.
const (
	memberVersion    = "version"
	memberExportedAt = "exportedAt"
	memberAppName    = "appName"
	memberFocus      = "focus"
	memberSignature  = "signature"
)

// The members that other records refer to.
const (
	memberLabels     = "labels"
	memberApps       = "apps"
	memberSnapshots  = "snapshots"
	memberDevices    = "devices"
	memberImports    = "imports"
	memberManualApps = "manualApps"
)

// kinds returns all kinds of record in a backup, each after those that it refers
// to. To add a kind to backups, add a line here.
func kinds(tx *storage.Tx) []kind {
	return []kind{
		labels(tx.Labels),
		apps(tx.Apps),
		plain("identifiers", tx.Identifiers, nil),
		features(tx.Features),
		relatedApps(tx),
		snapshots(tx),
		changes(tx),
		plain("reviewActions", tx.Reviews, func(r storage.Review) []ref { return toApp(r.App) }),
		plain("annotations", tx.Annotations, func(a storage.Annotation) []ref { return toApp(a.App) }),
		plain("concerns", tx.Concerns, func(c storage.Concern) []ref { return toApp(c.App) }),
		verdicts(tx.Verdicts),
		plain("shortlist", tx.Shortlist, func(s storage.ShortlistEntry) []ref { return toSourceApp(s.Source) }),
		policyVersions(tx.PolicyVersions),
		plain("policyAnalyses", tx.PolicyAnalyses, func(p storage.PolicyAnalysis) []ref { return toApp(p.App) }),
		choice(plain(memberDevices, tx.Devices, nil)),
		plain("deviceLinks", tx.DeviceLinks, func(l storage.DeviceLink) []ref {
			return append(toApp(l.App), ref{"deviceId", memberDevices, l.Device})
		}),
		imports(tx.Imports),
		importItems(tx.ImportItems),
		manualApps(tx.ManualApps),
		manualEvents(tx.ManualAppEvents),
		plain("manualAppPolicyVersions", tx.ManualPolicyVersions, func(v storage.ManualPolicyVersion) []ref { return toManualApp(v.ID.App) }),
		notifications(tx.Notifications),
		choice(plain("featureFlagOverrides", tx.FlagOverrides, nil)),
		userSettings(tx.Settings),
		deviceScope(tx),
	}
}

// members returns the names of the members of all kinds.
func members() []string {
	var names []string
	for _, k := range kinds(new(storage.Tx)) {
		names = append(names, k.member())
	}
	return names
}

func toApp(app storage.AppID) []ref { return []ref{{"appId", memberApps, app.String()}} }

func toSourceApp(app storage.AppID) []ref { return []ref{{"sourceAppId", memberApps, app.String()}} }

func toManualApp(app string) []ref { return []ref{{"manualAppId", memberManualApps, app}} }

// choice marks a kind as choices of the user.
func choice[K comparable, R storage.Record[K], Q storage.Query[R], W any](k rows[K, R, Q, W]) rows[K, R, Q, W] {
	k.choice = true
	return k
}

// perApp lists records app by app, in the order of apps, which avoids sorting a table with
// many more records than apps.
func perApp[R any](tx *storage.Tx, list func(app storage.AppID) iter.Seq2[R, error]) func() iter.Seq2[R, error] {
	return func() iter.Seq2[R, error] {
		return func(yield func(R, error) bool) {
			for app, err := range tx.Apps.List(storage.AppQuery{}) {
				if err != nil {
					var none R
					yield(none, err)
					return
				}
				for r, err := range list(app.ID) {
					if !yield(r, err) {
						return
					}
				}
			}
		}
	}
}

func verdicts(table storage.Table[storage.VerdictID, storage.Verdict, storage.VerdictQuery]) kind {
	k := plain("verdicts", table, func(v storage.Verdict) []ref { return toApp(v.App) })
	k.note = func(f *facts, v storage.Verdict) {
		if v.Origin == storage.OriginUser {
			f.decisions[v.App] = v.Decision
		}
	}
	return k
}

func policyVersions(table storage.Table[storage.PolicyVersionID, storage.PolicyVersion, storage.PolicyVersionQuery]) kind {
	k := plain("policyVersions", table, func(v storage.PolicyVersion) []ref { return toApp(v.ID.App) })
	k.unpack = func(f *facts, v storage.PolicyVersion) (storage.PolicyVersion, error) {
		// A wrong digest would hide a change of the text. A trusted backup may be older
		// than the current way to compute the digest.
		if !f.trusted && digest.Of(v.Text) != v.ID.Hash {
			return v, fmt.Errorf("%w: %v is not the digest of its text", record.ErrInvalid, v.ID.Hash)
		}
		return v, nil
	}
	return k
}

// imports returns the kind of imports, which leaves out their tally: it is computed from the
// items.
func imports(table storage.Table[string, storage.Import, storage.ImportQuery]) kind {
	k := plain(memberImports, table, nil)
	k.unpack = func(f *facts, i storage.Import) (storage.Import, error) {
		i.Tally = f.tallies[i.ID]
		i.Total = max(i.Total, i.Tally.Items())
		return i, nil
	}
	return k
}

func importItems(table storage.Table[storage.ImportItemID, storage.ImportItem, storage.ImportItemQuery]) kind {
	k := plain("importItems", table, func(i storage.ImportItem) []ref {
		refs := []ref{{"id", memberImports, i.ID.Import}}
		if i.App != 0 {
			refs = append(refs, toApp(i.App)...)
		}
		return refs
	})
	k.pack = func(i storage.ImportItem) storage.ImportItem {
		i.URL, i.IconURL = appdata.Link(i.URL), appdata.Link(i.IconURL)
		return i
	}
	k.unpack = func(_ *facts, i storage.ImportItem) (storage.ImportItem, error) {
		return i, checkURLs(i.URL, i.IconURL)
	}
	k.note = func(f *facts, i storage.ImportItem) {
		tally := f.tallies[i.ID.Import]
		tally.Add(i.Status, 1)
		f.tallies[i.ID.Import] = tally
	}
	return k
}

func manualApps(table storage.Table[string, storage.ManualApp, storage.ManualAppQuery]) kind {
	k := plain(memberManualApps, table, nil)
	k.unpack = func(_ *facts, a storage.ManualApp) (storage.ManualApp, error) {
		return a, checkURLs(a.PrivacyPolicyURL, a.SourceURL)
	}
	return k
}

func manualEvents(table storage.Table[string, storage.ManualAppEvent, storage.ManualAppEventQuery]) kind {
	k := plain("manualAppEvents", table, func(e storage.ManualAppEvent) []ref { return toManualApp(e.App) })
	k.canonical = true // for Detail
	k.unpack = func(_ *facts, e storage.ManualAppEvent) (storage.ManualAppEvent, error) {
		if string(e.Detail) == "null" {
			e.Detail = nil
		}
		return e, nil
	}
	return k
}

func notifications(table storage.Table[string, storage.Notification, storage.NotificationQuery]) kind {
	k := plain("notifications", table, nil)
	k.canonical = true // for Changes
	k.unpack = func(_ *facts, n storage.Notification) (storage.Notification, error) {
		// The inbox would return it, and clients know only these types.
		if !slices.Contains(storage.NotificationTypes(), n.Type) {
			return n, fmt.Errorf("%w: unknown type %q", record.ErrInvalid, n.Type)
		}
		return n, nil
	}
	return k
}

func userSettings(table storage.Table[string, storage.Setting, storage.SettingQuery]) kind {
	k := choice(plain("settings", table, nil))
	k.excluded = func(s storage.Setting) bool {
		return settings.Secret(s.Name) || settings.Local(s.Name) || s.Name == feature.FocusSetting || s.Name == device.ScopeSetting
	}
	k.retained = func(s storage.Setting) bool { return settings.Local(s.Name) }
	return k
}
