package people

import (
	"context"
	"fmt"
	"slices"

	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/storage"
)

type previewSyncRequest struct {
	Device    string                   `json:"deviceId" op:"required,trim" doc:"The ID of the device."`
	Installed op.Fitting[installedApp] `json:"currentImport" op:"required,max=2000" doc:"All apps that are installed on the device now."`
}

type installedApp struct {
	App       storage.AppID `json:"appId" op:"required"`       // the ID of the app
	Name      string        `json:"name" op:"loose,trim"`      // the name
	Developer string        `json:"developer" op:"loose,trim"` // the developer of the app; null: not known
	URL       string        `json:"url" op:"loose,trim"`       // the URL
	IconURL   string        `json:"iconUrl" op:"loose,trim"`   // the URL of the icon; null: not known
	// The bundle ID of the app, such as net.whatsapp.WhatsApp; null: not known.
	BundleID string `json:"bundleId" op:"loose,trim"`
}

// previewSync tells what a sync would change.
func (d devices) previewSync(ctx context.Context, in previewSyncRequest) (device.Diff, error) {
	var installed []device.Installed
	for _, app := range in.Installed {
		if possible(app.App) {
			installed = append(installed, device.Installed{
				App: app.App, Name: app.Name, Developer: storage.Text(app.Developer), URL: storage.Text(app.URL),
				IconURL: storage.Text(app.IconURL), BundleID: storage.Text(app.BundleID),
			})
		}
	}
	return d.devices.Preview(ctx, in.Device, installed)
}

// possible reports whether a record can have the id.
func possible(app storage.AppID) bool { return app > 0 && app <= storage.MaxAppID }

type commitSyncRequest struct {
	Device string                    `json:"deviceId" op:"required,trim" doc:"The ID of the device."`
	Adds   op.Fitting[storage.AppID] `json:"addAppIds" op:"required,max=10000" doc:"Apps to add to the device. Apps that are not tracked are ignored."`
	// The IDs of the apps that are no longer on the device.
	Removes op.Fitting[storage.AppID]          `json:"removeAppIds" op:"required,max=10000"`
	Merges  op.Nullable[op.Fitting[mergePair]] `json:"bundleIdMerges" op:"max=2000" doc:"Apps whose bundle ID moved to another app, as listed by the preview."`
}

type mergePair struct {
	Previous storage.AppID `json:"previousAppId" op:"required"` // the ID of the app that is replaced
	Incoming storage.AppID `json:"incomingAppId" op:"required"` // the ID of the app that the list names
}

// commitSync updates the apps of a device from the list of those installed on it.
func (d devices) commitSync(ctx context.Context, r op.Request, in commitSyncRequest) (device.Done, error) {
	impossible := func(app storage.AppID) bool { return !possible(app) }
	change := device.Change{
		Device: in.Device, Adds: slices.DeleteFunc(in.Adds, impossible), Removes: slices.DeleteFunc(in.Removes, impossible),
	}
	for _, m := range in.Merges.Value {
		if possible(m.Previous) && possible(m.Incoming) {
			change.Merges = append(change.Merges, device.MergePair(m))
		}
	}
	done, err := d.devices.Commit(ctx, change)
	if err == nil {
		r.Note("device_sync.commit", fmt.Sprintf("%s: added=%d removed=%d orphaned=%d merged=%d",
			in.Device, done.Added, done.Removed, done.Orphaned, done.Merged), true)
	}
	return done, err
}
