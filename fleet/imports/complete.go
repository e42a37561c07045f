package imports

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

const (
	// promptClock is the setting that remembers when people were last asked to
	// look at what no app was found for, and promptEvery how often they are.
	promptClock = "manual_apps_prompt_notified_at"
	promptEvery = 24 * time.Hour
)

// Complete says that nothing more comes of an import by its maker, and tells of
// that, once: an import that is complete stays so until something of it is to be
// imported again. If it is of a device, and that is there, the apps that came of it
// are on the device from now on, and the device was synced. Items that no app was
// found for are told of as well, once a day.
// The error wraps storage.ErrNotFound when there is no such import.
//
// An import also completes by itself, when the last of its items that were to be
// imported is dealt with.
func (i *Intake) Complete(ctx context.Context, id string) (list List, err error) {
	err = i.store.Update(ctx, func(tx storage.Tx) error {
		stored, err := tx.Imports().Get(id)
		if err != nil {
			return fmt.Errorf("import %s: %w", id, err)
		}
		if stored.CompletedAt == 0 {
			if err := i.complete(tx, &stored); err != nil {
				return err
			}
		}
		list = listOf(stored)
		if unknown := stored.Tally.Unmatched + stored.Tally.Skipped; unknown > 0 {
			return notify.PostOnce(tx, i.stamp(), i.random, promptClock, promptEvery, promptOf(stored, unknown))
		}
		return nil
	})
	return list, err
}

// complete ends an import and writes it.
func (i *Intake) complete(tx storage.Tx, list *storage.Import) error {
	now := i.stamp()
	list.CompletedAt = storage.NullTime(now)
	if err := tx.Imports().Put(*list); err != nil {
		return err
	}
	if err := attach(tx, now, *list); err != nil {
		return err
	}
	shown := listOf(*list)
	status, sentence := outcome(shown), sentence(shown)
	err := activity.Record(tx, i.random, storage.Activity{
		Type: activityType, Status: status, StartedAt: list.CreatedAt, EndedAt: storage.NullTime(now), Summary: storage.Text(sentence),
		Detail: detail(map[string]any{
			"importId": list.ID, "source": list.Source, "sourceLabel": list.SourceLabel, "total": shown.Total, "imported": shown.Imported,
			"matched": shown.Matched, "unmatched": shown.Unmatched, "errored": shown.Errored, "queued": shown.Queued, "itemCount": shown.ItemCount,
		}),
	})
	if err != nil {
		return err
	}
	return notify.Post(tx, now, i.random, notify.Notice{
		AppName: "Import", Type: storage.NoticeImportCompleted,
		Changes: []storage.Entry{{
			Type: "import_completed", Description: sentence,
			More: detail(map[string]any{
				"importId": list.ID, "status": status, "total": shown.Total, "imported": shown.Imported, "errored": shown.Errored,
				"queued": shown.Queued, "unmatched": shown.Unmatched, "itemCount": shown.ItemCount, "sourceLabel": list.SourceLabel,
			}),
		}},
	})
}

// activityType is what the activity log calls imports.
const activityType = "import"

// outcome says how an import went as a whole.
func outcome(l List) string {
	switch {
	case l.Total > 0 && l.Imported == 0:
		return activity.Failed
	case l.Errored+l.Queued+l.Unmatched > 0, l.Imported < l.Total:
		return activity.Partial
	}
	return activity.OK
}

// longestLabel is how many runes of a label go into a sentence.
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
		AppName: "Apps of no store", Type: storage.NoticeManualAppsPrompt,
		Changes: []storage.Entry{{
			Type:        "manual_apps_prompt",
			Description: fmt.Sprintf("No app of the store was found for %d items of an import. They can be added by hand.", unknown),
			More:        detail(map[string]any{"unmatchedCount": unknown, "sourceLabel": list.SourceLabel}),
		}},
	}
}

// detail encodes what is made of plain values only, so it cannot fail.
func detail(members map[string]any) json.RawMessage {
	b, err := json.Marshal(members)
	if err != nil {
		panic("imports: encode detail: " + err.Error())
	}
	return b
}
