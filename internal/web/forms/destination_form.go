package forms

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// destinationView is the form for a new destination, or for one that exists.
type destinationView struct {
	Section string
	ID      string // empty: of a new one
	Name    string
	Channel choice
	Where   []input
	When    []input
	What    []input
	Types   []choice
	Devices []device.Summary
	Chosen  map[string]bool // the types and the devices that are checked
	Wrong   string          // with the form, but no field of it
}

// begin shows the form for a new destination on the channel in the address.
func (s destinationList) begin(ctx context.Context, r ui.Request) (ui.Reply, error) {
	channel := ui.Query(r, "channel")
	if known(channel, channelChoices()) == "" {
		return ui.SeeOther(r, destinationsPath, ui.Flash{Text: "Choose where notifications go.", Bad: true}), nil
	}
	return s.show(ctx, r, 0, "", url.Values{"channel": {channel}}, nil, false)
}

func (s destinationList) add(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	change, err := destinationOf(form)
	if err == nil {
		var added notify.Destination
		if added, err = s.Outbox.AddDestination(ctx, change); err == nil {
			r.Note("settings.destination.add", added.ID, true)
			return s.saved(ctx, r, form, added.ID, added.Name+" was added.")
		}
	}
	if wrong, ok := errors.AsType[*notify.InvalidError](err); ok {
		return s.show(ctx, r, 400, "", form, wrong, false)
	}
	return refused(r, form, destinationsPath, err)
}

// open shows the form of a destination as it is saved.
func (s destinationList) open(ctx context.Context, r ui.Request) (ui.Reply, error) {
	d, err := s.find(ctx, r)
	if err != nil {
		return ui.Reply{}, err
	}
	var apps []string
	for _, app := range d.Apps {
		apps = append(apps, app.String())
	}
	var types []string
	for _, t := range d.Types {
		types = append(types, string(t))
	}
	form := url.Values{
		"channel": {string(d.Channel)}, "name": {d.Name}, "url": {d.Address}, "user": {d.User}, "from": {d.From}, "to": {d.To},
		"frequency": {d.Frequency}, "hour": {strconv.Itoa(d.Hour)}, "timeZone": {d.TimeZone}, "quietFrom": {d.QuietFrom}, "quietUntil": {d.QuietUntil},
		"appIds": {strings.Join(apps, ", ")}, "types": types, "deviceIds": d.Devices,
	}
	return s.show(ctx, r, 0, d.ID, form, nil, d.SecretSet)
}

