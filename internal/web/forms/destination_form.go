package forms

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// destinationView is the form for a new destination, or for one that exists.
type destinationView struct {
	ID      string // empty: of a new one
	Name    string
	Channel choice
	Where   []input
	When    []input
	What    []input
	Types   []choice
	Devices []device.Summary
	Tags    []tracked.TagCount
	Texts   []input         // the templates
	Chosen  map[string]bool // the types, the devices and the tags that are checked
	Wrong   language.Words  // with the form, but no field of it
}

// Detailed reports whether the form shows when and which notifications are sent: not for a new destination,
// which gets all of them at once.
func (v destinationView) Detailed() bool {
	return v.ID != "" || len(v.Chosen) > 0 || slices.ContainsFunc(slices.Concat(v.When, v.What), func(in input) bool { return in.Wrong != "" })
}

// templated reports whether the form has templates, or a wrong one.
func (v destinationView) templated() bool {
	return slices.ContainsFunc(v.Texts, func(in input) bool { return in.Value != "" || in.Wrong != "" })
}

// begin shows the form for a new destination on the channel in the address.
func (s destinationList) begin(ctx context.Context, r ui.Request) (ui.Reply, error) {
	channel := ui.Query(r, "channel")
	if known(channel, channelChoices()) == "" {
		return ui.SeeOther(r, destinationsPath, ui.Flash{Text: "Choose where notifications go.", Bad: true}), nil
	}
	return s.show(ctx, r, 0, "", url.Values{"channel": {channel}, "deviceIds": r.HTTP().URL.Query()["device"]}, nil, false)
}

func (s destinationList) add(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	change, err := s.destinationOf(ctx, form)
	if err == nil {
		var added notify.Destination
		if added, err = s.Outbox.AddDestination(ctx, change); err == nil {
			r.Note("settings.destination.add", added.ID, true)
			linked, err := s.linkHere(ctx, r)
			if err != nil {
				return ui.Reply{}, err
			}
			return s.saved(ctx, r, form, added.ID, ui.Say(r).Text("%s was added.", added.Name)+linked)
		}
	}
	if wrong, ok := errors.AsType[*notify.InvalidError](err); ok {
		return s.show(ctx, r, 400, "", form, wrong, false)
	}
	return refused(r, form, destinationsPath, err)
}

// linkHere makes messages link to the page under the address of the request, unless an address is set or
// other devices cannot reach this one. It returns a sentence about it.
func (s destinationList) linkHere(ctx context.Context, r ui.Request) (sentence language.Words, err error) {
	address, ok := strings.CutSuffix(r.Address(), destinationsPath)
	here, wrong := url.Parse(address)
	if !ok || wrong != nil || here.Hostname() == "localhost" {
		return "", nil
	}
	if ip, err := netip.ParseAddr(here.Hostname()); err == nil && ip.IsLoopback() {
		return "", nil
	}
	raw, _ := json.Marshal(address) // a text is always encoded
	change, err := settings.Parse(map[string]json.RawMessage{settings.PageURL: raw}, storage.TimeOf(s.Now()))
	if err != nil {
		return "", nil //nolint:nilerr // it is not an address that can be linked to
	}
	err = s.Store.Update(ctx, func(tx *storage.Tx) error {
		sentence = ""
		set, err := settings.Text(tx, settings.PageURL)
		if err != nil || set != "" {
			return err
		}
		sentence = " " + ui.Say(r).Text("Messages link to %s, which you can change under Notifications.", address)
		return change.Write(tx)
	})
	return sentence, err
}

// open shows the form of a destination as it is saved.
func (s destinationList) open(ctx context.Context, r ui.Request) (ui.Reply, error) {
	d, err := s.find(ctx, r)
	if err != nil {
		return ui.Reply{}, err
	}
	apps, err := s.appLines(ctx, d.Apps)
	if err != nil {
		return ui.Reply{}, err
	}
	var types []string
	for _, t := range d.Types {
		types = append(types, string(t))
	}
	form := url.Values{
		"channel": {string(d.Channel)}, "name": {d.Name}, "url": {d.Address}, "user": {d.User}, "from": {d.From}, "to": {d.To},
		"frequency": {d.Frequency}, "hour": {strconv.Itoa(d.Hour)}, "timeZone": {d.TimeZone}, "quietFrom": {d.QuietFrom}, "quietUntil": {d.QuietUntil},
		"appIds": {apps}, "types": types, "deviceIds": d.Devices,
		"tags": d.Tags, "titleTemplate": {d.TitleTemplate}, "bodyTemplate": {d.BodyTemplate},
	}
	return s.show(ctx, r, 0, d.ID, form, nil, d.SecretSet)
}

