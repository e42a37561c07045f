package backup

import (
	"cmp"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"

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

// names are the members of plain kinds that are not named as their tables.
var names = map[string]string{
	"ManualPolicyVersions": "manualAppPolicyVersions", "Reviews": "reviewActions",
}

// memberOf returns the name of the member with the records of a table.
func memberOf(table string) string {
	return cmp.Or(names[table], strings.ToLower(table[:1])+table[1:])
}

// absent are the tables that are not in backups: what a process does, sent or logged, who has
// access, and what is computed from other records.
var absent = storage.TablesOf("Commits", "Deliveries", "Activities", "Audits", "AILogs", "Revocations", "ReadTokens", "Results",
	"Runs", "RunItems", "Leases")

// kinds returns all kinds of record in a backup, each after those that it refers to. A kind of
// record that is neither listed here nor absent is plain.
func kinds(tx *storage.Tx) []kind {
	listed := []kind{
		labels(tx.Labels),
		apps(tx.Apps),
		features(tx.Features),
		relatedApps(tx),
		snapshots(tx),
		changes(tx),
		verdicts(tx.Verdicts),
		same("shortlist", tx.Shortlist, func(s storage.ShortlistEntry) []ref { return toSourceApp(s.Source) }),
		policyVersions(tx.PolicyVersions),
		imports(tx.Imports),
		importItems(tx.ImportItems),
		manualApps(tx.ManualApps),
		manualEvents(tx.ManualAppEvents),
		notifications(tx.Notifications),
		choice(same(memberDevices, tx.Devices, nil)),
		choice(same("featureFlagOverrides", tx.FlagOverrides, nil)),
		userSettings(tx.Settings),
		deviceScope(tx),
	}
	all := slices.Clone(listed)
	for _, of := range storage.Kinds() {
		zero := reflect.ValueOf(of.New()).Elem().Interface()
		isListed := slices.ContainsFunc(listed, func(k kind) bool { return k.stores(zero) })
		if !isListed && !absent.Contains(storage.TablesOf(of.Name())) {
			all = append(all, plain(of, tx))
		}
	}
	return all
}

// isReferredTo reports whether records of other kinds refer to those of a member.
func isReferredTo(member string) bool {
	if member == memberLabels { // apps and snapshots do, without being its children
		return true
	}
	for parent := range storage.Children() {
		if memberOf(parent) == member {
			return true
		}
	}
	return false
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
func choice[K, R, Q, W any](k rows[K, R, Q, W]) rows[K, R, Q, W] {
	k.choice = true
	return k
}

// perApp lists records app by app, in the order of apps, which avoids sorting a table with
// many more records than apps.
func perApp[R any](tx *storage.Tx, list func(app storage.AppID) iter.Seq2[R, error]) iter.Seq2[R, error] {
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

func verdicts(table storage.Table[storage.VerdictID, storage.Verdict, storage.VerdictQuery]) kind {
	k := same("verdicts", table, func(v storage.Verdict) []ref { return toApp(v.App) })
	k.note = func(f *facts, v storage.Verdict) {
		if v.Origin == storage.OriginUser {
			f.decisions[v.App] = v.Decision
		}
	}
	return k
}

func policyVersions(table storage.Table[storage.PolicyVersionID, storage.PolicyVersion, storage.PolicyVersionQuery]) kind {
	k := same("policyVersions", table, func(v storage.PolicyVersion) []ref { return toApp(v.ID.App) })
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
	k := same(memberImports, table, nil)
	k.unpack = func(f *facts, i storage.Import) (storage.Import, error) {
		i.Tally = f.tallies[i.ID]
		i.Total = max(i.Total, i.Tally.Items())
		return i, nil
	}
	return k
}

func importItems(table storage.Table[storage.ImportItemID, storage.ImportItem, storage.ImportItemQuery]) kind {
	k := same("importItems", table, func(i storage.ImportItem) []ref {
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
	k := same(memberManualApps, table, nil)
	k.unpack = func(_ *facts, a storage.ManualApp) (storage.ManualApp, error) {
		return a, checkURLs(a.PrivacyPolicyURL, a.SourceURL)
	}
	return k
}

func manualEvents(table storage.Table[string, storage.ManualAppEvent, storage.ManualAppEventQuery]) kind {
	k := same("manualAppEvents", table, func(e storage.ManualAppEvent) []ref { return toManualApp(e.App) })
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
	k := same("notifications", table, nil)
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
	k := choice(same("settings", table, nil))
	k.excluded = func(s storage.Setting) bool {
		return settings.Secret(s.Name) || settings.Local(s.Name) || s.Name == feature.FocusSetting || s.Name == device.ScopeSetting
	}
	k.retained = func(s storage.Setting) bool { return settings.Local(s.Name) }
	return k
}
