package notify_test

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// posted returns all notifications, the oldest first, without their ids.
func posted(t *testing.T, s storage.Store) []storage.Notification {
	t.Helper()
	all := storagetest.All[storage.Notification](t, s)
	slices.Reverse(all) // they are newest first
	for i := range all {
		if len(all[i].ID) != 36 || all[i].ID[14] != '7' {
			t.Errorf("an id is %q", all[i].ID)
		}
		all[i].ID = ""
	}
	return all
}

func TestPost(t *testing.T) {
	t.Parallel()
	s := open(t)
	entries := []storage.Entry{{Type: storage.EntryAdded, Description: "text", Details: []string{}}}
	update(t, s, func(tx *storage.Tx) error {
		return errors.Join(
			notify.Post(tx, now, rand.Reader),
			notify.Post(tx, now, rand.Reader, notify.Notice{App: 7, AppName: "Notes", Type: storage.NoticePolicyUpdates, Changes: entries}),
			notify.Post(tx, now+1, rand.Reader, notify.Notice{Type: storage.NoticeImportCompleted}),
		)
	})
	want := []storage.Notification{
		{App: 7, AppName: "Notes", Type: storage.NoticePolicyUpdates, Changes: changelog.WeighAll(entries), CreatedAt: now},
		{Type: storage.NoticeImportCompleted, CreatedAt: now + 1},
	}
	if diff := cmp.Diff(want, posted(t, s)); diff != "" {
		t.Errorf("posted (-want +got):\n%s", diff)
	}
}

// The worst change comes first, and is in the title.
func TestPostWorstFirst(t *testing.T) {
	t.Parallel()
	o := newOffice(t, open(t))
	o.set(settings.WebhookURL, "https://hook.example/")
	update(t, o.store, func(tx *storage.Tx) error {
		return notify.Post(tx, now, rand.Reader, notify.Notice{App: 7, AppName: "Notes", Type: storage.NoticeLabelChanges, Changes: []storage.Entry{
			{Type: storage.EntryRemoved, Description: "no tracking", Subject: storage.Subject{PrivacyType: storage.DataUsedToTrackYou}},
			{Type: storage.EntryAdded, Description: "contacts", Subject: storage.Subject{PrivacyType: storage.DataNotLinkedToYou}},
			{Type: storage.EntryAdded, Description: "location", Subject: storage.Subject{PrivacyType: storage.DataLinkedToYou}},
		}})
	})
	var order []string
	for _, e := range posted(t, o.store)[0].Changes {
		order = append(order, e.Description)
	}
	if diff := cmp.Diff([]string{"location", "contacts", "no tracking"}, order); diff != "" {
		t.Errorf("the inbox (-want +got):\n%s", diff)
	}
	if title := o.deliveries()[0].Title; title != "Notes got worse: location" {
		t.Errorf("the title is %q", title)
	}
}

