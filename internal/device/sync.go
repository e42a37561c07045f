package device

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// Installed is an app that is installed on a device. Empty fields are unknown.
type Installed struct {
	App       storage.AppID
	Name      string
	Developer storage.Text
	URL       storage.Text
	IconURL   storage.Text
	BundleID  storage.Text
}

// Diff is the difference between a device and a list of installed apps.
type Diff struct {
	Device    string     `json:"deviceId"`       // the ID of the device
	Adds      []Addition `json:"adds"`           // the apps to add, in the order of the list
	Removes   []Removal  `json:"removes"`        // the apps that are no longer on the device
	Unchanged int        `json:"unchanged"`      // the number of apps that stay on the device, including those in bundleIdMerges
	Merges    []Merge    `json:"bundleIdMerges"` // apps that were replaced by one with the same bundle ID
}

// Addition is an installed app that is not on the device yet, tracked or not.
type Addition struct {
	App       storage.AppID `json:"appId"`     // the ID of the app
	Name      string        `json:"name"`      // the name
	Developer storage.Text  `json:"developer"` // the developer of the app; null: not known
	URL       storage.Text  `json:"url"`       // the URL
	IconURL   storage.Text  `json:"iconUrl"`   // the URL of the icon; null: not known
	// The bundle ID of the app, such as net.whatsapp.WhatsApp; null: not known.
	BundleID storage.Text `json:"bundleId"`
}

// Removal is an app on the device that is no longer installed.
type Removal struct {
	App    storage.AppID `json:"appId"`       // the ID of the app
	Name   string        `json:"name"`        // the name
	Orphan bool          `json:"wouldOrphan"` // whether the app would then be on no device, and be deleted
}

// Merge is an app on the device that the App Store now lists under another ID.
type Merge struct {
	Previous storage.AppID `json:"previousAppId"` // the ID of the app that is replaced
	Incoming storage.AppID `json:"incomingAppId"` // the ID of the app that the list names
	// The bundle ID of the app, such as net.whatsapp.WhatsApp; null: not known.
	BundleID     storage.Text `json:"bundleId"`
	PreviousName string       `json:"previousName"` // the name of the app that is replaced
	IncomingName string       `json:"incomingName"` // the name of the app that the list names
}

// Preview compares a device with the list of apps installed on it, without changing
// anything. Of an app that is listed twice the first entry counts. The error wraps
// storage.ErrNotFound when there is no such device.
func (s *Service) Preview(ctx context.Context, device string, installed []Installed) (Diff, error) {
	return storage.View(ctx, s.Store, func(tx *storage.Tx) (Diff, error) {
		if _, err := tx.Devices.Get(device); err != nil {
			return Diff{}, err
		}
		c := comparison{tx: tx, now: s.stamp(), diff: Diff{Device: device, Adds: []Addition{}, Removes: []Removal{}, Merges: []Merge{}}}
		err := c.compare(device, installed)
		return c.diff, err
	})
}

// comparison compares one device with the apps installed on it.
type comparison struct {
	tx     *storage.Tx
	now    storage.Time
	diff   Diff
	listed map[storage.AppID]bool // what is installed
	gone   map[string]storage.App // no longer installed, by bundle ID
}

func (c *comparison) compare(device string, installed []Installed) error {
	c.listed, c.gone = make(map[storage.AppID]bool), make(map[string]storage.App)
	for _, i := range installed {
		c.listed[i.App] = true
	}
	var missing []storage.App
	linked := make(map[storage.AppID]bool)
	if err := eachApp(c.tx, device, func(a storage.App) {
		linked[a.ID] = true
		if c.listed[a.ID] {
			return
		}
		missing = append(missing, a)
		if bundle := fold(a.BundleID); bundle != "" {
			if _, taken := c.gone[bundle]; !taken {
				c.gone[bundle] = a
			}
		}
	}); err != nil {
		return err
	}
	merged := make(map[storage.AppID]bool)
	for _, i := range installed {
		if !c.listed[i.App] { // not a repeated entry
			continue
		}
		c.listed[i.App] = false
		if linked[i.App] {
			c.diff.Unchanged++
			continue
		}
		i, err := c.complete(i)
		if err != nil {
			return err
		}
		if before, same := c.gone[fold(i.BundleID)]; same {
			delete(c.gone, fold(i.BundleID))
			merged[before.ID] = true
			c.diff.Unchanged++
			c.diff.Merges = append(c.diff.Merges, Merge{before.ID, i.App, i.BundleID, before.Name, i.Name})
			continue
		}
		c.diff.Adds = append(c.diff.Adds, Addition(i))
	}
	for _, a := range missing {
		if merged[a.ID] {
			continue
		}
		orphan, err := IsOrphan(c.tx, c.now, a, device)
		if err != nil {
			return err
		}
		c.diff.Removes = append(c.diff.Removes, Removal{a.ID, a.Name, orphan})
	}
	return nil
}

// complete fills in the known fields of a tracked app.
func (c *comparison) complete(i Installed) (Installed, error) {
	a, _, err := storage.Find(c.tx.Apps, i.App)
	if err != nil {
		return i, err
	}
	i.Name = cmp.Or(i.Name, a.Name, fmt.Sprintf("App %d", i.App))
	i.Developer, i.URL = cmp.Or(i.Developer, a.Developer), cmp.Or(i.URL, storage.Text(a.URL))
	i.IconURL, i.BundleID = cmp.Or(i.IconURL, a.IconURL), cmp.Or(i.BundleID, a.BundleID)
	return i, nil
}

// fold returns a bundle ID in the form for comparisons.
func fold(bundle storage.Text) string { return strings.ToLower(string(bundle)) }
