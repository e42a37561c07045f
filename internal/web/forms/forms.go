package forms

import (
	"slices"

	"github.com/privacylabels/auditor/internal/web/ui"
)

// New returns the screens.
func New(kit *ui.Kit) []ui.Screen {
	return slices.Concat(newAdding(kit), newStatistics(kit), newDevelopers(kit), newDeveloper(kit), newActivity(kit), newPreferences(kit), newDestinationList(kit), newProfiles(kit),
		newModelLog(kit), newDeviceList(kit), newBackups(kit), newAccess(kit))
}
