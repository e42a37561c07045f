package forms

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

const changeDevice = "PATCH /api/devices/{id}"

// deviceList is the screen of the devices that apps are on.
type deviceList struct{ *ui.Kit }

func newDeviceList(kit *ui.Kit) []ui.Screen {
	s := deviceList{kit}
	return []ui.Screen{
		{Route: "GET /settings/devices", As: "GET /api/devices", Serve: s.get},
		{Route: "POST /settings/devices", Fields: []string{"name"}, As: "POST /api/devices", Once: true, Serve: ui.Form(s.add)},
		{Route: "POST /settings/devices/{id}", Fields: []string{"name"}, As: changeDevice, Serve: ui.Form(s.rename)},
		{Route: "GET /settings/devices/{id}/forget", As: "GET /api/devices/{id}", Serve: s.ask},
		{Route: "GET /settings/devices/{id}/merge", As: "GET /api/devices/{id}", Serve: s.askMerge},
		{Route: "POST /settings/devices/{id}/merge", Fields: []string{"into"}, As: changeDevice, Serve: ui.Form(s.mergeInto)},
		{Route: "POST /settings/devices/{id}/forget", As: "DELETE /api/devices/{id}", Serve: ui.Form(s.remove)},
	}
}

type devicesView struct {
	Devices []device.Summary
	Wrong   language.Words // why no device was added or renamed
	Renamed string         // the device that was not renamed; empty: none was added
}

func (v devicesView) write(m *ui.Markup) {
	writeSections(m, "devices")
	m.Add(`<section aria-labelledby="devices-title"><h2 id="devices-title">Devices</h2>
		`)
	if len(v.Devices) > 0 {
		v.writeTable(m)
	} else {
		m.Add(`<p class="soft">There are no devices. Apps are watched without one, too: a device is a list of the apps that
			are installed on it, such as “My phone”.</p>`)
	}

	m.Add(`</section>
		`)
	if !m.Offers("POST /api/devices") {
		return
	}

	wrong := v.Wrong != "" && v.Renamed == ""
	m.Add(`<section aria-labelledby="new-title"><h2 id="new-title">Add a device</h2>
		<form method="post" action="{}/settings/devices" class="stack">
		<div class="field"><label for="name">Name</label><input id="name" name="name" required
		maxlength="200"{? aria-invalid="true" aria-describedby="name-wrong"}>`,
		m.Base, wrong)
	if wrong {
		m.Add(`<p class="wrong" id="name-wrong" role="alert">{}</p>`, v.Wrong)
	}

	m.Add(`</div><button>Add</button></form></section>
		`)
}

func (v devicesView) writeTable(m *ui.Markup) {
	change, remove, notify := m.Offers(changeDevice), m.Offers("DELETE /api/devices/{id}"), m.Offers(addDestination)
	m.Add(`<div class="scroll" tabindex="0"><table class="cards"><thead><tr><th scope="col">Device</th>
		<th scope="col" class="num">Apps</th><th scope="col">Last synced</th>`)
	if change {
		m.Add(`<th scope="col">New name</th>`)
	}

	m.Add(`<th scope="col"><span class="unseen">Action</span></th></tr></thead>
		<tbody>`)
	for _, d := range v.Devices {
		m.Add(`<tr>`)
		v.writeDevice(m, d, change)
		m.Add(`
			<td class="num">`)
		merge := change && len(v.Devices) > 1
		if notify {
			m.Add(`<a href="{}/settings/destinations?device={}">Notify<span class="unseen"> of changes on {}</span></a>`,
				m.Base, d.ID, d.Name)
		}
		if notify && (merge || remove) {
			m.Add(` · `)
		}
		if merge {
			m.Add(`<a href="{}/settings/devices/{}/merge">Merge<span class="unseen"> {}</span></a>`, m.Base, d.ID, d.Name)
		}
		if merge && remove {
			m.Add(` · `)
		}
		if remove {
			m.Add(`<a href="{}/settings/devices/{}/forget">Delete<span class="unseen"> {}</span></a>`, m.Base, d.ID, d.Name)
		}
		m.Add(`</td></tr>`)
	}

	m.Add(`</tbody></table></div>`)
}

// writeDevice writes the cells of a device, with the form for a new name for who may change it.
func (v devicesView) writeDevice(m *ui.Markup, d device.Summary, change bool) {
	m.Add(`<th scope="row"><a href="{}/devices/{}">{}</a>`, m.Base, d.ID, d.Name)
	if d.Model != "" || d.OwnerLabel != "" {
		m.Add(`<br><small class="soft">{}`, string(d.Model))
		if d.Model != "" && d.OwnerLabel != "" {
			m.Add(` · `)
		}
		m.Add(`{}</small>`, string(d.OwnerLabel))
	}

	m.Add(`</th><td class="num" data-th="Apps">{}</td><td data-th="Last synced">{}</td>`,
		m.Count(d.AppCount), m.Ago(d.LastSynced))
	if !change {
		return
	}

	wrong := d.ID == v.Renamed
	m.Add(`<td>
		<form method="post" action="{}/settings/devices/{}" class="row"><input name="name" value="{}" required maxlength="200"
		aria-label="Name of {}"{? aria-invalid="true" aria-describedby="rename-wrong"}><button>Rename</button>`,
		m.Base, d.ID, d.Name, d.Name, wrong)
	if wrong {
		m.Add(`<p class="wrong" id="rename-wrong" role="alert">{}</p>`, v.Wrong)
	}

	m.Add(`</form></td>`)
}