func (s destinationList) change(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	before, err := s.find(ctx, r)
	if err != nil {
		return ui.Reply{}, err
	}
	form.Set("channel", string(before.Channel))
	change, err := s.destinationOf(ctx, form)
	if err == nil {
		if _, err = s.Outbox.ChangeDestination(ctx, before.ID, change); err == nil {
			r.Note("settings.destination.change", before.ID, true)
			return s.saved(ctx, r, form, before.ID, "Saved.")
		}
	}
	if wrong, ok := errors.AsType[*notify.InvalidError](err); ok {
		return s.show(ctx, r, 400, before.ID, form, wrong, before.SecretSet)
	}
	return refused(r, form, destinationsPath, err)
}

// saved answers a form that was saved, and sends a test message if the form asks for one.
func (s destinationList) saved(ctx context.Context, r ui.Request, form url.Values, id string, text language.Words) (ui.Reply, error) {
	back := ui.Local(form.Get("back"), destinationsPath)
	if form.Get("try") == "" {
		return ui.SeeOther(r, back, ui.Flash{Text: text}), nil
	}
	flash, err := s.try(ctx, ui.Say(r), id)
	if err != nil {
		return refused(r, form, destinationsPath, err)
	}
	flash.Text = language.Words(ui.Say(r).Words(text) + " " + ui.Say(r).Words(flash.Text))
	if flash.Bad {
		return ui.SeeOther(r, destinationsPath+"/"+id, flash), nil
	}
	return ui.SeeOther(r, back, flash), nil
}

// show shows the form of a destination with what was typed, and with what is wrong with it.
func (s destinationList) show(ctx context.Context, r ui.Request, status int, id string, form url.Values, wrong *notify.InvalidError, secret bool) (ui.Reply, error) {
	channel := form.Get("channel")
	view := destinationView{
		ID: id, Name: form.Get("name"), Channel: choice{channel, words(channel, channelChoices())},
		Where: whereInputs(notify.Channel(channel)), When: whenInputs(), What: whatInputs(), Texts: textInputs(), Types: typeChoices(), Chosen: make(map[string]bool),
	}
	var err error
	if view.Devices, err = s.Devices.List(ctx); err != nil {
		return ui.Reply{}, err
	}
	if view.Tags, err = s.Fleet.Tags(ctx); err != nil {
		return ui.Reply{}, err
	}
	if wrong != nil {
		view.Wrong = language.Words(wrong.Error() + ".")
	}
	for _, inputs := range [][]input{view.Where, view.When, view.What, view.Texts} {
		for i := range inputs {
			in := &inputs[i]
			if in.Kind == "zone" && id != "" {
				in.Kind = "text" // an empty one was chosen
			}
			if in.Kind == "secret" {
				in.Set = secret
			} else {
				in.Value = form.Get(in.Name)
			}
			if wrong != nil && wrong.Name == in.Name {
				in.Wrong, view.Wrong = ui.Say(r).Text("%s %s.", in.Label, language.Words(wrong.Reason)), ""
			}
		}
	}
	for _, name := range destinationLists {
		for _, value := range form[name] {
			view.Chosen[value] = true
		}
	}
	title := language.Words("Add a destination")
	if id != "" {
		title = "Edit a destination"
	}
	return s.Render(r, ui.Head{Title: title, Nav: settingsTitle, Status: status}, view.write)
}

// destinationOf reads the form of a destination. A field that the form lacks, and an empty
// secret, stay as they are.
func (s destinationList) destinationOf(ctx context.Context, form url.Values) (c notify.DestinationChange, err error) {
	text := func(name string) *string {
		if !form.Has(name) {
			return nil
		}
		value := strings.ReplaceAll(strings.TrimSpace(form.Get(name)), "\r\n", "\n")
		return &value
	}
	channel := notify.Channel(form.Get("channel"))
	frequency := cmp.Or(form.Get("frequency"), settings.Immediate)
	devices, tags := form["deviceIds"], form["tags"]
	var types []storage.NotificationType
	for _, t := range form["types"] {
		types = append(types, storage.NotificationType(t))
	}
	c = notify.DestinationChange{
		Name: text("name"), Channel: &channel, URL: text("url"), User: text("user"), From: text("from"), To: text("to"),
		Frequency: &frequency, TimeZone: text("timeZone"), QuietFrom: text("quietFrom"), QuietUntil: text("quietUntil"), Types: &types, Devices: &devices,
		Tags: &tags, TitleTemplate: text("titleTemplate"), BodyTemplate: text("bodyTemplate"),
	}
	if secret := strings.TrimSpace(form.Get("secret")); secret != "" || form.Get("secret-forget") != "" {
		c.Secret = &secret
	}
	if hour := strings.TrimSpace(form.Get("hour")); hour != "" {
		n, err := strconv.Atoi(hour)
		if err != nil {
			return c, &notify.InvalidError{Name: "hour", Reason: "must be from 0 to 23"}
		}
		c.Hour = &n
	}
	apps, err := s.appsNamed(ctx, form.Get("appIds"))
	c.Apps = &apps
	return c, err
}