// What is posted at one moment keeps its order, in the inbox and on the way to a webhook.
func TestPostKeepsOrder(t *testing.T) {
	t.Parallel()
	o := newOffice(t, open(t))
	o.set(settings.WebhookURL, "https://hook.example/")
	var notices []notify.Notice
	var want []string
	for i := range 12 {
		name := fmt.Sprintf("App %02d", i)
		notices = append(notices, notify.Notice{
			App: storage.AppID(i + 1), AppName: name, Type: storage.NoticeLabelChanges, Changes: []storage.Entry{{Type: storage.EntryAdded, Description: "text"}},
		})
		want = append(want, name)
	}
	post(t, o.store, now, notices...)
	var inbox, queue []string
	for _, n := range posted(t, o.store) {
		inbox = append(inbox, n.AppName)
	}
	for _, d := range o.deliveries() {
		queue = append(queue, strings.TrimSuffix(d.Title, ": text"))
	}
	if diff := cmp.Diff(want, inbox); diff != "" {
		t.Errorf("the inbox (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, queue); diff != "" {
		t.Errorf("the queue (-want +got):\n%s", diff)
	}
}

func TestPostIsAtomic(t *testing.T) {
	t.Parallel()
	const plenty = "as many bytes as two identifiers are made from"
	good := notify.Notice{AppName: "Notes", Type: storage.NoticeLabelChanges}
	type notice = notify.Notice
	for name, test := range map[string]struct {
		random string
		second notice
		want   error
	}{
		"no type":              {plenty, notice{}, storage.ErrInvalid},
		"a broken entry":       {plenty, notice{Type: good.Type, Changes: []storage.Entry{{Description: "\xff"}}}, storage.ErrInvalid},
		"too large an app":     {plenty, notice{Type: good.Type, App: storage.MaxAppID + 1}, storage.ErrInvalid},
		"randomness for one":   {plenty[:10], good, io.EOF},
		"randomness for a bit": {plenty[:13], good, io.ErrUnexpectedEOF},
	} {
		s := open(t)
		err := s.Update(t.Context(), func(tx *storage.Tx) error {
			return notify.Post(tx, now, strings.NewReader(test.random), good, test.second)
		})
		if !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
		if left := posted(t, s); len(left) != 0 {
			t.Errorf("%s: %d are kept", name, len(left))
		}
	}
}

func TestNoticesWithAClock(t *testing.T) {
	t.Parallel()
	s := open(t)
	const every = time.Hour
	for _, step := range []struct {
		name  string
		clock string
		after time.Duration // since now
		want  int           // notifications there are then
	}{
		{"the first", "a", 0, 1},
		{"at the same moment", "a", 0, 1},
		{"too early", "a", every - time.Millisecond, 1},
		{"in time", "a", every, 2},
		{"an hour after the first, a millisecond after the second", "a", every + time.Millisecond, 2},
		{"under another clock", "b", every, 3},
		{"when the time was set back", "a", -24 * time.Hour, 4},
		{"after that, too early", "a", -23*time.Hour - time.Millisecond, 4},
		{"after that, in time", "a", -23 * time.Hour, 5},
	} {
		update(t, s, func(tx *storage.Tx) error {
			return notify.Post(tx, now.Add(step.after), rand.Reader, notify.Notice{Type: storage.NoticeParserFallthrough, Clock: "notify." + step.clock, Every: every})
		})
		if got := len(posted(t, s)); got != step.want {
			t.Errorf("%s: there are %d, want %d", step.name, got, step.want)
		}
	}
}

func TestNoticesWithAClockByItsTime(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"1759999999999": 0, // a millisecond ago
		"1759996400000": 1, // an hour ago
		"1760000000001": 1, // a millisecond ahead
		"0":             1,
		"-1":            1,
		"yesterday":     1,
		"":              1,
	} {
		s := open(t)
		update(t, s, func(tx *storage.Tx) error {
			return tx.Settings.Put(storage.Setting{Name: "clock", Value: text})
		})
		update(t, s, func(tx *storage.Tx) error {
			return notify.Post(tx, now, rand.Reader, notify.Notice{Type: storage.NoticeParserFallthrough, Clock: "clock", Every: time.Hour})
		})
		if got := len(posted(t, s)); got != want {
			t.Errorf("with the clock at %q there are %d, want %d", text, got, want)
		}
		clock := text
		if want == 1 {
			clock = "1760000000000"
		}
		err := s.View(t.Context(), func(tx *storage.Tx) error {
			got, err := tx.Settings.Get("clock")
			if got.Value != clock {
				t.Errorf("the clock at %q is set to %q, want %q", text, got.Value, clock)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// A notice that cannot be saved does not move the clock.
func TestNoticesWithAClockFail(t *testing.T) {
	t.Parallel()
	s := open(t)
	err := s.Update(t.Context(), func(tx *storage.Tx) error {
		return notify.Post(tx, now, strings.NewReader(""), notify.Notice{Type: storage.NoticeParserFallthrough, Clock: "clock", Every: time.Hour})
	})
	if !errors.Is(err, io.EOF) {
		t.Errorf("%v, want %v", err, io.EOF)
	}
	err = s.View(t.Context(), func(tx *storage.Tx) error {
		_, err := tx.Settings.Get("clock")
		return err
	})
	if !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("the clock: %v, want none", err)
	}
}

// heading returns a heading of a label with these categories.
func heading(identifier string, categories ...string) storage.PrivacyType {
	p := storage.PrivacyType{Identifier: identifier, Title: identifier}
	for _, c := range categories {
		p.Categories = append(p.Categories, storage.LabelCategory{Identifier: c, Title: c})
	}
	return p
}

// collects returns a label of one category, with these data types for a purpose.
func collects(category string, dataTypes ...string) []storage.PrivacyType {
	p := heading(storage.DataLinkedToYou, category)
	c := p.Categories[0]
	for _, d := range dataTypes {
		c.DataTypes = append(c.DataTypes, storage.DataType{Identifier: d, Title: d})
	}
	p.Purposes = []storage.Purpose{{Identifier: "ANALYTICS", Title: "Analytics", Categories: []storage.LabelCategory{c}}}
	return []storage.PrivacyType{p}
}

// TestOfChanges sorts entries as the diffs make them.
func TestOfChanges(t *testing.T) {
	t.Parallel()
	labels := func(older, newer []storage.PrivacyType) []storage.Entry {
		return changelog.DiffLabels(storage.Label{Types: older}, storage.Label{Types: newer})
	}
	linked := []storage.PrivacyType{heading(storage.DataLinkedToYou, "LOCATION")}
	both := []storage.PrivacyType{linked[0], heading(storage.DataUsedToTrackYou, "IDENTIFIERS")}
	voice := []storage.Feature{{Identifier: "voiceover", Title: "VoiceOver"}}
	for name, test := range map[string]struct {
		entries []storage.Entry
		want    storage.NotificationType
	}{
		"a heading with categories":    {labels(linked, both), storage.NoticeNewPrivacyTypes},
		"a heading without categories": {labels(linked, []storage.PrivacyType{linked[0], heading("DATA_ON_MARS")}), storage.NoticeNewPrivacyTypes},
		"a heading gone":               {labels(both, linked), storage.NoticeLabelChanges},
		"a category": {
			labels(linked, []storage.PrivacyType{heading(storage.DataLinkedToYou, "LOCATION", "CONTACTS")}), storage.NoticeLabelChanges,
		},
		"a category gone": {
			labels([]storage.PrivacyType{heading(storage.DataLinkedToYou, "LOCATION", "CONTACTS")}, linked), storage.NoticeLabelChanges,
		},
		"a data type": {
			labels(collects("LOCATION", "COARSE"), collects("LOCATION", "COARSE", "PRECISE")), storage.NoticeLabelChanges,
		},
		"a feature":      {changelog.DiffFeatures(nil, voice), storage.NoticeAccessibilityChanges},
		"a feature gone": {changelog.DiffFeatures(voice, nil), storage.NoticeAccessibilityChanges},
		"the age rating": {changelog.DiffAgeRating("4+", "9+"), storage.NoticeLabelChanges},
		"a policy": {
			[]storage.Entry{{Type: storage.EntryPolicy, Category: storage.CategoryPrivacyPolicy}}, storage.NoticePolicyUpdates,
		},
		"a policy with details": {
			[]storage.Entry{{Type: storage.EntryAdded, Category: storage.CategoryPrivacyPolicy, Details: []string{"a"}}}, storage.NoticePolicyUpdates,
		},
		"without category":          {[]storage.Entry{{Type: storage.EntryAdded}}, storage.NoticeLabelChanges},
		"a heading, said nowhere":   {[]storage.Entry{{Type: storage.EntryAdded, Details: []string{}}}, storage.NoticeNewPrivacyTypes},
		"an unheard of category":    {[]storage.Entry{{Type: storage.EntryAdded, Category: "moon", Details: []string{"a"}}}, storage.NoticeLabelChanges},
		"a heading that is changed": {[]storage.Entry{{Type: storage.EntryModified, Details: []string{"a"}}}, storage.NoticeLabelChanges},
	} {
		if len(test.entries) == 0 {
			t.Errorf("%s: no entries", name)
		}
		want := []notify.Notice{{App: 7, AppName: "Notes", Type: test.want, Changes: test.entries}}
		if diff := cmp.Diff(want, notify.OfChanges(storage.App{ID: 7, Name: "Notes"}, test.entries)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestOfChangesMakesOneNoticeOfEachType(t *testing.T) {
	t.Parallel()
	entry := func(description string, category storage.EntryCategory, details ...string) storage.Entry {
		return storage.Entry{Type: storage.EntryAdded, Description: description, Category: category, Details: details}
	}
	got := notify.OfChanges(storage.App{ID: 7, Name: "Notes"}, []storage.Entry{
		entry("1", storage.CategoryPrivacyPolicy), entry("2", storage.CategoryAccessibility), entry("3", storage.CategoryAgeRating),
		entry("4", storage.CategoryPrivacyLabel, "Location"), entry("5", ""), entry("6", storage.CategoryAccessibility),
		entry("7", "", "Contacts"), entry("8", storage.CategoryPrivacyPolicy),
	})
	var lines []string
	for _, n := range got {
		var of []string
		for _, e := range n.Changes {
			of = append(of, e.Description)
		}
		lines = append(lines, n.App.String()+" "+n.AppName+" "+string(n.Type)+" "+strings.Join(of, " "))
	}
	want := []string{
		"7 Notes newPrivacyTypes 4 7", "7 Notes labelChanges 3 5", "7 Notes accessibilityChanges 2 6", "7 Notes policyUpdates 1 8",
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Errorf("notices (-want +got):\n%s", diff)
	}
	if none := notify.OfChanges(storage.App{ID: 7}, nil); none != nil {
		t.Errorf("of no changes there are %v", none)
	}
}
