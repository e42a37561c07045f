package manual

import (
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// Source is a kind of origin of an app, with texts for users.
type Source struct {
	Value       storage.ManualSource `json:"value"`       // the value
	Label       string               `json:"label"`       // a name for people
	ShortLabel  string               `json:"shortLabel"`  // a shorter label
	Icon        string               `json:"icon"`        // the name of an icon
	Description string               `json:"description"` // the description; empty: none

	// Whether such an app has a source URL.
	SupportsSourceURL    bool   `json:"supportsSourceUrl"`
	SourceURLPlaceholder string `json:"sourceUrlPlaceholder"` // an example of a source URL
}

// Sources returns the possible sources.
func Sources() []Source {
	return []Source{
		{
			storage.ManualWebClip, "Web clip", "Web", "globe",
			"A web page on the home screen that opens like an app.", true, "https://example.com/",
		},
		{
			storage.ManualTestFlight, "TestFlight", "Beta", "flask",
			"A version that its developer shares with testers.", true, "https://testflight.apple.com/join/example",
		},
		{
			storage.ManualOwnBuild, "Own build", "Build", "hammer",
			"An app that you built yourself.", true, "https://github.com/example/app",
		},
		{
			storage.ManualSideloaded, "Sideloaded", "Other", "package",
			"An app that was not installed from the App Store.", true, "https://example.com/app",
		},
	}
}

// sourceNames returns the names of all sources.
func sourceNames() string {
	var names []string
	for _, s := range Sources() {
		names = append(names, string(s.Value))
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
