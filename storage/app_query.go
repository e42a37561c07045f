package storage

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Risk grades what the privacy label of an app declares.
type Risk string

// The grades, see [App.Risk].
const (
	RiskUnknown  Risk = "unknown"
	RiskMinimal  Risk = "minimal"
	RiskLow      Risk = "low"
	RiskModerate Risk = "moderate"
	RiskHigh     Risk = "high"
)

// Risks returns the grades from the least to the gravest, after the unknown one.
func Risks() []Risk { return []Risk{RiskUnknown, RiskMinimal, RiskLow, RiskModerate, RiskHigh} }

// Rank returns the place of the grade in [Risks].
func (r Risk) Rank() int { return slices.Index(Risks(), r) }

// moderateFrom is how many linked categories make the risk moderate.
const moderateFrom = 3

// Risk grades the label: high if any data is used to track, moderate if three or more
// categories are linked to the user, low if any data is collected, otherwise minimal. It
// is unknown while the app has no details of its privacy.
func (a App) Risk() Risk {
	switch {
	case a.TrackCount > 0:
		return RiskHigh
	case a.LinkedCount >= moderateFrom:
		return RiskModerate
	case a.CategoryCount > 0:
		return RiskLow
	case a.HasPrivacyDetails != nil && *a.HasPrivacyDetails:
		return RiskMinimal
	}
	return RiskUnknown
}

// SearchText returns the text that [AppQuery.Search] searches.
func (a App) SearchText() string {
	return SearchKey(a.Name + "\n" + string(a.Developer) + "\n" + string(a.BundleID))
}

// AppOrder is an order of apps.
type AppOrder string

// The orders of a list of apps. Names are compared by their [NameKey], other texts bytewise.
const (
	AppsByName      AppOrder = ""          // and ID
	AppsByDeveloper AppOrder = "developer" // then by name and ID
	AppsByRisk      AppOrder = "risk"      // the gravest first, then by name and ID
	AppsByChanges   AppOrder = "changes"   // the highest ChangeCount first, then by name and ID
	AppsByCheck     AppOrder = "checked"   // the highest LastSynced first, then by ID, descending
	AppsByAge       AppOrder = "added"     // the highest FirstSeen first, then by ID, descending
	AppsBySnooze    AppOrder = "snooze"    // the lowest ChangesSnoozedUntil first, then by ID
	AppsByID        AppOrder = "id"
)

// AppOrders returns the orders.
func AppOrders() []AppOrder {
	return []AppOrder{AppsByName, AppsByDeveloper, AppsByRisk, AppsByChanges, AppsByCheck, AppsByAge, AppsBySnooze, AppsByID}
}

// FootprintMask selects footprints by their bits. The zero FootprintMask selects all.
type FootprintMask struct {
	Any Footprint // one of these bits is set,
	// Pairs are bits one of which is set together with the next higher bit.
	Pairs Footprint
}

// matches reports whether the mask selects a footprint.
func (m FootprintMask) matches(f Footprint) bool {
	return m == FootprintMask{} || f&m.Any != 0 || f&(f>>1)&m.Pairs != 0
}

// AppQuery narrows a list of apps, which is ordered by name, see [NameKey], and ID, unless
// Order is set.
type AppQuery struct {
	BundleID string // only the app with this bundle id, letter case ignored (ASCII)

	// Search selects the apps whose name, developer or bundle ID contains this text, as
	// [SearchKey] compares texts.
	Search string

	Risk     Risk          // only apps of this risk
	Exceeds  FootprintMask // only apps whose footprint the mask selects
	Changed  bool          // only apps with unacknowledged changes, that is with a ChangeCount
	Failed   bool          // only apps with a LastError
	Delisted bool          // only apps that the App Store no longer lists

	Collects  FootprintMask // only apps whose footprint this mask selects as well
	Decision  Decision      // only apps with this verdict of the user
	Undecided bool          // only apps without a verdict of the user
	AgeRating Text          // only apps with this age rating
	Tag       string        // only apps with this tag
	Paused    bool          // only apps that runs do not refresh
	Store     string        // only apps of this store, see [App.Store]

	AwakeAt      Time // only apps whose changes are not snoozed beyond this time
	SnoozedAfter Time // only apps whose changes are snoozed beyond this time

	// Devices selects the apps on at least one of these devices; the empty ID
	// selects the apps on no device. None: every app. Repeated and unknown IDs
	// have no effect.
	Devices []string

	Summarised bool // only the apps whose policy has a summary

	Order   AppOrder
	Reverse bool // the opposite order

	Limit  int // zero: all
	Offset int // number of records to skip
}

// matches implements [Query].
func (q AppQuery) matches(r App) bool {
	return (q.BundleID == "" || lowerASCII(q.BundleID) == lowerASCII(string(r.BundleID))) &&
		(q.Search == "" || strings.Contains(r.SearchText(), SearchKey(q.Search))) &&
		asked(q.Risk, r.Risk()) && q.Exceeds.matches(r.Footprint) && q.Collects.matches(r.Footprint) &&
		asked(q.Decision, r.Decision) && (!q.Undecided || r.Decision == "") && asked(q.AgeRating, r.AgeRating) && asked(q.Store, r.Store()) && (!q.Changed || r.ChangeCount > 0) &&
		(!q.Failed || r.LastError != nil) && (!q.Delisted || r.Availability.DelistedAt > 0) &&
		(q.AwakeAt == 0 || r.ChangesSnoozedUntil <= q.AwakeAt) &&
		(q.SnoozedAfter == 0 || r.ChangesSnoozedUntil > q.SnoozedAfter)
}

