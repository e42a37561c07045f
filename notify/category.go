package notify

import (
	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// categorized returns copies of the changes of a notification as answers show them, never nil.
// Those of the record have the category that they have there. Others are notices, about a new
// version or about the service.
func categorized(changes []storage.Entry) []storage.Entry {
	all := changelog.ShownAll(changes)
	for i, change := range changes {
		if change.Category != "" {
			continue
		}
		switch change.Type {
		case storage.EntryAdded, storage.EntryRemoved, storage.EntryModified, storage.EntryPolicy, storage.EntryWayback, "profile_mismatch":
		case "version_update":
			all[i].Category = storage.CategoryListing
		default:
			all[i].Category = storage.CategoryService
		}
	}
	return all
}
