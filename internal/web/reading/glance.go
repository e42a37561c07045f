package reading

import (
	"context"
	"net/url"
	"slices"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// glance is what the first screen says of the apps, depending on what the installation is for.
type glance struct {
	Purpose string
	Track   int // apps that track
	Beyond  int // apps beyond the privacy profile
	Review  int // apps with changes to review
	Devices []choice
}

// Any reports whether there is anything to say.
func (g glance) Any() bool {
	return g.Track+g.Beyond+g.Review > 0 || len(g.Devices) > 0 || g.Research()
}

// Research reports whether the installation is for research.
func (g glance) Research() bool { return g.Purpose == settings.PurposeResearch }

// Charted reports whether the chart of the year is shown: not to who watches the apps of a phone, unless it
// is the chart of a filter.
func (g glance) Charted(filtered bool) bool {
	return filtered || g.Purpose != settings.PurposePhone && g.Purpose != settings.PurposeChild
}

func (g glance) write(m *ui.Markup) {
	m.Add(`<p class="row small glance">`)
	if g.Track > 0 {
		m.Add(`<a class="track" href="{}/apps?risk=high">{} you</a> `, m.Base, m.Plural(g.Track, "%s app tracks", "%s apps track"))
	}
	if g.Beyond > 0 {
		m.Add(`<a class="mismatch" href="{}/apps?show=beyond">{} beyond your profile</a> `, m.Base, m.Plural(g.Beyond, "%s app goes", "%s apps go"))
	}
	if g.Review > 0 {
		m.Add(`<a href="{}/apps?show=changed">{} to review</a> `, m.Base, m.Plural(g.Review, "%s app", "%s apps"))
	}
	if g.Research() {
		m.Add(`<a href="{}/statistics">Statistics</a> `, m.Base)
	}
	if len(g.Devices) > 0 {
		m.Add(`<span class="soft">Devices:</span> `)
	}
	for _, d := range g.Devices {
		m.Add(`<a href="{}/devices/{}">{}</a> `, m.Base, d.Value, d.shown())
	}
	m.Add(`</p>`)
}

// glance reads what the first screen says. The counts of apps by risk and with changes are kept by the database.
func (s changes) glance(ctx context.Context, members []selecting) (g glance, err error) {
	if g.Purpose, err = s.Purpose(ctx); err != nil {
		return g, err
	}
	count := func(q tracked.ListQuery) (n int) {
		if err != nil {
			return 0
		}
		q.Limit = 1
		var page tracked.Page
		page, err = s.Fleet.On().List(ctx, q)
		return page.Total
	}
	g.Track = count(tracked.ListQuery{Risk: storage.RiskHigh})
	switch g.Purpose {
	case settings.PurposePhone, settings.PurposeChild:
		g.Beyond = count(tracked.ListQuery{Beyond: true})
	case settings.PurposeTeam:
		g.Review = count(tracked.ListQuery{Changed: true})
	}
	for _, m := range members {
		if m.Name == "device" {
			g.Devices = m.Options[:min(len(m.Options), 8)]
		}
	}
	return g, err
}

// members adds the filters by device and tag to the form, with what the address chooses.
func (s changes) members(ctx context.Context, view *changesView, kept url.Values) error {
	tags, err := s.Fleet.Tags(ctx)
	if err != nil {
		return err
	}
	all, err := s.Devices.List(ctx)
	if err != nil {
		return err
	}
	device := selecting{Name: "device", Label: "Device", Any: "Any device"}
	for _, d := range all {
		device.Options = append(device.Options, choice{Value: d.ID, Own: d.Name, Chosen: kept.Get("device") == d.ID})
	}
	tag := selecting{Name: "tag", Label: "Tag", Any: "Any tag"}
	for _, t := range tags {
		tag.Options = append(tag.Options, choice{Value: t.Tag, Own: t.Tag, Chosen: kept.Get("tag") == t.Tag})
	}
	for _, by := range []selecting{device, tag} {
		if len(by.Options) > 0 {
			view.Members = append(view.Members, by)
		}
		if chosen := kept.Get(by.Name); chosen != "" && !slices.ContainsFunc(by.Options, func(c choice) bool { return c.Chosen }) {
			return ui.Refuse(404, "There is no such "+by.Name)
		}
	}
	return nil
}