// compare implements [Query].
func (q AppQuery) compare(a, b App) int {
	byName := 0
	switch q.Order {
	case AppsByCheck, AppsByAge, AppsBySnooze:
	default:
		byName = cmp.Or(cmp.Compare(NameKey(a.Name), NameKey(b.Name)), cmp.Compare(a.ID, b.ID))
	}
	order := byName
	switch q.Order {
	case AppsByDeveloper:
		order = cmp.Or(cmp.Compare(a.Developer, b.Developer), byName)
	case AppsByRisk:
		order = cmp.Or(cmp.Compare(b.Risk().Rank(), a.Risk().Rank()), byName)
	case AppsByChanges:
		order = cmp.Or(cmp.Compare(b.ChangeCount, a.ChangeCount), byName)
	case AppsByCheck:
		order = cmp.Or(cmp.Compare(b.LastSynced, a.LastSynced), cmp.Compare(b.ID, a.ID))
	case AppsByAge:
		order = cmp.Or(cmp.Compare(b.FirstSeen, a.FirstSeen), cmp.Compare(b.ID, a.ID))
	case AppsBySnooze:
		order = cmp.Or(cmp.Compare(a.ChangesSnoozedUntil, b.ChangesSnoozedUntil), cmp.Compare(a.ID, b.ID))
	case AppsByID:
		order = cmp.Compare(a.ID, b.ID)
	}
	return reverse(q.Reverse, order)
}

// joins implements [joiner].
func (AppQuery) joins() []string {
	return []string{"DeviceLinks", "PolicyAnalyses", "AppTags", "PausedApps"}
}

// join implements [joiner] for Devices, Summarised, Tag and Paused.
func (q AppQuery) join(tx *Tx) (func(record any) bool, error) {
	on := make(map[AppID][]string)
	if len(q.Devices) > 0 {
		for link, err := range All(tx.DeviceLinks) {
			if err != nil {
				return nil, err
			}
			on[link.App] = append(on[link.App], link.Device)
		}
	}
	summarised := make(map[AppID]bool)
	if q.Summarised {
		for analysis, err := range All(tx.PolicyAnalyses) {
			if err != nil {
				return nil, err
			}
			summarised[analysis.App] = analysis.Summary != nil
		}
	}
	tagged, paused := make(map[AppID]bool), make(map[AppID]bool)
	if q.Tag != "" {
		for tag, err := range tx.AppTags.List(AppTagQuery{Tag: q.Tag}) {
			if err != nil {
				return nil, err
			}
			tagged[tag.App] = true
		}
	}
	if q.Paused {
		for app, err := range All(tx.PausedApps) {
			if err != nil {
				return nil, err
			}
			paused[app.App] = true
		}
	}
	return func(record any) bool {
		id := record.(App).ID
		if q.Tag != "" && !tagged[id] || q.Paused && !paused[id] {
			return false
		}
		listed := len(q.Devices) == 0 || len(on[id]) == 0 && slices.Contains(q.Devices, "") ||
			slices.ContainsFunc(on[id], func(device string) bool { return slices.Contains(q.Devices, device) })
		return listed && (!q.Summarised || summarised[id])
	}, nil
}

// lowerASCII folds the letters A to Z only.
func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// ListedApp is an app in the JSON form of a list, with the values that the grid shows beside it.
type ListedApp struct {
	ID          AppID        `db:"id"`
	LabelDigest Digest       `db:"label"`
	Footprint   Footprint    `db:"footprint"`
	Pending     PendingKinds `db:"pending"`
	Decision    Decision     `db:"decision"`
	Risk        Risk         `db:"risk"`
	JSON        string       `db:"listed"` // the [ShownApp], without escapes for HTML
}

// ListedApps yields the apps of a list in their JSON form.
func (tx *Tx) ListedApps(q AppQuery) iter.Seq2[ListedApp, error] { return tx.listedApps(q, true) }

// EncodedApps is [Tx.ListedApps] without the values for the grid: what it yields has an ID and JSON.
func (tx *Tx) EncodedApps(q AppQuery) iter.Seq2[ListedApp, error] { return tx.listedApps(q, false) }

func (tx *Tx) listedApps(q AppQuery, gist bool) iter.Seq2[ListedApp, error] {
	if rows, ok := tx.Apps.(AppRows); ok {
		if listed := rows.Listed(q, gist); listed != nil {
			return listed
		}
	}
	return func(yield func(ListedApp, error) bool) {
		for app, err := range tx.Apps.List(q) {
			var listed ListedApp
			if err == nil {
				listed, err = app.Listed()
			}
			if !gist {
				listed = ListedApp{ID: listed.ID, JSON: listed.JSON}
			}
			if !yield(listed, err) {
				return
			}
		}
	}
}

// Listed returns the JSON form of the [ShownApp].
func (a App) Listed() (ListedApp, error) {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(a.Shown()); err != nil {
		return ListedApp{}, fmt.Errorf("encode app %d: %w", a.ID, err)
	}
	listed := a.Gist()
	listed.JSON = strings.TrimSuffix(text.String(), "\n")
	return listed, nil
}

// Gist returns the values that the grid shows beside the app; JSON is empty.
func (a App) Gist() ListedApp {
	return ListedApp{ID: a.ID, LabelDigest: a.LabelDigest, Footprint: a.Footprint, Pending: a.Pending, Decision: a.Decision, Risk: a.Risk()}
}
