package forms

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// deviceList is the screen of the devices that apps are on.
type deviceList struct {
	*ui.Kit
	page, merge *ui.Template
}

func newDeviceList(kit *ui.Kit) []ui.Screen {
	page := kit.Template(templates, "templates/devices.html", "templates/sections.html")
	merge := kit.Template(templates, "templates/merge_device.html")
	s := deviceList{kit, page, merge}
	return []ui.Screen{
		{Route: "GET /settings/devices", As: "GET /api/devices", Serve: s.get},
		{Route: "POST /settings/devices", Fields: []string{"name"}, As: "POST /api/devices", Once: true, Serve: ui.Form(s.add)},
		{Route: "POST /settings/devices/{id}", Fields: []string{"name"}, As: "PATCH /api/devices/{id}", Serve: ui.Form(s.rename)},
		{Route: "GET /settings/devices/{id}/forget", As: "GET /api/devices/{id}", Serve: s.ask},
		{Route: "GET /settings/devices/{id}/merge", As: "GET /api/devices/{id}", Serve: s.askMerge},
		{Route: "POST /settings/devices/{id}/merge", Fields: []string{"into"}, As: "PATCH /api/devices/{id}", Serve: ui.Form(s.mergeInto)},
		{Route: "POST /settings/devices/{id}/forget", As: "DELETE /api/devices/{id}", Serve: ui.Form(s.remove)},
	}
}

type devicesView struct {
	Section string
	Devices []device.Summary
	Wrong   language.Words // why no device was added or renamed
	Renamed string         // the device that was not renamed; empty: none was added
}

func (s deviceList) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	return s.show(ctx, r, 0, "", "")
}

func (s deviceList) show(ctx context.Context, r ui.Request, status int, wrong language.Words, renamed string) (ui.Reply, error) {
	all, err := s.Devices.List(ctx)
	if err != nil {
		return ui.Reply{}, err
	}
	return s.page.Render(r, ui.Head{Title: "Devices", Nav: settingsTitle, Status: status}, devicesView{"devices", all, wrong, renamed})
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
	return s.merge.Render(r, ui.Head{Title: "Merge a device", Nav: settingsTitle}, view)
}

func (s deviceList) mergeInto(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	from, into := r.Param("id"), form.Get("into")
	if err := s.Devices.Merge(ctx, from, into); err != nil {
		return refused(r, form, "/settings/devices", err)
	}
	r.Note("devices.merge", from+" into "+into, true)
	return ui.SeeOther(r, "/settings/devices", ui.Flash{Text: "The devices are one now."}), nil
}
