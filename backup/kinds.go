package backup

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/backup/internal/record"
	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/policy/digest"
	"github.com/privacylabels/auditor/internal/preferences"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/tracked"
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
var (
	memberLabels  = memberOf("Labels")
	memberApps    = memberOf("Apps")
	memberDevices = memberOf("Devices")
	memberImports = memberOf("Imports")
)

// notInBackups is the name of kinds that are in no backup.
const notInBackups = "-"

// memberOf returns the name of the member with the records of a table. It panics if the table
// has none, so that it is decided for each new kind whether backups hold it.
func memberOf(table string) string {
	field, _ := reflect.TypeFor[storage.Tx]().FieldByName(table)
	name := field.Tag.Get("backup")
	if name == "" {
		panic("backup: the table " + table + " of storage.Tx has no tag \"backup\"")
	}
	return name
}

// kinds returns all kinds of record in a backup, each after those that it refers to. A kind
// that is not listed here is plain. Plain kinds come last, so no listed one can refer to them.
func kinds(tx *storage.Tx) []kind {
	plain := make(map[string]kind)
	for _, of := range storage.Kinds() {
		plain[of.Name()] = kindOf(of, tx)
	}
	plain["Pairs"] = pairs(plain["Pairs"]) // no other kind needs it, so it stays where it is
	plain["AppTags"] = appTags(plain["AppTags"])
	all := []kind{
		labels(plain["Labels"]),
		apps(plain["Apps"]),
		features(plain["Features"]),
		relatedApps(plain["RelatedApps"], tx),
		snapshots(plain["Snapshots"], tx),
		changes(plain["Changes"], tx),
		verdicts(plain["Verdicts"]),
		shortlist(plain["Shortlist"]),
		policyVersions(plain["PolicyVersions"]),
		policyAnalyses(plain["PolicyAnalyses"]),
		imports(plain["Imports"]),
		importItems(plain["ImportItems"]),
		manualApps(plain["ManualApps"]),
		manualEvents(plain["ManualAppEvents"]),
		notifications(plain["Notifications"]),
		devices(plain["Devices"]),
		choice(plain["FlagOverrides"]),
		userSettings(plain["Settings"]),
		deviceScope(plain["Settings"], tx),
	}
	for _, k := range all {
		delete(plain, k.Name())
	}
	for _, of := range storage.Kinds() {
		if k, ok := plain[of.Name()]; ok && k.member != notInBackups {
			all = append(all, k)
		}
	}
	return all
}

// parentRefs are the references to parents, by table and without an ID.
var parentRefs = func() map[string]ref {
	refs := make(map[string]ref)
	for table := range storage.Children() {
		if member := memberOf(table); member != notInBackups {
			refs[table] = ref{field: strings.TrimSuffix(member, "s") + "Id", member: member}
		}
	}
	return refs
}()

// parents returns the references of a record to its parents.
func parents(record any) (refs []ref) {
	for _, p := range storage.ParentsOf(record) {
		to := parentRefs[p.Table]
		to.id = fmt.Sprint(p.Key)
		refs = append(refs, to)
	}
	return refs
}

// members returns the names of the members of all kinds.
func members() []string {
	var names []string
	for _, k := range kinds(new(storage.Tx)) {
		names = append(names, k.member)
	}
	return names
}

func toSourceApp(app storage.AppID) []ref { return []ref{{"sourceAppId", memberApps, app.String()}} }

// choice marks a kind as choices of the user.
func choice(k kind) kind {
	k.choice = true
	return k
}

func devices(k kind) kind {
	k.limited = func(any) (string, int) { return "", device.MaxDevices }
	return choice(k)
}

func appTags(k kind) kind {
	k.limited = func(r any) (string, int) { return r.(storage.AppTag).App.String(), tracked.MaxAppTags }
	return k
}

func shortlist(k kind) kind {
	k.refs = on(func(s storage.ShortlistEntry) []ref { return toSourceApp(s.Source) })
	// Backups may have any text for the URL.
	k.dropped = on(func(s storage.ShortlistEntry) bool {
		return !appdata.IsWeb(s.URL) || s.IconURL != "" && !appdata.IsWeb(s.IconURL)
	})
	return k
}

// perApp lists records app by app, in the order of apps, which avoids sorting a table with
// many more records than apps.
func perApp(k kind, tx *storage.Tx, query func(storage.AppID) any) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		for app, err := range tx.Apps.List(storage.AppQuery{}) {
			if err != nil {
				yield(nil, err)
				return
			}
			for r, err := range k.rows.List(query(app.ID)) {
				if !yield(r, err) {
					return
				}
			}
		}
	}
}

func verdicts(k kind) kind {
	k.note = func(f *facts, r any) {
		if v := r.(storage.Verdict); v.Origin == storage.OriginUser {
			f.decisions[v.App] = v.Decision
		}
	}
	return k
}

