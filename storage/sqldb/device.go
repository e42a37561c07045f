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

// selection returns an empty selection that can ask the transaction which apps are few.
func (t *tx) selection() selection {
	return selection{candidates: t.candidates, linked: t.linked, tagged: t.tagged}
}

// linked returns the IDs of the apps on devices as a JSON array. Few is false if they are so many
// that reading all apps in the order of a list is faster, if the apps on no device are among
// them, or if the database chooses by itself what it reads first.
func (t *tx) linked(devices []string) (ids string, few bool) {
	return t.members("SELECT app_id FROM device_links WHERE device_id IN ("+marks(len(devices))+")", devices)
}

// tagged is linked for the apps with a tag.
func (t *tx) tagged(tag string) (ids string, few bool) {
	return t.members("SELECT app_id FROM app_tags WHERE tag IN (?)", []string{tag})
}

// members returns what linked does of the apps that a query selects by texts.
func (t *tx) members(query string, texts []string) (ids string, few bool) {
	if !t.dialect.Trigrams || slices.Contains(texts, "") {
		return "", false
	}
	all := 0
	if _, err := t.first("SELECT n FROM sizes WHERE kind = 'apps'", nil, &all); err != nil {
		return "", false // and every statement of the transaction fails from now on
	}
	args := make([]any, len(texts), len(texts)+1)
	for i, text := range texts {
		args[i] = text
	}
	most := all / fewOfAll
	found, err := t.ids(query+" LIMIT "+someRows, append(args, int64(most)+1))
	if err != nil || len(found) > most {
		return "", false
	}
	slices.Sort(found)
	return array(slices.Compact(found)), true
}

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
