package sqldb

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

var _ = declare("Devices", declaration{
	table: "devices",
	query: asking(func(q storage.DeviceQuery, s *selection) {
		s.keepIf(q.ECID != "", "ecid = ?", string(q.ECID))
		s.order = "last_synced DESC, name, id"
		s.limit = q.Limit
	}),
})

var _ = declare("DeviceLinks", declaration{
	table: "device_links",
	query: asking(func(q storage.DeviceLinkQuery, s *selection) {
		s.ofApps(q.Apps)
		s.keepIf(q.Device != "", "device_id = ?", q.Device)
		s.order = "app_id, device_id"
		s.limit = q.Limit
	}),
})

// ofApps selects what belongs to one of some apps. Without any, it selects all.
func (s *selection) ofApps(ids []storage.AppID) {
	if len(ids) == 0 {
		return
	}
	args := padded(ids)
	s.keep("app_id IN ("+marks(len(args))+")", args...)
}

// marks returns a comma-separated list of n question marks.
func marks(n int) string { return "?" + strings.Repeat(", ?", n-1) }

// padded returns ids as arguments. It repeats the last one up to a power of two, so that few
// different statements are prepared.
func padded(ids []storage.AppID) []any {
	args := make([]any, 1<<bits.Len(uint(len(ids)-1)))
	for i := range args {
		args[i] = int64(ids[min(i, len(ids)-1)])
	}
	return args
}

// maxMerged is the maximum number of devices whose index ranges are merged. For more devices,
// all their links are read and sorted.
const maxMerged = 16

// onDevices returns a statement that selects the key of the name and the id of the apps on devices. In the
// schema, each link contains that key of its app, and each app the number of its devices. So
// the apps of one device are a range of an index in the order of the list. The ranges of
// several devices are merged, only as far as the end of the page.
func onDevices(ids []string) (statement string, args []any) {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	none := ids[0] == ""
	if none {
		ids = ids[1:]
	}
	const linked = "app_key AS name_key, app_id AS id FROM device_links WHERE device_id "
	var parts []string
	if len(ids) > maxMerged {
		parts = []string{"SELECT DISTINCT " + linked + "IN (" + marks(len(ids)) + ")"}
	} else {
		parts = slices.Repeat([]string{"SELECT " + linked + "= ?"}, len(ids))
	}
	if none {
		parts = append(parts, "SELECT name_key, id FROM apps WHERE devices = 0")
	}
	for _, id := range ids {
		args = append(args, id)
	}
	return strings.Join(parts, " UNION "), args
}
