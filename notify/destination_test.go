package notify_test

import (
	"crypto/rand"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

const signingKey = "whsec_MDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1u"

// newOutbox returns an outbox that delivers nothing, on a store of its own.
func newOutbox(t testing.TB, check func(string) error) (*office, *notify.Outbox) {
	t.Helper()
	o := newOffice(t, storagetest.Strict(t, memory.New()))
	box := notify.NewOutbox(notify.OutboxConfig{Env: storage.Env{Store: o.store, Now: time.Now, Random: rand.Reader}, Client: &http.Client{}, Check: check})
	t.Cleanup(func() { box.Stop(0) })
	return o, box
}

func add(t testing.TB, box *notify.Outbox, c notify.DestinationChange) notify.Destination {
	t.Helper()
	d, err := box.AddDestination(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A destination is shown without what is secret, and sent back as it is shown it stays as
// it is.
func TestDestinationsHideSecrets(t *testing.T) {
	t.Parallel()
	o, box := newOutbox(t, nil)
	o.set(settings.WebhookURL, "https://hooks.example/services/path-secret", settings.WebhookSecret, signingKey)
	ntfy := change(notify.Ntfy, "https://ntfy.example/topicsecret")
	ntfy.Secret, ntfy.User, ntfy.Name = ptr("passsecret"), ptr("usersecret"), ptr("Phone")
	add(t, box, ntfy)
	time.Sleep(2 * time.Millisecond) // each at a time of its own
	mail := byMail("smtps://mail.example", "boxsecret", "passsecret")
	mail.To = ptr("tosecret@example.org,yousecret@example.com")
	add(t, box, mail)
	time.Sleep(2 * time.Millisecond)
	telegram := change(notify.Telegram, "")
	telegram.URL, telegram.Secret, telegram.To = nil, ptr("123456:secretsecret"), ptr("-100200300")
	add(t, box, telegram)
	all, err := box.Destinations(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	type shown struct{ Name, Address, User, To string }
	var got []shown
	for _, d := range all {
		if !d.SecretSet {
			t.Errorf("%s has no secret", d.Name)
		}
		got = append(got, shown{d.Name, d.Address, d.User, d.To})
	}
	want := []shown{
		{"Webhook", "https://hooks.example/services/***", "", ""}, {"Phone", "https://ntfy.example/***", "u***", ""},
		{"email", "smtps://mail.example", "b***", "t***@example.org, y***@example.com"}, {"telegram", "https://api.telegram.org/***", "", "-***"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	kept := o.settings(settings.Destinations)
	for _, d := range all[1:] {
		time.Sleep(time.Millisecond)
		again, err := box.ChangeDestination(t.Context(), d.ID, notify.DestinationChange{
			Name: &d.Name, Channel: &d.Channel, URL: &d.Address, User: &d.User, From: &d.From, To: &d.To, Frequency: &d.Frequency, Hour: &d.Hour,
		})
		if err != nil || !again.SecretSet {
			t.Errorf("%s sent back: %+v, %v", d.Name, again, err)
		}
	}
	for i, text := range o.settings(settings.Destinations) {
		if before, _, _ := strings.Cut(kept[i], `"updatedAt"`); !strings.HasPrefix(text, before) {
			t.Errorf("kept is %s, want %s", text, kept[i])
		}
	}
}

// One of several recipients can be removed or added where the others are shown masked.
func TestRecipientsAreChangedByTheirMasks(t *testing.T) {
	t.Parallel()
	o, box := newOutbox(t, nil)
	mail := byMail("smtp://mail.example", "", "")
	mail.To = ptr("ann@example.org, bob@example.org, bea@example.org")
	added := add(t, box, mail)
	for _, tt := range []struct{ to, shown, saved, wantErr string }{
		{"a***@example.org,b***@example.org,b***@example.org", "a***@example.org, b***@example.org, b***@example.org", "ann@example.org, bob@example.org, bea@example.org", ""},
		{"b***@example.org, new@example.net, a***@example.org", "b***@example.org, n***@example.net, a***@example.org", "bob@example.org, new@example.net, ann@example.org", ""},
		{"n***@example.net", "n***@example.net", "new@example.net", ""},
		{"n***@example.net, x***@example.net", "", "new@example.net", "to has a mask, but not the one of a recipient that is set"},
	} {
		changed, err := box.ChangeDestination(t.Context(), added.ID, notify.DestinationChange{To: &tt.to})
		switch {
		case tt.wantErr != "":
			if err == nil || err.Error() != tt.wantErr {
				t.Errorf("%s: error %v, want %q", tt.to, err, tt.wantErr)
			}
		case err != nil || changed.To != tt.shown:
			t.Errorf("%s is shown as %q, %v; want %q", tt.to, changed.To, err, tt.shown)
		}
		if saved := o.settings(settings.Destinations); len(saved) != 1 || !strings.Contains(saved[0], `"to":"`+tt.saved+`"`) {
			t.Errorf("%s is saved as %q, want %q", tt.to, saved, tt.saved)
		}
	}
}

// settings returns the texts of the settings with a prefix.
func (o *office) settings(prefix string) (texts []string) {
	o.t.Helper()
	update(o.t, o.store, func(tx *storage.Tx) error {
		all, err := storage.Collect(tx.Settings.List(storage.SettingQuery{Prefix: prefix}))
		texts = nil
		for _, s := range all {
			texts = append(texts, s.Value)
		}
		return err
	})
	return texts
}

// A secret is for one account at one address.
func TestSecretIsRemovedWithTheAddress(t *testing.T) {
	t.Parallel()
	_, box := newOutbox(t, nil)
	c := change(notify.Ntfy, "https://ntfy.example/topic")
	c.User, c.Secret = ptr("me"), ptr("pw")
	for name, change := range map[string]struct {
		notify.DestinationChange
		set bool
	}{
		"name":               {notify.DestinationChange{Name: ptr("x")}, true},
		"address":            {notify.DestinationChange{URL: ptr("https://other.example/topic")}, false},
		"address and secret": {notify.DestinationChange{URL: ptr("https://other.example/topic"), Secret: ptr("new")}, true},
		"user":               {notify.DestinationChange{User: ptr("you")}, false},
		"channel":            {notify.DestinationChange{Channel: ptr(notify.Generic), User: ptr("")}, false},
		"removed":            {notify.DestinationChange{Secret: ptr("")}, false},
	} {
		d := add(t, box, c)
		got, err := box.ChangeDestination(t.Context(), d.ID, change.DestinationChange)
		if err != nil || got.SecretSet != change.set {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestInvalidDestinations(t *testing.T) {
	t.Parallel()
	_, box := newOutbox(t, func(address string) error {
		if strings.Contains(address, "private") {
			return errors.New("private")
		}
		return nil
	})
	mail := func(edit func(*notify.DestinationChange)) notify.DestinationChange {
		c := byMail("smtp://mail.example", "", "")
		edit(&c)
		return c
	}
	with := func(c notify.Channel, url, secret, to string) notify.DestinationChange {
		of := change(c, url)
		of.Secret, of.To = &secret, &to
		return of
	}
	hook := func(edit func(*notify.DestinationChange)) notify.DestinationChange {
		c := change(notify.Generic, "https://hook.example/")
		edit(&c)
		return c
	}
	const token = "123456:ABC-DEF1234"
	for name, tt := range map[string]struct {
		change notify.DestinationChange
		member string
	}{
		"no channel":              {notify.DestinationChange{URL: ptr("https://x.example")}, "channel"},
		"an unknown channel":      {change("irc", "https://x.example"), "channel"},
		"no address":              {notify.DestinationChange{Channel: ptr(notify.Slack)}, "url"},
		"a port that is none":     {change(notify.Generic, "https://x.example:99999"), "url"},
		"another scheme":          {change(notify.Generic, "ftp://x.example"), "url"},
		"a mask":                  {change(notify.Generic, "https://hooks.example/***"), "url"},
		"a user in the address":   {change(notify.Generic, "https://me:pw@x.example"), "url"},
		"a private address":       {change(notify.Generic, "https://private.example"), "url"},
		"a private mail server":   {byMail("smtp://private.example", "", ""), "url"},
		"a long address":          {change(notify.Generic, "https://x.example/"+strings.Repeat("x", 600)), "url"},
		"two lines":               {change(notify.Generic, "https://x.example/\nx"), "url"},
		"no UTF-8":                {hook(func(c *notify.DestinationChange) { c.Name = ptr("\xff") }), "name"},
		"a long name":             {hook(func(c *notify.DestinationChange) { c.Name = ptr(strings.Repeat("é", 101)) }), "name"},
		"no signing key":          {with(notify.Slack, "https://x.example", "x", ""), "secret"},
		"a topic below a path":    {change(notify.Ntfy, "https://x.example/a/b"), "url"},
		"no topic":                {change(notify.Ntfy, "https://x.example/"), "url"},
		"a topic with a query":    {change(notify.Ntfy, "https://x.example/a?auth=1"), "url"},
		"gotify without a token":  {change(notify.Gotify, "https://x.example/"), "secret"},
		"an alias of a room":      {with(notify.Matrix, "https://x.example/", "t", "#room:x.example"), "to"},
		"matrix without a token":  {with(notify.Matrix, "https://x.example/", "", "!room:x.example"), "secret"},
		"a chat by name":          {with(notify.Telegram, "", token, "My chat"), "to"},
		"a token with a path":     {with(notify.Telegram, "", "123:../../x", "1"), "secret"},
		"a web address for mail":  {byMail("https://mail.example", "", ""), "url"},
		"a path for mail":         {byMail("smtp://mail.example/x", "", ""), "url"},
		"port zero":               {byMail("smtp://mail.example:0", "", ""), "url"},
		"a password in the open":  {byMail("smtp+plain://mail.example", "me", "pw"), "user"},
		"a user without password": {byMail("smtp://mail.example", "me", ""), "secret"},
		"no sender":               {mail(func(c *notify.DestinationChange) { c.From = nil }), "from"},
		"a sender with a name":    {mail(func(c *notify.DestinationChange) { c.From = ptr("Me <me@x.example>") }), "from"},
		"no recipient":            {mail(func(c *notify.DestinationChange) { c.To = ptr(" , ") }), "to"},
		"injection":               {mail(func(c *notify.DestinationChange) { c.To = ptr("a@x.example>\r\nRCPT TO:<b@x.example") }), "to"},
		"11 recipients":           {mail(func(c *notify.DestinationChange) { c.To = ptr(strings.Repeat("a@x.example,", 11)) }), "to"},
		"an unknown frequency":    {hook(func(c *notify.DestinationChange) { c.Frequency = ptr("hourly") }), "frequency"},
		"an hour":                 {hook(func(c *notify.DestinationChange) { c.Hour = ptr(24) }), "hour"},
		"a time zone":             {hook(func(c *notify.DestinationChange) { c.TimeZone = ptr("Mars/Base") }), "timeZone"},
		"the zone of the machine": {hook(func(c *notify.DestinationChange) { c.TimeZone = ptr("Local") }), "timeZone"},
		"half of quiet hours":     {hook(func(c *notify.DestinationChange) { c.QuietFrom = ptr("22:00") }), "quietFrom"},
		"a time of day":           {hook(func(c *notify.DestinationChange) { c.QuietUntil = ptr("25:00") }), "quietUntil"},
		"an unknown type":         {hook(func(c *notify.DestinationChange) { c.Types = &[]storage.NotificationType{"x"} }), "types"},
		"an app":                  {hook(func(c *notify.DestinationChange) { c.Apps = &[]storage.AppID{0} }), "appIds"},
		"201 apps":                {hook(func(c *notify.DestinationChange) { c.Apps = ptr(make([]storage.AppID, 201)) }), "appIds"},
		"a device":                {hook(func(c *notify.DestinationChange) { c.Devices = &[]string{""} }), "deviceIds"},
	} {
		_, err := box.AddDestination(t.Context(), tt.change)
		var invalid *notify.InvalidError
		if !errors.As(err, &invalid) || invalid.Name != tt.member {
			t.Errorf("%s: %v, want one about %s", name, err, tt.member)
		}
	}
	if all, err := box.Destinations(t.Context()); len(all) != 0 || err != nil {
		t.Errorf("stored are %v, %v", all, err)
	}
	_, err := box.AddDestination(t.Context(), change(notify.Generic, "https://private.example"))
	if err == nil || !strings.Contains(err.Error(), "SERVICE_OUTBOUND_ALLOW") || !strings.Contains(err.Error(), "private.example") {
		t.Errorf("the setting that would allow it is not named: %v", err)
	}
}

func TestDestinationsAreLimited(t *testing.T) {
	t.Parallel()
	o, box := newOutbox(t, nil)
	for range notify.MaxDestinations {
		add(t, box, change(notify.Generic, "https://hook.example/"))
	}
	if _, err := box.AddDestination(t.Context(), change(notify.Generic, "https://hook.example/")); !errors.Is(err, notify.ErrTooManyDestinations) {
		t.Errorf("one more: %v", err)
	}
	o.set(settings.WebhookURL, "https://hook.example/")
	if err := box.RemoveDestination(t.Context(), "webhook"); !errors.Is(err, notify.ErrSettingsWebhook) {
		t.Errorf("the webhook: %v", err)
	}
	for _, id := range []string{"", "unknown", strings.Repeat("x", 1000)} {
		_, changed := box.ChangeDestination(t.Context(), id, notify.DestinationChange{})
		_, tested := box.TestDestination(t.Context(), id)
		if err := box.RemoveDestination(t.Context(), id); !errors.Is(err, storage.ErrNotFound) || !errors.Is(changed, storage.ErrNotFound) || !errors.Is(tested, storage.ErrNotFound) {
			t.Errorf("%.10q: %v, %v, %v", id, err, changed, tested)
		}
	}
}

// Each destination gets what was selected for it.
func TestSelection(t *testing.T) {
	t.Parallel()
	o, box := newOutbox(t, nil)
	update(t, o.store, func(tx *storage.Tx) error {
		if err := errors.Join(
			tx.Apps.Put(storage.App{ID: 1, URL: "https://x.example/1", Name: "one", Country: "us"}, storage.App{ID: 2, URL: "https://x.example/2", Name: "two", Country: "us"}),
			tx.AppTags.Put(storage.AppTag{App: 1, Tag: "school"}, storage.AppTag{App: 2, Tag: "bank"}),
			tx.Devices.Put(storage.Device{ID: "phone", Name: "Phone", CreatedAt: 1}, storage.Device{ID: "pad", Name: "Pad", CreatedAt: 1}),
		); err != nil {
			return err
		}
		return tx.DeviceLinks.Put(storage.DeviceLink{App: 1, Device: "phone"}, storage.DeviceLink{App: 2, Device: "pad"}, storage.DeviceLink{App: 2, Device: "phone"})
	})
	want := make(map[string]string)
	for _, tt := range map[string]struct {
		types   []storage.NotificationType
		apps    []storage.AppID
		devices []string
		tags    []string
		want    string
	}{
		"all":               {nil, nil, nil, nil, "label 1, label 2, label 3, import 0"},
		"types":             {[]storage.NotificationType{storage.NoticeVersionUpdates}, nil, nil, nil, "version 1"},
		"apps":              {nil, []storage.AppID{2, 3}, nil, nil, "label 2, label 3"},
		"devices":           {nil, nil, []string{"pad"}, nil, "label 2"},
		"apps and devices":  {nil, []storage.AppID{3}, []string{"pad"}, nil, "label 2, label 3"},
		"a tag":             {nil, nil, nil, []string{" School "}, "label 1"},
		"tags and a device": {nil, nil, []string{"pad"}, []string{"school", "none"}, "label 1, label 2"},
		"an unknown device": {nil, nil, []string{"gone"}, nil, ""},
		"all of two":        {[]storage.NotificationType{storage.NoticeImportCompleted, storage.NoticeVersionUpdates}, nil, []string{"phone"}, nil, "version 1, import 0"},
	} {
		for _, frequency := range []string{settings.Immediate, settings.DailySummary} {
			c := change(notify.Generic, "https://hook.example/")
			c.Types, c.Apps, c.Devices, c.Tags, c.Frequency = &tt.types, &tt.apps, &tt.devices, &tt.tags, &frequency
			want[add(t, box, c).ID] = tt.want
		}
	}
	for _, n := range []notify.Notice{
		{App: 1, AppName: "label 1", Type: storage.NoticeLabelChanges}, {App: 2, AppName: "label 2", Type: storage.NoticeLabelChanges},
		{App: 3, AppName: "label 3", Type: storage.NoticeLabelChanges}, {App: 1, AppName: "version 1", Type: storage.NoticeVersionUpdates},
		{AppName: "import 0", Type: storage.NoticeImportCompleted}, {App: 1, AppName: "policy 1", Type: storage.NoticePolicyUpdates}, // switched off
	} {
		post(t, o.store, storage.TimeOf(time.Now()), n)
		time.Sleep(time.Millisecond)
	}
	got := make(map[string][]string)
	for _, d := range o.deliveries() {
		got[d.Endpoint] = append(got[d.Endpoint], string(d.Items[0].AppName))
	}
	all, err := box.Destinations(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range all {
		now := strings.Join(got[d.ID], ", ")
		if d.Frequency == settings.Immediate && now != want[d.ID] || d.Frequency != settings.Immediate && now != "" {
			t.Errorf("%v %v %v %s: %q, want %q", d.Types, d.Apps, d.Devices, d.Frequency, now, want[d.ID])
		}
	}
}

// The quiet hours of a destination delay all of its messages, and those of the settings
// apply where it has none.
func TestQuietHoursOfADestination(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // begins at midnight UTC
		o, box := newOutbox(t, nil)
		quiet := change(notify.Generic, "https://quiet.example/")
		quiet.QuietFrom, quiet.QuietUntil, quiet.TimeZone = ptr("22:00"), ptr("07:00"), ptr("Europe/Berlin")
		own := add(t, box, quiet)
		loud := add(t, box, change(notify.Generic, "https://loud.example/"))
		now := time.Now()
		o.post("a")
		for _, d := range o.deliveries() {
			want := map[string]time.Time{own.ID: now.Add(6 * time.Hour), loud.ID: now}[d.Endpoint]
			if !d.QueuedAt.Std().Equal(want) {
				t.Errorf("%s is queued at %v, want %v", d.Host, d.QueuedAt.Std(), want)
			}
		}
	})
}

// downFor returns an endpoint that refuses messages for some time.
func downFor(d time.Duration) *endpoint {
	up := time.Now().Add(d)
	return &endpoint{answer: func(w http.ResponseWriter, _ *http.Request, _ int) {
		if time.Now().Before(up) {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}}
}

// A message that is sent again, or waits behind one, is not sent in the quiet hours of its
// destination either.
func TestQuietHoursBetweenAttempts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // begins at midnight UTC
		hook := downFor(2 * time.Hour)
		o := newOffice(t, storagetest.Strict(t, memory.New()))
		box := o.open(map[string]*endpoint{"hook.example": hook})
		c := change(notify.Generic, "http://hook.example/")
		c.QuietFrom, c.QuietUntil = ptr("00:01"), ptr("07:00")
		add(t, box, c)
		o.post("a", "b")
		time.Sleep(6*time.Hour + 59*time.Minute)
		if n := len(hook.messages()); n > 3 || o.count(storage.DeliveryPending) != 2 {
			t.Errorf("%d attempts in quiet hours: %q", n, o.states())
		}
		time.Sleep(2 * time.Minute)
		if n := o.count(storage.DeliveryDelivered); n != 2 {
			t.Errorf("after quiet hours: %q", o.states())
		}
	})
}

// The quiet hours of the settings hold for what is sent again to the webhook of the settings and
// to destinations without quiet hours. Messages that they do not concern overtake.
func TestQuietHoursOfTheSettingsBetweenAttempts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // begins at midnight UTC
		hook := downFor(2 * time.Hour)
		o := newOffice(t, storagetest.Strict(t, memory.New()))
		override(t, o.store, feature.On, feature.QuietHours)
		o.set(settings.WebhookURL, "http://hook.example/", settings.QuietHoursStart, "00:01", settings.QuietHoursEnd, "07:00")
		box := o.open(map[string]*endpoint{"hook.example": hook})
		add(t, box, change(notify.Generic, "http://hook.example/other"))
		o.post("a", "b")
		time.Sleep(30 * time.Second) // the last attempt before the quiet hours
		time.Sleep(3 * time.Hour)
		if n := len(hook.messages()); n > 6 || o.count(storage.DeliveryPending) != 4 {
			t.Errorf("%d attempts in quiet hours: %q", n, o.states())
		}
		post(t, o.store, storage.TimeOf(time.Now()), notify.Notice{Type: storage.NoticeJobResumed, AppName: "Maps"})
		time.Sleep(time.Minute)
		if n := o.count(storage.DeliveryDelivered); n != 2 {
			t.Errorf("%d messages of a type that is not delayed were delivered, want one to each: %q", n, o.states())
		}
		time.Sleep(3*time.Hour + 58*time.Minute - time.Minute)
		if n := o.count(storage.DeliveryDelivered); n != 2 {
			t.Errorf("%d messages were delivered in quiet hours: %q", n, o.states())
		}
		time.Sleep(3 * time.Minute)
		if n := o.count(storage.DeliveryDelivered); n != 6 {
			t.Errorf("after quiet hours: %q", o.states())
		}
	})
}

// Nothing is left waiting for a destination that was removed, and its messages say which
// it was while there is one.
func TestRemovedDestination(t *testing.T) {
	t.Parallel()
	o, box := newOutbox(t, nil)
	c := change(notify.Generic, "https://hook.example/")
	c.Name = ptr("Mine")
	d := add(t, box, c)
	o.post("a", "b")
	page, err := box.List(t.Context(), 10, 0)
	if err != nil || page.Total != 2 || page.Deliveries[0].Destination != d.ID || page.Deliveries[0].Name != "Mine" {
		t.Fatalf("listed is %+v, %v", page, err)
	}
	if err := box.RemoveDestination(t.Context(), d.ID); err != nil {
		t.Fatal(err)
	}
	page, err = box.List(t.Context(), 10, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, each := range page.Deliveries {
		if each.State != storage.DeliveryDead || each.LastError != "The destination was removed" || each.Name != "" {
			t.Errorf("left is %+v", each)
		}
	}
	if _, err := box.Retry(t.Context(), page.Deliveries[0].ID); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("sent again to a destination that was removed: %v", err)
	}
	if left := append(o.settings(settings.Destinations), o.settings(settings.DestinationsLastSent)...); len(left) != 0 {
		t.Errorf("left are %q", left)
	}
}

// Destinations do not wait for each other, and each gets its messages in order.
func TestDestinationsDoNotWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		slow := endpoint{answer: func(w http.ResponseWriter, _ *http.Request, _ int) { w.WriteHeader(500) }}
		var quick endpoint
		o := newOffice(t, storagetest.Strict(t, memory.New()))
		box := o.open(map[string]*endpoint{"slow.example": &slow, "quick.example": &quick})
		add(t, box, change(notify.Generic, "http://slow.example/"))
		add(t, box, change(notify.Generic, "http://quick.example/"))
		o.post("a", "b", "c")
		time.Sleep(5 * time.Second)
		if diff := cmp.Diff(titlesOf("a", "b", "c"), quick.titles(t)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if n := len(slow.messages()); n != 1 {
			t.Errorf("%d attempts", n)
		}
	})
}
