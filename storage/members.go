package storage

// Members are the apps on a device, those with a tag, or those with both. The zero Members are all apps.
type Members struct {
	Device string // only apps on this device; empty: on any, or none
	Tag    string // only apps with this tag; empty: with any, or none
}

// Member returns a function that reports whether an app is one of the members.
func (m Members) Member(tx *Tx) (func(AppID) bool, error) {
	on, tagged := make(map[AppID]bool), make(map[AppID]bool)
	if m.Device != "" {
		for link, err := range tx.DeviceLinks.List(DeviceLinkQuery{Device: m.Device}) {
			if err != nil {
				return nil, err
			}
			on[link.App] = true
		}
	}
	if m.Tag != "" {
		for tag, err := range tx.AppTags.List(AppTagQuery{Tag: m.Tag}) {
			if err != nil {
				return nil, err
			}
			tagged[tag.App] = true
		}
	}
	return func(app AppID) bool { return (m.Device == "" || on[app]) && (m.Tag == "" || tagged[app]) }, nil
}
