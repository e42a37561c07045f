package history

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// The hosts of App Store pages: the second one before 2019.
const (
	StoreHost    = "apps.apple.com"
	OldStoreHost = "itunes.apple.com"
)

// MaxOtherURLs is how many other addresses of an app's page are stored and asked for.
const MaxOtherURLs = storage.MaxOtherURLs

// Address holds the parts of the URL of an app's page, of which an archive has captures.
type Address struct {
	App     storage.AppID
	Host    string // [StoreHost] or [OldStoreHost]
	Country string // two lower-case letters, or empty
	Slug    string // the name of the app as escaped in the URL; may be empty
}

var pagePath = regexp.MustCompile(`(?i)^/(?:([a-z]{2})/)?app/(?:([^/]+)/)?id([0-9]+)/?$`)

// ParseAddress parses the URL of an app's page, and reports whether it is one. The query
// is ignored.
func ParseAddress(raw string, app storage.AppID) (Address, bool) {
	u, err := netguard.ParseURL(raw)
	if err != nil {
		return Address{}, false
	}
	at := Address{App: app, Host: strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")}
	match := pagePath.FindStringSubmatch(u.EscapedPath())
	if match == nil || at.Host != StoreHost && at.Host != OldStoreHost {
		return Address{}, false
	}
	named, err := storage.ParseAppID(match[3])
	if err != nil || named != app {
		return Address{}, false
	}
	at.Country, at.Slug = strings.ToLower(match[1]), match[2]
	return at, true
}

// Form returns the address without its scheme, as for a query of an index.
func (at Address) Form() string {
	form := at.Host
	for _, part := range []string{at.Country, "app", at.Slug} {
		if part != "" {
			form += "/" + part
		}
	}
	return form + "/id" + at.App.String()
}

// URL returns the address as a URL without a query.
func (at Address) URL() string { return "https://" + at.Form() }

// AddressError means that text is not the address of an app's page in the App Store, or that
// there are too many of them.
type AddressError struct{ Reason string }

func (e *AddressError) Error() string { return e.Reason }

// setOtherURLs replaces the other addresses of an app's page. The error is errRemoved if the
// app is not tracked, or an [*AddressError].
func setOtherURLs(tx *storage.Tx, id storage.AppID, texts []string) error {
	return noteArchive(tx, id, func(app storage.App, known *storage.AppArchive) (err error) {
		known.OtherURLs, err = otherURLs(app, texts)
		return err
	})
}

// noteArchive changes what is known of an app in the archive. The error is errRemoved if the app
// is not tracked, or that of change.
func noteArchive(tx *storage.Tx, id storage.AppID, change func(app storage.App, known *storage.AppArchive) error) error {
	app, found, err := storage.Find(tx.Apps, id)
	if err == nil && !found {
		err = errRemoved
	}
	if err != nil {
		return err
	}
	known := app.KnownArchive()
	if err := change(app, &known); err != nil {
		return err
	}
	if reflect.DeepEqual(app.KnownArchive(), known) {
		return nil
	}
	if app.Archive = &known; len(known.OtherURLs) == 0 && known.AskedAt == 0 {
		app.Archive = nil
	}
	return tx.Apps.Put(app)
}

// otherURLs returns the addresses of an app's page in the form in which they are stored: each
// once and without the app's own. The error is an [*AddressError].
func otherURLs(app storage.App, texts []string) ([]string, error) {
	all := []string{}
	for _, text := range texts {
		at, ok := ParseAddress(strings.TrimSpace(text), app.ID)
		if !ok {
			return nil, &AddressError{fmt.Sprintf("%.200q is not the address of app %d in the App Store, "+
				"such as https://%s/us/app/name/id%d", text, app.ID, StoreHost, app.ID)}
		}
		if own, _ := ParseAddress(app.URL, app.ID); own != at && !slices.Contains(all, at.URL()) {
			all = append(all, at.URL())
		}
	}
	if len(all) > MaxOtherURLs {
		return nil, &AddressError{fmt.Sprintf("%d other addresses of the app; %d at most are asked for", len(all), MaxOtherURLs)}
	}
	return all, nil
}
