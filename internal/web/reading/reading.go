package reading

import (
	"slices"

	"github.com/privacylabels/auditor/internal/web/ui"
)

// New returns the screens.
func New(kit *ui.Kit) []ui.Screen {
	return slices.Concat(newChanges(kit), newList(kit), newApps(kit), newActions(kit), newPolicies(kit), newComparisons(kit),
		newIcons(kit), newPastLabels(kit), newStores(kit), newDevices(kit), newSaving(kit))
}