func policyVersions(k kind) kind {
	k.unpack = from(func(f *facts, v storage.PolicyVersion) (storage.PolicyVersion, error) {
		// A wrong digest would hide a change of the text. A trusted backup may be older
		// than the current way to compute the digest.
		if !f.trusted && digest.Of(v.Text) != v.ID.Hash {
			return v, fmt.Errorf("%w: %v is not the digest of its text", record.ErrInvalid, v.ID.Hash)
		}
		return v, nil
	})
	return k
}

// policyAnalysis is the form of the state of a policy.
type policyAnalysis struct {
	storage.PolicyAnalysis

	// Withheld is when the current text of an unstable policy was fetched, if users were not
	// notified of it: older backups have it in place of the text that they were notified of,
	// which was the previous one then.
	Withheld storage.NullTime `json:"withheldAt,omitzero"`
}

func policyAnalyses(k kind) kind {
	return formed(k,
		func(a storage.PolicyAnalysis) policyAnalysis { return policyAnalysis{PolicyAnalysis: a} },
		func(_ *facts, w policyAnalysis) (storage.PolicyAnalysis, error) {
			if w.Withheld != 0 && w.Notified.IsZero() {
				w.Notified = w.Previous
			}
			return w.PolicyAnalysis, nil
		})
}

// imports returns the kind of imports, which leaves out their tally: it is computed from the
// items.
func imports(k kind) kind {
	k.unpack = from(func(f *facts, i storage.Import) (storage.Import, error) {
		i.Tally = f.tallies[i.ID]
		i.Total = max(i.Total, i.Tally.Items())
		return i, nil
	})
	return k
}

func importItems(k kind) kind {
	k.refs = on(func(i storage.ImportItem) []ref {
		refs := parents(i)
		for n := range refs {
			if refs[n].member == memberImports {
				refs[n].field = "id"
			}
		}
		return refs
	})
	k.pack = on(func(i storage.ImportItem) any {
		i.URL, i.IconURL = appdata.Link(i.URL), appdata.Link(i.IconURL)
		return i
	})
	k.unpack = from(func(_ *facts, i storage.ImportItem) (storage.ImportItem, error) {
		return i, checkURLs(i.URL, i.IconURL)
	})
	k.note = func(f *facts, r any) {
		i := r.(storage.ImportItem)
		tally := f.tallies[i.ID.Import]
		tally.Add(i.Status, 1)
		f.tallies[i.ID.Import] = tally
	}
	return k
}

func manualApps(k kind) kind {
	k.unpack = from(func(_ *facts, a storage.ManualApp) (storage.ManualApp, error) {
		return a, checkURLs(a.PrivacyPolicyURL, a.SourceURL)
	})
	return k
}

func manualEvents(k kind) kind {
	k.canonical = true // for Detail
	k.unpack = from(func(_ *facts, e storage.ManualAppEvent) (storage.ManualAppEvent, error) {
		if string(e.Detail) == "null" {
			e.Detail = nil
		}
		return e, nil
	})
	return k
}

// pairs returns the kind of pairs. An app is in one pair at most, which keys do not tell.
func pairs(k kind) kind {
	k.unpack = from(func(f *facts, p storage.Pair) (storage.Pair, error) {
		for _, id := range []storage.AppID{p.App, p.With} {
			if of, paired := f.paired[id]; paired && of != storage.Key(p) {
				return p, fmt.Errorf("%w: app %d is in two pairs", record.ErrInvalid, id)
			}
		}
		return p, nil
	})
	k.note = func(f *facts, r any) {
		p := r.(storage.Pair)
		f.paired[p.App], f.paired[p.With] = storage.Key(p), storage.Key(p)
	}
	return k
}

func notifications(k kind) kind {
	k.canonical = true // for Changes
	k.unpack = from(func(_ *facts, n storage.Notification) (storage.Notification, error) {
		// The inbox would return it, and clients know only these types.
		if !slices.Contains(storage.NotificationTypes(), n.Type) {
			return n, fmt.Errorf("%w: unknown type %q", record.ErrInvalid, n.Type)
		}
		return n, nil
	})
	return k
}

func userSettings(k kind) kind {
	k.excluded = on(func(s storage.Setting) bool {
		return settings.Secret(s.Name) || settings.Local(s.Name) || s.Name == feature.FocusSetting || s.Name == device.ScopeSetting
	})
	k.retained = on(func(s storage.Setting) bool { return settings.Local(s.Name) })
	k.limited = func(r any) (string, int) {
		list := preferences.ListOf(r.(storage.Setting).Name)
		if list == "" {
			return "", 0
		}
		return list, preferences.MaxFilters
	}
	return choice(k)
}
