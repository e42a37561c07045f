package appstore

import (
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/storeaddress"
	"github.com/privacylabels/auditor/storage"
)

// Resolve returns the app that the address of a product page names: an http or https URL on
// apps.apple.com or itunes.apple.com, with or without its scheme, or a link that opens the App
// Store, such as itms-apps://. Its path has /id and 1 to 20 digits, not all zero. The App Store
// lists no ID above [storage.MaxAppID].
func (s *Scraper) Resolve(raw string) (fleet.Target, error) {
	a, err := storeaddress.Parse(raw)
	if err != nil {
		return fleet.Target{}, &fleet.ScrapeError{Cause: fleet.ErrAddress, Err: err}
	}
	return fleet.Target{ID: a.ID, URL: a.URL, Country: a.Country}, nil
}

// storeURL returns raw without its query, which is for statistics, if it is the URL of
// this app's page, and else nil.
func storeURL(raw string, id storage.AppID) *string {
	u, err := netguard.ParseURL(storeaddress.Captured(raw))
	if err != nil || !storeaddress.IsStore(u) {
		return nil
	}
	a, err := storeaddress.ParsePath(u)
	if err != nil || a.ID != id {
		return nil
	}
	u.RawQuery, u.Fragment = "", ""
	return new(u.String())
}

// policyURL returns the URL of a privacy policy, or nil if it is invalid. Whether it may
// be requested is checked at the request.
func policyURL(raw string) *string {
	u, err := netguard.ParseURL(storeaddress.Captured(strings.TrimSpace(raw)))
	if err != nil || len(u.String()) > netguard.MaxURL {
		return nil
	}
	return new(u.String())
}
