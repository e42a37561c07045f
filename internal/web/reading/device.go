package reading

import (
	"context"
	"slices"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/tracked"
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
type devices struct{ changes }

func newDevices(kit *ui.Kit) []ui.Screen {
	s := devices{changes{Kit: kit, excerpts: new(excerpts)}}
	return []ui.Screen{{Route: "GET /devices/{id}", As: "GET /api/devices/{id}", Serve: s.get}}
}

// deviceView is what the screen shows.
type deviceView struct {
	device.Summary
	Apps     []listRow
	Counts   tracked.Counts
	Entries  entries
	Sent     []notify.Destination // to which only what is on this device, or on some devices, is sent
	Filtered bool                 // not all apps are shown
}

// High returns how many apps of the device track.
func (v deviceView) High() int { return v.Counts.ByRisk[storage.RiskHigh] }

func (v deviceView) write(m *ui.Markup) {
	m.Add(`<div class="head"><h1>{}</h1><p>`, v.Name)
	if v.Model != "" {
		m.Add(`{}`, v.Model)
		if v.OwnerLabel != "" {
			m.Add(` · `)
		}
	}
	m.Add(`{}</p></div>
	`, v.OwnerLabel)
	v.writeFacts(m)
	m.Add(`<section aria-labelledby="changed-title"><h2 id="changed-title">What changed on it</h2>
	`)
	if v.Entries.Any() {
		v.Entries.write(m)
		m.Add(`
			<p><a href="{}/?device={}">All changes on this device</a></p>`, m.Base, v.ID)
	} else {
		m.Add(`<p class="soft">None of its apps has changed yet.</p>`)
	}
	m.Add(`</section>
		<section aria-labelledby="on-title"><h2 id="on-title">Apps on it</h2>
	`)
	v.writeApps(m)
	if v.AppCount > 0 {
		m.Add(`<p class="row">`)
		if m.Offers("GET /api/apps/export") {
			m.Add(`<a href="{}/api/apps/export?format=csv&amp;devices={}" download>Export for a spreadsheet (CSV)</a>`, m.Base, v.ID)
		}
		m.Add(` `)
		if m.Offers("POST /api/imports/items") {
			m.Add(`<a href="{}/add?device={}">Add apps to it</a>`, m.Base, v.ID)
		}
		m.Add(` <a href="{}/settings/devices">Devices</a></p>`, m.Base)
	}
	m.Add(`</section>
	`)
}

func (v deviceView) writeFacts(m *ui.Markup) {
	m.Add(`<dl class="facts"><div><dt>Apps</dt><dd><a href="{}/apps?device={}">{}</a></dd></div>
		<div><dt>Track</dt><dd>`, m.Base, v.ID, m.Count(v.AppCount))
	if high := v.High(); high > 0 {
		m.Add(`<a class="track" href="{}/apps?device={}&amp;risk=high">{}</a>`, m.Base, v.ID, m.Count(high))
	} else {
		m.Add(`none`)
	}
	m.Add(`</dd></div>
	`)
	if beyond := v.Counts.Mismatched; beyond > 0 {
		m.Add(`<div><dt>Beyond your profile</dt><dd><a class="mismatch" href="{}/apps?device={}&amp;show=beyond">{}</a></dd></div>`, m.Base, v.ID, m.Count(beyond))
	}
	m.Add(`<div><dt>To review</dt><dd>`)
	if changed := v.Counts.Changed; changed > 0 {
		m.Add(`<a href="{}/apps?device={}&amp;show=changed">{}</a>`, m.Base, v.ID, m.Plural(changed, "%s app", "%s apps"))
	} else {
		m.Add(`nothing`)
	}
	m.Add(`</dd></div>
		<div><dt>Last synced</dt><dd>{}</dd></div>
	`, m.Ago(v.LastSynced))
	if m.Offers("GET /api/notifications/destinations") {
		v.writeSent(m)
	}
	m.Add(`</dl>
	`)
}

// writeSent writes where messages about the device go.
func (v deviceView) writeSent(m *ui.Markup) {
	m.Add(`<div><dt>Messages about it</dt><dd>`)
	for i, d := range v.Sent {
		if i > 0 {
			m.Add(`, `)
		}
		m.Add(`<a href="{}/settings/destinations/{}">{}</a>`, m.Base, d.ID, d.Name)
	}
	if len(v.Sent) == 0 {
		m.Add(`<a href="{}/settings/destinations">Choose where to</a>`, m.Base)
	}
	m.Add(`</dd></div>`)
}

func (v deviceView) writeApps(m *ui.Markup) {
	if len(v.Apps) == 0 {
		m.Add(`<p class="soft">No app is on this device. Choose it when you <a href="{}/add">add apps</a>, or put apps on it in the <a href="{}/apps">list of apps</a>.</p>
		`, m.Base, m.Base)
		return
	}
	m.Add(`<div class="scroll" tabindex="0"><table class="cards flow"><thead><tr><th scope="col">App</th><th scope="col">Risk</th><th scope="col">To review</th><th scope="col">Last checked</th></tr></thead>
		<tbody>`)
	for _, row := range v.Apps {
		m.Add(`<tr><th scope="row"><a href="{}/apps/{}">{}</a><small class="soft">{}`, m.Base, row.ID, m.Named(row.Name, row.ID), row.Developer)
		if row.Beside != "" {
			m.Add(` · {}`, row.Beside)
		}
		m.Add(`</small></th><td><span class="kind {}">{}</span>`, row.Grade.Class, row.Grade.Word)
		if row.Beyond > 0 {
			m.Add(` · <small class="mismatch">beyond your profile</small>`)
		}
		m.Add(`</td><td data-th="to review">{}</td><td data-th="checked">{}</td></tr>
		`, row.Review, m.Since(row.LastSynced))
	}
	m.Add(`</tbody></table></div>`)
	if v.Filtered {
		m.Add(`<p><a href="{}/apps?device={}">All {} apps</a></p>`, m.Base, v.ID, m.Count(v.AppCount))
	}
	m.Add(`
	`)
}

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
	page, err := on.List(ctx, tracked.ListQuery{Order: storage.AppsByRisk, Limit: deviceApps, Grid: true})
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
	view.Entries = entries{days: shown.Entries.days}
	if view.Sent, err = s.sentFrom(ctx, r, id); err != nil {
		return ui.Reply{}, err
	}
	return s.Render(r, ui.Head{Name: found.Device.Name, Nav: "Apps"}, view.write)
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
