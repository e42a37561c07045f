package changelog_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

func TestDiffFeatures(t *testing.T) {
	t.Parallel()
	voice := storage.Feature{Identifier: "voiceover", Title: "VoiceOver"}
	large := storage.Feature{Identifier: "larger_text", Title: "Larger Text"}
	dark := storage.Feature{Identifier: "dark_interface", Title: "Dark Interface"}
	renamed := storage.Feature{Identifier: "voiceover", Title: "Voice Over", Description: "Reads aloud"}
	added := func(title, identifier string) storage.Entry {
		return storage.Entry{
			Type: storage.EntryAdded, Category: storage.CategoryAccessibility, Subject: storage.Subject{Feature: identifier},
			Description: `Now supports accessibility feature: "` + title + `"`,
		}
	}
	removed := func(title, identifier string) storage.Entry {
		return storage.Entry{
			Type: storage.EntryRemoved, Category: storage.CategoryAccessibility, Subject: storage.Subject{Feature: identifier},
			Description: `No longer claims accessibility feature: "` + title + `"`,
		}
	}

	tests := []struct {
		name       string
		older, now []storage.Feature
		want       []storage.Entry
	}{
		{"none", nil, nil, nil},
		{"the same in another order", []storage.Feature{voice, dark}, []storage.Feature{dark, voice}, nil},
		{"renamed", []storage.Feature{voice}, []storage.Feature{renamed}, nil},
		{"first ones", nil, []storage.Feature{large, dark}, []storage.Entry{added("Larger Text", "larger_text"), added("Dark Interface", "dark_interface")}},
		{"all gone", []storage.Feature{large, dark}, []storage.Feature{}, []storage.Entry{removed("Larger Text", "larger_text"), removed("Dark Interface", "dark_interface")}},
		{
			"additions before removals", []storage.Feature{voice, dark}, []storage.Feature{large, dark},
			[]storage.Entry{added("Larger Text", "larger_text"), removed("VoiceOver", "voiceover")},
		},
		{"twice", nil, []storage.Feature{voice, renamed}, []storage.Entry{added("VoiceOver", "voiceover")}},
		{"without title", nil, []storage.Feature{{Identifier: "captions"}}, []storage.Entry{added("Captions", "captions")}},
		{"without identifier", []storage.Feature{{Title: "Captions"}}, []storage.Feature{{Title: "Ear"}}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, changelog.DiffFeatures(tt.older, tt.now)); diff != "" {
				t.Errorf("DiffFeatures (-want +got):\n%s", diff)
			}
		})
	}
}
