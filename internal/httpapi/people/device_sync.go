package people

import (
	"context"
	"fmt"

	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/storage"
)

type previewSyncRequest struct {
	Device    string                   `json:"deviceId" op:"required,trim" doc:"The ID of the device."`
	Installed op.Fitting[installedApp] `json:"currentImport" op:"required,max=2000" doc:"All apps that are installed on the device now."`
}

type installedApp struct {
	App       op.Trackable `json:"appId" op:"required"`       // the ID of the app
	Name      string       `json:"name" op:"loose,trim"`      // the name
	Developer string       `json:"developer" op:"loose,trim"` // the developer of the app; null: not known
	URL       string       `json:"url" op:"loose,trim"`       // the URL
	IconURL   string       `json:"iconUrl" op:"loose,trim"`   // the URL of the icon; null: not known
	// The bundle ID of the app, such as net.whatsapp.WhatsApp; null: not known.
	BundleID string `json:"bundleId" op:"loose,trim"`
}

// previewSync tells what a sync would change.
func (d devices) previewSync(ctx context.Context, in previewSyncRequest) (device.Diff, error) {
	var installed []device.Installed
	for _, app := range in.Installed {
		installed = append(installed, device.Installed{
			App: storage.AppID(app.App), Name: app.Name, Developer: storage.Text(app.Developer), URL: storage.Text(app.URL),
			IconURL: storage.Text(app.IconURL), BundleID: storage.Text(app.BundleID),
		})
	}
	return d.devices.Preview(ctx, in.Device, installed)
}

type commitSyncRequest struct {
	Device string                   `json:"deviceId" op:"required,trim" doc:"The ID of the device."`
	Adds   op.Fitting[op.Trackable] `json:"addAppIds" op:"required,max=10000" doc:"Apps to add to the device. Apps that are not tracked are ignored."`
	// The IDs of the apps that are no longer on the device.
	Removes op.Fitting[op.Trackable]           `json:"removeAppIds" op:"required,max=10000"`
	Merges  op.Nullable[op.Fitting[mergePair]] `json:"bundleIdMerges" op:"max=2000" doc:"Apps whose bundle ID moved to another app, as listed by the preview."`
}

type mergePair struct {
	Previous op.Trackable `json:"previousAppId" op:"required"` // the ID of the app that is replaced
	Incoming op.Trackable `json:"incomingAppId" op:"required"` // the ID of the app that the list names
}

// commitSync updates the apps of a device from the list of those installed on it.
func (d devices) commitSync(ctx context.Context, r op.Request, in commitSyncRequest) (device.Done, error) {
	change := device.Change{Device: in.Device}
	for _, app := range in.Adds {
		change.Adds = append(change.Adds, storage.AppID(app))
	}
	for _, app := range in.Removes {
		change.Removes = append(change.Removes, storage.AppID(app))
	}
	for _, m := range in.Merges.Value {
		change.Merges = append(change.Merges, device.MergePair{Previous: storage.AppID(m.Previous), Incoming: storage.AppID(m.Incoming)})
	}
	done, err := d.devices.Commit(ctx, change)
	if err == nil {
		r.Note("device_sync.commit", fmt.Sprintf("%s: added=%d removed=%d orphaned=%d merged=%d",
			in.Device, done.Added, done.Removed, done.Orphaned, done.Merged), true)
	}
	return done, err
}
