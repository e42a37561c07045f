package notify

import (
	"slices"
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

func TestMessagesHaveFewLines(t *testing.T) {
	t.Parallel()
	m := message{title: "8 changes", lines: []string{"1", "2", "3", "4", "5", "6", "7", "8"}, link: "https://auditor.example/apps/1"}
	want := []string{"1", "2", "3", "4", "5", "… and 3 more", m.link}
	for _, channel := range Channels() {
		f := channel.row().format
		lines := want
		if f.opens {
			lines = want[:len(want)-1]
		}
		if _, got := f.fit(m); !slices.Equal(got, lines) {
			t.Errorf("%s gets %q, want %q", channel, got, lines)
		}
	}
}