func (s destinationList) change(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	before, err := s.find(ctx, r)
	if err != nil {
		return ui.Reply{}, err
	}
	form.Set("channel", string(before.Channel))
	change, err := destinationOf(form)
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
func (s destinationList) saved(ctx context.Context, r ui.Request, form url.Values, id, text string) (ui.Reply, error) {
	back := ui.Local(form.Get("back"), destinationsPath)
	if form.Get("try") == "" {
		return ui.SeeOther(r, back, ui.Flash{Text: text}), nil
	}
	flash, err := s.try(ctx, id)
	if err != nil {
		return refused(r, form, destinationsPath, err)
	}
	flash.Text = text + " " + flash.Text
	if flash.Bad {
		return ui.SeeOther(r, destinationsPath+"/"+id, flash), nil
	}
	return ui.SeeOther(r, back, flash), nil
}

// show shows the form of a destination with what was typed, and with what is wrong with it.
func (s destinationList) show(ctx context.Context, r ui.Request, status int, id string, form url.Values, wrong *notify.InvalidError, secret bool) (ui.Reply, error) {
	channel := form.Get("channel")
	view := destinationView{
		Section: "destinations", ID: id, Name: form.Get("name"), Channel: choice{channel, words(channel, channelChoices())},
		Where: whereInputs(notify.Channel(channel)), When: whenInputs(), What: whatInputs(), Types: typeChoices(), Chosen: make(map[string]bool),
	}
	var err error
	if view.Devices, err = s.Devices.List(ctx); err != nil {
		return ui.Reply{}, err
	}
	if wrong != nil {
		view.Wrong = wrong.Error() + "."
	}
	for _, inputs := range [][]input{view.Where, view.When, view.What} {
		for i := range inputs {
			in := &inputs[i]
			if in.Kind == "secret" {
				in.Set = secret
			} else {
				in.Value = form.Get(in.Name)
			}
			if wrong != nil && wrong.Name == in.Name {
				in.Wrong, view.Wrong = in.Label+" "+wrong.Reason+".", ""
			}
		}
	}
	for _, name := range []string{"types", "deviceIds"} {
		for _, value := range form[name] {
			view.Chosen[value] = true
		}
	}
	title := "Add a destination"
	if id != "" {
		title = "Edit a destination"
	}
	return s.form.Render(r, ui.Head{Title: title, Nav: settingsTitle, Status: status}, view)
}

// destinationOf reads the form of a destination. A field that the form lacks, and an empty
// secret, stay as they are.
func destinationOf(form url.Values) (c notify.DestinationChange, err error) {
	text := func(name string) *string {
		if !form.Has(name) {
			return nil
		}
		value := strings.TrimSpace(form.Get(name))
		return &value
	}
	channel := notify.Channel(form.Get("channel"))
	frequency := chosen(form.Get("frequency"), settings.Immediate, settings.DailySummary, settings.WeeklySummary, settings.Off)
	devices := form["deviceIds"]
	var types []storage.NotificationType
	for _, t := range form["types"] {
		types = append(types, storage.NotificationType(t))
	}
	c = notify.DestinationChange{
		Name: text("name"), Channel: &channel, URL: text("url"), User: text("user"), From: text("from"), To: text("to"),
		Frequency: &frequency, TimeZone: text("timeZone"), QuietFrom: text("quietFrom"), QuietUntil: text("quietUntil"), Types: &types, Devices: &devices,
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
	var apps []storage.AppID
	for _, field := range strings.FieldsFunc(form.Get("appIds"), func(r rune) bool { return r == ',' || r == ' ' }) {
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return c, &notify.InvalidError{Name: "appIds", Reason: "must be ids of apps with commas between them"}
		}
		apps = append(apps, storage.AppID(n))
	}
	c.Apps = &apps
	return c, nil
}

// whereInputs are the fields of the address and the account of a channel.
func whereInputs(c notify.Channel) []input {
	inputs := []input{{Name: "name", Label: "Name", Kind: "text", Hint: "How it is called here, such as “My phone”. Empty: the name of the channel."}}
	for _, f := range c.Form().Fields {
		in := input{Name: f.Name, Label: f.Label, Kind: "text", Hint: f.Hint}
		if f.Secret {
			in.Kind = "secret"
		}
		inputs = append(inputs, in)
	}
	return inputs
}

// whenInputs are the fields of the times of a destination.
func whenInputs() []input {
	return []input{
		{Name: "frequency", Label: "Send", Kind: "select", Choices: frequencyChoices()},
		{Name: "hour", Label: "Hour of summaries", Kind: "number", Hint: "0 to 23. Empty: 8."},
		{Name: "quietFrom", Label: "Quiet from", Kind: "time", Hint: "Messages of the quiet hours are sent when they end. Empty: the quiet hours under Notifications."},
		{Name: "quietUntil", Label: "Quiet until", Kind: "time"},
		{Name: "timeZone", Label: "Time zone", Kind: "text", Hint: "Of the hour and the quiet hours, such as Europe/Berlin. Empty: UTC."},
	}
}

// whatInputs are the fields of what a destination is for, besides types and devices.
func whatInputs() []input {
	return []input{
		{Name: "appIds", Label: "Only these apps", Kind: "text", Hint: "Their ids with commas between them. The id of an app is the number in the address of its screen. Empty: all apps."},
	}
}
