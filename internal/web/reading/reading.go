package reading

import (
	"embed"
	"net/http"
	"slices"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/history"
	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/fleet/review"
	"github.com/privacylabels/auditor/internal/web/ui"
)

//go:embed templates
var templates embed.FS

// Config has the services that the screens read from. The services are required.
type Config struct {
	Fleet     *fleet.Service
	Changelog *changelog.Reader
	Reviews   *review.Service
	History   *history.Service
	Policies  *policy.Service

	// Icons fetches the icons of apps, which are saved in a folder of Dir. Without either,
	// no icons are shown.
	Icons *http.Client
	Dir   string
}

// New returns the screens.
func New(kit *ui.Kit, c Config) []ui.Screen {
	var screens [][]ui.Screen
	for _, of := range []func(*ui.Kit, Config) []ui.Screen{newChanges, newReviews, newList, newMany, newApps, newActions, newConcerns, newPolicies, newComparisons, newIcons} {
		screens = append(screens, of(kit, c))
	}
	return slices.Concat(screens...)
}
