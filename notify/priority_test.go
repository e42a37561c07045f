package notify

import (
	"testing"

	"github.com/privacylabels/auditor/storage"
)

func TestPriorityIsThatOfTheWorstChange(t *testing.T) {
	t.Parallel()
	label := func(kind storage.EntryType, heading string) storage.Entry {
		return storage.Entry{Type: kind, Category: storage.CategoryPrivacyLabel, Subject: storage.Subject{PrivacyType: heading, DataCategory: "LOCATION"}}
	}
	tracks, stops := label(storage.EntryAdded, storage.DataUsedToTrackYou), label(storage.EntryRemoved, storage.DataUsedToTrackYou)
	older := storage.Entry{Type: storage.EntryModified, Category: storage.CategoryAgeRating, Subject: storage.Subject{From: "4+", To: "17+"}}
	for name, test := range map[string]struct {
		items []storage.DeliveryItem
		want  priority
	}{
		"begins to track":        {[]storage.DeliveryItem{{Changes: []storage.Entry{stops, tracks}}}, high},
		"only better":            {[]storage.DeliveryItem{{Changes: []storage.Entry{stops}}}, low},
		"worse, but not so much": {[]storage.DeliveryItem{{Changes: []storage.Entry{stops}}, {Changes: []storage.Entry{older}}}, normal},
		"about the service":      {[]storage.DeliveryItem{{Summary: "A sync failed"}}, normal},
		"nothing":                {nil, normal},
	} {
		if got := priorityOf(message{items: test.items}); got != test.want {
			t.Errorf("%s has the priority %d, want %d", name, got, test.want)
		}
	}
}

func TestPhonesGetFewLines(t *testing.T) {
	t.Parallel()
	m := message{title: "8 changes", lines: []string{"1", "2", "3", "4", "5", "6", "7", "8"}}
	for _, channel := range []Channel{Ntfy, Gotify, Matrix, Telegram} {
		if _, lines := formatOf(channel).fit(m); len(lines) != phoneLines+1 || lines[phoneLines] != "… and 3 more" {
			t.Errorf("%s gets %q", channel, lines)
		}
	}
	if _, lines := formatOf(Slack).fit(m); len(lines) != len(m.lines) {
		t.Errorf("Slack gets %q", lines)
	}
}