func (s deviceList) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	return s.show(ctx, r, 0, "", "")
}

func (s deviceList) show(ctx context.Context, r ui.Request, status int, wrong language.Words, renamed string) (ui.Reply, error) {
	all, err := s.Devices.List(ctx)
	if err != nil {
		return ui.Reply{}, err
	}
	return s.Render(r, ui.Head{Title: "Devices", Nav: settingsTitle, Status: status}, devicesView{all, wrong, renamed}.write)
}

func (s deviceList) add(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	name := strings.TrimSpace(form.Get("name"))
	if storage.Blank(name) {
		return s.show(ctx, r, 400, "A device needs a name.", "")
	}
	added, err := s.Devices.Add(ctx, device.Description{Name: name})
	if err != nil {
		return refused(r, form, "/settings/devices", err)
	}
	r.Note("devices.create", added.ID, true)
	return ui.SeeOther(r, "/settings/devices", ui.Flash{Text: ui.Say(r).Text("%s was added.", added.Name)}), nil
}

func (s deviceList) rename(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	name := strings.TrimSpace(form.Get("name"))
	if storage.Blank(name) {
		return s.show(ctx, r, 400, "A device needs a name.", r.Param("id"))
	}
	named, err := s.Devices.Rename(ctx, r.Param("id"), name)
	if err != nil {
		return refused(r, form, "/settings/devices", err)
	}
	r.Note("devices.rename", named.ID, true)
	return ui.SeeOther(r, "/settings/devices", ui.Flash{Text: ui.Say(r).Text("The device is called %s now.", named.Name)}), nil
}

func (s deviceList) ask(ctx context.Context, r ui.Request) (ui.Reply, error) {
	found, err := s.Devices.Get(ctx, r.Param("id"))
	if err != nil {
		return ui.Reply{}, err
	}
	return s.Ask(r, "Delete a device", settingsTitle, ui.Question{
		Ask:  ui.Say(r).Text("Delete %s?", found.Device.Name),
		Lost: "The device and the list of what is installed on it are deleted, and so are the labels, history, notes and verdicts of the apps that are on no other device.",
		Form: "/settings/devices/" + found.Device.ID + "/forget", Yes: "Delete the device", Keep: "/settings/devices",
	})
}

func (s deviceList) remove(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	id := r.Param("id")
	orphaned, err := s.Devices.Remove(ctx, id)
	if err != nil {
		return refused(r, form, "/settings/devices", err)
	}
	r.Note("devices.delete", fmt.Sprintf("%s, %d apps", id, orphaned), true)
	return ui.SeeOther(r, "/settings/devices", ui.Flash{
		Text: ui.Say(r).Plural(orphaned, "The device was deleted, with %s app that was on no other.", "The device was deleted, with %s apps that were on no other."),
	}), nil
}

// mergeView is a device and those that it can be merged into.
type mergeView struct {
	Device device.Summary
	Others []device.Summary
}

func (v mergeView) write(m *ui.Markup) {
	m.Add(`<div class="narrow"><h1>Merge {} into another device</h1>
		`, v.Device.Name)
	if len(v.Others) > 0 {
		m.Add(`<p>Its {} and its lists of apps become those of the other device, and {} is deleted. No app is lost. This
			cannot be undone.</p>
			<form method="post" action="{}/settings/devices/{}/merge" class="stack"><label for="into">The other device</label>
			<select id="into" name="into" required><option value="">Choose a device</option>`,
			m.Plural(v.Device.AppCount, "%s app", "%s apps"), v.Device.Name, m.Base, v.Device.ID)
		for _, d := range v.Others {
			m.Add(`<option value="{}">{} ({})</option>`, d.ID, d.Name, m.Plural(d.AppCount, "%s app", "%s apps"))
		}
		m.Add(`</select>
			<button class="danger">Merge the devices</button></form>
			`)
	} else {
		m.Add(`<p>There is no other device.</p>
			`)
	}
	m.Add(`<p><a href="{}/settings/devices">Change nothing</a></p></div>`, m.Base)
}

func (s deviceList) askMerge(ctx context.Context, r ui.Request) (ui.Reply, error) {
	all, err := s.Devices.List(ctx)
	if err != nil {
		return ui.Reply{}, err
	}
	at := slices.IndexFunc(all, func(d device.Summary) bool { return d.ID == r.Param("id") })
	if at < 0 {
		return ui.Reply{}, storage.ErrNotFound
	}
	view := mergeView{Device: all[at], Others: slices.Delete(slices.Clone(all), at, at+1)}
	return s.Render(r, ui.Head{Title: "Merge a device", Nav: settingsTitle}, view.write)
}

func (s deviceList) mergeInto(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	from, into := r.Param("id"), form.Get("into")
	if err := s.Devices.Merge(ctx, from, into); err != nil {
		return refused(r, form, "/settings/devices", err)
	}
	r.Note("devices.merge", from+" into "+into, true)
	return ui.SeeOther(r, "/settings/devices", ui.Flash{Text: "The devices are one now."}), nil
}
