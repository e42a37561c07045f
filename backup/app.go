package backup

import (
	"fmt"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

const memberApps = "apps"

// appRecord is an app as the interface shows it, and what that does not show.
type appRecord struct {
	storage.App
	Country         string         `json:"country"`
	AgeRatingSource storage.Text   `json:"ageRatingSource"`
	Label           storage.Digest `json:"labelDigest,omitzero"`
	Pending         []string       `json:"pendingKinds"`
}

// pendingNames are the kinds of pending changes, in the order in which they are written.
var pendingNames = []struct {
	kind storage.PendingKinds
	name string
}{
	{storage.PendingPrivacy, "privacy"}, {storage.PendingAccessibility, "accessibility"},
	{storage.PendingPolicy, "policy"}, {storage.PendingAgeRating, "ageRating"},
}

func apps() kind {
	return rows[storage.AppID, storage.App, storage.AppQuery, appRecord]{
		at: memberApps, table: storage.Tx.Apps, id: storage.AppID.String, pack: packApp,
		blank: func(f *facts) appRecord {
			return appRecord{App: storage.App{Name: unnamed, FirstSeen: max(f.exportedAt, 0)}}
		},
		unpack: unpackApp,
		refs: func(a storage.App) []ref {
			if a.LabelDigest.IsZero() {
				return nil
			}
			return []ref{{memberLabels, a.LabelDigest.String()}}
		},
	}
}

func packApp(a storage.App) appRecord {
	w := appRecord{App: a, Country: a.Country, AgeRatingSource: a.AgeRatingSource, Label: a.LabelDigest, Pending: []string{}}
	for _, p := range pendingNames {
		if a.Pending&p.kind != 0 {
			w.Pending = append(w.Pending, p.name)
		}
	}
	return w
}

// unnamed is what an app is called whose name is not known.
const unnamed = "Unknown App"

// unpackApp makes an app of what is known of it, which may be its id alone.
func unpackApp(f *facts, w appRecord) (storage.App, error) {
	a := w.App
	a.Country, a.AgeRatingSource, a.LabelDigest = w.Country, w.AgeRatingSource, w.Label
	for _, p := range pendingNames {
		if slices.Contains(w.Pending, p.name) {
			a.Pending |= p.kind
		}
	}
	if a.Name == "" {
		a.Name = unnamed
	}
	if a.URL == "" {
		a.URL = fmt.Sprintf("https://apps.apple.com/us/app/id%d", a.ID)
	}
	if err := checkNumbers(a); err != nil {
		return a, err
	}
	for _, address := range []string{a.URL, string(a.IconURL), string(a.PrivacyPolicyURL)} {
		if err := checkAddress(address); err != nil {
			return a, err
		}
	}
	a.Footprint, a.Decision = f.footprints[a.LabelDigest], f.decisions[a.ID]
	return a, nil
}

// checkNumbers refuses what nobody can have counted, or have seen at that time, and
// what would be paid for taking the app.
func checkNumbers(a storage.App) error {
	for _, n := range []int{
		a.ChangeCount, a.CategoryCount, a.TrackCount, a.LinkedCount, a.UnlinkedCount, a.SyncCount, a.AccessibilityCount,
	} {
		if n < 0 {
			return fmt.Errorf("%w: a count is %d", ErrRecord, n)
		}
	}
	for _, at := range []storage.Time{
		a.FirstSeen, a.LastSynced, a.ChangesAcknowledgedAt, a.ChangesSnoozedUntil, storage.Time(a.VersionUpdatedAt),
	} {
		if at < 0 {
			return fmt.Errorf("%w: a time is %d", ErrRecord, at)
		}
	}
	if a.PriceAmount != nil && *a.PriceAmount < 0 {
		return fmt.Errorf("%w: the price is %v", ErrRecord, *a.PriceAmount)
	}
	return nil
}

// checkAddress refuses an address that runs something in the page of whoever
// makes a link of it. What is merely odd is kept: an app's developer may have
// given it, and a backup is to come back as it was.
func checkAddress(address string) error {
	scheme, _, _ := strings.Cut(address, ":")
	scheme = strings.Map(func(r rune) rune {
		if r <= ' ' { // as browsers read it
			return -1
		}
		return r
	}, scheme)
	switch strings.ToLower(scheme) {
	case "javascript", "vbscript", "data":
		return fmt.Errorf("%w: %.80q is not the address of a page", ErrRecord, address)
	}
	return nil
}
