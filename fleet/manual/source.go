package manual

import (
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// Source is where an app may come from, in words for people.
type Source struct {
	Value       storage.ManualSource `json:"value"`
	Label       string               `json:"label"`
	ShortLabel  string               `json:"shortLabel"`
	Icon        string               `json:"icon"` // a name, not a picture
	Description string               `json:"description"`

	// SupportsSourceURL says that such an app has an address of its own, such as
	// the placeholder.
	SupportsSourceURL    bool   `json:"supportsSourceUrl"`
	SourceURLPlaceholder string `json:"sourceUrlPlaceholder"`
}

// Sources returns where apps may come from.
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
			"An app from another place than the store.", true, "https://example.com/app",
		},
	}
}

// sourceNames names all sources.
func sourceNames() string {
	var names []string
	for _, s := range Sources() {
		names = append(names, string(s.Value))
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
