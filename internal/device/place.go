package device

import (
	"context"

	"github.com/privacylabels/auditor/storage"
)

// Place records that apps are on a device, or that they are not. Apps that are not tracked are
// ignored, and so are those of which it is known. It returns the apps that changed. The error wraps
// storage.ErrNotFound if there is no such device.
func (s *Service) Place(ctx context.Context, device string, on bool, apps ...storage.AppID) ([]storage.AppID, error) {
	now := s.stamp()
	return storage.Update(ctx, s.Store, func(tx *storage.Tx) (changed []storage.AppID, err error) {
		if _, err := tx.Devices.Get(device); err != nil {
			return nil, err
		}
		for _, app := range apps {
			_, tracked, err := storage.Find(tx.Apps, app)
			if err != nil {
				return nil, err
			}
			_, linked, err := storage.Find(tx.DeviceLinks, storage.DeviceLinkID{App: app, Device: device})
			if err != nil {
				return nil, err
			}
			if !tracked || linked == on {
				continue
			}
			changed = append(changed, app)
			if on {
				err = tx.DeviceLinks.Put(storage.DeviceLink{App: app, Device: device, FirstSeen: now, LastSeen: now})
			} else {
				_, err = tx.DeviceLinks.Delete(storage.DeviceLinkID{App: app, Device: device})
			}
			if err != nil {
				return nil, err
			}
		}
		return changed, nil
	})
}
