package imports

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

const (
	// promptClock is the setting that holds when users were last asked to review items
	// without an app. promptEvery is how often they are asked.
	promptClock = "manual_apps_prompt_notified_at"
	promptEvery = 24 * time.Hour
)

// Complete marks an import as complete and posts a notification, once: the import stays
// complete until one of its items is to be imported again. If it names an existing
// device, its apps are put on the device, which then counts as synced. A second
// notification, at most once a day, lists items for which no app was found. The error
// wraps storage.ErrNotFound when there is no such import.
//
// An import also completes automatically with the last of its items to be imported.
func (s *Service) Complete(ctx context.Context, id string) (List, error) {
	return storage.Update(ctx, s.store, func(tx *storage.Tx) (List, error) {
		list, err := tx.Imports.Get(id)
		if err != nil {
			return List{}, fmt.Errorf("import %s: %w", id, err)
		}
		if list.CompletedAt == 0 {
			if err := s.complete(tx, &list); err != nil {
				return List{}, err
			}
		}
		if unknown := list.Tally.Unmatched + list.Tally.Skipped; unknown > 0 {
			err = notify.Post(tx, s.stamp(), s.random, promptOf(list, unknown))
		}
		return listOf(list), err
	})
}

// complete completes an import and writes it.
func (s *Service) complete(tx *storage.Tx, list *storage.Import) error {
	now := s.stamp()
	list.CompletedAt = storage.NullTime(now)
	if err := tx.Imports.Put(*list); err != nil {
		return err
	}
	if err := attach(tx, now, *list); err != nil {
		return err
	}
	shown := listOf(*list)
	status, sentence := outcome(shown), sentence(shown)
	err := activity.Record(tx, s.random, storage.Activity{
		Type: activityType, Status: status, StartedAt: list.CreatedAt, EndedAt: storage.NullTime(now), Summary: storage.Text(sentence),
		Detail: activity.Detail(map[string]any{
			"importId": list.ID, "source": list.Source, "sourceLabel": list.SourceLabel, "total": shown.Total, "imported": shown.Imported,
			"matched": shown.Matched, "unmatched": shown.Unmatched, "errored": shown.Errored, "queued": shown.Queued, "itemCount": shown.ItemCount,
		}),
	})
	if err != nil {
		return err
	}
	return notify.Post(tx, now, s.random, notify.Notice{
		AppName: "Import", Type: storage.NoticeImportCompleted,
		Changes: []storage.Entry{{
			Type: "import_completed", Description: sentence,
			More: activity.Detail(map[string]any{
				"importId": list.ID, "status": status, "total": shown.Total, "imported": shown.Imported, "errored": shown.Errored,
				"queued": shown.Queued, "unmatched": shown.Unmatched, "itemCount": shown.ItemCount, "sourceLabel": list.SourceLabel,
			}),
		}},
	})
}

// activityType is the type of the activity entries of imports.
const activityType = "import"

// outcome returns the overall result of an import.
func outcome(l List) string {
	switch {
	case l.Total > 0 && l.Imported == 0:
		return activity.Failed
	case l.Errored+l.Queued+l.Unmatched > 0, l.Imported < l.Total:
		return activity.Partial
	}
	return activity.OK
}

// longestLabel is how many runes of a label a sentence shows.
const longestLabel = 80

func sentence(l List) string {
	name := []rune(cmp.Or(string(l.SourceLabel), "the list"))
	s := fmt.Sprintf("Import of %s: %d of %d apps are tracked", string(name[:min(len(name), longestLabel)]), l.Imported, l.Total)
	for _, part := range []struct {
		n    int
		what string
	}{{l.Errored, "could not be read"}, {l.Queued, "still wait"}, {l.Unmatched - l.Errored, "are left out"}} {
		if part.n > 0 {
			s += fmt.Sprintf(", %d %s", part.n, part.what)
		}
	}
	return s
}

func promptOf(list storage.Import, unknown int) notify.Notice {
	return notify.Notice{
		AppName: "Manual apps", Type: storage.NoticeManualAppsPrompt, Clock: promptClock, Every: promptEvery,
		Changes: []storage.Entry{{
			Type:        "manual_apps_prompt",
			Description: fmt.Sprintf("No App Store app was found for %d items of an import. Add them by hand.", unknown),
			More:        activity.Detail(map[string]any{"unmatchedCount": unknown, "sourceLabel": list.SourceLabel}),
		}},
	}
}
