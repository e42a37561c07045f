package reading

import (
	"context"
	"slices"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

const (
	// deviceApps and deviceChanges are how many apps and changes the screen of a device shows.
	deviceApps    = 50
	deviceChanges = 20
)

// devices is the screen of one device: what is on it, and what changed there.
type devices struct {
	changes
	page *ui.Template
}

func newDevices(kit *ui.Kit) []ui.Screen {
	s := devices{changes{Kit: kit, excerpts: new(excerpts)}, kit.Template(templates, "templates/device.html")}
	return []ui.Screen{{Route: "GET /devices/{id}", As: "GET /api/devices/{id}", Serve: s.get}}
}

// deviceView is what the screen shows.
type deviceView struct {
	device.Summary
	Apps     []listRow
	Counts   fleet.Counts
	Entries  entries
	Sent     []notify.Destination // to which only what is on this device, or on some devices, is sent
	Filtered bool                 // not all apps are shown
}

// High returns how many apps of the device track.
func (v deviceView) High() int { return v.Counts.ByRisk[storage.RiskHigh] }

func (s devices) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	found, err := s.Devices.Get(ctx, r.Param("id"))
	if err != nil {
		return ui.Reply{}, err
	}
	id := found.Device.ID
	view := deviceView{Summary: device.Summary{Device: found.Device}}
	on := s.Fleet.On(id)
	if view.Counts, err = on.Counts(ctx); err != nil {
		return ui.Reply{}, err
	}
	view.AppCount = view.Counts.Total
	page, err := on.List(ctx, fleet.ListQuery{Order: storage.AppsByRisk, Limit: deviceApps, Grid: true})
	if err != nil {
		return ui.Reply{}, err
	}
	view.Filtered = page.Total > len(page.Apps)
	view.Apps = rowsOf(ui.Say(r), page, nil)
	now := storage.TimeOf(s.Now())
	feed, err := s.Changelog.Feed(ctx, changelog.FeedQuery{Device: id, Limit: deviceChanges})
	if err != nil {
		return ui.Reply{}, err
	}
	last, _ := visit(r, now)
	apps, err := s.standings(ctx, feed.Rows)
	if err != nil {
		return ui.Reply{}, err
	}
	shown := changesView{}
	shown.group(ui.Say(r), feed.Rows, apps, now, last)
	s.addExcerpts(ctx, r, shown.Entries.days)
	view.Entries = entries{days: shown.Entries.days, markup: s.Markup(r), here: ui.Origin(r)}
	if view.Sent, err = s.sentFrom(ctx, r, id); err != nil {
		return ui.Reply{}, err
	}
	return s.page.Render(r, ui.Head{Name: found.Device.Name, Nav: "Apps"}, view)
}

// sentFrom returns the destinations that are limited to devices, this one among them. Who may not see the
// destinations gets none.
func (s devices) sentFrom(ctx context.Context, r ui.Request, id string) (sent []notify.Destination, err error) {
	may, err := r.Allows("GET /api/notifications/destinations")
	if err != nil || !may || s.Outbox == nil {
		return nil, err
	}
	all, err := s.Outbox.Destinations(ctx)
	for _, d := range all {
		if slices.Contains(d.Devices, id) {
			sent = append(sent, d)
		}
	}
	return sent, err
}