// appsNamed returns the apps that the lines of a text name, by name or ID. The error is a
// [*notify.InvalidError].
func (s destinationList) appsNamed(ctx context.Context, text string) (apps []storage.AppID, err error) {
	for name := range strings.Lines(text) {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		if _, id, ok := strings.Cut(strings.TrimSuffix(name, ")"), " ("); ok && strings.HasSuffix(name, ")") { // as appLines writes it
			if n, err := storage.ParseAppKey(id[strings.LastIndex(id, "(")+1:]); err == nil {
				apps = append(apps, n)
				continue
			}
		}
		app, others, err := s.FindApp(ctx, name)
		switch {
		case err != nil:
			return nil, err
		case app == 0 && len(others) > 0:
			return nil, &notify.InvalidError{Name: "appIds", Reason: "must name one app a line, and " + strconv.Quote(name) + " could be " + others[0].Name + " (" + others[0].ID.String() + ") or " + others[1].Name + " (" + others[1].ID.String() + ")"}
		case app == 0:
			return nil, &notify.InvalidError{Name: "appIds", Reason: "must name one app a line, and none of yours is " + strconv.Quote(name)}
		}
		apps = append(apps, app)
	}
	return apps, nil
}

// appLines returns apps as lines, with their names.
func (s destinationList) appLines(ctx context.Context, apps []storage.AppID) (string, error) {
	known, err := storage.View(ctx, s.Store, func(tx *storage.Tx) (map[storage.AppID]storage.AppBrief, error) {
		return tx.AppBriefsOf(apps...)
	})
	lines := make([]string, len(apps))
	for i, app := range apps {
		lines[i] = app.String()
		if name := known[app].Name; name != "" {
			lines[i] = name + " (" + app.String() + ")"
		}
	}
	return strings.Join(lines, "\n"), err
}

// whereInputs are the fields of the address and the account of a channel.
func whereInputs(c notify.Channel) []input {
	inputs := []input{{Name: "name", Label: "Name", Kind: "text", Hint: "Its name here, such as “My phone”. Empty: the name of the channel."}}
	for _, f := range c.Form().Fields {
		in := input{Name: f.Name, Label: language.Words(f.Label), Kind: "text", Hint: language.Words(f.Hint)}
		if f.Secret {
			in.Kind = "secret"
		}
		inputs = append(inputs, in)
	}
	return inputs
}

// destinationLists are the fields of the form of a destination with several values.
var destinationLists = []string{"types", "deviceIds", "tags"}

// destinationFields are the fields of the form of a destination, on any channel.
func destinationFields() []string {
	inputs := slices.Concat(whenInputs(), whatInputs(), textInputs())
	for _, channel := range channelChoices() {
		inputs = append(inputs, whereInputs(notify.Channel(channel.Value))...)
	}
	return append(append(fieldsOf(inputs), "channel", "try"), destinationLists...)
}

// whenInputs are the fields of the times of a destination.
func whenInputs() []input {
	return []input{
		{Name: "frequency", Label: "Send", Kind: "select", Choices: frequencyChoices()},
		{Name: "hour", Label: "Hour of summaries", Kind: "number", Hint: "0 to 23. Empty: 8."},
		{Name: "quietFrom", Label: "Quiet from", Kind: "time", Hint: "Messages of the quiet hours are sent when they end. Empty: the quiet hours under Notifications."},
		{Name: "quietUntil", Label: "Quiet until", Kind: "time"},
		{Name: "timeZone", Label: "Time zone", Kind: "zone", Hint: "Of the hour and the quiet hours, such as Europe/Berlin. Empty: UTC."},
	}
}

// whatInputs are the fields of what a destination is for, besides types and devices.
func whatInputs() []input {
	return []input{
		{Name: "appIds", Label: "Only these apps", Kind: "lines", Hint: "One name a line. Empty: all apps."},
	}
}

// textInputs are the templates of a destination.
func textInputs() []input {
	return []input{
		{Name: "titleTemplate", Label: "Title", Kind: "text", Hint: "Empty: what the app did worst. {{.Title}} is that title."},
		{Name: "bodyTemplate", Label: "Text", Kind: "lines", Hint: "Empty: up to five changes, the worst first. Such as {{range .Changes}}{{.App}}: {{.Sentence}} and {{end}} on a line of its own; {{.Link}} is the link to the page."},
	}
}

// previewView is what a destination would have got.
type previewView struct{ notify.PreviewedMessages }

// preview shows what a destination would have got of the newest notifications, in a window of its own, so
// that the form stays as it is.
func (s destinationList) preview(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	change, err := s.destinationOf(ctx, form)
	if err == nil {
		var shown notify.PreviewedMessages
		if shown, err = s.Outbox.Preview(ctx, change); err == nil {
			return s.Render(r, ui.Head{Title: "Preview", Nav: settingsTitle}, previewView{shown}.write)
		}
	}
	if wrong, ok := errors.AsType[*notify.InvalidError](err); ok {
		return s.show(ctx, r, 400, "", form, wrong, false)
	}
	return refused(r, form, destinationsPath, err)
}
